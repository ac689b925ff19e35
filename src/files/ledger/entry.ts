import type { ImageRef } from './image-ref';

/** By whom a change was seen: `fs` is a write through the editor, `mcp` one by its tools, `disk` any other. */
export type ChangeSource = 'fs' | 'mcp' | 'disk';

/** One step by which an agent has changed a file. Plain data; its contents are kept elsewhere, see `ChangeLedger.image`. */
export interface LedgerEntry {
  /** Ascending in the order of the reports, which is that of the entries but for what was seen late. */
  readonly id: number;
  /** The session's key. */
  readonly session: string;
  /** `SessionState.turns` at that time. */
  readonly turn: number;
  readonly toolCallId?: string;
  readonly source: ChangeSource;
  /** The real path; of a symbolic link its own. */
  readonly path: string;
  /** Null: there was no file. */
  readonly before: ImageRef | null;
  /** Null: the file was deleted. */
  readonly after: ImageRef | null;
  /** When the change was seen: milliseconds since the epoch. */
  readonly time: number;
}
