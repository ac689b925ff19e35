/**
 * What views are made of: lines with marks. Pure data, so that a view is tested as a literal. Columns are UTF-8
 * byte offsets, as Neovim counts them; rows are 0-based.
 */

/** A highlighted piece of a line: bytes `from` up to, not including, `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly group: string;
}

export interface StyledLine {
  readonly text: string;
  readonly spans?: readonly Span[];
  /** Highlight group for the whole screen line. */
  readonly lineGroup?: string;
  /** A Markdown code fence starts or ends here; the viewport highlighter finds its way by these. */
  readonly fence?: 'open' | 'close';
  /** What the user can open from here. Not drawn. */
  readonly target?: Target;
  /** A line of a diff: the same object in all lines of a hunk, which the editor colours as code. */
  readonly diff?: DiffLayout;
}

/** Where things stand in the lines of a hunk. Columns are UTF-8 bytes. */
export interface DiffLayout {
  /** Names the language of the code. */
  readonly path: string;
  /** Here `+`, `-` or a blank; numbers are in front of it. */
  readonly sign: number;
  /** Here the code begins. */
  readonly column: number;
}

export type Target = Opened | ChangesTarget | DiffTarget | TerminalTarget;

/** What is opened as it is. */
export type Opened =
  | FileTarget
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  /** Base64. Its declared media type is not trusted. */
  | { readonly kind: 'data'; readonly name: string; readonly data: string };

export interface FileTarget {
  readonly kind: 'file';
  readonly path: string;
  /** Both 1-based. */
  readonly line?: number;
  readonly column?: number;
}

/** What a turn of the session has changed, in all files or in one. */
export interface ChangesTarget {
  readonly kind: 'changes';
  readonly turn: number;
  readonly path?: string;
}

/** A line of what a tool call has changed; where it is by now is found out when it is opened. */
export interface DiffTarget {
  readonly kind: 'diff';
  readonly turn: number;
  readonly toolCallId: string;
  /** Absolute. */
  readonly path: string;
  /** 0-based, in the text after the change; where the agent has told that: in this piece of it, which may be all. */
  readonly row: number;
  readonly piece?: string;
}

/** A command of the session, running or not. */
export interface TerminalTarget {
  readonly kind: 'terminal';
  readonly id: string;
  /** Names it for the user. */
  readonly title: string;
}

/** A plain string is a line without marks. No line holds a newline or a control character. */
export type Line = string | StyledLine;

/** Lines of a long block that change no more: as long as it is the same object, they are not looked at again. */
export type Piece = readonly Line[];

/** Rows inside a block, both ends included. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that are Markdown. */
export interface MarkdownRange extends RowRange {
  /** Coloured, but nothing of it hidden: the user sees what they typed. */
  readonly verbatim?: true;
}

/** Rows that fold. */
export interface FoldRange extends RowRange {
  /** Open when first shown. */
  readonly open?: true;
  /** Shown in its place while it is closed. */
  readonly closed?: Line;
}

/** Neighbouring blocks that fold together, from the first row of one to the end of the block that says so. */
export interface GroupFold {
  /** Id of the block that it begins with. */
  readonly from: string;
  readonly closed: Line;
  readonly open?: true;
}

/** A piece of a line with its look, as Neovim takes it. */
export type FoldedPart = readonly [text: string, group: string];

/** Rows on which keys of a user's renderer work. */
export interface ActionRange extends RowRange {
  readonly keys: readonly string[];
  /** By what Lua knows their functions: another one for each drawing. */
  readonly token: number;
}

/** Why a motion stops at the first row of a block. */
export type Stop = 'message' | 'prompt' | 'tool' | 'error';

/** What one entry looks like. Every block ends with an empty line, which also keeps ranges open at their end. */
export interface Block {
  /** Stable over re-rendering: the entry's id. */
  readonly id: string;
  /** The lines above `lines`, when there are many. */
  readonly sealed?: readonly Piece[];
  readonly lines: readonly Line[];
  readonly markdown?: MarkdownRange;
  /** Closed when first shown, unless it says otherwise. */
  readonly fold?: FoldRange;
  /** What went along with a prompt: it folds by itself, below the rest. */
  readonly context?: FoldRange;
  readonly actions?: ActionRange;
  readonly stops?: readonly Stop[];
  /** Those that end with this block, the inner ones first. */
  readonly groups?: readonly GroupFold[];
}

/** Neighbouring blocks: as long as it is the same object, none of them has changed. */
export interface Section {
  readonly blocks: readonly Block[];
  readonly rows: number;
}

/** Highlights of one line of an edit: [line offset in `lines`, from, to, group]; `to` = -1 means the whole screen line. */
export type PatchSpan = readonly [offset: number, from: number, to: number, group: string];

/** One change of the buffer. Rows count after all earlier edits of the same patch. */
export interface PatchEdit {
  readonly row: number;
  /** Lines to take out from `row` on. */
  readonly del: number;
  /** Lines to put in at `row`. */
  readonly lines: readonly string[];
  /**
   * Set when the edit only lengthens line `row` (and may add lines after it): `lines[0]` then goes in at this byte
   * column and nothing is taken out (`del` is 0), so that cursor and selection on that line stay. The marks that the
   * line has stay too; `spans` names only new ones for it, in columns of the whole line.
   */
  readonly col?: number;
  readonly spans: readonly PatchSpan[];
  /** [line offset, 'open' | 'close'] */
  readonly fences: readonly (readonly [offset: number, kind: 'open' | 'close'])[];
}

/** A keyed range of the buffer after the whole patch; absent rows mean: forget it. */
export interface PatchRange {
  readonly key: string;
  readonly kind: 'markdown' | 'fold' | 'group' | 'actions' | 'diff' | Stop;
  readonly from?: number;
  readonly to?: number;
  /** See `MarkdownRange`. */
  readonly verbatim?: true;
  /** See `FoldRange`. */
  readonly open?: true;
  readonly closed?: readonly FoldedPart[];
  /** Of a diff. */
  readonly layout?: DiffLayout;
  /** See `ActionRange`. */
  readonly keys?: readonly string[];
  readonly token?: number;
}

/**
 * All that one flush does to the chat buffer, in one Lua call. A buffer without blocks has its one empty line; the first
 * edit takes it out. Marks on lines that an edit takes out go with them.
 */
export interface Patch {
  readonly edits: readonly PatchEdit[];
  readonly ranges: readonly PatchRange[];
}
