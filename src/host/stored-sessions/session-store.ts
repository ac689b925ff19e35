/** The last session of each folder and agent, kept over restarts of the editor. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../base/logger';
import { MEBIBYTE } from '../../base/units';

export interface RememberedSession {
  readonly cwd: string;
  readonly agent: string;
  readonly id: string;
  readonly title?: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** The oldest are forgotten first. */
const MOST = 200;
/** A larger file was not written by us. */
const MAX_BYTES = MEBIBYTE;
const MAX_TITLE = 200;

/** A file shared by all Neovims of the user: read for every question, replaced as a whole for every change. */
export class Remembered {
  readonly #folder: string;
  readonly #log: Logger;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  last(cwd: string, agent: string): RememberedSession | undefined {
    return this.newest(cwd, (entry) => entry.agent === agent);
  }

  /** The last one in a folder, of those that fit. */
  newest(
    cwd: string,
    fits: (session: RememberedSession) => boolean,
  ): RememberedSession | undefined {
    return this.#read().find((entry) => entry.cwd === cwd && fits(entry));
  }

  /** What a session of a folder was about. */
  titleOf(cwd: string, id: string): string | undefined {
    return this.#read().find((entry) => entry.cwd === cwd && entry.id === id)?.title;
  }

  put(session: RememberedSession): void {
    const title = session.title?.slice(0, MAX_TITLE);
    const { title: _, ...rest } = session;
    const others = this.#read().filter(
      (entry) => entry.cwd !== session.cwd || entry.agent !== session.agent,
    );
    this.#write([{ ...rest, ...(title ? { title } : {}) }, ...others].slice(0, MOST));
  }

  forget(agent: string, id: string): void {
    const all = this.#read();
    const kept = all.filter((entry) => entry.agent !== agent || entry.id !== id);
    if (kept.length < all.length) this.#write(kept);
  }

  get #file(): string {
    return join(this.#folder, 'sessions.json');
  }

  #read(): RememberedSession[] {
    try {
      if (statSync(this.#file).size > MAX_BYTES) return [];
      const read: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return Array.isArray(read) ? read.filter(isRemembered) : [];
    } catch {
      // Missing or damaged counts as empty: the file is only a convenience.
      return [];
    }
  }

  /** Whole or not at all: another Neovim may read at the same time. */
  #write(entries: readonly RememberedSession[]): void {
    const draft = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(draft, JSON.stringify(entries, undefined, 1), { mode: 0o600 });
      renameSync(draft, this.#file);
    } catch (error) {
      this.#log.warn('the last session cannot be remembered', error);
      removeQuietly(draft);
    }
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be written there may be nothing to remove either.
  }
}

function isRemembered(value: unknown): value is RememberedSession {
  if (typeof value !== 'object' || value === null) return false;
  const { cwd, agent, id, title, updatedAt } = value as Record<string, unknown>;
  const texts = [cwd, agent, id, updatedAt].every((text) => typeof text === 'string' && text);
  return texts && (title === undefined || typeof title === 'string');
}
