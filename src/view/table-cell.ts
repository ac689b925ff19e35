/** One cell of a Markdown table: how wide it is where marks of style are hidden, and how it is broken into lines. */
import { displayWidth } from '../base/text';
import { type Mark, type Run, runsOf } from './inline-marks';

export interface Cell {
  readonly text: string;
  /** Screen cells of what is seen. */
  readonly width: number;
  /** Screen cells of what is hidden. */
  readonly hidden: number;
}

/** What stays together on one line: parts of runs. */
interface Unit {
  readonly parts: { readonly run: Run; readonly text: string }[];
  /** A blank comes before it. */
  readonly spaced: boolean;
}

/** A cell, with what of it is seen and what is hidden. */
export function cellOf(text: string): Cell {
  const width = runsOf(text).reduce((sum, run) => sum + displayWidth(run.text), 0);
  return { text, width, hidden: displayWidth(text) - width };
}

/** The widest piece that cannot be broken. */
export function longestPiece(cell: Cell): number {
  return Math.max(0, ...unitsOf(cell.text).map(unitWidth));
}

/** The cell in lines of at most `width`, each with its own marks of style; a piece that is wider has a line for itself. */
export function wrapCell(cell: Cell, width: number): Cell[] {
  if (cell.width <= width) return [cell];
  const lines: Unit[][] = [];
  let room = 0;
  for (const unit of unitsOf(cell.text)) {
    const needed = unitWidth(unit) + (unit.spaced ? 1 : 0);
    const last = lines.at(-1);
    if (last && needed <= room) {
      last.push(unit);
      room -= needed;
    } else {
      lines.push([unit]);
      room = width - unitWidth(unit);
    }
  }
  return lines.map((units) => cellOf(joined(units)));
}

/** Blanks, and wide characters, which need no blank between them. */
const PIECES =
  /\s+|[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|[^\s\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]+/gu;
const LONE = /^[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]$/u;

function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let spaced = false;
  let breakable = true;
  for (const run of runsOf(text)) {
    for (const piece of run.text.match(PIECES) ?? []) {
      if (/^\s/.test(piece)) {
        spaced = true;
        continue;
      }
      const lone = LONE.test(piece);
      if (spaced || lone || breakable) units.push({ parts: [], spaced });
      units.at(-1)?.parts.push({ run, text: piece });
      spaced = false;
      breakable = lone;
    }
  }
  return units;
}

function unitWidth(unit: Unit): number {
  return unit.parts.reduce((sum, part) => sum + displayWidth(part.text), 0);
}

/** Text of one line: marks are closed at its end, and opened again on the next. */
function joined(units: readonly Unit[]): string {
  let text = '';
  let open: readonly Mark[] = [];
  const enter = (marks: readonly Mark[], blank: string): void => {
    const differs = marks.findIndex((mark, at) => mark !== open[at]);
    const kept = differs < 0 ? Math.min(marks.length, open.length) : differs;
    text += textOf(open.slice(kept).toReversed()) + blank + textOf(marks.slice(kept));
    open = marks;
  };
  units.forEach((unit, index) => {
    unit.parts.forEach((part, nth) => {
      enter(part.run.marks, index > 0 && nth === 0 && unit.spaced ? ' ' : '');
      text += part.text;
    });
  });
  enter([], '');
  return text;
}

function textOf(marks: readonly Mark[]): string {
  return marks.map((mark) => mark.text).join('');
}
