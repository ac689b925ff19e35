import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Place {
  readonly at: number;
  readonly length: number;
}

/**
 * Contents of files by their hash, in one temporary file. The file has no name any more as soon as it is open, so that
 * nothing is left of it however the process ends; where that cannot be, `dispose` removes it.
 */
export class ContentStore {
  readonly #path: string;
  readonly #file: number;
  readonly #limit: number;
  readonly #places = new Map<string, Place>();
  #end = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#path = join(tmpdir(), `acp-record-${randomBytes(9).toString('hex')}`);
    this.#file = openSync(this.#path, 'wx+', 0o600);
    this.#removeName();
  }

  has(hash: string): boolean {
    return this.#places.has(hash);
  }

  /** False: there is no room. */
  put(hash: string, bytes: Buffer): boolean {
    if (this.#places.has(hash)) return true;
    if (this.#end + bytes.length > this.#limit) return false;
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done);
    }
    this.#places.set(hash, { at: this.#end, length: bytes.length });
    this.#end += bytes.length;
    return true;
  }

  get(hash: string): Buffer | undefined {
    const place = this.#places.get(hash);
    return place && this.#read(place);
  }

  /** Drops contents that are not needed any more, once that is worth the copying. */
  keep(wanted: ReadonlySet<string>): void {
    const kept = [...this.#places].filter(([hash]) => wanted.has(hash));
    const size = kept.reduce((sum, [, { length }]) => sum + length, 0);
    const spare = this.#end - size;
    const isTight = this.#end > this.#limit / 2 && spare > this.#limit / 8;
    if (spare === 0 || (spare < this.#end / 2 && !isTight)) return;
    this.#places.clear();
    this.#end = 0;
    // In the order of the file each moves down: nothing is overwritten before it is read.
    for (const [hash, place] of kept.sort(([, a], [, b]) => a.at - b.at)) {
      const bytes = this.#read(place);
      if (bytes) this.put(hash, bytes);
    }
    ftruncateSync(this.#file, this.#end);
  }

  #read({ at, length }: Place): Buffer | undefined {
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#file, bytes, done, length - done, at + done);
      if (read === 0) return undefined;
      done += read;
    }
    return bytes;
  }

  dispose(): void {
    closeSync(this.#file);
    this.#removeName();
  }

  #removeName(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // Some systems keep the name of a file that is open.
    }
  }
}
