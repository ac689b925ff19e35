/** What views need to know besides the entry they draw. */

import type { CallChanges } from '../model/call-change';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Line } from './block';
import type { ShownContent } from './content';

/** Output of a client terminal; a new object whenever something changed. */
export interface TerminalView {
  readonly output: string;
  readonly exitStatus?: { readonly exitCode?: number | null; readonly signal?: string | null };
  /** Milliseconds, of one that has ended. */
  readonly ran?: number;
  readonly endedByUser?: true;
}

/** Draws a content block of a message, the `index`th of its entry: the same lines as long as the same is drawn. */
export type DrawContent = (index: number, block: ShownContent) => readonly Line[];

export interface ViewContext {
  /** Paths below it are shown relative. */
  readonly cwd: string;
  /** Screen columns of the text. */
  readonly width: number;
  /** Milliseconds, on the clock of the entries. */
  readonly now: number;
  /** The agent has told its plan in that turn. */
  readonly hasPlan: (turn: number) => boolean;
  /** Of the entry. */
  readonly turn?: number;
  /** The header of the card says how long it took. */
  readonly saysTime?: boolean;
  /** What the call has really changed, as far as that is known. */
  readonly changes?: CallChanges;
  /** What the keys do on what a turn has changed. */
  readonly changesHint: string;
  /** What the user's own renderer makes of a content block: the `index`th of the entry, drawn as `builtIn` without one. */
  readonly content?: (
    index: number,
    block: ContentBlock,
    builtIn: readonly Line[],
  ) => readonly Line[];
  /** Absent for ids that nobody knows: agents name terminals that were never created. */
  terminal(id: string): TerminalView | undefined;
}
