import { MEBIBYTE } from '../../base/units';
import type { ContentFolder } from './content-folder';
import type { LedgerEntry } from './entry';
import { hashOfRef, type Referred } from './image-ref';

export interface LedgerLimits {
  /** Of all sessions. Beyond it the oldest entries go. */
  readonly entries: number;
  /** Of all contents on disk. Beyond it the contents of the oldest entries go. */
  readonly contentBytes: number;
}

const LIMITS: LedgerLimits = { entries: 20_000, contentBytes: 512 * MEBIBYTE };

/** The entries of the ledger, oldest first, with the contents that they refer to, as many as the limits allow. */
export class KeptEntries {
  readonly #contents: ContentFolder;
  readonly #limits: LedgerLimits;
  /** By session: how many entries are forgotten or have lost their contents. */
  readonly #dropped = new Map<string, number>();
  #entries: LedgerEntry[] = [];
  /** How many of the oldest entries have lost their contents. */
  #emptied = 0;

  constructor(contents: ContentFolder, limits = LIMITS) {
    this.#contents = contents;
    this.#limits = limits;
  }

  get all(): readonly LedgerEntry[] {
    return this.#entries;
  }

  dropped(session: string): number {
    return this.#dropped.get(session) ?? 0;
  }

  /** @param since the change came before all of this file that have come after the entry of this id */
  add(entry: LedgerEntry, images: readonly Referred[], since?: number): void {
    this.#insert(entry, since);
    for (const { ref, bytes } of images) {
      const hash = hashOfRef(ref);
      if (hash !== undefined) this.#contents.keep(hash, bytes);
    }
    this.#trim();
  }

  forget(session: string): void {
    const kept: LedgerEntry[] = [];
    let emptied = 0;
    for (const [at, entry] of this.#entries.entries()) {
      const isEmptied = at < this.#emptied;
      if (entry.session !== session) {
        kept.push(entry);
        if (isEmptied) emptied++;
      } else if (!isEmptied) this.#release(entry);
    }
    this.#entries = kept;
    this.#emptied = emptied;
    this.#dropped.delete(session);
  }

  /** Forgets all; the contents are their owner's to remove. */
  clear(): void {
    this.#entries = [];
    this.#emptied = 0;
  }

  #insert(entry: LedgerEntry, since: number | undefined): void {
    const first =
      since === undefined
        ? -1
        : this.#entries.findIndex(({ id, path }) => id > since && path === entry.path);
    if (first < 0) this.#entries.push(entry);
    else this.#entries.splice(Math.max(first, this.#emptied), 0, entry);
  }

  #trim(): void {
    const { entries, contentBytes } = this.#limits;
    while (this.#contents.bytes > contentBytes && this.#emptied < this.#entries.length) {
      this.#empty();
    }
    if (this.#entries.length <= entries) return;
    if (this.#emptied === 0) this.#empty();
    this.#entries.shift();
    this.#emptied--;
  }

  /** Drops the contents of the oldest entry that still has them. */
  #empty(): void {
    const entry = this.#entries[this.#emptied++];
    if (!entry) return;
    this.#release(entry);
    this.#dropped.set(entry.session, this.dropped(entry.session) + 1);
  }

  #release({ before, after }: LedgerEntry): void {
    for (const ref of [before, after]) {
      const hash = hashOfRef(ref);
      if (hash !== undefined) this.#contents.release(hash);
    }
  }
}
