/** Changes of a file taken back from under what the user has made of it since. Pure. */
import { type FileContent, type FileImage, imageText, sameContent } from '../../edit/file-image';
import { applyHunks, diffLines } from '../../edit/hunks';
import { type Conflict, mergeTexts, type TextMerge } from '../../edit/merge';
import { joinText, type SplitText, splitText } from '../../edit/text';

/** One change of a file, or several that follow each other with nothing in between. */
export interface ImageChange {
  /** Null: there was no file. */
  readonly before: FileImage | null;
  /** Null: the file was deleted. */
  readonly after: FileImage | null;
}

/**
 * `changed`: the user has changed what has no lines that could be merged; `deleted`: the user has deleted the file;
 * `unknown`: nobody knows what it held.
 */
export type KeptReason = 'changed' | 'deleted' | 'unknown';

export type TakenBack =
  | { readonly kind: 'clean'; readonly image: FileImage | null }
  /** Where both differ, the image has the user's lines. */
  | {
      readonly kind: 'conflict';
      readonly image: FileImage;
      readonly theirs: SplitText;
      readonly conflicts: readonly Conflict[];
    }
  /** The file stays as it is. */
  | { readonly kind: 'kept'; readonly why: KeptReason };

/** What the file would be if the lines that cannot be merged were the user's, or those from before. */
interface Sides {
  readonly mine: FileImage | null;
  readonly theirs: FileImage | null;
}

/**
 * Takes changes back, the newest first: exactly, where the file is as they left it; else what the user has changed
 * since is merged with what was there before.
 * @param changes oldest first
 */
export function takeBack(current: FileImage | null, changes: readonly ImageChange[]): TakenBack {
  let sides: Sides = { mine: current, theirs: current };
  for (const change of changes.toReversed()) {
    const mine = without(sides.mine, change, 'mine');
    const theirs = without(sides.theirs, change, 'theirs');
    if (typeof mine === 'string') return { kind: 'kept', why: mine };
    if (typeof theirs === 'string') return { kind: 'kept', why: theirs };
    sides = { mine, theirs };
  }
  return resultOf(sides);
}

function without(
  now: FileImage | null,
  { before, after }: ImageChange,
  side: keyof Sides,
): FileImage | null | KeptReason {
  if (sameContent(now, before)) return before && withFacts(before, now, after);
  if (before?.content.kind === 'unknown') return 'unknown';
  if (sameContent(now, after)) return before && withFacts(before, now, after);
  if (now === null) return 'deleted';
  if (after?.content.kind === 'unknown') return 'unknown';
  const [base, mine, theirs] = [after, now, before].map(
    (image) => imageText(image) ?? noText(image),
  );
  if (base === undefined || mine === undefined || theirs === undefined) return 'changed';
  const own = splitText(mine);
  const merge = mergeTexts(splitText(base, own), own, splitText(theirs, own));
  const text = joinText(side === 'mine' ? merge.text : withTheirs(merge));
  // An agent made the file, and nobody else has put anything into it.
  if (before === null && text === '') return null;
  return withFacts(withText(before ?? now, text), now, after);
}

/** To be merged, no file is an empty one. */
function noText(image: FileImage | null | undefined): string | undefined {
  return image === null ? '' : undefined;
}

function withText(image: FileImage, text: string): FileImage {
  const { content } = image;
  const encoding = content.kind === 'text' ? content.encoding : undefined;
  return { ...image, content: { kind: 'text', text, ...(encoding ? { encoding } : {}) } };
}

function withTheirs({ text, conflicts }: TextMerge): SplitText {
  const hunks = conflicts.map(({ row, mine, theirs }) => ({
    row,
    del: mine.length,
    lines: theirs,
  }));
  const endofline = conflicts.at(-1)?.endofline ?? text.endofline;
  return { ...formatOf(text), endofline, lines: applyHunks(text.lines, hunks) };
}

function formatOf({ fileformat, endofline, bomb }: SplitText): Omit<SplitText, 'lines'> {
  return { fileformat, endofline, bomb };
}

/** The image with what else is known of a file: its mode and its encoding, unless the user has changed them since. */
function withFacts(image: FileImage, now: FileImage | null, after: FileImage | null): FileImage {
  const mode = pick(image.mode, now?.mode, after?.mode);
  const { content } = image;
  return {
    content: content.kind === 'text' ? withEncoding(content, now, after) : content,
    ...(mode === undefined ? {} : { mode }),
  };
}

function withEncoding(
  content: Extract<FileContent, { kind: 'text' }>,
  now: FileImage | null,
  after: FileImage | null,
): FileContent {
  const of = (image: FileImage | null): string | undefined =>
    image?.content.kind === 'text' ? image.content.encoding : undefined;
  const encoding = pick(content.encoding, of(now), of(after));
  return { ...content, ...(encoding === undefined ? {} : { encoding }) };
}

function pick<T>(before: T | undefined, now: T | undefined, after: T | undefined): T | undefined {
  if (before === undefined) return now;
  return now === undefined || now === after ? before : now;
}

function resultOf({ mine, theirs }: Sides): TakenBack {
  if (mine === theirs || sameContent(mine, theirs)) return { kind: 'clean', image: mine };
  const [own, other] = [imageText(mine), imageText(theirs) ?? noText(theirs)];
  if (!mine || typeof own !== 'string' || other === undefined) {
    return { kind: 'kept', why: 'changed' };
  }
  const text = splitText(own);
  const wanted = splitText(other, text);
  return {
    kind: 'conflict',
    image: mine,
    theirs: wanted,
    conflicts: conflictsBetween(text, wanted),
  };
}

function conflictsBetween(mine: SplitText, theirs: SplitText): Conflict[] {
  const hunks = diffLines(mine.lines, theirs.lines);
  let shift = 0;
  return hunks.map(({ row, del, lines }) => {
    const theirRow = row + shift;
    shift += lines.length - del;
    const isEnd = row + del === mine.lines.length && mine.endofline !== theirs.endofline;
    return {
      row,
      theirRow,
      base: [],
      mine: mine.lines.slice(row, row + del),
      theirs: lines,
      ...(isEnd ? { endofline: theirs.endofline } : {}),
    };
  });
}
