/** What a shell line is taken apart into. */

/** One word of a command, as far as it is known before the shell runs. */
export interface Word {
  /** All of it when `known`; otherwise only its sure beginning, which may be empty. */
  readonly text: string;
  readonly known: boolean;
  /** As it was written, quotes and all. */
  readonly raw: string;
}

/** A program with its arguments; all wrappers (`sudo`, `xargs`, `bash -c` …) taken off. */
export interface CommandPart {
  readonly words: readonly Word[];
  /** Assignments around it that may change what runs, as `NAME=value`. */
  readonly env: readonly string[];
  /** Files that are redirected into it. */
  readonly reads: readonly string[];
  /** Rules have allowed it when they allow the wrapper around it, which is a part of its own; they may still deny it. */
  readonly covered: boolean;
}

export interface ShellAnalysis {
  readonly commands: readonly CommandPart[];
  /** Files that are written by redirections, as the line names them. */
  readonly writes: readonly string[];
  /** Why a human must look at the line; empty when everything in it is known for sure. */
  readonly doubts: readonly string[];
}

/** Thrown where a line cannot be understood for sure; its message says why. */
export class Doubt extends Error {}

/** Where the pieces are gathered while a line, and the scripts inside it, are read. */
export class Parts {
  readonly commands: CommandPart[] = [];
  readonly writes: string[] = [];
  readonly doubts: string[] = [];
  /** A `cd` somewhere: relative names mean something else from then on. */
  moved = false;

  doubt(why: string): void {
    if (!this.doubts.includes(why)) this.doubts.push(why);
  }

  /** Doubts that only the whole line can tell. */
  finish(): ShellAnalysis {
    const relative = (name = ''): boolean => name.includes('/') && !name.startsWith('/');
    const strays =
      this.writes.some((path) => !path.startsWith('/')) ||
      this.commands.some(({ words }) => relative(words[0]?.text));
    if (this.moved && strays) this.doubt('relative names after a change of folder');
    return { commands: this.commands, writes: this.writes, doubts: this.doubts };
  }
}

// Set by people all the time, and no known program starts another one because of them.
const HARMLESS_NAMES = new Set(
  'CI CLICOLOR COLORTERM COLUMNS DEBIAN_FRONTEND DEBUG FORCE_COLOR GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT LANG LANGUAGE LINES NODE_ENV NO_COLOR PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED RUST_BACKTRACE RUST_LOG TERM TZ'.split(
    ' ',
  ),
);

/** Whether setting a variable cannot change which program runs. */
export function isHarmlessName(name: string): boolean {
  if (HARMLESS_NAMES.has(name) || /^LC_[A-Z]+$/.test(name)) return true;
  // A short lower-case name is a variable of the script; zsh ties `path` and its like to the environment.
  return /^[a-z][a-z0-9]*$/.test(name) && !/path$|^(?:prompt|fignore|watch|psvar)$/.test(name);
}
