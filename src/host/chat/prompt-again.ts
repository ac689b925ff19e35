/** What went along with an earlier prompt, so that it can be mentioned, and sent, again. */
import { pathToFileURL } from 'node:url';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock } from '../../protocol/schema.gen';
import { filesElsewhere } from '../context/files-elsewhere';
import { mediaEnding } from './media-type';
import type { DataFiles } from './open-target';

export interface ImagesAgain {
  readonly content: readonly ContentBlock[];
  /** How many are left out: their data is no picture. */
  readonly lost: number;
}

/** Images that have no name can only be mentioned as files. */
export function imagesAgain(
  content: readonly ContentBlock[],
  files: Pick<DataFiles, 'add'>,
): ImagesAgain {
  const again = content.flatMap((block): ContentBlock[] => {
    if (block.type !== 'image' || block.uri) return [block];
    const bytes = Buffer.from(block.data, 'base64');
    const ending = mediaEnding(bytes);
    if (!ending) return [];
    return [{ ...block, uri: pathToFileURL(files.add(bytes, ending)).href }];
  });
  return { content: again, lost: content.length - again.length };
}

/** Makes known to a chat what is mentioned from elsewhere, and to the user what is left out. */
export async function offerAgain(
  { view, lua }: { readonly view: ViewId; readonly lua: Lua },
  { content, lost }: ImagesAgain,
  cwd: string,
): Promise<void> {
  const elsewhere = filesElsewhere(content, cwd);
  if (elsewhere.length > 0) await lua.call('chat.offer.files', view, elsewhere);
  if (lost > 0) await lua.call('ui.notify.show', 'warn', lostText(lost));
}

function lostText(lost: number): string {
  return lost === 1
    ? 'a picture of this prompt is gone: add it again'
    : `${lost} pictures of this prompt are gone: add them again`;
}
