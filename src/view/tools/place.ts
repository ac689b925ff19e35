import type { ToolCall } from '../../session/state';
import type { Line } from '../block';
import type { ViewContext } from '../context';
import { line, type Part, withTarget } from '../line';
import { fileTarget, shownPath } from '../path';
import { inputPath } from './input';

/** Most places of one call that are listed. */
const MAX_PLACES = 10;

/** The places a call touches, one a line; what a diff below names already is left out. */
export function placeLines(call: ToolCall, context: ViewContext): Line[] {
  const inDiffs = new Set(call.content.map((item) => (item.type === 'diff' ? item.path : '')));
  const places = uniquePlaces(call, context).filter(({ path }) => !inDiffs.has(path));
  const lines = places.slice(0, MAX_PLACES).map((place) => placeLine(place, context.cwd));
  if (places.length <= MAX_PLACES) return lines;
  return [...lines, line([`  … ${places.length - MAX_PLACES} more places`], 'AcpMuted')];
}

interface Place {
  readonly path: string;
  readonly shown: string;
  readonly line?: number;
}

function placeLine({ path, shown, line: row }: Place, cwd: string): Line {
  const parts: Part[] = ['  ', [shown, 'AcpPath']];
  return withTarget(line(parts), fileTarget(path, cwd, row));
}

function uniquePlaces(call: ToolCall, context: ViewContext): Place[] {
  const found = new Map<string, Place>();
  for (const { path, line: row } of call.locations) {
    // Line 0 and a missing line both occur and mean the file.
    const shown = shownPath(path, context.cwd) + (row ? `:${row}` : '');
    found.set(shown, { path, shown, ...(row ? { line: row } : {}) });
  }
  const path = found.size === 0 ? inputPath(call.rawInput) : undefined;
  if (path) found.set(path, { path, shown: shownPath(path, context.cwd) });
  return [...found.values()];
}
