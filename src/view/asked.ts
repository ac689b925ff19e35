/** What a permission is about, as the user reads it before deciding: what would run first, then the rest. */

import type { PermissionRequest } from '../model/state';
import type { Diff, ToolCallContent } from '../protocol/schema.gen';
import { askedRow, askedText, cutLine, type Extent } from './asked-text';
import type { Line } from './block';
import { placeholder } from './content';
import { diffRows, ROW_GROUPS } from './diff';
import { besidesDiffs } from './diff-input';
import type { Group } from './groups';
import { indentedJson } from './json';
import { line, type Part, withoutTarget } from './line';
import { shownPath } from './path';
import { TOOL_RENDERERS } from './tools';
import { inputCommand } from './tools/input';

/** JSON up to this long is shown on one line. */
const SHORT_JSON = 60;

export function askedLines(request: PermissionRequest, cwd: string, extent: Extent): Line[] {
  const diffs = request.content.filter((item) => item.type === 'diff');
  return [
    toolLine(request, extent),
    ...placeLines(request, cwd, extent),
    ...inputLines(besidesDiffs(request.rawInput, diffs), extent),
    ...request.content.flatMap((item) => contentLines(item, cwd, extent)),
  ].map(withoutTarget);
}

/** Kind and name of the tool, and the title in full. */
function toolLine({ kind, name, title }: PermissionRequest, extent: Extent): Line {
  const { icon } = TOOL_RENDERERS[kind] ?? TOOL_RENDERERS.other;
  return line([
    [`${icon} ${kind.replace('_', ' ')}`, 'AcpToolKind'],
    ...(name && name !== title ? [' · ', ...titleParts(name, extent, 'AcpToolKind')] : []),
    '  ',
    ...titleParts(title, extent, 'AcpPermissionTitle'),
  ]);
}

function titleParts(text: string, extent: Extent, group: Group): Part[] {
  return askedRow(text.replace(/\s*[\r\n]\s*/g, ' ').trim(), extent).map((part) =>
    typeof part === 'string' ? [part, group] : part,
  );
}

/** Places that no diff names. */
function placeLines(
  { content, locations }: PermissionRequest,
  cwd: string,
  extent: Extent,
): Line[] {
  const diffed = new Set(content.map((item) => (item.type === 'diff' ? item.path : '')));
  const paths = [...new Set(locations.map(({ path }) => path))].filter((path) => !diffed.has(path));
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

function contentLines(item: ToolCallContent, cwd: string, extent: Extent): Line[] {
  if (item.type === 'diff') return askedDiff(item, cwd, extent);
  if (item.type !== 'content') return jsonLines(item, extent);
  const block = item.content;
  if (block.type === 'text') return askedText(block.text, extent, { group: 'AcpOutput' });
  // What is only data is described; whatever says something is shown.
  if (block.type === 'image' || block.type === 'audio') return [placeholder(block, '  ')];
  return jsonLines(block, extent);
}

function askedDiff(diff: Diff, cwd: string, extent: Extent): Line[] {
  const { counts, rows } = diffRows(diff);
  return [
    line([
      '  ',
      ...titleParts(shownPath(diff.path, cwd), extent, 'AcpDiffHeader'),
      '  ',
      ...counts,
    ]),
    ...rows
      .slice(0, extent.lines)
      .map(([sign, text]) => line([`  ${sign} `, ...askedRow(text, extent)], ROW_GROUPS[sign])),
    ...cutLine(rows.length - extent.lines, extent),
  ];
}
