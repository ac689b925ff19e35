import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { MEBIBYTE } from '../../base/units';
import { readBufferLines } from '../../files/buffers/buffer-text';
import { readFileBytes } from '../../files/disk/disk';
import { readDiskText } from '../../files/disk/disk-text';
import { realPathOf } from '../../files/paths/paths';
import type { Lines } from '../../model/context/places';
import type { Lua } from '../../nvim/lua';
import { mediaEnding } from '../chat/media-type';

/** A file that a prompt mentions: in the editor, on the disk, or both. */
export interface MentionedFile {
  readonly realPath: string;
  readonly kind: 'text' | 'image' | 'folder';
  /** The editor has text of it that is not on the disk. */
  readonly unsaved: boolean;
  /** Bytes on the disk; absent: it is not there yet. */
  readonly size?: number;
  /** In the editor; absent: it is not open there. */
  readonly lineCount?: number;
}

const IMAGES = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};
const MAX_IMAGE = 10 * MEBIBYTE;
/** Lines of a larger file are not counted while the user writes. */
const MAX_COUNTED = MEBIBYTE;

/** Nothing when there is no such file. */
export async function mentionedFile(lua: Lua, path: string): Promise<MentionedFile | undefined> {
  const realPath = await realPathOf(path).catch(() => undefined);
  if (realPath === undefined) return undefined;
  const [found, buffer] = await Promise.all([
    stat(realPath).catch(() => undefined),
    lua.call('buffers.find', realPath),
  ]);
  if (found?.isDirectory()) return { realPath, kind: 'folder', unsaved: false };
  if (!buffer && !found?.isFile()) return undefined;
  const isImage = !buffer && IMAGES.has(extname(path).toLowerCase());
  return {
    realPath,
    kind: isImage ? 'image' : 'text',
    unsaved: buffer?.modified ?? false,
    ...(found ? { size: found.size } : {}),
    ...(buffer ? { lineCount: buffer.lines } : {}),
  };
}

/** How many lines a text has; nothing where that is not known soon. */
export async function lineCountOf(file: MentionedFile): Promise<number | undefined> {
  const { realPath, lineCount, size = 0 } = file;
  if (lineCount !== undefined || size > MAX_COUNTED) return lineCount;
  const disk = await readDiskText(realPath).catch(() => undefined);
  return disk?.text.lines.length;
}

/** Lines of a file as the editor has them, else the disk; all of them without `lines`. */
export async function fileText(lua: Lua, path: string, lines?: Lines): Promise<string> {
  const from = lines ? lines.first - 1 : 0;
  const buffer = await readBufferLines(lua, path, from, lines?.last);
  if (buffer) return buffer.raw.slice(1) + (buffer.raw === '' ? '' : '\n');
  const { text } = await readDiskText(path);
  return text.lines
    .slice(from, lines?.last)
    .map((line) => `${line}\n`)
    .join('');
}

/** By what it is, not by its name. Rejects with a message for the user. */
export async function imageData(path: string): Promise<{ data: string; mimeType: string }> {
  const file = await readFileBytes(path);
  if (!file) throw new Error('there is no such file');
  const mimeType = IMAGE_TYPES[mediaEnding(file.bytes) ?? ''];
  if (!mimeType) throw new Error('it is no picture of a known kind');
  if (file.bytes.length > MAX_IMAGE) throw new Error('it is larger than 10 MB');
  return { data: file.bytes.toString('base64'), mimeType };
}
