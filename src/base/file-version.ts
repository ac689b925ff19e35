interface FileTimes {
  readonly mtimeNs: bigint;
  readonly size: bigint;
  readonly ino: bigint;
}

/** When a file of this version was written, in whole milliseconds since the epoch. */
export function writtenMsOf(version: string): number {
  return Number(BigInt(version.split(':', 1)[0] ?? 0) / 1_000_000n);
}

/** Two names of one file have the same. */
export function inodeOf(version: string): string {
  return version.slice(version.lastIndexOf(':') + 1);
}

/**
 * Distinguishes one state of a file from another. Lua makes the same text (`file_version` in lua/acp/paths.lua)
 * with doubles, which cannot hold every inode number of Windows and of some Linux file systems.
 */
export function fileVersionText({ mtimeNs, size, ino }: FileTimes): string {
  return `${mtimeNs}:${size}:${BigInt(Number(BigInt.asIntN(64, ino)))}`;
}
