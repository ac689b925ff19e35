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

export interface FileSummary extends Counts {
  readonly path: string;
  readonly kind: 'created' | 'deleted' | 'renamed' | 'modified';
  readonly from?: string;
  /** Of hunks and changes of the file as a whole. */
  readonly ids: readonly number[];
}

function summaryOf(file: FileReview): FileSummary {
  const hunks = hunksOf(file);
  const ids = [...file.changes, ...hunks].map(({ id }) => id);
  return { ...headOf(file), ids, ...countsOf(file, hunks) };
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

function headOf(file: FileReview): Pick<FileSummary, 'path' | 'kind' | 'from'> {
  const renamed = changeOf(file, 'renamed');
  const from = renamed ? { from: renamed.from } : {};
  const kind = (['deleted', 'created', 'renamed'] as const).find((one) => changeOf(file, one));
  return { path: file.path, kind: kind ?? 'modified', ...from };
}

/** Of several files. */
export interface Totals extends Counts {
  readonly files: number;
  readonly created: number;
  readonly deleted: number;
  readonly renamed: number;
}

export function totalsOf(files: readonly FileSummary[]): Totals {
  const sum = (of: (file: FileSummary) => number): number =>
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
  const files = byPath(review);
  return turnsOf(files).map(({ session, turn }) => ({
    session,
    turn,
    files: files.flatMap((file) => summaryOfTurn(file, { session, turn }) ?? []),
  }));
}

export function groupByFile(review: Review): FileSummary[] {
  return byPath(review).map(summaryOf);
}

function byPath({ files }: Review): FileReview[] {
  return files.values().sort((a, b) => (a.path < b.path ? -1 : 1));
}

function turnsOf(files: readonly FileReview[]): Turn[] {
  const turns = new Map<string, { readonly turn: Turn; order: number }>();
  const add = (by: readonly Author[], order: number): void => {
    for (const { session, turn } of by) {
      const key = JSON.stringify([session, turn]);
      const known = turns.get(key);
      if (!known) turns.set(key, { turn: { session, turn }, order });
      else known.order = Math.min(known.order, order);
    }
  };
  for (const file of files) {
    for (const { versions } of pendingHunks(file))
      for (const { by, step } of versions) add(by, step);
    for (const { by, id } of file.changes) add(by, id);
  }
  return [...turns.values()].sort((a, b) => a.order - b.order).map(({ turn }) => turn);
}

function summaryOfTurn(file: FileReview, turn: Turn): FileSummary | undefined {
  const hunks = pendingHunks(file).filter((hunk) => isOfTurn(hunk, turn));
  const changes = file.changes.filter(({ by }) => by.some((author) => sameTurn(author, turn)));
  const ids = [...changes, ...hunks].map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const counts = hunks.map((hunk) => countsOfTurn(hunk, turn));
  const lost = changes.some(({ kind }) => kind === 'deleted') ? summaryOf(file).removed : undefined;
  return {
    ...headOf({ ...file, changes }),
    ids,
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
