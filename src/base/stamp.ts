interface FileTimes {
  readonly mtimeNs: bigint;
  readonly size: bigint;
  readonly ino: bigint;
}

/**
 * Tells one state of a file from another. Lua writes the same (`stamp_of` in lua/acp/buffers/disk.lua), where all numbers are
 * doubles: the numbers of files are larger on Windows and some Linux file systems.
 */
export function stampText({ mtimeNs, size, ino }: FileTimes): string {
  return `${mtimeNs}:${size}:${BigInt(Number(BigInt.asIntN(64, ino)))}`;
}
