import { type FileImage, imageText } from '../../edit/file-image';
import { mergeTexts } from '../../edit/merge';
import { joinText, splitText } from '../../edit/text';

/** What a file holds on both sides of a change. */
export interface Images {
  readonly before: FileImage | null;
  readonly after: FileImage | null;
}

/**
 * What an agent wrote to disk, as the buffer has taken it over that holds the user's unsaved text.
 * @param now what the buffer held
 */
export function mergedImages(seen: Images, now: FileImage | null): Images {
  const [base, mine, theirs] = [seen.before, now, seen.after].map((image) => imageText(image));
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') {
    return seen;
  }
  if (mine === base || !seen.after) return seen;
  const own = splitText(mine);
  const { text } = mergeTexts(splitText(base, own), own, splitText(theirs, own));
  return {
    before: now,
    after: { ...seen.after, content: { kind: 'text', text: joinText(text) } },
  };
}
