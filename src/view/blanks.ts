/** Long runs of what cannot be seen push the rest of a text off the screen: they are described instead of shown. */
import { codePointName } from '../base/text';
import type { Part } from './line';

/** Cells of blanks that are shown as they are: deep indentation is no trick. */
const MAX_CELLS = 40;
const CELLS_OF_TAB = 8;
/** Other characters in a row that are shown one by one. */
const FEW = 8;

const UNSEEN =
  '[\\p{Zs}\\p{Mn}\\p{Me}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}]';
const RUN = new RegExp(`${UNSEEN}{${FEW},}`, 'gu');
/** Line ends and tabs as JSON writes them. */
const ESCAPED_RUN = new RegExp(`(?<!\\\\)(?:\\\\[nrt]){${FEW},}`, 'g');
const BLANK_LINE = /^[\t\p{Z}\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]*$/u;

/** The parts of one line of a text as they are, with every long run in it described. */
export function withoutRuns(line: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { index, 0: run } of longRuns(line)) {
    if (index > at) parts.push(line.slice(at, index));
    parts.push([described(run), 'AcpNoticeWarn']);
    at = index + run.length;
  }
  if (at < line.length) parts.push(line.slice(at));
  return parts;
}

/** Nothing of it can be seen. */
export function isBlank(line: string): boolean {
  return BLANK_LINE.test(line);
}

/** `2,000` */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}

function longRuns(line: string): RegExpExecArray[] {
  const runs = [...line.matchAll(RUN)].filter(
    ([run]) => !/^[ \t]*$/.test(run) || cellsOf(run) > MAX_CELLS,
  );
  return [...runs, ...line.matchAll(ESCAPED_RUN)].sort((a, b) => a.index - b.index);
}

function cellsOf(blanks: string): number {
  const tabs = blanks.split('\t').length - 1;
  return blanks.length + tabs * (CELLS_OF_TAB - 1);
}

function described(run: string): string {
  if (run.startsWith('\\')) return ` … ${counted(run.length / 2)} escaped line ends … `;
  const characters = [...run];
  return ` … ${counted(characters.length)} ${nameOf(characters)} … `;
}

function nameOf(run: readonly string[]): string {
  const [first = ''] = run;
  if (run.some((character) => character !== first)) return 'blanks and unseen characters';
  if (first === ' ') return 'spaces';
  if (first === '\t') return 'tabs';
  return `× ${codePointName(first.codePointAt(0) ?? 0)}`;
}
