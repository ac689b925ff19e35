/** What crosses to Lua for the list of pending changes and what is done from there. */

/** A file beside what it holds when all pending changes are undone. */
export interface ComparedFile {
  readonly id: number;
  readonly path: string;
  readonly lines: readonly string[];
  /** False: it was deleted, and there is nothing to compare with. */
  readonly isThere: boolean;
}

/** A comment on rows `from` up to, not including, `to`. */
export interface PlacedComment {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Lines count from 1. */
export interface QuickfixEntry {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
  /** Of the pending changes. */
  readonly ids: readonly number[];
}
