import { lstat } from 'node:fs/promises';
import { KIBIBYTE } from '../../base/units';
import { readDiskText } from '../../files/disk/disk-text';

/** A file of git's. */
export interface NamedFile {
  /** From the folder that git was asked about. */
  readonly name: string;
  readonly path: string;
}

/** A larger file is named only. */
const MAX_FILE = 64 * KIBIBYTE;

/** Files that git does not track: all by their names, then as additions, until the text has `room` characters. */
export async function untrackedText(files: readonly NamedFile[], room: number): Promise<string> {
  let text = files.map(({ name }) => `Untracked: ${name}\n`).join('');
  for (const file of files) {
    if (text.length >= room) break;
    const added = await addition(file).catch(() => '');
    if (text.length + added.length <= room) text += added;
  }
  return text;
}

/** Nothing of what is no text, or no plain file: a link may lead anywhere. */
async function addition({ name, path }: NamedFile): Promise<string> {
  const found = await lstat(path);
  if (!found.isFile() || found.size > MAX_FILE) return '';
  const { text } = await readDiskText(path);
  const header = `diff --git a/${name} b/${name}\nnew file\n--- /dev/null\n+++ b/${name}\n`;
  const count = text.lines.length;
  if (found.size === 0 || count === 0) return header;
  const lines = text.lines.map((line) => `+${line}\n`).join('');
  const end = text.endofline ? '' : '\\ No newline at end of file\n';
  return `${header}@@ -0,0 +1,${count} @@\n${lines}${end}`;
}
