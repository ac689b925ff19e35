import { type FileImage, sameContent } from '../../edit/file-image';
import { diffLines, type Hunk } from '../../edit/hunks';
import { splitNext } from '../../edit/text';
import { editAll, hunkRows } from './edits';
import { userFormat } from './format';
import {
  currentImage,
  currentText,
  formatOf,
  lastImage,
  referenceImage,
  settledText,
  type TextContent,
} from './images';
import { regionOf } from './region';
import { currentLines, type Ids, type Lines, referenceLines, sameLines } from './segment';
import { reach, slideToHunks, type Window } from './slide';
import { changeOf, type FileReview, type Format, withoutChange } from './state';
import { userEdit } from './user-edit';

/** An edit of a loaded text, as the editor reports it. */
export interface LineEdit {
  /** 0-based. */
  readonly start: number;
  /** How many lines. */
  readonly removed: number;
  readonly lines: Lines;
}

/** The user has edited lines of a text. The cost is that of the edit, however long the text is. */
export function userLines(
  file: FileReview,
  { start, removed, lines }: LineEdit,
  ids: Ids,
): FileReview {
  const { text } = file;
  if (!text) return file;
  const around = reach(start, start + removed);
  const { inside, row } = regionOf(text.segments, around.from, around.to);
  const window = { row, lines: currentLines(inside) };
  const old = window.lines.slice(start - row, start - row + removed);
  const edits = diffLines(old, lines).map((edit) => ({ ...edit, row: edit.row + start }));
  return withEdits(file, edits, window, ids);
}

/** Whether an edit has only brought back what was there before agents: the text without their changes stays. */
export function isTakenBack(
  before: FileReview,
  { start, removed, lines }: LineEdit,
  after: FileReview | undefined,
): boolean {
  const { text } = before;
  if (!text) return false;
  const now = after?.text
    ? referenceLines(after.text.segments)
    : currentLines(text.segments).toSpliced(start, removed, ...lines);
  return sameLines(referenceLines(text.segments), now);
}

/** Somebody who is no agent has made a file hold something else; nothing when nothing is pending any more. */
export function userChange(
  file: FileReview,
  after: FileImage | null,
  ids: Ids,
): FileReview | undefined {
  const now = currentImage(file);
  if (after === null) return now === null ? file : undefined;
  const there = now === null ? userCreates(file) : file;
  const next = userContent(there, after, ids);
  return next && userMode(next, after.mode);
}

/** A file that an agent had deleted is there again. */
function userCreates(file: FileReview): FileReview {
  const deleted = changeOf(file, 'deleted');
  return deleted ? withoutChange(file, deleted.id) : file;
}

function userContent(file: FileReview, after: FileImage, ids: Ids): FileReview | undefined {
  const { content } = after;
  if (sameContent(lastImage(file), after)) return file;
  if (content.kind !== 'text' || !file.text) return undefined;
  const back = referenceImage(file);
  if (back && sameContent(back, after)) return undoneByUser(file, content, file.text.format);
  const before = currentText(file.text);
  const split = splitNext(content.text, before);
  const edits = diffLines(before.lines, split.lines);
  const edited = withEdits(file, edits, { row: 0, lines: before.lines }, ids);
  return userFormat(edited, formatOf(split, content.encoding));
}

/** The text is what it was before all agents: nothing in it is pending, however its lines compare. */
function undoneByUser(file: FileReview, content: TextContent, { encoding }: Format): FileReview {
  const text = settledText({ ...(encoding ? { encoding } : {}), ...content });
  const changes = file.changes.filter(({ kind }) => kind !== 'format');
  return { ...file, text, changes, isTouched: true };
}

function withEdits(file: FileReview, edits: readonly Hunk[], window: Window, ids: Ids): FileReview {
  const { text } = file;
  if (!text || edits.length === 0) return file;
  const slid = slideToHunks(edits, window, hunkRows(text.segments));
  const segments = editAll(text.segments, slid, (inside, edit) => userEdit(inside, edit, ids));
  return { ...file, text: { ...text, segments }, isTouched: true };
}

function userMode(file: FileReview, mode: number | undefined): FileReview {
  if (mode === undefined || mode === file.mode) return file;
  const change = changeOf(file, 'mode');
  return { ...(change ? withoutChange(file, change.id) : file), mode };
}
