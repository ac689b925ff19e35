import { type BigIntStats, constants } from 'node:fs';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { AcpError, INTERNAL_ERROR } from '../../protocol/errors';
import { isSameFile, modeOf, mustBeRegular, readFileBytes } from './disk';
import { codeOf, diskError, reasonOf } from './disk-error';
import type { Draft, Drafts } from './drafts';
import { type HeldFolder, type HoldOptions, inFolderOf, leadsElsewhere } from './held-folder';
import { keepAttributes } from './keep-attributes';

/** A file in a folder that is held. */
interface Place {
  readonly folder: HeldFolder;
  readonly name: string;
  /** The real path. */
  readonly path: string;
  /** Its other names keep the file as it is. */
  readonly isApart?: true;
  /** See `WriteOptions`. */
  readonly newMode?: number | undefined;
  readonly overReadOnly?: boolean;
}

interface WriteOptions extends HoldOptions {
  /** Permission bits of a file that was not there; from its first moment on. Default: as the user makes files. */
  readonly newMode?: number | undefined;
  /** The user wants it so: an agent may have made the file read-only after it has changed it. */
  readonly overReadOnly?: boolean;
}

const { O_CREAT, O_EXCL, O_RDWR, O_WRONLY, W_OK } = constants;
/** Of owner, group and others. */
const MAY_WRITE = 0o222;
/** The folder takes no new file, or none in the place of this one. */
const FIXED = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV'];

/**
 * Writes a file by its real path and returns when it is on the disk. Where nothing is lost by it another file takes its
 * place, so that readers see the old text or the new one; else it is overwritten, from a complete draft. Either way
 * the old text stays when the write fails. Makes missing folders.
 */
export async function writeFileBytes(
  path: string,
  bytes: Buffer,
  drafts: Drafts,
  { newMode, overReadOnly = false, ...hold }: WriteOptions = {},
): Promise<void> {
  try {
    const task = (folder: HeldFolder, name: string): Promise<void> =>
      write({ folder, name, path, newMode, overReadOnly }, bytes, drafts);
    await drafts.during(inFolderOf(path, task, { ...hold, make: true }));
  } catch (error) {
    throw diskError(`cannot write ${path}`, error);
  }
}

/** Makes a file of its own of one that has other names, which holds the same. */
export async function separateFile(path: string, drafts: Drafts): Promise<void> {
  const separate = async (folder: HeldFolder, name: string): Promise<void> => {
    const found = await folder.look(name);
    if (!found?.isFile() || found.nlink === 1n) return;
    const file = await readFileBytes(path);
    if (file)
      await write({ folder, name, path, isApart: true, overReadOnly: true }, file.bytes, drafts);
  };
  try {
    await drafts.during(inFolderOf(path, separate));
  } catch (error) {
    throw diskError(`cannot write ${path}`, error);
  }
}

/** Makes the folder of a file, by its real path, where it is missing. */
export function makeFolderOf(path: string): Promise<void> {
  return inFolderOf(path, async () => {}, { make: true });
}

/** The file holds neither text whole: both the file and the draft must stay. */
class SpoiltError extends AcpError {}

async function write(place: Place, bytes: Buffer, drafts: Drafts): Promise<void> {
  const { folder, name, path } = place;
  const before = await folder.look(name);
  if (before?.isSymbolicLink()) throw leadsElsewhere(path);
  if (before) {
    mustBeRegular(path, before);
    if (!place.overReadOnly) await mustBeWritable(folder.at(name), before);
  }
  const draft = await drafts.begin(path);
  try {
    await writeByDraft(place, bytes, before, draft);
  } catch (error) {
    if (!(error instanceof SpoiltError)) await discard(place, draft);
    throw error;
  }
  await discard(place, draft);
}

/** Renaming over a read-only file would work, but it is not what its owner meant. The system asks root nothing. */
async function mustBeWritable(entry: string, before: BigIntStats): Promise<void> {
  if (!(modeOf(before) & MAY_WRITE)) {
    throw Object.assign(new Error('nobody may write it'), { code: 'EACCES' });
  }
  await access(entry, W_OK);
}

async function discard({ folder }: Place, draft: Draft): Promise<void> {
  await rm(folder.at(draft.name), { force: true });
  await draft.end();
}

async function writeByDraft(
  place: Place,
  bytes: Buffer,
  before: BigIntStats | undefined,
  draft: Draft,
): Promise<void> {
  const mayMove = await fill(place, bytes, before, draft);
  if (mayMove && (await move(place, draft, before === undefined))) return;
  if (before) await writeOver(place, bytes, before, draft);
}

/** Makes the draft, complete and on the disk. Answers whether it may take the file's place. */
async function fill(
  place: Place,
  bytes: Buffer,
  before: BigIntStats | undefined,
  draft: Draft,
): Promise<boolean> {
  const { file, beside } = await openDraft(place, draft, before === undefined);
  try {
    await file.writeFile(bytes);
    if (!before && place.newMode !== undefined) await file.chmod(place.newMode);
    // A rename would break hard links. Attributes are set last: writing clears some of them.
    const mayMove =
      !before ||
      (beside &&
        (place.isApart || before.nlink === 1n) &&
        (await keepAttributes(place.folder, place.name, before, file)));
    await file.sync();
    return mayMove;
  } finally {
    await file.close();
  }
}

async function openDraft(
  { folder, newMode }: Place,
  { name, spare }: Draft,
  isNew: boolean,
): Promise<{ readonly file: FileHandle; readonly beside: boolean }> {
  const flags = O_WRONLY | O_CREAT | O_EXCL;
  // Until then nobody may read more than they may afterwards.
  const mode = isNew && newMode === undefined ? undefined : 0o600;
  try {
    return { file: await folder.open(name, flags, mode), beside: true };
  } catch (error) {
    if (isNew || !spare || !FIXED.includes(codeOf(error))) throw error;
    return { file: await open(spare, flags, mode), beside: false };
  }
}

/** False: the file has to stay where it is. */
async function move({ folder, name }: Place, draft: Draft, isNew: boolean): Promise<boolean> {
  try {
    await rename(folder.at(draft.name), folder.at(name));
    return true;
  } catch (error) {
    if (isNew || !FIXED.includes(codeOf(error))) throw error;
    return false;
  }
}

async function writeOver(
  { folder, name, path }: Place,
  bytes: Buffer,
  before: BigIntStats,
  draft: Draft,
): Promise<void> {
  const file = await folder.open(name, O_RDWR);
  try {
    if (!isSameFile(await file.stat({ bigint: true }), before)) throw leadsElsewhere(path);
    const old = await file.readFile();
    await draft.keepOld(old);
    await putOrPutBack(file, bytes, old, (why) => {
      const kept = `the old text is kept in ${draft.old ?? 'no file'}`;
      return `cannot write ${path}: ${why}; it holds neither text whole now, ${kept}`;
    });
  } finally {
    await file.close();
  }
}

async function putOrPutBack(
  file: FileHandle,
  bytes: Buffer,
  old: Buffer,
  spoilt: (why: string) => string,
): Promise<void> {
  try {
    await putBytes(file, bytes);
  } catch (error) {
    await putBytes(file, old).catch(() => {
      throw new SpoiltError(INTERNAL_ERROR, spoilt(reasonOf(error)));
    });
    throw error;
  }
}

/** Makes an open file hold these bytes, on the disk. */
export async function putBytes(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, done);
    done += bytesWritten;
  }
  await file.truncate(bytes.length);
  await file.sync();
}
