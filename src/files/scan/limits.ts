import { MEBIBYTE } from '../../base/units';
/** How much of a session's folders is recorded. What lies beyond is left out, and the log says so once. */
export interface RecordLimits {
  /** Files below one root. */
  readonly files: number;
  /** Larger files are seen to change, but their content is not kept. */
  readonly fileBytes: number;
  /** All contents that are kept, besides those that git has. */
  readonly storeBytes: number;
  /** For finding the files below a root. */
  readonly listMs: number;
  /** For reading files in one look at the folders; the rest is read in the next one. */
  readonly readMs: number;
  /** Repositories inside each other below a root. */
  readonly repositories: number;
}

export const LIMITS: RecordLimits = {
  files: 50_000,
  fileBytes: 8 * MEBIBYTE,
  storeBytes: 256 * MEBIBYTE,
  listMs: 5000,
  readMs: 10_000,
  repositories: 64,
};
