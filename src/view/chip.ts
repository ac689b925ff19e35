/** What goes along with a prompt, by its name: blocks of content as chips, and a prompt as its user wrote it. Pure. */
import { basename } from 'node:path';
import { oneLine, truncateDisplay } from '../base/text';
import { isMentioned, mentionText } from '../model/context/mentions';
import { placeName, placeOfUri } from '../model/context/places';
import type { MessagePart } from '../model/state';
import type { ContentBlock } from '../protocol/schema.gen';
import { shownPath } from './path';

export type Attached = Exclude<ContentBlock, { type: 'text' }>;

/** What is not a file has an address of ours, of which the name is all that is shown. */
export const EDITOR_SCHEME = 'neovim://';

const MAX_NAME = 60;

/** Such as `src/app.js:4-6`. */
export function chipName(block: Attached, cwd: string): string {
  switch (block.type) {
    case 'resource':
      return uriName(block.resource.uri, cwd);
    case 'resource_link':
      return uriName(block.uri, cwd);
    case 'image':
      return block.uri ? uriName(block.uri, cwd) : 'image';
    default:
      return block.type;
  }
}

/** The prompt as it is written: what goes along is mentioned where it stands, apart from the words around it. */
export function writtenPrompt(content: readonly MessagePart[], cwd: string): string {
  return content.reduce((written, part, index) => {
    const before = content[index - 1];
    if (part.type !== 'text') {
      const name = chipName(part, cwd);
      const gap = isMentioned(written.slice(-1), name) ? '' : ' ';
      return written + gap + mentionText(name);
    }
    if (before === undefined || 'continues' in part) return written + part.text;
    if (before.type === 'text') return `${written}\n${part.text}`;
    const [word = ''] = part.text.split(/\s/, 1);
    const gap = isMentioned('', chipName(before, cwd), word) ? '' : ' ';
    return written + gap + part.text;
  }, '');
}

function uriName(uri: string, cwd: string): string {
  const place = placeOfUri(uri);
  if (place) return oneLine(placeName({ ...place, path: shownPath(place.path, cwd) }));
  const name = uri.startsWith(EDITOR_SCHEME) ? uri.slice(EDITOR_SCHEME.length) : uri;
  return truncateDisplay(oneLine(name), MAX_NAME);
}

/** The last part of an address or a path. */
export function lastPart(path: string): string {
  return basename(path) || path;
}
