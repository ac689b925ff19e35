/**
 * What a surface is: one buffer that the host fills and one window that Lua places. A definition is data and pure
 * functions, so that a new window needs no Lua and is tested without an editor.
 */
import { displayWidth } from '../../base/text';
import type { Block, Line, Stop } from '../block';
import type { Group } from '../groups';
import { textOf } from '../line';

/** A block about one thing that actions work on. */
export interface ItemBlock<T> extends Block {
  readonly item?: T;
  /** Row by row, where the rows are about different things. */
  readonly items?: readonly T[];
}

/** What can be done in a surface, and what the user must have seen of it by then. */
export interface SurfaceAction {
  readonly action: string;
  /** An answer to something: typed before it could be read it does not count. */
  readonly guarded?: true;
  /** A yes to all of the text: as long as some of it was not on the screen, it scrolls on instead. */
  readonly readFirst?: true;
}

/** One key of a surface. Action names are public: the option `keys` changes keys by them. */
export interface SurfaceKey extends SurfaceAction {
  readonly lhs: string;
  /** For the help and the manual. */
  readonly label: string;
  /** `normal` when absent. */
  readonly modes?: readonly ('n' | 'x' | 'o')[];
  /** Closes the window, with or without a host. */
  readonly closes?: true;
  /** Goes back to where the user was and leaves the window open, with or without a host. */
  readonly leaves?: true;
  /** Shows the next surface of the dock, with or without a host. */
  readonly cycles?: true;
  /** Moves the cursor in the text, with or without a host. */
  readonly motion?: KeyMotion;
}

/** To the next place of a kind, or back to the one before. */
export interface KeyMotion {
  readonly stop: Stop | 'fence';
  readonly by: 1 | -1;
}

/** Shown below the text, whatever part of that is visible; chosen by its key or by a click. */
export interface Choice extends SurfaceAction {
  /** It stands in the text itself; these come behind the others. */
  readonly inline?: true;
  readonly lhs: string;
  readonly label: string;
  /** What other programs call it. */
  readonly id?: string;
  /** What it means, where it allows or refuses something: it looks like that, and refusals are set apart. */
  readonly group?: 'allow' | 'always' | 'reject';
}

export type Place = Center | Dock | Corner | Bar;

/** In the middle of the editor, above or below others; it takes the focus. */
export interface Center {
  readonly kind: 'center';
  /** While the window has the focus; without it the window goes behind the agents' questions. */
  readonly zindex: number;
  readonly zindexBehind?: number;
  /** Text cells; the editor's size is the limit. */
  readonly minWidth: number;
}

/**
 * At the end of the transcript, else at the lower right of the editor. It never takes the focus by itself. Of all that
 * is docked one is seen; the user goes from one to the next.
 */
export interface Dock {
  readonly kind: 'dock';
  readonly zindex: number;
  readonly minWidth: number;
  /** How the frame, and the keys and names of choices look. */
  readonly groups: Readonly<Record<'border' | 'key' | 'choice', Group>>;
}

/**
 * In a corner of the window in which the user works on files, without a frame. It never takes the focus, does not cover
 * the cursor's line, and goes with that window.
 */
export interface Corner {
  readonly kind: 'corner';
  readonly zindex: number;
}

/**
 * Between transcript and prompt of its chat, in full width and without a frame, as long as the chat is shown. It never
 * takes the focus by itself.
 */
export interface Bar {
  readonly kind: 'bar';
}

/** Text cells that a window may have at most: what the editor has room for, or the size that the user gave it. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Content<T> {
  readonly title: string;
  readonly blocks: readonly ItemBlock<T>[];
  /** What the first line says, for the title while that line is out of sight. */
  readonly topic?: string;
  readonly choices?: readonly Choice[];
  /** The text was cut: the action that shows all of it. */
  readonly rest?: string;
  /** More of the text is on its way. */
  readonly incomplete?: true;
}

/** What answers are about. Another subject has to be read anew, from its top. */
export interface Subject {
  readonly id: string;
  /** Why an answer does not count yet, as a message. */
  readonly early: string;
  /** Its place among what is docked. */
  readonly order: number;
}

/** Footers from long to short, of which the first that has room is shown. */
export type Footers = readonly string[];

/** The footer of a docked surface while the user is elsewhere: it says how to get there. */
export interface AwayFooters {
  readonly byFiletype: Readonly<Record<string, Footers>>;
  readonly elsewhere: Footers;
  /** In the command-line window, from which no other window can be entered. */
  readonly cmdwin: Footers;
  /** What is said to a user who wants to go there from the command-line window. */
  readonly fromCmdwin: string;
}

/**
 * What a key does on the item of the cursor: `[action, in a word or two]`. Without a key it is not named, or named by
 * what does the same.
 */
export type Hint = readonly [action: string, text: string, otherwise?: string];

export interface SurfaceDefinition<M, T> {
  /** One word: part of the buffer's name, and of its filetype `acp<kind>`. */
  readonly kind: string;
  /** Above its keys in the help. */
  readonly heading: string;
  readonly place: Place;
  readonly keys: readonly SurfaceKey[];
  /** What commands and maps of the user's do from elsewhere; they count no sooner than keys. */
  readonly commands?: readonly SurfaceAction[];
  /** `acp<kind>` when absent. */
  readonly filetype?: string;
  /** Marks the line of the cursor. */
  readonly cursorline?: boolean;
  readonly wrap?: boolean;
  /** The text depends on the room: that is requested before the first text, and each change of it redraws the text. */
  readonly fitted?: true;
  /** @param room absent: as much as the text takes */
  content(model: M, room?: Room): Content<T>;
  /** The footer: what can be done where the cursor is. */
  hints(model: M, item: T | undefined): readonly Hint[];
  /** In place of all hints where there is no room for them. */
  readonly shortHint?: Hint;
  /** What is answered here, when it is a question. */
  subject?(model: M): Subject;
  away?(model: M): AwayFooters;
}

/** The user's own keys: the option `keys`, by action. */
export type KeyOverrides = Readonly<Record<string, string | readonly string[] | false>>;

/** Every key as it is mapped, an action with several keys several times. */
export function mappedKeys(keys: readonly SurfaceKey[], overrides: KeyOverrides): SurfaceKey[] {
  return keys.flatMap((key) =>
    lhsOf(key.action, key.lhs, overrides).map((lhs) => ({ ...key, lhs })),
  );
}

/** What an action is mapped to; nothing when the user removed it. */
export function lhsOf(action: string, lhs: string, overrides: KeyOverrides): readonly string[] {
  const own = overrides[action];
  if (own === false) return [];
  return typeof own === 'string' ? [own] : (own ?? [lhs]);
}

/** ` <CR> change  d remove `; what has no key is not named. */
export function footerText(hints: readonly Hint[], keys: readonly SurfaceKey[]): string {
  const texts = hints.flatMap(([action, text, otherwise]) => {
    const key = keys.find((one) => one.action === action)?.lhs ?? otherwise;
    return key ? [`${key} ${text}`] : [];
  });
  return texts.length === 0 ? '' : ` ${texts.join('  ')} `;
}

/** Text cells that a surface wants. */
export function naturalSize(
  { blocks, title, choices = [] }: Content<unknown>,
  footer: string,
  minWidth: number,
): { readonly width: number; readonly height: number } {
  const shown = choices.filter(({ inline }) => !inline);
  const widths = shown.map(({ lhs, label }) => displayWidth(`[${lhs}] ${label}`) + 2);
  const frame = [displayWidth(title) + 4, displayWidth(footer) + 2];
  return {
    width: Math.max(minWidth, widthOf(blocks) + 2, ...frame, ...widths),
    height: heightOf(blocks),
  };
}

/** A block that has not changed is not measured again: there may be thousands of lines. */
const blockWidths = new WeakMap<Block, number>();

function widthOf(blocks: readonly Block[]): number {
  let widest = 0;
  for (const block of blocks) {
    const known = blockWidths.get(block);
    const width = known ?? block.lines.reduce((most, one) => Math.max(most, lineWidth(one)), 0);
    if (known === undefined) blockWidths.set(block, width);
    widest = Math.max(widest, width);
  }
  return widest;
}

function lineWidth(line: Line): number {
  return displayWidth(textOf(line));
}

function heightOf(blocks: readonly Block[]): number {
  return Math.max(
    1,
    blocks.reduce((rows, { lines }) => rows + lines.length, 0),
  );
}

/** Text cells that a surface would like to have at its place. */
export function sizeAt(place: Place, content: Content<unknown>, footer: string): Room {
  switch (place.kind) {
    case 'center':
      return naturalSize(content, footer, place.minWidth);
    case 'dock':
      return naturalSize(content, footer, place.minWidth);
    case 'corner':
    case 'bar':
      return {
        width: Math.max(1, widthOf(content.blocks)),
        height: heightOf(content.blocks),
      };
  }
}

/** The item that a row (0-based) belongs to. */
export function itemAt<T>(blocks: readonly ItemBlock<T>[], row: number): T | undefined {
  let start = 0;
  for (const { lines, item, items } of blocks) {
    if (row < start + lines.length) return items?.[row - start] ?? item;
    start += lines.length;
  }
  return undefined;
}

/** The first row of the first block whose item matches. */
export function rowOf<T>(
  blocks: readonly ItemBlock<T>[],
  wanted: (item: T) => boolean,
): number | undefined {
  let row = 0;
  for (const block of blocks) {
    if (block.item !== undefined && wanted(block.item)) return row;
    const at = block.items?.findIndex(wanted) ?? -1;
    if (at >= 0) return row + at;
    row += block.lines.length;
  }
  return undefined;
}

/** One line without an item: a heading, a note, a gap. */
export function plainBlock(id: string, ...lines: readonly Line[]): Block {
  return { id, lines };
}
