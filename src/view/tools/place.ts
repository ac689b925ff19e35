import { displayWidth, oneLine } from '../../base/text';
import type { ToolCall } from '../../model/state';
import type { Line, Target } from '../block';
import type { ViewContext } from '../context';
import { line, type Part, withTarget } from '../line';
import { fileTarget, shownPath, withShownPaths } from '../path';
import { inputPath } from './input';
import type { Detail } from './renderer';

/** Most places of one call that are listed. */
const MAX_PLACES = 10;

/** The cells that icon and state, or what is folded, take on the line of the title. */
const BESIDE_TITLE = 18;

/** What follows belongs to the same path. */
const IN_PATH = /[\w./\\~-]$/;

/** The title of a call; a command is shown as the agent wrote it, but for the marks of code that some put around it. */
export function shownTitle(call: ToolCall, context: ViewContext): string {
  const title = oneLine(call.title);
  if (call.kind === 'execute') return /^`([^`]+)`$/.exec(title)?.[1] ?? title;
  return withShownPaths(title, context.cwd);
}

/** What the title opens: the only place of the call, when the title names it in full. */
export function titleTarget(call: ToolCall, context: ViewContext): Target | undefined {
  const place = placeInTitle(call, uniquePlaces(call, context), context);
  return place && fileTarget(place.path, context.cwd, place.line);
}

/** The places a call touches, one a line; what the title or a diff below names already is left out. */
export function placeLines(call: ToolCall, context: ViewContext): Line[] {
  const inDiffs = new Set(call.content.map((item) => (item.type === 'diff' ? item.path : '')));
  const all = uniquePlaces(call, context);
  if (placeInTitle(call, all, context)) return [];
  const places = all.filter(({ path }) => !inDiffs.has(path));
  const lines = places.slice(0, MAX_PLACES).map((place) => placeLine(place, context.cwd));
  if (places.length <= MAX_PLACES) return lines;
  return [...lines, line([`  … ${places.length - MAX_PLACES} more places`], 'AcpMuted')];
}

/** The only place of the call, where its title does not name it. */
export function placeDetail(call: ToolCall, context: ViewContext): Detail | undefined {
  const all = uniquePlaces(call, context);
  const [place] = all;
  if (!place || all.length > 1 || placeInTitle(call, all, context)) return undefined;
  const target = fileTarget(place.path, context.cwd, place.line);
  return { text: place.shown, path: shownPath(place.path, context.cwd), target };
}

/** The same of a call that changes the place: a diff names it, too. */
export function changedDetail(call: ToolCall, context: ViewContext): Detail | undefined {
  return call.content.some(({ type }) => type === 'diff') ? undefined : placeDetail(call, context);
}

/** The places of such a call, where they are not all beside its title. */
export function changedPlaces(call: ToolCall, context: ViewContext): Line[] {
  return changedDetail(call, context) ? [] : placeLines(call, context);
}

/** The title without a path at its end. */
export function titleWithout(title: string, path: string): string {
  const before = title.slice(0, title.length - path.length);
  return path !== '' && title.endsWith(path) && !IN_PATH.test(before) ? before.trimEnd() : title;
}

/** The places of a call, where one line is not enough for them. */
export function severalPlaces(call: ToolCall, context: ViewContext): Line[] {
  return uniquePlaces(call, context).length > 1 ? placeLines(call, context) : [];
}

interface Place {
  readonly path: string;
  readonly shown: string;
  readonly line?: number;
}

function placeInTitle(
  call: ToolCall,
  places: readonly Place[],
  context: ViewContext,
): Place | undefined {
  const [place] = places;
  if (!place || places.length > 1) return undefined;
  const title = shownTitle(call, context);
  // The first line is where a file is opened anyway.
  const shown = place.line === 1 ? shownPath(place.path, context.cwd) : place.shown;
  return namesPlace(title, shown, context.width - BESIDE_TITLE) ? place : undefined;
}

/** Before the title is cut. `b.ts` is not named by `lib.ts`, and line 1 is not named by `b.ts:12`. */
function namesPlace(title: string, shown: string, room: number): boolean {
  const from = title.indexOf(shown);
  if (from < 0) return false;
  const end = from + shown.length;
  const [before, after] = [title.slice(0, from), title.slice(end)];
  const isSeen = displayWidth(title.slice(0, end)) + (after === '' ? 0 : 1) <= room;
  return isSeen && !IN_PATH.test(before) && !/^(?:[\w/\\-]|:\d|\.\w)/.test(after);
}

function placeLine({ path, shown, line: row }: Place, cwd: string): Line {
  const parts: Part[] = ['  ', [shown, 'AcpPath']];
  return withTarget(line(parts), fileTarget(path, cwd, row));
}

function uniquePlaces(call: ToolCall, context: ViewContext): Place[] {
  const found = new Map<string, Place>();
  for (const { path, line: row } of call.locations) {
    if (path === '') continue;
    // Line 0 and a missing line both occur and mean the file.
    const shown = shownPath(path, context.cwd) + (row ? `:${row}` : '');
    found.set(shown, { path, shown, ...(row ? { line: row } : {}) });
  }
  const path = found.size === 0 ? inputPath(call.rawInput) : undefined;
  if (path) found.set(path, { path, shown: shownPath(path, context.cwd) });
  return [...found.values()];
}
