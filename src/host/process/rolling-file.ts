import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { MEBIBYTE } from '../../base/units';

const MAX_BYTES = 4 * MEBIBYTE;

/**
 * Adds a line to a file that only the user may read. At 4 MiB the file becomes `.old`, in place of the one before. Other
 * hosts may write the same file, so its size is read each time. Throws when it cannot be written.
 */
export function appendRolling(path: string, line: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= MAX_BYTES) renameSync(path, `${path}.old`);
  appendFileSync(path, line, { mode: 0o600 });
}
