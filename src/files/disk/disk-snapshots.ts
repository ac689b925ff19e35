import { MEBIBYTE } from '../../base/units';
import { type FileBytes, readFileBytes, stampOf } from './disk';

/** What a file held at a moment. Without bytes it was too large to be kept, without a stamp there was no such file. */
export interface DiskImage extends Partial<FileBytes> {
  /** What a file held that was deleted under its buffer, which is still made from it. */
  readonly was?: Buffer;
}

/** Larger files are not kept. */
const MAX_FILE = 8 * MEBIBYTE;
/** All that is kept; of the files that were used longest ago only the stamp is. */
const MAX_BYTES = 128 * MEBIBYTE;
const MAX_FILES = 2500;

/** What files held before an agent changed them. */
export class DiskSnapshots {
  readonly #byPath = new Map<string, DiskImage>();
  #bytes = 0;

  get(path: string): DiskImage | undefined {
    return this.#byPath.get(path);
  }

  /** Looks at a file now; one that has not changed since the last look is not read again. */
  async take(path: string): Promise<void> {
    const known = this.#byPath.get(path);
    try {
      const stamp = await stampOf(path);
      if (known && stamp === known.stamp) return;
      this.set(path, stamp === undefined ? {} : ((await readFileBytes(path)) ?? {}));
    } catch {
      // A folder, a device, or nothing that we may read: there is no text to compare with.
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
function withoutBytes({ stamp }: DiskImage): DiskImage {
  return stamp === undefined ? {} : { stamp };
}
