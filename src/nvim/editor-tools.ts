/** What the editor's tools ask of the editor. Lines and columns count from 1, columns in characters. */

/** A loaded buffer of a file that the user works on: no terminal, no help, nothing of a plugin. */
export interface FileBuffer {
  readonly bufnr: number;
  /** Its absolute name. */
  readonly name: string;
  /** Where that leads. */
  readonly path: string;
  readonly lines: number;
  readonly modified: boolean;
  readonly filetype: string;
  readonly changedtick: number;
  /** In the window that the user works on files in. */
  readonly current: boolean;
  /** A window shows it. */
  readonly visible: boolean;
}

interface EditorPosition {
  readonly line: number;
  readonly column: number;
}

export interface EditorSelection {
  readonly kind: 'characters' | 'lines' | 'block';
  /** False: it was selected last. */
  readonly active: boolean;
  readonly start: EditorPosition;
  /** After its last character. */
  readonly end: EditorPosition;
  /** Of a very long one the first lines. */
  readonly text: string;
}

/** The window that the user works on files in. */
export interface CodeWindow {
  readonly bufnr: number;
  readonly cursor: EditorPosition;
  readonly first_line: number;
  readonly last_line: number;
  readonly selection?: EditorSelection;
}

export interface EditorState {
  readonly window?: CodeWindow;
  readonly buffers: readonly FileBuffer[];
}

export interface QuickfixItem {
  /** The absolute name of the file. */
  readonly name: string;
  readonly line: number;
  /** In bytes; 0: not known. */
  readonly byte: number;
  readonly text: string;
  /** `E`, `W`, `I`, `N` or nothing. */
  readonly type: string;
}

export interface QuickfixState {
  /** Of a list that `tools.quickfix.set` has made: others may name anything. */
  readonly title?: string;
  readonly items: readonly QuickfixItem[];
}

export interface UndoEntry {
  readonly seq: number;
  /** The state that it was made from; 0: the text as it was loaded. */
  readonly parent: number;
  /** Seconds since the epoch. */
  readonly time: number;
  /** This state was written to the file. */
  readonly saved: boolean;
}

export interface UndoHistory {
  /** The state that the text is in. */
  readonly current: number;
  readonly entries: readonly UndoEntry[];
}

export interface CommandOutput {
  readonly output?: string;
  /** Why there is none. */
  readonly problem?: string;
  /** The absolute names of files that lines of the output are about, by what such a line begins with. */
  readonly files: Readonly<Record<string, string>>;
}
