import type { ToolCall } from '../../model/state';
import type { Line, RowRange, Target } from '../block';
import type { ViewContext } from '../context';

/** What is shown under the header of a tool call. */
export interface ToolBody {
  readonly lines: readonly Line[];
  /** Rows of `lines` that fold. */
  readonly fold?: RowRange;
}

/** What stands beside a title that does not say it. */
export interface Detail {
  readonly text: string;
  /** The path in it, which is left out of a title that ends with it. */
  readonly path?: string;
  readonly target?: Target;
}

/** How one kind of tool looks. */
export interface ToolRenderer {
  /** One cell, in every font. */
  readonly icon: string;
  /** One line is enough once it is done: the rest is folded. */
  readonly isBrief?: true;
  detail?(call: ToolCall, context: ViewContext): Detail | undefined;
  body(call: ToolCall, context: ViewContext): ToolBody;
}

/** Keeps the first `inSight` lines in sight and folds the rest, when that saves anything. */
export function foldRest(lines: readonly Line[], inSight: number): ToolBody {
  const last = lines.length - 1;
  return last > inSight ? { lines, fold: { from: inSight, to: last } } : { lines };
}

/** Keeps the last `inSight` lines in sight and folds those before them, except the first `head` lines. */
export function foldEarlier(lines: readonly Line[], head: number, inSight: number): ToolBody {
  const to = lines.length - inSight - 1;
  return to > head ? { lines, fold: { from: head, to } } : { lines };
}
