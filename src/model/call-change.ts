import type { DiffRow } from '../edit/unified';
import type { FileSummary } from './review/overview';

/** What a tool call has really done to a file; never the whole of it. */
export interface CallChange extends Omit<FileSummary, 'ids'> {
  /** The first of its lines, with those around them. */
  readonly rows: readonly DiffRow[];
  /** How many there are in all. */
  readonly total: number;
}

export interface CallChanges {
  readonly files: readonly CallChange[];
  /** Files that are not among them. */
  readonly omitted: number;
}

/** It is found out what a call has changed. */
export interface CallChanged {
  readonly type: 'callChanged';
  readonly turn: number;
  readonly toolCallId: string;
  readonly changes: CallChanges;
}
