import type { LineRange } from '../../edit/hunks';
import { type Author, sameTurn, type Turn } from './author';
import { carve, distinct } from './carve';
import { isOfTurn, keepingTurn, withoutTurn } from './hunk-turns';
import { placed } from './region';
import {
  authorsOf,
  currentOf,
  type Ids,
  type PendingHunk,
  type Queued,
  referenceOf,
  type Segment,
  settled,
} from './segment';
import type { FileReview, WholeChange } from './state';

/** Which changes are meant. */
export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  /** Lines `from` up to, not including, `to` of the current text, 0-based; deletions at their edges, too. */
  | { readonly kind: 'lines'; readonly path: string; readonly from: number; readonly to: number }
  /** What a turn has changed; with a path, in that file. */
  | {
      readonly kind: 'turn';
      readonly session: string;
      readonly turn: number;
      readonly path?: string;
    }
  /** What is queued to be undone; `session`: of its changes. */
  | { readonly kind: 'queued'; readonly session?: string };

/** How much of a hunk is meant. */
export type Scope =
  | { readonly kind: 'whole' }
  | { readonly kind: 'lines'; readonly range: LineRange }
  | { readonly kind: 'turn'; readonly turn: Turn };

const WHOLE: Scope = { kind: 'whole' };

/** Whether anything in a file is meant. */
export function isMeant(selection: Selection, { path, text, changes }: FileReview): boolean {
  if ('path' in selection && selection.path !== undefined && selection.path !== path) return false;
  if (changes.some((change) => scopeOfChange(selection, change))) return true;
  for (const [segment, row] of placed(text?.segments ?? [])) {
    if (segment.kind === 'pending' && scopeOfHunk(selection, segment, row)) return true;
  }
  return false;
}

/** Nothing when the hunk is not meant. */
export function scopeOfHunk(
  selection: Selection,
  hunk: PendingHunk,
  row: number,
): Scope | undefined {
  switch (selection.kind) {
    case 'all':
    case 'file':
      return WHOLE;
    case 'ids':
      return selection.ids.includes(hunk.id) ? WHOLE : undefined;
    case 'turn':
      return scopeOfTurn(selection, hunk);
    case 'queued':
      if (!isQueued(selection, hunk.queued, authorsOf(hunk))) return undefined;
      return hunk.queued?.turn ? scopeOfTurn(hunk.queued.turn, hunk) : WHOLE;
    case 'lines':
      return scopeOfLines(selection, row, row + currentOf(hunk).length);
  }
}

function scopeOfTurn({ session, turn }: Turn, hunk: PendingHunk): Scope | undefined {
  const only = { session, turn };
  if (!isOfTurn(hunk, only)) return undefined;
  return isAllOf(authorsOf(hunk), only) ? WHOLE : { kind: 'turn', turn: only };
}

function isQueued(
  { session }: { readonly session?: string },
  queued: Queued | undefined,
  by: readonly Author[],
): boolean {
  if (!queued) return false;
  return session === undefined || by.some((author) => author.session === session);
}

function scopeOfLines(selected: LineRange, row: number, end: number): Scope | undefined {
  if (row === end) return selected.from <= row && row <= selected.to ? WHOLE : undefined;
  const [from, to] = [Math.max(selected.from, row), Math.min(selected.to, end)];
  if (from >= to) return undefined;
  if (from === row && to === end) return WHOLE;
  return { kind: 'lines', range: { from: from - row, to: to - row } };
}

/** `shared`: a turn is meant, and others have changed the same. */
export function scopeOfChange(
  selection: Selection,
  { id, by, queued }: WholeChange,
): 'whole' | 'shared' | undefined {
  switch (selection.kind) {
    case 'all':
    case 'file':
      return 'whole';
    case 'ids':
      return selection.ids.includes(id) ? 'whole' : undefined;
    case 'turn':
      if (isAllOf(by, selection)) return 'whole';
      return by.some((author) => sameTurn(author, selection)) ? 'shared' : undefined;
    case 'queued':
      return isQueued(selection, queued, by) ? 'whole' : undefined;
    case 'lines':
      return undefined;
  }
}

/** Whether nobody but this turn had a part in it. */
export function isAllOf(by: readonly Author[], turn: Turn): boolean {
  return by.every((author) => sameTurn(author, turn));
}

/** Nothing when it is not known which turn is meant. */
export function keepIn(hunk: PendingHunk, scope: Scope, ids: Ids): Segment[] | undefined {
  if (scope.kind === 'turn') return keepingTurn(hunk, scope.turn, ids);
  if (scope.kind === 'whole') return [settled(currentOf(hunk))];
  return decideLines(hunk, scope.range, currentOf, ids);
}

/** The same for what is undone. */
export function undoIn(hunk: PendingHunk, scope: Scope, ids: Ids): Segment[] | undefined {
  if (scope.kind === 'turn') return withoutTurn(hunk, scope.turn, ids);
  if (scope.kind === 'whole') return [settled(hunk.reference)];
  return decideLines(hunk, scope.range, referenceOf, ids);
}

function decideLines(
  hunk: PendingHunk,
  range: LineRange,
  outcome: typeof currentOf,
  ids: Ids,
): Segment[] {
  const { above, middle, below } = carve(hunk, range);
  return distinct([...above, settled(outcome(middle)), ...below], ids);
}
