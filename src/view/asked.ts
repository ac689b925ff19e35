/** What a permission is about, as the user reads it before deciding: what would run first, then the rest. */

import { truncateDisplay } from '../base/text';
import { proposedChanges, type ShownChange, shownChanges } from '../model/proposal';
import type { PermissionRequest } from '../model/state';
import type { ToolCallContent } from '../protocol/schema.gen';
import { askedDiff } from './asked-diff';
import { askedRow, askedText, cutLine, type Extent } from './asked-text';
import type { Line } from './block';
import { placeholder } from './content';
import { besidesDiffs } from './diff-input';
import type { Group } from './groups';
import { indentedJson } from './json';
import { line, type Part, textOf, withoutTarget } from './line';
import { shownPath, withShownPaths } from './path';
import { TOOL_RENDERERS } from './tools';
import { inputCommand } from './tools/input';

/** JSON up to this long is shown on one line. */
const SHORT_JSON = 60;
/** Cells of what stands above the input: a row of a narrow editor. */
const MAX_HEAD = 48;

/** Lines that belong together. */
export interface AskedPart {
  readonly lines: readonly Line[];
  /** The file whose change they show. */
  readonly path?: string;
}

export function askedLines(request: PermissionRequest, cwd: string, extent: Extent): Line[] {
  return askedParts(request, cwd, extent, shownChanges(request, cwd)).flatMap(({ lines }) => lines);
}

/** @param changes all of the request, as far as it is known where they are */
export function askedParts(
  request: PermissionRequest,
  cwd: string,
  extent: Extent,
  changes: readonly ShownChange[],
): AskedPart[] {
  const { rawInput, content } = request;
  const input = inputLines(besidesDiffs(rawInput, proposedChanges(request)), extent);
  const { head, rest } = headLines(request, cwd, extent, input.length > 0);
  const places = placeLines(request, cwd, extent);
  const other = content.filter((item) => item.type !== 'diff');
  return [
    { lines: [head, ...input, ...rest, ...places].map(withoutTarget) },
    ...changes.map((change) => ({ lines: askedDiff(change, cwd, extent), path: change.path })),
    { lines: other.flatMap((item) => contentLines(item, extent)).map(withoutTarget) },
  ];
}

/** The title as the user reads it. What would run is shown as it is. */
export function askedTitle({ kind, title }: PermissionRequest, cwd: string): string {
  return kind === 'execute' ? title : withShownPaths(title, cwd);
}

/**
 * The icon of its kind, the name of the tool, and the title. What is too long to have the input begin right below it
 * is in full behind that.
 */
function headLines(
  request: PermissionRequest,
  cwd: string,
  extent: Extent,
  hasInput: boolean,
): { readonly head: Line; readonly rest: readonly Line[] } {
  const { kind, name, title } = request;
  const { icon } = TOOL_RENDERERS[kind] ?? TOOL_RENDERERS.other;
  const parts: Part[] = [
    ...(name && name !== title ? [...titleParts(name, extent, 'AcpToolKind'), '  '] : []),
    ...titleParts(askedTitle(request, cwd), extent, 'AcpPermissionTitle'),
  ];
  const text = textOf(line(parts));
  const short = hasInput ? truncateDisplay(text, MAX_HEAD) : text;
  const shown: readonly Part[] = short === text ? parts : [[short, 'AcpPermissionTitle']];
  return {
    head: line([[icon, 'AcpToolKind'], ' ', ...shown]),
    rest: short === text ? [] : [line(['  ', ...parts])],
  };
}

function titleParts(text: string, extent: Extent, group: Group): Part[] {
  return askedRow(text.replace(/\s*[\r\n]\s*/g, ' ').trim(), extent).map((part) =>
    typeof part === 'string' ? [part, group] : part,
  );
}

/** Places that no diff names. */
function placeLines(request: PermissionRequest, cwd: string, extent: Extent): Line[] {
  const diffed = new Set(proposedChanges(request).map(({ path }) => path));
  const named = new Set(request.locations.map(({ path }) => path));
  const paths = [...named].filter((path) => !diffed.has(path));
  return [
    ...paths
      .slice(0, extent.lines)
      .map((path) => line(['  ', ...titleParts(shownPath(path, cwd), extent, 'AcpPath')])),
    ...cutLine(paths.length - extent.lines, extent),
  ];
}

function inputLines(input: unknown, extent: Extent): Line[] {
  const found = inputCommand(input);
  if (!found) return jsonLines(input, extent);
  return [
    ...askedText(found.command, extent, { group: 'AcpToolTitle', lead: '  $ ' }),
    ...jsonLines(found.rest, extent),
  ];
}

/** Any value; nothing for nothing. */
function jsonLines(value: unknown, extent: Extent): Line[] {
  if (value === undefined || value === null || isEmpty(value)) return [];
  return askedText(jsonText(value), extent, { group: 'AcpOutput' });
}

function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = indentedJson(value);
  const short = text.replace(/\n */g, ' ');
  return short.length <= SHORT_JSON ? short : text;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function contentLines(item: ToolCallContent, extent: Extent): Line[] {
  if (item.type !== 'content') return jsonLines(item, extent);
  const block = item.content;
  if (block.type === 'text') return askedText(block.text, extent, { group: 'AcpOutput' });
  // What is only data is described; whatever says something is shown.
  if (block.type === 'image' || block.type === 'audio') return [placeholder(block, '  ')];
  return jsonLines(block, extent);
}
