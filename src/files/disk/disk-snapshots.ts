import { MEBIBYTE } from '../../base/units';
import type { FoundVersion } from '../paths/named-paths';
import { type FileBytes, fileVersionOf, readFileBytes } from './disk';

/** What a file held at a moment. Without bytes it was too large to be kept, without a version there was no such file. */
export interface DiskImage extends Partial<FileBytes> {
  /** What a file held that was deleted under its buffer, which is still made from it. */
  readonly was?: Buffer;
}

/** Larger files are not kept. */
const MAX_FILE = 8 * MEBIBYTE;
/** Bytes kept in all; of the least recently used files only the version is kept. */
const MAX_BYTES = 128 * MEBIBYTE;
const MAX_FILES = 2500;

/** What files held before an agent changed them. */
export class DiskSnapshots {
  readonly #byPath = new Map<string, DiskImage>();
  #bytes = 0;

  get(path: string): DiskImage | undefined {
    return this.#byPath.get(path);
  }

  /**
   * Looks at a file now; one that has not changed since the last look is not read again.
   * @param found what a look at it has shown just now
   */
  async take(path: string, found?: FoundVersion): Promise<void> {
    const known = this.#byPath.get(path);
    try {
      const { version } = found ?? { version: await fileVersionOf(path) };
      if (known && version === known.version) return;
      this.set(path, version === undefined ? {} : ((await readFileBytes(path)) ?? {}));
    } catch {
      // A folder, a device, or not readable: there is no text to compare with.
      this.drop(path);
    }
  }

  set(path: string, image: DiskImage): void {
    this.drop(path);
    const kept = (image.bytes?.length ?? 0) > MAX_FILE ? withoutBytes(image) : image;
    this.#byPath.set(path, kept);
    this.#bytes += sizeOf(kept);
    for (const [oldest, held] of this.#byPath) {
      if (this.#byPath.size > MAX_FILES) this.drop(oldest);
      else if (this.#bytes <= MAX_BYTES) break;
      else {
        this.#bytes -= sizeOf(held);
        this.#byPath.set(oldest, withoutBytes(held));
      }
    }
  }

  drop(path: string): void {
    this.#bytes -= sizeOf(this.#byPath.get(path) ?? {});
    this.#byPath.delete(path);
  }
}

function sizeOf({ bytes, was }: DiskImage): number {
  return (bytes?.length ?? 0) + (was?.length ?? 0);
}

/** Enough to see that it has changed. */
function withoutBytes({ version }: DiskImage): DiskImage {
  return version === undefined ? {} : { version };
}
