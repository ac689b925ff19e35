interface FileTimes {
  readonly mtimeNs: bigint;
  readonly size: bigint;
  readonly ino: bigint;
}

/**
 * Tells one state of a file from another. Lua writes the same (`file_version` in lua/acp/paths.lua), where all numbers are
 * doubles: the numbers of files are larger on Windows and some Linux file systems.
 */
export function fileVersionText({ mtimeNs, size, ino }: FileTimes): string {
  return `${mtimeNs}:${size}:${BigInt(Number(BigInt.asIntN(64, ino)))}`;
}
