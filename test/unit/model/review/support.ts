import fc from 'fast-check';
import { type FileImage, imageText, textImage } from '../../../../src/edit/file-image';
import { applyHunks } from '../../../../src/edit/hunks';
import { joinText, splitText } from '../../../../src/edit/text';
import { currentImage, currentText, referenceImage } from '../../../../src/model/review/images';
import { type HunkView, hunksOf } from '../../../../src/model/review/overview';
import { type AgentEdit, agentEdited } from '../../../../src/model/review/review';
import { EMPTY_REVIEW, type FileReview, type Review } from '../../../../src/model/review/state';
import type { FileOperation } from '../../../../src/model/review/undo';

export const PATH = '/project/a.txt';
export const BY = { session: 's', turn: 1, source: 'fs' } as const;

export function fileOf(review: Review, path = PATH): FileReview | undefined {
  return review.files.get(path);
}

export function hunks(review: Review, path = PATH): HunkView[] {
  const file = fileOf(review, path);
  return file ? hunksOf(file) : [];
}

/** The lines of each pending hunk, before and now. */
export function changes(review: Review, path = PATH): [string, string][] {
  return hunks(review, path).map(({ reference, current }) => [
    reference.join('|'),
    current.join('|'),
  ]);
}

/** What the review knows of a text; nothing when nothing is pending. */
export function textOf(review: Review, path = PATH): string | undefined {
  const file = fileOf(review, path);
  return file?.text && joinText(currentText(file.text));
}

export function referenceOf(review: Review, path = PATH): string | null | undefined {
  const file = fileOf(review, path);
  return file && imageText(referenceImage(file));
}

/** The review after an agent has made `before` into `after`. */
export function edited(
  review: Review,
  before: string | null,
  after: string | null,
  by: Partial<AgentEdit> = {},
): Review {
  const images = { before: textImage(before), after: textImage(after) };
  return agentEdited(review, { path: PATH, ...BY, ...images, ...by });
}

export function agentMade(before: string | null, after: string | null): Review {
  return edited(EMPTY_REVIEW, before, after);
}

/** What is on the disk after the operations of an undo: they are done to the letter, or throw. */
export function perform(
  disk: ReadonlyMap<string, FileImage>,
  operations: readonly FileOperation[],
): Map<string, FileImage> {
  const files = new Map(disk);
  for (const operation of operations) {
    const { path } = operation;
    const there = files.get(path);
    if (operation.kind === 'create') {
      if (there) throw new Error(`${path} is there`);
      files.set(path, operation.image);
      continue;
    }
    if (!there) throw new Error(`${path} is not there`);
    if (operation.kind === 'delete') files.delete(path);
    if (operation.kind === 'replace') files.set(path, operation.image);
    if (operation.kind === 'mode') files.set(path, { ...there, mode: operation.mode });
    if (operation.kind === 'edit') files.set(path, editedImage(there, operation));
    if (operation.kind !== 'rename') continue;
    files.delete(path);
    files.set(operation.to, there);
  }
  return files;
}

function editedImage(
  image: FileImage,
  { format, text }: Extract<FileOperation, { kind: 'edit' }>,
): FileImage {
  const { content } = image;
  const encoding = format.encoding ?? (content.kind === 'text' ? content.encoding : undefined);
  return { ...image, content: { kind: 'text', text, ...(encoding ? { encoding } : {}) } };
}

/** The lines of a buffer after the same. */
export function performInBuffer(
  lines: readonly string[],
  operations: readonly FileOperation[],
): string[] {
  return operations.reduce<string[]>(
    (all, operation) => (operation.kind === 'edit' ? applyHunks(all, operation.edits) : all),
    [...lines],
  );
}

/** One text on a disk. */
export function performOn(text: string, operations: readonly FileOperation[]): string | null {
  const files = perform(new Map([[PATH, textImage(text)]]), operations);
  return imageText(files.get(PATH) ?? null) ?? null;
}

export function imageIn(review: Review, path = PATH): FileImage | null | undefined {
  const file = fileOf(review, path);
  return file && currentImage(file);
}

/** Few and often repeated lines: the places of changes are ambiguous, hunks meet and cancel each other out. */
const word = fc.constantFrom('a', 'b', 'c', 'd', '', '}', 'let x = 1', 'let x = 2');

/** `mixed`: some lines end in one way and some in the other. */
function textWith(...endings: string[]): fc.Arbitrary<string> {
  return fc
    .record({
      lines: fc.array(word, { maxLength: 14 }),
      ending: fc.constantFrom(...endings),
      bom: fc.boolean(),
      isEnded: fc.boolean(),
    })
    .map(({ lines, ending, bom, isEnded }) => {
      const endingOf = (at: number): string => (at % 3 === 1 ? '\r\n' : '\n');
      const all = lines
        .map((line, at) => line + (ending === 'mixed' ? endingOf(at) : ending))
        .join('');
      return (bom ? '\uFEFF' : '') + (isEnded ? all : all.replace(/(\r\n|\n|\r)$/, ''));
    });
}

/** Texts with what lines do not say: endings, byte order mark, no final newline, nothing at all. */
export const text = textWith('\n', '\n', '\r\n');
export const anyText = textWith('\n', '\r\n', 'mixed', '\r');

/** The same text with some of its lines changed, as one edit. */
export interface Rewrite {
  readonly at: number;
  readonly del: number;
  readonly lines: readonly string[];
}

export const rewrite: fc.Arbitrary<Rewrite> = fc.record({
  at: fc.nat(16),
  del: fc.nat(3),
  lines: fc.array(word, { maxLength: 3 }),
});

export function rewritten(before: string, { at, del, lines }: Rewrite): string {
  const split = splitText(before);
  const row = Math.min(at, split.lines.length);
  return joinText({ ...split, lines: split.lines.toSpliced(row, del, ...lines) });
}
