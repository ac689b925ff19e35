import { constants } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../base/logger';
import { isMissing, reasonOf } from './disk-error';
import { putBytes } from './disk-write';
import { DRAFT_NAME, type DraftEntry, type Drafts, RECORD, recordName } from './drafts';
import { type HeldFolder, inFolderOf } from './held-folder';
import { hasEnded, ownMark } from './process-mark';

/** A file that was just being written over when its host was killed. */
export interface PutBack {
  readonly path: string;
  /** Absent: it holds the old text again. */
  readonly problem?: string;
}

/**
 * Cleans up after hosts that were killed: removes their drafts, and puts back what a file held that was just being
 * written over. Touches no draft of a host that may still run, and no file that is not on record.
 */
export async function sweepDrafts({ folder }: Drafts, log: Logger): Promise<PutBack[]> {
  const found: PutBack[] = [];
  for (const name of (await ifThere(readdir(folder))) ?? []) {
    const [id = '', owner = ''] = splitAtDot(name);
    if (!hasEnded(owner)) continue;
    try {
      const record = await claim(folder, name, id);
      const putBack = record && (await sweep(record));
      if (putBack) found.push(putBack);
    } catch (error) {
      // It stays on record, for the next host.
      log.warn('a draft of a host that was killed could not be removed', error);
    }
  }
  return found;
}

function splitAtDot(name: string): readonly [string, string] {
  const dot = name.indexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** Other hosts may start at the same time: one of them gets it. */
async function claim(folder: string, name: string, id: string): Promise<string | undefined> {
  const own = join(folder, recordName(id, ownMark()));
  return ifThere(rename(join(folder, name), own).then(() => own));
}

async function sweep(record: string): Promise<PutBack | undefined> {
  const entry = await readEntry(record);
  const putBack = entry && (await sweepFile(entry, record));
  if (!putBack?.problem) await rm(record, { recursive: true, force: true });
  return putBack;
}

/** Nothing: the host was killed before it had made a draft. */
async function readEntry(record: string): Promise<DraftEntry | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(join(record, RECORD.entry), 'utf8'));
    return isEntry(read) ? read : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

function isEntry(value: unknown): value is DraftEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { path, name } = value as Record<string, unknown>;
  return typeof path === 'string' && typeof name === 'string' && DRAFT_NAME.test(name);
}

/** Answers what was put back. */
async function sweepFile(
  { path, name: draft }: DraftEntry,
  record: string,
): Promise<PutBack | undefined> {
  return ifThere(
    inFolderOf(path, async (folder, name) => {
      const texts = await textsOf(folder, draft, record);
      const putBack = texts && (await putBackOld(folder, name, path, texts));
      if (putBack?.problem) return { path, problem: `${putBack.problem}, it is kept in ${record}` };
      await rm(folder.at(draft), { force: true });
      return putBack;
    }),
  );
}

interface Texts {
  readonly old: Buffer;
  readonly wanted: Buffer;
}

/** Nothing: the file itself was not touched. */
async function textsOf(
  folder: HeldFolder,
  draft: string,
  record: string,
): Promise<Texts | undefined> {
  const old = await ifThere(readFile(join(record, RECORD.old)));
  const wanted =
    (await ifThere(readHeld(folder, draft))) ??
    (await ifThere(readFile(join(record, RECORD.spare))));
  return old && wanted && { old, wanted };
}

async function readHeld(folder: HeldFolder, name: string): Promise<Buffer> {
  const file = await folder.open(name, constants.O_RDONLY);
  return file.readFile().finally(() => file.close());
}

async function putBackOld(
  folder: HeldFolder,
  name: string,
  path: string,
  { old, wanted }: Texts,
): Promise<PutBack | undefined> {
  const file = await ifThere(folder.open(name, constants.O_RDWR));
  if (!file) return undefined;
  try {
    if (!isBetween(await file.readFile(), old, wanted)) return undefined;
    await putBytes(file, old);
    return { path };
  } catch (error) {
    return { path, problem: `its old text could not be put back: ${reasonOf(error)}` };
  } finally {
    await file.close();
  }
}

/** Nothing: there is no such file, or folder. */
async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Made of both texts: only our own writing leaves a file so. */
function isBetween(found: Buffer, old: Buffer, wanted: Buffer): boolean {
  if (found.equals(old) || found.equals(wanted)) return false;
  if (found.length < Math.min(old.length, wanted.length)) return false;
  if (found.length > Math.max(old.length, wanted.length)) return false;
  return found.every((byte, at) => byte === wanted[at] || byte === old[at]);
}
