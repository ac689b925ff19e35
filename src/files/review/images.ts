import { readlink } from 'node:fs/promises';
import { encodeLike } from '../../edit/encoding';
import type { FileImage } from '../../edit/file-image';
import { type BufferLines, exactTextOf } from '../buffers/buffer-text';
import { readFileBytes } from '../disk/disk';
import { inFolderOf } from '../disk/held-folder';
import { imageOf } from '../scan/change';

/** What a file would hold if the buffer were written now. */
export function bufferImage(buffer: BufferLines): FileImage {
  const text = exactTextOf(buffer, Number.POSITIVE_INFINITY);
  return { content: { kind: 'text', text, encoding: buffer.info.fileencoding || 'utf-8' } };
}

/** Whether it is what a buffer holds, too: of bytes, and of links, a buffer shows something else. */
export function isBufferText(image: FileImage | null): boolean {
  return image?.content.kind === 'text';
}

/**
 * What a path holds on disk, a link as itself; null: nothing. Where those are the bytes of the `known` text, it is that
 * text: encodings are not guessed again.
 */
export async function diskImage(path: string, known: FileImage | null): Promise<FileImage | null> {
  const target = await linkTarget(path);
  if (target !== undefined) return { content: { kind: 'link', target } };
  const file = await readFileBytes(path);
  if (!file) return null;
  const { bytes, mode } = file;
  if (known && bytesOf(known)?.equals(bytes)) return { content: known.content, mode };
  return imageOf(bytes, mode);
}

/** The bytes of a file; nothing where they are not known, and of links. */
export function bytesOf({ content }: FileImage): Buffer | undefined {
  if (content.kind === 'text') return encodeLike(content.text, content.encoding ?? 'utf-8');
  return content.kind === 'binary' ? Buffer.from(content.bytes) : undefined;
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await inFolderOf(path, async (folder, name) => {
      const found = await folder.look(name);
      return found?.isSymbolicLink() ? await readlink(folder.at(name)) : undefined;
    });
  } catch {
    // Without its folder there is no link either.
    return undefined;
  }
}
