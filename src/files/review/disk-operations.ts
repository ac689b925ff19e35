import { constants } from 'node:fs';
import { rename, rm, rmdir, symlink } from 'node:fs/promises';
import { encodeLike } from '../../edit/encoding';
import { type FileImage, sameContent } from '../../edit/file-image';
import type { FileOperation } from '../../model/review/undo';
import { writeFileBytes } from '../disk/disk-write';
import type { Drafts } from '../disk/drafts';
import { inFolderOf } from '../disk/held-folder';
import { bytesOf, diskImage } from './images';

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** Does on disk what undoes a change of a file. Rejects, with the reason alone, when the file is not as it expects it. */
export async function operateOnDisk(operation: FileOperation, drafts: Drafts): Promise<void> {
  const { path } = operation;
  switch (operation.kind) {
    case 'edit':
      return writeText(path, operation.text, operation.format.encoding, drafts);
    case 'delete':
      await mustHold(path, operation.expected);
      return remove(path);
    case 'create':
      await mustHold(path, null);
      return put(path, operation.image, drafts);
    case 'replace':
      await mustHold(path, operation.expected);
      return put(path, operation.image, drafts);
    case 'mode':
      return setMode(path, operation.mode);
    case 'rename':
      await removeEmptyFolder(operation.to);
      await mustHold(operation.to, null);
      return move(path, operation.to);
  }
}

async function mustHold(path: string, expected: FileImage | null): Promise<void> {
  if (sameContent(await diskImage(path, expected), expected)) return;
  throw new Error('it has changed meanwhile');
}

async function writeText(
  path: string,
  text: string,
  encoding = 'utf-8',
  drafts: Drafts,
): Promise<void> {
  const bytes = encodeLike(text, encoding);
  if (!bytes) throw new Error(`it cannot be written as ${encoding}`);
  await writeFileBytes(path, bytes, drafts, { overReadOnly: true });
}

async function put(path: string, image: FileImage, drafts: Drafts): Promise<void> {
  const { content, mode } = image;
  const there = await diskImage(path, null);
  if (content.kind === 'link') {
    if (there) await remove(path);
    await inFolderOf(path, (folder, name) => symlink(content.target, folder.at(name)), {
      make: true,
    });
    return;
  }
  const bytes = bytesOf(image);
  if (!bytes) throw new Error('what it held is not known exactly');
  if (there?.content.kind === 'link') await remove(path);
  await writeFileBytes(path, bytes, drafts, { newMode: mode, overReadOnly: true });
  if (mode !== undefined) await setMode(path, mode);
}

function remove(path: string): Promise<void> {
  return inFolderOf(path, (folder, name) => rm(folder.at(name)));
}

/** Where a file was, an agent may have made a folder, from which all that it had put there is gone. */
export function removeEmptyFolder(path: string): Promise<void> {
  return inFolderOf(path, (folder, name) => rmdir(folder.at(name))).catch(() => {});
}

function setMode(path: string, mode: number): Promise<void> {
  return inFolderOf(path, async (folder, name) => {
    const file = await folder.open(name, O_RDONLY | O_NONBLOCK);
    try {
      await file.chmod(mode);
    } finally {
      await file.close();
    }
  });
}

function move(path: string, to: string): Promise<void> {
  return inFolderOf(path, (from, name) =>
    inFolderOf(to, (folder, wanted) => rename(from.at(name), folder.at(wanted)), { make: true }),
  );
}
