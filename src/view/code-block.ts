/** Code blocks of messages, found by their fences. Pure. */
import type { Block } from './block';
import { fenceIndent } from './fence';
import { textOf, withMarks } from './line';
import { allLines } from './pieces';
import { placesIn } from './places';

export interface CodeBlock {
  /** Without fences, and as deep as the fence was. */
  readonly code: string;
  /** Paths by which the block, or the text above it, names a file; the likeliest first. */
  readonly names: readonly string[];
}

/** The code block that a row of the block is in. */
export function codeBlockAt(block: Block, row: number): CodeBlock | undefined {
  const lines = allLines(block);
  const isFence = (at: number, kind: 'open' | 'close'): boolean =>
    withMarks(lines[at] ?? '').fence === kind;
  let open = row;
  while (open >= 0 && !isFence(open, 'open')) {
    if (open < row && isFence(open, 'close')) return undefined;
    open--;
  }
  if (open < 0) return undefined;
  let close = open + 1;
  // A message may end before its code does; its last line is empty.
  while (close < lines.length - 1 && !isFence(close, 'close')) close++;
  const texts = lines.map(textOf);
  const fence = texts[open] ?? '';
  const code = dedented(texts.slice(open + 1, close), fenceIndent(fence));
  const above = texts.slice(0, open).findLast((text) => text.trim() !== '') ?? '';
  return { code: code.join('\n'), names: namesOf(fence, code, above) };
}

function dedented(lines: readonly string[], depth: number): string[] {
  const indent = new RegExp(`^ {0,${depth}}`);
  return lines.map((line) => line.replace(indent, ''));
}

function namesOf(fence: string, code: readonly string[], above: string): string[] {
  const info = fence.slice(fenceIndent(fence)).replace(/^[`~]+\s*/, '');
  const named = [
    ...infoNames(info),
    ...diffNames(code),
    ...commentNames(code[0] ?? ''),
    ...filesIn(above),
  ];
  return [...new Set(named)];
}

/** "```ts src/a.ts", "```ts:src/a.ts", "```12:20:src/a.ts", "```ts title="src/a.ts"". */
function infoNames(info: string): string[] {
  const [language = '', ...more] = info.split(/\s+/);
  const behind = /^(?:\d+:\d+:|\w*:)(\S+\.\w+)$/.exec(language)?.[1];
  const own = /[/.]/.test(language) ? [language] : [];
  return [...(behind ? [behind] : own), ...filesIn(more.join(' ').replaceAll('=', ' '))];
}

/** The new name in the head of a diff. */
function diffNames(code: readonly string[]): string[] {
  const head = code.find((line) => line.startsWith('+++ '));
  const path = head?.slice(4).replace(/\t.*$/, '').replace(/^b\//, '').trim();
  return path && path !== '/dev/null' ? [path] : [];
}

/** "// src/a.ts" as the first line. */
function commentNames(line: string): string[] {
  const [, text = ''] =
    /^\s*(?:\/\/|#|--|;|\/\*|<!--)\s*(\S+)\s*(?:\*\/|-->)?\s*$/.exec(line) ?? [];
  return filesIn(text);
}

function filesIn(text: string): string[] {
  return placesIn(text).flatMap(({ names }) => (names.kind === 'file' ? [names.path] : []));
}
