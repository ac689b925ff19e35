/** Images of an earlier prompt that have no name: only as files can they be mentioned, and sent, again. */
import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '../../protocol/schema.gen';
import { mediaEnding } from './media-type';
import type { DataFiles } from './open-target';

export interface ImagesAgain {
  readonly content: readonly ContentBlock[];
  /** How many are left out: their data is no picture. */
  readonly lost: number;
}

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

/** What the user is to know of those that are left out. */
export function lostImages(lost: number): string | undefined {
  if (lost === 0) return undefined;
  return lost === 1
    ? 'a picture of this prompt is gone: add it again'
    : `${lost} pictures of this prompt are gone: add them again`;
}
