import type { Turn } from '../../model/review/author';
import type { ImageRef } from '../ledger/image-ref';

/** One change of a file that a checkpoint can take back. Plain data; its contents are kept elsewhere. */
export interface Step {
  readonly id: number;
  /** The newest of its session when the file was changed. */
  readonly checkpoint: number;
  /** The real path. */
  readonly path: string;
  /** Null: there was no file. */
  readonly before: ImageRef | null;
  /** Null: the file was deleted. */
  readonly after: ImageRef | null;
  /** Of an agent's change: the turn, as the ledger and the review know it. */
  readonly by?: Turn;
  /** Of a restore, which is recorded before the file is touched: the number that it goes back to. */
  readonly restored?: number;
  /** The restore of this file is complete. */
  readonly isDone?: true;
}
