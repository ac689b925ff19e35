import { KIBIBYTE } from '../../base/units';
import type { ContentBlock } from '../../protocol/schema.gen';
import { EDITOR_SCHEME } from '../../view/chip';

/** More of one thing does not go along: messages of megabytes end some agents. */
export const MAX_TEXT = 256 * KIBIBYTE;

/** A text of the editor's that is no file. */
export function editorText(name: string, text: string, mimeType = 'text/plain'): ContentBlock {
  return {
    type: 'resource',
    resource: { uri: `${EDITOR_SCHEME}${name}`, text: clipped(text), mimeType },
  };
}

/** As much as goes along, and how much is left out. */
export function clipped(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const kept = text.slice(0, text.lastIndexOf('\n', MAX_TEXT) + 1 || MAX_TEXT);
  return `${kept}… (${text.length - kept.length} more characters are left out)\n`;
}
