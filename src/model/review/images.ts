import type { FileImage } from '../../edit/file-image';
import { joinText, type SplitText, splitText } from '../../edit/text';
import { currentLines, referenceLines, settled } from './segment';
import { changeOf, type FileReview, type Format, type TextReview } from './state';

export type TextContent = Extract<FileImage['content'], { kind: 'text' }>;

/** The text of a file, or the one that it had when it was deleted; see `joinText`. */
export function currentText({ segments, format }: TextReview): SplitText {
  const { fileformat, endofline, bomb } = format;
  return { lines: currentLines(segments), fileformat, endofline, bomb };
}

/** What a file holds as far as the review knows; null: it was deleted. */
export function currentImage(file: FileReview): FileImage | null {
  return changeOf(file, 'deleted') ? null : lastImage(file);
}

/** What a file holds, or held when it was deleted. */
export function lastImage({ text, image, mode }: FileReview): FileImage | null {
  if (!text) return image ? withMode(image, mode) : null;
  return textImageOf(currentText(text), text.format, mode);
}

/** What a file would hold if all were undone; null: there would be none. */
export function referenceImage(file: FileReview): FileImage | null {
  if (changeOf(file, 'created')) return null;
  const mode = changeOf(file, 'mode')?.before ?? file.mode;
  const replaced = changeOf(file, 'replaced');
  if (replaced) return withMode(replaced.before, mode);
  if (!file.text) return file.image ? withMode(file.image, mode) : null;
  const format = changeOf(file, 'format')?.before ?? file.text.format;
  return textImageOf({ ...format, lines: referenceLines(file.text.segments) }, format, mode);
}

/** A text of which nothing is pending. */
export function settledText(content: TextContent, split = splitText(content.text)): TextReview {
  return { segments: [settled(split.lines)], format: formatOf(split, content.encoding) };
}

/** A file that holds something else, of which nothing is pending. */
export function withContent(file: FileReview, { content }: FileImage): FileReview {
  const { text: _, image: __, ...rest } = file;
  if (content.kind === 'text') return { ...rest, text: settledText(content) };
  return { ...rest, image: { content } };
}

/** How lines become bytes, apart from the lines themselves. */
export function formatOf(
  { fileformat, endofline, bomb }: SplitText,
  encoding: string | undefined,
): Format {
  return { fileformat, endofline, bomb, ...(encoding === undefined ? {} : { encoding }) };
}

function textImageOf(split: SplitText, { encoding }: Format, mode?: number): FileImage {
  const text = joinText(split);
  return withMode({ content: { kind: 'text', text, ...(encoding ? { encoding } : {}) } }, mode);
}

function withMode({ content }: FileImage, mode: number | undefined): FileImage {
  return { content, ...(mode === undefined ? {} : { mode }) };
}
