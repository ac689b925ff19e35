/** Finds Markdown code fences, line by line. */

/** The fence that is open: a closing one has the same character and is at least as long. */
export interface Fence {
  readonly character: string;
  readonly length: number;
}

export interface FenceStep {
  /** What the line is, when it is a fence. */
  readonly mark?: 'open' | 'close';
  /** The fence that is open after the line. */
  readonly fence: Fence | undefined;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

export function fenceStep(text: string, fence: Fence | undefined): FenceStep {
  const [, run = '', info = ''] = FENCE.exec(text) ?? [];
  if (!run) return { fence };
  const found: Fence = { character: run.charAt(0), length: run.length };
  if (fence) return closes(found, info, fence) ? { mark: 'close', fence: undefined } : { fence };
  // A backtick after a backtick fence makes it inline code.
  if (found.character === '`' && info.includes('`')) return { fence };
  return { mark: 'open', fence: found };
}

function closes(found: Fence, info: string, open: Fence): boolean {
  return found.character === open.character && found.length >= open.length && info.trim() === '';
}
