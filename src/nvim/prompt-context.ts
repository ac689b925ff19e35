/** What the editor says of the user's buffers, and what it shows of what goes along with a prompt. */
import type { Chip } from '../model/context/chip';

/** A loaded buffer that the user works on. */
export interface OpenBuffer {
  readonly bufnr: number;
  /** As the editor calls it; absent: it is no file. */
  readonly path?: string;
  /** In the window that the user works on files in. */
  readonly current: boolean;
}

/** Lines of a buffer, counted from 1; absent when all of it is meant. */
export interface BufferPlace {
  readonly bufnr: number;
  readonly path?: string;
  readonly first?: number;
  readonly last?: number;
}

/** The text of lines of a buffer. */
export interface BufferText {
  readonly text: string;
  readonly modified: boolean;
}

/** A file, or lines of it from 1, by the name behind an "@". */
export interface NamedFile {
  readonly name: string;
  readonly path: string;
  readonly first?: number;
  readonly last?: number;
}

/** Lines of a buffer, rows from 0; `endRow` is not one of them. */
export interface LinesNow {
  readonly row: number;
  readonly endRow: number;
  readonly lines: readonly string[];
}

export interface QuickfixList {
  readonly title: string;
  readonly items: readonly {
    readonly path: string;
    readonly line: number;
    readonly text: string;
  }[];
}

/** A mention in the text of a prompt that stands for something. */
export interface PromptChip extends Chip {
  /** Its line, from 0, and its bytes there. */
  readonly row: number;
  readonly from: number;
  readonly to: number;
  /** How it should be written now. */
  readonly text: string;
}

/** What the user may mean; `word` replaces what is typed. */
export interface PromptSuggestion {
  readonly word: string;
  /** What is listed, when that is not the word. */
  readonly label?: string;
  readonly about: string;
}
