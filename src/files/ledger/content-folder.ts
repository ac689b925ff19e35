import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { MEBIBYTE } from '../../base/units';
import { isMissing } from '../disk/disk-error';
import { hasEnded, ownMark } from '../disk/process-mark';
import { hashOf } from './image-ref';

interface Kept {
  readonly size: number;
  /** How many entries need it. */
  readonly uses: number;
  /** It could not be written. */
  readonly isLost?: boolean;
}

/** Bytes that may wait for the disk; with more, sources wait. */
const MAX_PENDING_BYTES = 32 * MEBIBYTE;
/** Small contents that were used last stay in memory. */
const MAX_CACHED_BYTES = 4 * MEBIBYTE;
const MAX_CACHED_CONTENT = 64 * 1024;

/**
 * Contents by their hash, each once, in a folder that only the user can read, made with the first content. It is named by
 * the process and gone with the host, unless it is to last. Contents that cannot be written are lost: a gap in the record,
 * no error.
 */
export class ContentFolder implements Disposable {
  readonly #folder: string;
  readonly #isLasting: boolean;
  readonly #log: Logger;
  readonly #kept = new Map<string, Kept>();
  /** Not written yet, oldest first. */
  readonly #pending = new Map<string, Buffer>();
  /** Files that nobody needs any more. */
  readonly #unused = new Set<string>();
  /** What was used last comes last. */
  readonly #cache = new Map<string, Buffer>();
  #bytes = 0;
  #pendingBytes = 0;
  #cachedBytes = 0;
  #made: Promise<unknown> | undefined;
  #working: Promise<void> | undefined;
  #isWarned = false;
  #isClosed = false;

  /**
   * @param stateDir the folder for what the host keeps
   * @param lasting a folder that is for hosts that come later, too; this one has it for itself
   */
  constructor(stateDir: string, log: Logger, lasting?: string) {
    const id = randomBytes(6).toString('hex');
    this.#folder = lasting ?? join(folderOfAll(stateDir), `${id}.${ownMark()}`);
    this.#isLasting = lasting !== undefined;
    this.#log = log;
  }

  /** Of all that is kept, on disk or on its way there. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Must be released as often as it is kept. `bytes`: not needed for what is kept already. */
  keep(hash: string, bytes?: Buffer): void {
    const known = this.#kept.get(hash);
    const uses = (known?.uses ?? 0) + 1;
    if (known && (!known.isLost || !bytes)) this.#kept.set(hash, { ...known, uses });
    else if (!bytes) this.#kept.set(hash, { size: 0, uses, isLost: true });
    else {
      this.#kept.set(hash, { size: bytes.length, uses });
      this.#bytes += bytes.length;
      this.#write(hash, bytes);
    }
  }

  /** An earlier host has kept it. Must be released as well. */
  recall(hash: string, size: number): void {
    if (this.#kept.has(hash)) {
      this.keep(hash);
      return;
    }
    this.#kept.set(hash, { size, uses: 1 });
    this.#bytes += size;
  }

  /** Removes what is there and was not recalled. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    for (const name of names) if (!this.#kept.has(name)) this.#unused.add(name);
    this.#work();
    await this.idle();
  }

  release(hash: string): void {
    const known = this.#kept.get(hash);
    if (!known) return;
    if (known.uses > 1) {
      this.#kept.set(hash, { ...known, uses: known.uses - 1 });
      return;
    }
    this.#kept.delete(hash);
    this.#bytes -= known.size;
    this.#dropPending(hash);
    this.#uncache(hash);
    this.#unused.add(hash);
    this.#work();
  }

  /** Nothing: it is not kept, or cannot be read. */
  async read(hash: string): Promise<Buffer | undefined> {
    const held = this.#inMemory(hash);
    if (held || !this.#kept.has(hash)) return held;
    try {
      return this.#checked(hash, await readFile(this.#pathOf(hash)));
    } catch {
      return undefined;
    }
  }

  /** As `read`, where there is no time to wait. */
  readNow(hash: string): Buffer | undefined {
    const held = this.#inMemory(hash);
    if (held || !this.#kept.has(hash)) return held;
    try {
      return this.#checked(hash, readFileSync(this.#pathOf(hash)));
    } catch {
      return undefined;
    }
  }

  /** Settles when all is on disk, and what is not needed is gone. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /** Settles when more can be taken without waiting for the disk. */
  async room(): Promise<void> {
    if (this.#pendingBytes > MAX_PENDING_BYTES / 2) await this.idle();
  }

  /** At once: the host may be ending. What is to last must be `idle` by then. */
  dispose(): void {
    this.#isClosed = true;
    if (!this.#isLasting) this.#remove();
  }

  #remove(): void {
    this.#kept.clear();
    this.#pending.clear();
    this.#cache.clear();
    this.#bytes = this.#pendingBytes = this.#cachedBytes = 0;
    try {
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      // The next host removes it.
      this.#log.debug('the contents of changed files could not be removed', error);
    }
  }

  #pathOf(hash: string): string {
    return join(this.#folder, hash);
  }

  #inMemory(hash: string): Buffer | undefined {
    const pending = this.#pending.get(hash);
    if (pending) return pending;
    const cached = this.#cache.get(hash);
    if (cached) this.#toCache(hash, cached);
    return cached;
  }

  /** Nothing when somebody has changed the file. */
  #checked(hash: string, bytes: Buffer): Buffer | undefined {
    if (hashOf(bytes) !== hash) return undefined;
    this.#toCache(hash, bytes);
    return bytes;
  }

  #write(hash: string, bytes: Buffer): void {
    if (this.#isClosed) return;
    this.#unused.delete(hash);
    if (this.#pendingBytes + bytes.length > MAX_PENDING_BYTES) {
      this.#writeNow(hash, bytes);
      return;
    }
    this.#pending.set(hash, bytes);
    this.#pendingBytes += bytes.length;
    this.#work();
  }

  #writeNow(hash: string, bytes: Buffer): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#pathOf(hash), bytes, { mode: 0o600 });
    } catch (error) {
      this.#lost(hash, error);
    }
  }

  #work(): void {
    if (this.#isClosed) return;
    this.#working ??= this.#workOff().finally(() => {
      this.#working = undefined;
    });
  }

  async #workOff(): Promise<void> {
    for (;;) {
      const [next] = this.#pending;
      if (next) await this.#writeSoon(...next);
      else if (this.#unused.size > 0) await this.#removeUnused();
      else break;
    }
    if (this.#isClosed && !this.#isLasting)
      await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
  }

  async #writeSoon(hash: string, bytes: Buffer): Promise<void> {
    try {
      this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#made;
      await writeFile(this.#pathOf(hash), bytes, { mode: 0o600 });
    } catch (error) {
      this.#made = undefined;
      if (this.#kept.has(hash)) this.#lost(hash, error);
    }
    // It may have been released meanwhile.
    if (!this.#kept.has(hash)) this.#unused.add(hash);
    else if (this.#pending.get(hash) === bytes) this.#toCache(hash, bytes);
    if (this.#pending.get(hash) === bytes) this.#dropPending(hash);
  }

  async #removeUnused(): Promise<void> {
    const [hash] = this.#unused;
    if (hash === undefined) return;
    this.#unused.delete(hash);
    await rm(this.#pathOf(hash), { force: true }).catch((error: unknown) =>
      this.#log.debug('a content that nobody needs could not be removed', error),
    );
  }

  #lost(hash: string, error: unknown): void {
    const known = this.#kept.get(hash);
    if (known) {
      this.#bytes -= known.size;
      this.#kept.set(hash, { size: 0, uses: known.uses, isLost: true });
      // Half of it may be there.
      this.#unused.add(hash);
      this.#work();
    }
    if (!this.#isWarned) this.#log.warn('what agents change cannot be kept for review', error);
    this.#isWarned = true;
  }

  #dropPending(hash: string): void {
    this.#pendingBytes -= this.#pending.get(hash)?.length ?? 0;
    this.#pending.delete(hash);
  }

  #toCache(hash: string, bytes: Buffer): void {
    this.#uncache(hash);
    if (bytes.length > MAX_CACHED_CONTENT) return;
    this.#cache.set(hash, bytes);
    this.#cachedBytes += bytes.length;
    for (const [oldest] of this.#cache) {
      if (this.#cachedBytes <= MAX_CACHED_BYTES) break;
      this.#uncache(oldest);
    }
  }

  #uncache(hash: string): void {
    this.#cachedBytes -= this.#cache.get(hash)?.length ?? 0;
    this.#cache.delete(hash);
  }
}

/** Removes what hosts that were killed have left. Touches nothing of a host that may still run. */
export async function sweepContents(stateDir: string, log: Logger): Promise<void> {
  const folder = folderOfAll(stateDir);
  try {
    for (const name of await readdir(folder)) {
      if (!hasEnded(name.slice(name.indexOf('.') + 1))) continue;
      await rm(join(folder, name), { recursive: true, force: true });
    }
  } catch (error) {
    if (!isMissing(error)) log.warn('what a host that was killed has kept is left', error);
  }
}

function folderOfAll(stateDir: string): string {
  return join(stateDir, 'ledger');
}
