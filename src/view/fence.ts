/** Finds Markdown code fences, line by line. */
import type { ListItems } from './list-items';

/** The fence that is open: a closing one has the same character and is at least as long. */
export interface Fence {
  readonly character: string;
  readonly length: number;
  /** Column at which the text of its list item begins; absent: it is in none. */
  readonly depth?: number;
}

export interface FenceStep {
  /** What the line is, when it is a fence. */
  readonly mark?: 'open' | 'close';
  /** The fence that is open after the line. */
  readonly fence: Fence | undefined;
}

const FENCE = /^( *)(`{3,}|~{3,})(.*)$/;
/** What is deeper is code without a fence, or text of one. */
const MAX_INDENT = 3;
/** Marks of list items in front of a fence. */
const MARKERS = /^ *(?:(?:[-*+]|\d{1,9}[.)]) +)+(?=[`~]{3})/;

/** @param items that are open before the line */
export function fenceStep(
  text: string,
  fence: Fence | undefined,
  items: ListItems = [],
): FenceStep {
  const marked = fence ? '' : (MARKERS.exec(text)?.[0] ?? '');
  const [, blanks = '', run = '', info = ''] = FENCE.exec(text.slice(marked.length)) ?? [];
  if (!run) return { fence };
  const indent = marked.length + blanks.length;
  const found: Fence = { character: run.charAt(0), length: run.length };
  if (fence) {
    const isClosed = indent <= (fence.depth ?? 0) + MAX_INDENT && closes(found, info, fence);
    return isClosed ? { mark: 'close', fence: undefined } : { fence };
  }
  const depth = marked === '' ? (items.findLast((column) => column <= indent) ?? 0) : indent;
  // A backtick after a backtick fence makes it inline code.
  const isCode = found.character === '`' && info.includes('`');
  if (indent > depth + MAX_INDENT || isCode) return { fence };
  return { mark: 'open', fence: { ...found, ...(depth > 0 ? { depth } : {}) } };
}

/** What stands before the run of a line that is known to open a fence; the code is as deep. */
export function fenceIndent(line: string): number {
  return Math.max(0, line.search(/`{3}|~{3}/));
}

function closes(found: Fence, info: string, open: Fence): boolean {
  return found.character === open.character && found.length >= open.length && info.trim() === '';
}
