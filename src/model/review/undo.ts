import type { FileImage } from '../../edit/file-image';
import { diffLines, type Hunk, pushHunk } from '../../edit/hunks';
import { joinText } from '../../edit/text';
import type { Author } from './author';
import { currentImage, currentText, lastImage, withContent } from './images';
import { excerptOf, type UndoneNote } from './notes';
import { placed } from './region';
import {
  authorsOf,
  compact,
  currentLines,
  currentOf,
  type Ids,
  type PendingHunk,
  type Segment,
} from './segment';
import { isAllOf, type Selection, scopeOfChange, scopeOfHunk, undoIn } from './selection';
import {
  changeOf,
  type FileReview,
  type Format,
  isPending,
  pendingHunks,
  type WholeChange,
  withoutChange,
} from './state';
import { type Unclean, uncleanChange, uncleanHunk } from './unclean';

/** What has to be done so that a file is as the review says. */
export type FileOperation =
  /** Rows are those of the text before; format and the whole text are those after. */
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly edits: readonly Hunk[];
      readonly format: Format;
      readonly text: string;
    }
  /** Only if the file still holds this. */
  | { readonly kind: 'delete'; readonly path: string; readonly expected: FileImage }
  /** Only if there is no such file. */
  | { readonly kind: 'create'; readonly path: string; readonly image: FileImage }
  | {
      readonly kind: 'replace';
      readonly path: string;
      readonly image: FileImage;
      readonly expected: FileImage;
    }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number }
  /** Only if there is no file of that name. */
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/** A note before it has an id, and whose changes it is about. */
export interface Undone extends Omit<UndoneNote, 'id' | 'sessions'> {
  readonly by: readonly Author[];
}

export interface FileUndo {
  /** Nothing when nothing is pending any more. Its path is another one after a rename. */
  readonly file?: FileReview;
  readonly operations: readonly FileOperation[];
  readonly unclean: readonly Unclean[];
  readonly undone: readonly Undone[];
}

/** What is being put together. */
interface Work {
  file: FileReview;
  readonly edits: Hunk[];
  readonly operations: FileOperation[];
  readonly unclean: Unclean[];
  readonly undone: Undone[];
}

/** What undoing the selection does to a file: edits of its text, operations on the disk, what is left. */
export function undoFile(file: FileReview, selection: Selection, ids: Ids): FileUndo {
  const work: Work = { file, edits: [], operations: [], unclean: [], undone: [] };
  const created = changeOf(file, 'created');
  if (created && scopeOfChange(selection, created) === 'whole') {
    return undoCreation(file, created, selection);
  }
  undoHunks(work, selection, ids);
  for (const change of inOrder(file.changes)) {
    const scope = scopeOfChange(selection, change);
    const why =
      scope === 'shared' ? 'others' : scope && isUnknown(file, change) ? 'unknown' : undefined;
    if (why) work.unclean.push(uncleanChange(file, change, why));
    else if (scope) undoChange(work, change);
  }
  const { file: next, edits, operations, unclean, undone } = work;
  const done = { operations: [...editOf(file, next, edits), ...operations], unclean, undone };
  return { ...(isPending(next) ? { file: next } : {}), ...done };
}

/** Of a text that is there before and after. */
function editOf(before: FileReview, after: FileReview, edits: readonly Hunk[]): FileOperation[] {
  if (!before.text || !after.text || !currentImage(before)) return [];
  const { format } = after.text;
  if (edits.length === 0 && format === before.text.format) return [];
  const text = joinText(currentText(after.text));
  return [{ kind: 'edit', path: before.path, edits, format, text }];
}

/** The file goes, with all that is pending in it, unless somebody else has a part in it. */
function undoCreation(file: FileReview, created: WholeChange, selection: Selection): FileUndo {
  const expected = lastImage(file);
  const isOthers =
    selection.kind === 'turn' &&
    !pendingHunks(file).every((hunk) => isAllOf(authorsOf(hunk), selection));
  const why = file.isTouched ? 'touched' : isOthers ? 'others' : 'unknown';
  if (file.isTouched || isOthers || !expected || expected.content.kind === 'unknown') {
    return { file, operations: [], unclean: [uncleanChange(file, created, why)], undone: [] };
  }
  const excerpt = excerptOf(file.text ? currentLines(file.text.segments) : []);
  const note = { path: file.path, what: 'created' as const, excerpt, by: created.by };
  return {
    operations: [{ kind: 'delete', path: file.path, expected }],
    unclean: [],
    undone: [withReason(note, created)],
  };
}

function undoHunks(work: Work, selection: Selection, ids: Ids): void {
  const { file } = work;
  if (!file.text) return;
  const segments: Segment[] = [];
  let shift = 0;
  for (const [segment, row] of placed(file.text.segments)) {
    const scope = segment.kind === 'pending' ? scopeOfHunk(selection, segment, row) : undefined;
    const result = segment.kind === 'pending' && scope ? undoIn(segment, scope, ids) : undefined;
    segments.push(...(result ?? [segment]));
    if (segment.kind === 'settled' || !scope) continue;
    if (!result) {
      work.unclean.push(uncleanHunk(file.path, segment, row, 'others'));
      continue;
    }
    const own = editsOf(segment, result, row);
    // Those of hunks that are next to each other are one.
    for (const edit of own) pushHunk(work.edits, edit);
    work.undone.push(noteOf(file.path, segment, own, shift));
    shift += own.reduce((sum, { del, lines }) => sum + lines.length - del, 0);
  }
  work.file = { ...file, text: { ...file.text, segments: compact(segments) } };
}

function editsOf(hunk: PendingHunk, result: readonly Segment[], row: number): Hunk[] {
  const edits = diffLines(currentOf(hunk), currentLines(result));
  return edits.map((edit) => ({ ...edit, row: edit.row + row }));
}

function noteOf(path: string, hunk: PendingHunk, edits: readonly Hunk[], shift: number): Undone {
  const current = currentOf(hunk);
  const first = edits[0]?.row ?? 0;
  const count = edits.reduce((sum, { lines }) => sum + lines.length, 0);
  const from = first + shift + 1;
  const note = {
    path,
    range: { from, to: from + count - 1 },
    what: 'edit' as const,
    excerpt: excerptOf(current),
    by: authorsOf(hunk),
  };
  return withReason(note, hunk);
}

function withReason(note: Undone, { queued }: Pick<WholeChange, 'queued'>): Undone {
  return queued?.reason ? { ...note, reason: queued.reason } : note;
}

/** Whether what would have to come back is not known. */
function isUnknown(file: FileReview, change: WholeChange): boolean {
  if (change.kind === 'replaced') return change.before.content.kind === 'unknown';
  return change.kind === 'deleted' && lastImage(file)?.content.kind === 'unknown';
}

/** A file that comes back has everything else undone already; one that is moved back is moved last. */
const ORDER: readonly WholeChange['kind'][] = ['replaced', 'format', 'mode', 'renamed', 'deleted'];

function inOrder(changes: readonly WholeChange[]): WholeChange[] {
  return changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** After the hunks: what comes back is what they have become. */
function undoChange(work: Work, change: WholeChange): void {
  const { path } = work.file;
  const expected = lastImage(work.file);
  work.file = withoutChange(work.file, change.id);
  work.undone.push(withReason({ path, what: change.kind, excerpt: [], by: change.by }, change));
  const isThere = currentImage(work.file) !== null;
  switch (change.kind) {
    case 'created':
      return;
    case 'deleted':
      if (expected) work.operations.push({ kind: 'create', path, image: expected });
      return;
    case 'renamed':
      work.file = { ...work.file, path: change.from };
      if (isThere) work.operations.push({ kind: 'rename', path, to: change.from });
      return;
    case 'replaced':
      work.file = withContent(work.file, change.before);
      if (isThere && expected) {
        work.operations.push({ kind: 'replace', path, image: change.before, expected });
      }
      return;
    case 'mode':
      work.file = { ...work.file, mode: change.before };
      if (isThere) work.operations.push({ kind: 'mode', path, mode: change.before });
      return;
    case 'format':
      if (work.file.text)
        work.file = { ...work.file, text: { ...work.file.text, format: change.before } };
  }
}
