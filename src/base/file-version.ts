interface FileTimes {
  readonly mtimeNs: bigint;
  readonly size: bigint;
  readonly ino: bigint;
}

/**
 * Distinguishes one state of a file from another. Lua makes the same text (`file_version` in lua/acp/paths.lua)
 * with doubles, which cannot hold every inode number of Windows and of some Linux file systems.
 */
export function fileVersionText({ mtimeNs, size, ino }: FileTimes): string {
  return `${mtimeNs}:${size}:${BigInt(Number(BigInt.asIntN(64, ino)))}`;
}
