import type { FilePlace } from './places';

/** What goes along with a prompt that is being written, as it is listed. */
export interface Chip {
  /** Such as `src/app.js:4-6`. */
  readonly name: string;
  readonly detail?: string;
  /** Why it cannot go along. */
  readonly problem?: string;
  /** A file or lines of it, by its real path. */
  readonly place?: FilePlace;
}
