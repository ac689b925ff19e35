/** What a shell line is taken apart into, for rules that deny and ask. */

/** One word of a command, as far as it is known before the shell runs. */
export interface Word {
  /** All of it when `known`; otherwise only its sure beginning, which may be empty. */
  readonly text: string;
  readonly known: boolean;
  /** As it was written, quotes and all. */
  readonly raw: string;
}

export const UNKNOWN_WORD: Word = { text: '', raw: '', known: false };

/** A program with its arguments. What a wrapper (`sudo`, `xargs`, `bash -c` …) starts is a part of its own. */
export interface CommandPart {
  /** None where only names of files are known. */
  readonly words: readonly Word[];
  /** What else may name a file: redirections, values of variables. */
  readonly names: readonly Word[];
}

/** Something unknown runs. */
export const UNKNOWN_COMMAND: CommandPart = { words: [UNKNOWN_WORD], names: [] };

export interface ShellAnalysis {
  readonly commands: readonly CommandPart[];
  /** Files that are written by redirections, as the line names them. */
  readonly writes: readonly string[];
}

/** Thrown where a line cannot be understood any further; its message says why. */
export class Uncertainty extends Error {}

/** Where the pieces are gathered while a line, and the scripts inside it, are read. */
export interface Parts {
  readonly commands: CommandPart[];
  readonly writes: string[];
}
