/** What renderers of the user's have drawn. Their text may come from an agent: it becomes as safe as any other. Pure. */
import { isRecord, isStrings } from '../base/guards';
import { byteLength, sanitize } from '../base/text';
import type { Block, FoldRange, Line, Span, StyledLine } from './block';
import { foldedUnder } from './folded';
import { line, omittedLine, type Part, textOf, withMarks } from './line';
import { allLines } from './pieces';

/** A key of a card, for as long as its cursor is on it. */
export interface CardAction {
  readonly lhs: string;
  readonly label: string;
}

export interface CustomDrawing {
  readonly lines: readonly Line[];
  readonly fold?: FoldRange;
  readonly actions: readonly CardAction[];
  /** By what Lua knows the functions of the actions. */
  readonly token: number;
}

/** The lines of a drawing as Lua has them: `[row, from, to, group]`, rows and bytes from 0; `to` -1 is the whole line. */
export interface PlainDrawing {
  readonly lines: readonly string[];
  readonly marks: readonly PlainMark[];
  readonly fold?: FoldRange;
}

type PlainMark = readonly [row: number, from: number, to: number, group: string];

/** More is counted, not shown; what has more without a renderer of the user's is not given to them. */
export const MAX_LINES = 2000;
const MAX_BYTES = 4000;
const MAX_ACTIONS = 10;
const MAX_LABEL = 40;
const GROUP = /^[\w.@-]{1,200}$/;

/** A block as `default()` gives it; without the empty line at its end. */
export function plainDrawing(lines: readonly Line[], fold?: FoldRange): PlainDrawing {
  return {
    lines: lines.map(textOf),
    marks: lines.flatMap((one, row) => plainMarks(withMarks(one), row)),
    ...(fold
      ? { fold: { from: fold.from, to: fold.to, ...(fold.open ? { open: true } : {}) } }
      : {}),
  };
}

function plainMarks({ spans = [], lineGroup }: StyledLine, row: number): PlainMark[] {
  const marks = spans.map(({ from, to, group }): PlainMark => [row, from, to, group]);
  return lineGroup ? [...marks, [row, 0, -1, lineGroup]] : marks;
}

/** Reads what Lua answers; nothing when it is no drawing. @param builtIn what `default()` gave */
export function customDrawing(raw: unknown, builtIn: readonly Line[]): CustomDrawing | undefined {
  if (!isRecord(raw) || !isStrings(raw.lines) || typeof raw.token !== 'number') return undefined;
  const known = new KnownLines(builtIn);
  const marks = marksByRow(raw.marks);
  const shown = raw.lines.slice(0, MAX_LINES);
  const omitted = raw.lines.length - shown.length + numberOr(raw.omitted, 0);
  const lines = [
    ...shown.map((text, row) => known.take(safeLine(text, marks.get(row) ?? []))),
    ...omittedLine(omitted, 'more'),
  ];
  const fold = foldOf(raw.fold, lines);
  return {
    lines,
    ...(fold ? { fold } : {}),
    actions: listOf(raw.actions).slice(0, MAX_ACTIONS).flatMap(actionOf),
    token: raw.token,
  };
}

/** The block in place of the built-in one, with the keys of its actions below; without lines nothing is shown. */
export function customBlock(
  { id, stops }: Block,
  { lines, fold, actions, token }: CustomDrawing,
): Block {
  const keys = actions.map(({ lhs }) => lhs);
  const hints = actions.length > 0 ? [actionLine(actions)] : [];
  const all = [...lines, ...hints];
  const to = all.length - 1;
  return {
    id,
    lines: all.length > 0 ? [...all, ''] : [],
    ...(stops ? { stops } : {}),
    ...(fold ? { fold } : {}),
    ...(keys.length > 0 ? { actions: { from: 0, to, keys, token } } : {}),
  };
}

/** What `default()` gives for a block. */
export function defaultLines(block: Block): readonly Line[] {
  return allLines(block).slice(0, -1);
}

function actionLine(actions: readonly CardAction[]): Line {
  const parts = actions.flatMap(({ lhs, label }): Part[] => [
    '  ',
    [`[${lhs}]`, 'AcpKey'],
    ` ${label}`,
  ]);
  return line(parts);
}

/** Lines of the built-in drawing that a renderer has taken over keep what they open, and how they are coloured as code. */
class KnownLines {
  readonly #lines: readonly Line[];
  #next = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  take(drawn: Line): Line {
    const at = this.#lines.findIndex((one, index) => {
      return index >= this.#next && textOf(one) === textOf(drawn);
    });
    const known = this.#lines[at];
    if (known === undefined || textOf(known) === '') return drawn;
    this.#next = at + 1;
    const { target, diff, fence } = withMarks(known);
    if (!target && !diff && !fence) return drawn;
    return {
      ...withMarks(drawn),
      ...(target ? { target } : {}),
      ...(diff ? { diff } : {}),
      ...(fence ? { fence } : {}),
    };
  }
}

function safeLine(raw: string, marks: readonly PlainMark[]): Line {
  const text = cut(sanitize(raw).replaceAll('\n', ' '));
  // Where something was taken out, columns would be those of another text.
  const placed = text === raw ? marks : marks.filter(([, , to]) => to === -1);
  const end = byteLength(text);
  const spans: Span[] = placed
    .filter(([, from, to]) => from >= 0 && to > from && from < end)
    .map(([, from, to, group]) => ({ from, to: Math.min(to, end), group }))
    .toSorted((a, b) => a.from - b.from);
  const lineGroup = placed.findLast(([, , to]) => to === -1)?.[3];
  if (spans.length === 0 && !lineGroup) return text;
  return { text, ...(spans.length > 0 ? { spans } : {}), ...(lineGroup ? { lineGroup } : {}) };
}

function cut(text: string): string {
  return text.length > MAX_BYTES ? `${text.slice(0, MAX_BYTES)}…` : text;
}

function marksByRow(raw: unknown): ReadonlyMap<number, readonly PlainMark[]> {
  const byRow = new Map<number, PlainMark[]>();
  for (const mark of listOf(raw).flatMap(markOf)) {
    const row = byRow.get(mark[0]) ?? [];
    row.push(mark);
    byRow.set(mark[0], row);
  }
  return byRow;
}

function markOf(raw: unknown): PlainMark[] {
  const [row, from, to, group] = listOf(raw);
  const isPlaced = [row, from, to].every((one) => Number.isInteger(one));
  if (!isPlaced || typeof group !== 'string' || !GROUP.test(group)) return [];
  return [[row as number, from as number, to as number, group]];
}

function foldOf(raw: unknown, lines: readonly Line[]): FoldRange | undefined {
  if (!isRecord(raw)) return undefined;
  const [from, to] = [numberOr(raw.from, -1), Math.min(numberOr(raw.to, -1), lines.length - 1)];
  if (from < 0 || to <= from) return undefined;
  return {
    ...foldedUnder(lines[from] ?? '', from, to),
    ...(raw.open === true ? { open: true } : {}),
  };
}

function actionOf(raw: unknown): CardAction[] {
  if (!isRecord(raw) || typeof raw.key !== 'string' || typeof raw.label !== 'string') return [];
  const label = sanitize(raw.label).replaceAll('\n', ' ').slice(0, MAX_LABEL);
  return raw.key === '' || sanitize(raw.key) !== raw.key ? [] : [{ lhs: raw.key, label }];
}

function listOf(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [];
}

function numberOr(raw: unknown, otherwise: number): number {
  return typeof raw === 'number' && Number.isInteger(raw) ? raw : otherwise;
}
