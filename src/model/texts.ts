/** The user's text, as tools need it besides `Documents`. */

/** A text file of moderate size as it is in the editor: its buffer where it is loaded, else the disk. */
export interface FileText {
  /** Without line endings and byte order mark. */
  readonly lines: readonly string[];
  /** The last line ends with a line ending. */
  readonly endofline: boolean;
  /** It has text that is not saved. */
  readonly modified: boolean;
  /** When the text was changed last, in milliseconds since the epoch; absent where that is not known. */
  readonly changedMs?: number;
}

/** The text of a file with "\n" for its line endings, whatever the file uses. */
export function wholeText({ lines, endofline }: FileText): string {
  return lines.join('\n') + (endofline && lines.length > 0 ? '\n' : '');
}

export interface SearchQuery {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly ignoreCase: boolean;
  readonly wholeWord: boolean;
  /** Absolute: only below this folder, or in this file. */
  readonly under?: string;
  /** Globs of paths from the session's folders; absent: all files. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Matches in one file; more are left out. */
  readonly maxPerFile: number;
}

export interface TextMatch {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** Of the first character after the match. */
  readonly endColumn: number;
  /** The line, or the part of a long one around the match. */
  readonly text: string;
}

export interface FileMatches {
  readonly path: string;
  readonly matches: readonly TextMatch[];
  /** There are more in this file. */
  readonly more: boolean;
}

/** How a search went, apart from what it found. */
export interface SearchEnd {
  /** Why not all files were looked at. */
  readonly incomplete?: string;
}

export interface TextSearch {
  /**
   * Calls back file by file, in order of their paths, until it answers false, and waits for each answer. Rejects with a
   * `SearchError` when the pattern is wrong or takes too long.
   */
  run(
    query: SearchQuery,
    onFile: (found: FileMatches) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<SearchEnd>;
}

/** The text says what is wrong with the pattern. */
export class SearchError extends Error {}
