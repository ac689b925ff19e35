import type { BufferInfo } from '../../nvim/buffer-edit';
import type { ReadRange } from '../../session/ports';

/** Lines `from` up to, not including, `to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The lines that were asked for, counted from 0; the end may lie behind the last. */
export function windowOf({ line = 1, limit = Number.POSITIVE_INFINITY }: ReadRange): Window {
  const from = Math.max(0, Math.trunc(line) - 1);
  return { from, to: from + Math.max(0, Math.trunc(limit)) };
}

/** Whether that is all of the buffer. */
export function isWhole({ from, to }: Window, info: BufferInfo): boolean {
  return from === 0 && to > 0 && to >= info.lines;
}
