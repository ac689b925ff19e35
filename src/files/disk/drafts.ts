import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '../../base/logger';
import { ownMark } from './process-mark';

/** What is known of a draft from the moment before it is made until it is gone; see `sweepDrafts`. */
export interface DraftEntry {
  /** The real path of the file that the draft is for. */
  readonly path: string;
  /** Its name beside the file. */
  readonly name: string;
}

/** One draft, on record. */
export interface Draft extends DraftEntry {
  /** Where the draft is made when the file's folder takes no new file; nothing: nowhere. */
  readonly spare?: string;
  /** Where the old content is kept. */
  readonly old?: string;
  /** The file is about to be written over: what it holds is kept until that is done. */
  keepOld(bytes: Buffer): Promise<void>;
  /** The draft is gone, and need not be known any more. */
  end(): Promise<void>;
}

/** Files in the folder of a draft's record. */
export const RECORD = { entry: 'entry.json', old: 'old', spare: 'draft' } as const;

/** Drafts are known until a look at their folder has seen that they are gone. */
const MAX_KNOWN = 1000;
const MAX_NAME = 80;
const ID_BYTES = 6;

/** Of a draft beside a file: `.NAME.<hex>`. */
export const DRAFT_NAME = new RegExp(`^\\..{0,${MAX_NAME}}\\.[0-9a-f]{${2 * ID_BYTES}}$`, 's');

/**
 * Puts drafts on record: a host that is killed leaves them behind, and another one has to know them from other people's
 * files. A record is a folder, named by the process that it belongs to.
 */
export class Drafts {
  readonly folder: string;
  readonly #log: Logger;
  readonly #owner = ownMark();
  readonly #writes = new Set<Promise<unknown>>();
  /** Paths of the last drafts beside files, that are gone by now and those that are not. */
  readonly #paths = new Set<string>();
  #isWarned = false;

  /** @param stateDir the folder for what outlives the host */
  constructor(stateDir: string, log: Logger) {
    this.folder = join(stateDir, 'drafts');
    this.#log = log;
  }

  /** Waits for what is just being written: the host must not end in the middle of it. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }

  /** Makes `idle` wait for a write. */
  async during(write: Promise<void>): Promise<void> {
    this.#writes.add(write);
    try {
      await write;
    } finally {
      this.#writes.delete(write);
    }
  }

  /** Whether this is, or was a short while ago, a draft of this host. */
  isOwn(path: string): boolean {
    return this.#paths.has(path);
  }

  /** To be called before the draft is made. */
  async begin(path: string): Promise<Draft> {
    const id = randomBytes(ID_BYTES).toString('hex');
    const entry = { path, name: `.${basename(path).slice(0, MAX_NAME)}.${id}` };
    this.#remember(join(dirname(path), entry.name));
    const record = join(this.folder, recordName(id, this.#owner));
    try {
      await mkdir(record, { recursive: true, mode: 0o700 });
      await writeFile(join(record, RECORD.entry), JSON.stringify(entry), { mode: 0o600 });
    } catch (error) {
      this.#warn(error);
      return { ...entry, keepOld: async () => {}, end: async () => {} };
    }
    const old = join(record, RECORD.old);
    return {
      ...entry,
      old,
      spare: join(record, RECORD.spare),
      keepOld: (bytes) => writeWhole(old, bytes),
      end: () => rm(record, { recursive: true, force: true }),
    };
  }

  #remember(path: string): void {
    this.#paths.add(path);
    const [oldest] = this.#paths;
    if (this.#paths.size > MAX_KNOWN && oldest !== undefined) this.#paths.delete(oldest);
  }

  /** Text can be written all the same. */
  #warn(error: unknown): void {
    if (!this.#isWarned) this.#log.warn('drafts of files cannot be put on record', error);
    this.#isWarned = true;
  }
}

/** What a record is called: a draft's own part, and the process. */
export function recordName(id: string, owner: string): string {
  return `${id}.${owner}`;
}

/** It is there whole, or not under this name. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}
