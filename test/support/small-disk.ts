import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk extends Disposable {
  /** Fills it up to so many KiB, a multiple of four. */
  fill(left: number): void;
  /** Makes room again. */
  clear(): void;
}

/** A file system of its own in a new folder, of a few KiB. */
export function mountSmallDisk(folder: string, kibibytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder);
  const filling = join(folder, 'filling');
  return {
    fill: (left) => {
      writeFileSync(filling, '');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filling, Buffer.alloc(bavail * bsize - left * 1024));
    },
    clear: () => rmSync(filling),
    // Lazily: an editor may still be there.
    [Symbol.dispose]: () => run('umount', '-l', folder),
  };
}

/** Why no disk can be mounted here; nothing: it can. Only root may. */
export function whyNoSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'acp-mount-'));
  try {
    mountSmallDisk(folder, 64)[Symbol.dispose]();
    return undefined;
  } catch {
    return 'no file system can be mounted here';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}
