import { type Conflict, mergeTexts, type TextMerge, withoutConflicts } from '../../edit/merge';
import { joinText, type SplitText } from '../../edit/text';
import type { ConflictRegion } from '../../nvim/buffer-edit';
import { virtualLine } from '../../nvim/virtual-lines';

/** What the user wants of one conflict; `both`: theirs below mine. `open`: not chosen yet, or not any more (undo). */
export type Choice = 'open' | 'mine' | 'theirs' | 'both';

const CHOICES: readonly string[] = ['open', 'mine', 'theirs', 'both'] satisfies Choice[];

/** Whether it is something that may be wanted of a conflict. */
export function isChoice(text: string): text is Choice {
  return CHOICES.includes(text);
}

interface Entry {
  readonly id: number;
  readonly conflict: Conflict;
  readonly choice: Choice;
}

/** A whole text of an agent that conflicts with the user's in some places. */
export interface Proposal {
  /** The session's key; empty: it came by the disk. */
  readonly owner: string;
  readonly path: string;
  readonly theirs: SplitText;
  /** What the buffer held when it had taken the rest of it. */
  readonly text: SplitText;
  readonly entries: readonly Entry[];
  /** The base for what the owner writes next, unless it reads the file first: without what was not taken. */
  readonly known: SplitText;
  /** What the disk held then; nothing when that is not the buffer's text. */
  readonly saved?: SplitText;
}

/** More lines of theirs are counted, not shown: the user's own text must stay in sight. */
const MAX_SHOWN = 12;

/** What agents wanted in the lines that the user has changed, and what the user chose. */
export class ConflictBook {
  readonly #proposals = new Map<string, Proposal>();
  /** The editor may still show conflicts of an earlier host: no number is used twice. */
  #lastId = Date.now();

  get(owner: string, path: string): Proposal | undefined {
    return this.#proposals.get(keyOf(owner, path));
  }

  /** Must be kept once the buffer has taken it. What the user has declined is not asked again. */
  draft(
    owner: string,
    path: string,
    theirs: SplitText,
    { text, conflicts }: TextMerge,
    saved?: SplitText,
  ): Proposal {
    const before = this.get(owner, path)?.entries ?? [];
    const declined = before.filter(({ choice }) => choice === 'mine');
    const entries = conflicts.map((conflict): Entry => {
      const isDeclined = declined.some((entry) => isSameProposal(entry.conflict, conflict));
      return { id: ++this.#lastId, conflict, choice: isDeclined ? 'mine' : 'open' };
    });
    const proposal = { owner, path, theirs, text, entries, ...(saved ? { saved } : {}) };
    return { ...proposal, known: knownOf(theirs, entries) };
  }

  keep(proposal: Proposal): void {
    const key = keyOf(proposal.owner, proposal.path);
    if (proposal.entries.length > 0) this.#proposals.set(key, proposal);
    else this.#proposals.delete(key);
  }

  drop(owner: string, path: string): void {
    this.#proposals.delete(keyOf(owner, path));
  }

  forget(owner: string): void {
    for (const [key, proposal] of this.#proposals) {
      if (proposal.owner === owner) this.#proposals.delete(key);
    }
  }

  /** The user has chosen: the proposal before and after. Nothing when it is not known any more. */
  choose(
    id: number,
    choice: Choice,
  ): { readonly before: Proposal; readonly after: Proposal } | undefined {
    for (const [key, before] of this.#proposals) {
      if (!before.entries.some((entry) => entry.id === id)) continue;
      const entries = before.entries.map((entry) =>
        entry.id === id ? { ...entry, choice } : entry,
      );
      const after = { ...before, entries, known: knownOf(before.theirs, entries) };
      this.#proposals.set(key, after);
      return { before, after };
    }
    return undefined;
  }
}

/**
 * Merges a text with the user's. When it is just proposed again, and the user has changed nothing since, the conflicts
 * stay: comparing anew might take one of several lines that are alike for another.
 */
export function mergeProposal(
  open: Proposal | undefined,
  base: SplitText,
  mine: SplitText,
  theirs: SplitText,
): TextMerge {
  const isAgain =
    open?.known === base && isSameText(open.theirs, theirs) && isSameText(open.text, mine);
  if (!isAgain) return mergeTexts(base, mine, theirs);
  return { text: mine, conflicts: open.entries.map(({ conflict }) => conflict) };
}

function isSameText(a: SplitText, b: SplitText): boolean {
  return a.lines.length === b.lines.length && joinText(a) === joinText(b);
}

/** What the editor shows of a proposal. */
export function regionsOf({ entries }: Proposal): ConflictRegion[] {
  return entries
    .filter(({ choice }) => choice === 'open')
    .map(({ id, conflict: { row, mine, theirs, endofline } }) => ({
      id,
      row,
      count: mine.length,
      theirs,
      shown: shownLines(theirs),
      ...(endofline === undefined ? {} : { endofline }),
    }));
}

/** "3", "4-6": 1-based lines of the user's text; of deleted lines the one that follows. */
export function placesOf(conflicts: readonly Conflict[]): string[] {
  return conflicts.map(({ row, mine: { length } }) =>
    length > 1 ? `${row + 1}-${row + length}` : `${row + 1}`,
  );
}

function shownLines(lines: readonly string[]): string[] {
  const shown = lines.length > MAX_SHOWN ? lines.slice(0, MAX_SHOWN - 1) : lines;
  return shown.map(virtualLine);
}

function knownOf(theirs: SplitText, entries: readonly Entry[]): SplitText {
  const untaken = entries.filter(({ choice }) => choice === 'open' || choice === 'mine');
  return withoutConflicts(
    theirs,
    untaken.map(({ conflict }) => conflict),
  );
}

function isSameProposal(a: Conflict, b: Conflict): boolean {
  return isSame(a.theirs, b.theirs) && isSame(a.base, b.base) && a.endofline === b.endofline;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

function keyOf(owner: string, path: string): string {
  return `${owner}\0${path}`;
}
