import { diffLines } from '../../edit/hunks';
import { type Author, sameTurn, type Turn } from './author';
import { isOfTurn } from './hunk-turns';
import {
  authorsOf,
  currentOf,
  type Lines,
  type PendingHunk,
  type Queued,
  referenceOf,
} from './segment';
import { changeOf, type FileReview, pendingHunks, type Review } from './state';

/** A pending hunk as a window shows it. Rows are 0-based. */
export interface HunkView {
  readonly id: number;
  /** Where it is in the current text, and in the reference. */
  readonly row: number;
  readonly referenceRow: number;
  readonly current: Lines;
  readonly reference: Lines;
  readonly by: readonly Author[];
  readonly queued?: Queued;
}

/** The pending hunks of a file, in order. */
export function hunksOf({ text }: FileReview): HunkView[] {
  const views: HunkView[] = [];
  let [row, referenceRow] = [0, 0];
  for (const segment of text?.segments ?? []) {
    const [current, reference] = [currentOf(segment), referenceOf(segment)];
    if (segment.kind === 'pending') {
      const { id, queued } = segment;
      const by = authorsOf(segment);
      const view = { id, row, referenceRow, current, reference, by };
      views.push({ ...view, ...(queued ? { queued } : {}) });
    }
    row += current.length;
    referenceRow += reference.length;
  }
  return views;
}

export interface Counts {
  readonly added: number;
  readonly removed: number;
}

/** What lines do not show of a change. */
export type FileMark = 'binary' | 'link' | 'mode' | 'format';

export interface FileSummary extends Counts {
  readonly path: string;
  readonly kind: 'created' | 'deleted' | 'renamed' | 'modified';
  readonly from?: string;
  readonly marks?: readonly FileMark[];
  /** Some of it will be undone when the turn ends. */
  readonly isQueued?: true;
  /** Of hunks and changes of the file as a whole. */
  readonly ids: readonly number[];
}

/** Of hundreds of files, one changes at a time. */
const summaries = new WeakMap<FileReview, FileSummary>();

function summaryOf(file: FileReview): FileSummary {
  const known = summaries.get(file);
  if (known) return known;
  const hunks = hunksOf(file);
  const state = stateOf([...file.changes, ...hunks]);
  const summary = { ...headOf(file), ...state, ...countsOf(file, hunks) };
  summaries.set(file, summary);
  return summary;
}

function stateOf(
  pending: readonly { readonly id: number; readonly queued?: Queued }[],
): Pick<FileSummary, 'ids' | 'isQueued'> {
  const ids = pending.map(({ id }) => id);
  return { ids, ...(pending.some(({ queued }) => queued) ? { isQueued: true } : {}) };
}

function countsOf(file: FileReview, hunks: readonly HunkView[]): Counts {
  const total = (of: (hunk: HunkView) => Lines): number =>
    hunks.reduce((sum, hunk) => sum + of(hunk).length, 0);
  const removed = total(({ reference }) => reference);
  if (!changeOf(file, 'deleted')) return { added: total(({ current }) => current), removed };
  const settled = file.text?.segments.filter(({ kind }) => kind === 'settled') ?? [];
  return {
    added: 0,
    removed: removed + settled.reduce((sum, one) => sum + currentOf(one).length, 0),
  };
}

function headOf(file: FileReview): Pick<FileSummary, 'path' | 'kind' | 'from' | 'marks'> {
  const renamed = changeOf(file, 'renamed');
  const from = renamed ? { from: renamed.from } : {};
  const kind = (['deleted', 'created', 'renamed'] as const).find((one) => changeOf(file, one));
  const marks = marksOf(file);
  return { path: file.path, kind: kind ?? 'modified', ...from, ...(marks[0] ? { marks } : {}) };
}

function marksOf(file: FileReview): FileMark[] {
  const contents = [file.image, changeOf(file, 'replaced')?.before].map((one) => one?.content.kind);
  return [
    ...(['binary', 'link'] as const).filter((kind) => contents.includes(kind)),
    ...(['mode', 'format'] as const).filter((kind) => changeOf(file, kind)),
  ];
}

/** Of several files. */
export interface Totals extends Counts {
  readonly files: number;
  readonly created: number;
  readonly deleted: number;
  readonly renamed: number;
}

/** The sums of files, lines and kinds. */
export function totalsOf(files: readonly Omit<FileSummary, 'ids'>[]): Totals {
  const sum = (of: (file: Counts) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  const count = (kind: FileSummary['kind']): number =>
    files.filter((one) => one.kind === kind).length;
  return {
    files: files.length,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    created: count('created'),
    deleted: count('deleted'),
    renamed: count('renamed'),
  };
}

export interface TurnSummary extends Turn {
  readonly files: readonly FileSummary[];
}

/** What is pending of each turn, in the order in which they came to the review. Files are sorted by path. */
export function groupByTurn(review: Review): TurnSummary[] {
  const turns = new Map<string, Turn & { order: number; readonly files: FileSummary[] }>();
  for (const file of byPath(review)) {
    for (const { session, turn, order, summary } of turnsIn(file)) {
      const key = JSON.stringify([session, turn]);
      const known = turns.get(key) ?? { session, turn, order, files: [] };
      known.order = Math.min(known.order, order);
      known.files.push(summary);
      turns.set(key, known);
    }
  }
  const sorted = [...turns.values()].sort((a, b) => a.order - b.order);
  return sorted.map(({ session, turn, files }) => ({ session, turn, files }));
}

/** What is pending of a turn in one file. */
export interface FileTurn extends Turn {
  /** Rises with the time at which it came to the review. */
  readonly order: number;
  readonly summary: FileSummary;
}

/** A file that has not changed is not looked at again: there may be many. */
const fileTurns = new WeakMap<FileReview, readonly FileTurn[]>();

/** What each turn has pending in a file. Kept for as long as the file is the same. */
export function turnsIn(file: FileReview): readonly FileTurn[] {
  const known = fileTurns.get(file);
  if (known) return known;
  const turns = turnsOf(file).flatMap(({ session, turn, order }) => {
    const summary = summaryOfTurn(file, { session, turn });
    return summary ? [{ session, turn, order, summary }] : [];
  });
  fileTurns.set(file, turns);
  return turns;
}

/** A summary of each file, in the order of their paths. */
export function groupByFile(review: Review): FileSummary[] {
  return byPath(review).map(summaryOf);
}

function byPath({ files }: Review): FileReview[] {
  return files.values().sort((a, b) => (a.path < b.path ? -1 : 1));
}

function turnsOf(file: FileReview): Omit<FileTurn, 'summary'>[] {
  const turns = new Map<string, Turn & { order: number }>();
  const add = (by: readonly Author[], order: number): void => {
    for (const { session, turn } of by) {
      const key = JSON.stringify([session, turn]);
      const known = turns.get(key) ?? { session, turn, order };
      turns.set(key, { ...known, order: Math.min(known.order, order) });
    }
  };
  for (const { versions } of pendingHunks(file)) for (const { by, step } of versions) add(by, step);
  for (const { by, id } of file.changes) add(by, id);
  return [...turns.values()];
}

function summaryOfTurn(file: FileReview, turn: Turn): FileSummary | undefined {
  const hunks = pendingHunks(file).filter((hunk) => isOfTurn(hunk, turn));
  const changes = file.changes.filter(({ by }) => by.some((author) => sameTurn(author, turn)));
  const state = stateOf([...changes, ...hunks]);
  if (state.ids.length === 0) return undefined;
  const counts = hunks.map((hunk) => countsOfTurn(hunk, turn));
  const lost = changes.some(({ kind }) => kind === 'deleted') ? summaryOf(file).removed : undefined;
  return {
    ...headOf({ ...file, changes }),
    ...state,
    added: lost === undefined ? counts.reduce((sum, { added }) => sum + added, 0) : 0,
    removed: lost ?? counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** Of a hunk on which several turns worked: what this one changed of what it found. */
function countsOfTurn({ reference, versions }: PendingHunk, turn: Turn): Counts {
  let [added, removed] = [0, 0];
  versions.forEach(({ lines, by }, at) => {
    if (!by.some((author) => sameTurn(author, turn))) return;
    for (const change of diffLines(versions[at - 1]?.lines ?? reference, lines)) {
      added += change.lines.length;
      removed += change.del;
    }
  });
  return { added, removed };
}
