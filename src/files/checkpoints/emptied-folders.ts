import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileStateOf } from '../disk/disk';
import { inFolderOf } from '../disk/held-folder';
import { isInside } from '../paths/path-style';

/** Removes the folders below `root` in which nothing is left when a file is gone. */
export async function removeEmptied(path: string, root: string): Promise<void> {
  if (await fileStateOf(path).catch(() => true)) return;
  let folder = dirname(path);
  while (folder !== root && isInside([root], folder) && (await isRemoved(folder))) {
    folder = dirname(folder);
  }
}

function isRemoved(folder: string): Promise<boolean> {
  return inFolderOf(folder, (parent, name) => rmdir(parent.at(name))).then(
    () => true,
    () => false,
  );
}
