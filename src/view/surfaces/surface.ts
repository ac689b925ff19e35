/**
 * What a surface is: one buffer that the host fills and one window that Lua places. A definition is data and pure
 * functions, so that a new window needs no Lua and is tested without an editor.
 */
import { displayWidth } from '../../base/text';
import type { Block, Line } from '../block';
import { textOf } from '../line';

/** A block about one thing that actions work on. */
export interface ItemBlock<T> extends Block {
  readonly item?: T;
}

/** One key of a surface. Action names are public: the option `keys` changes keys by them. */
export interface SurfaceKey {
  readonly action: string;
  readonly lhs: string;
  /** For the help and the manual. */
  readonly label: string;
  /** `normal` when absent. */
  readonly modes?: readonly ('n' | 'x')[];
  /** A yes to something: typed before it could be read it does not count. */
  readonly guarded?: true;
  /** Closes the window, with or without a host. */
  readonly closes?: true;
}

/** Where the window is: in the middle of the editor, above or below others. */
export interface Place {
  readonly kind: 'center';
  /** While the window has the focus; without it the window goes behind the agents' questions. */
  readonly zindex: number;
  readonly zindexBehind?: number;
  /** Text cells; the editor's size is the limit. */
  readonly minWidth: number;
}

/** Text cells that a window may have at most: what the editor has room for, or what the user has made of it. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Content<T> {
  readonly title: string;
  readonly blocks: readonly ItemBlock<T>[];
}

/** What a key does on the item of the cursor: `[action, in a word or two]`. */
export type Hint = readonly [action: string, text: string];

export interface SurfaceDefinition<M, T> {
  /** One word: part of the buffer's name, and of its filetype `acp<kind>`. */
  readonly kind: string;
  /** Above its keys in the help. */
  readonly heading: string;
  readonly place: Place;
  readonly keys: readonly SurfaceKey[];
  /** Marks the line of the cursor. */
  readonly cursorline?: boolean;
  readonly wrap?: boolean;
  /** The text depends on the room: it is asked for before the first text, and every change of it counts. */
  readonly fitted?: true;
  /** @param room absent: as much as the text takes */
  content(model: M, room?: Room): Content<T>;
  /** The footer: what can be done where the cursor is. */
  hints(model: M, item: T | undefined): readonly Hint[];
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
  const texts = hints.flatMap(([action, text]) => {
    const key = keys.find((one) => one.action === action);
    return key ? [`${key.lhs} ${text}`] : [];
  });
  return texts.length === 0 ? '' : ` ${texts.join('  ')} `;
}

/** Text cells that a surface would like to have. */
export function naturalSize(
  { blocks, title }: Content<unknown>,
  footer: string,
  minWidth: number,
): { readonly width: number; readonly height: number } {
  const lines = blocks.flatMap((block) => block.lines);
  const widths = lines.map((line) => displayWidth(textOf(line)) + 2);
  const frame = [displayWidth(title) + 4, displayWidth(footer) + 2];
  return {
    width: Math.max(minWidth, ...frame, ...widths),
    height: Math.max(1, lines.length),
  };
}

/** The item that a row (0-based) belongs to. */
export function itemAt<T>(blocks: readonly ItemBlock<T>[], row: number): T | undefined {
  let end = 0;
  for (const block of blocks) {
    end += block.lines.length;
    if (row < end) return block.item;
  }
  return undefined;
}

/** The first row of the first block whose item is as wanted. */
export function rowOf<T>(
  blocks: readonly ItemBlock<T>[],
  wanted: (item: T) => boolean,
): number | undefined {
  let row = 0;
  for (const block of blocks) {
    if (block.item !== undefined && wanted(block.item)) return row;
    row += block.lines.length;
  }
  return undefined;
}

/** One line without an item: a heading, a note, a gap. */
export function plainBlock(id: string, ...lines: readonly Line[]): Block {
  return { id, lines };
}
