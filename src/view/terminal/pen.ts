/** Colours and styles that a program prints with (SGR), as highlight groups that every colour scheme makes readable. */
import type { Group } from '../groups';

/** How text is printed from here on. The same object as long as nothing changes. */
export interface Pen {
  readonly ink?: Group;
  /** The colour of the ground, where the program sets one: shown as that of the text, which can be read everywhere. */
  readonly ground?: Group;
  readonly bold?: true;
  readonly faint?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly struck?: true;
}

export const PLAIN_PEN: Pen = {};

/** Groups that text of this pen is shown in, colours first. */
export function groupsOf(pen: Pen): readonly Group[] {
  const known = GROUPS_OF.get(pen);
  if (known) return known;
  const colour = pen.ground ?? pen.ink ?? (pen.faint ? 'AcpTerminalGrey' : undefined);
  const groups: Group[] = [
    ...(colour ? [colour] : []),
    ...(pen.bold || pen.ground ? ['AcpTerminalBold' as const] : []),
    ...(pen.italic ? ['AcpTerminalItalic' as const] : []),
    ...(pen.underline ? ['AcpTerminalUnderline' as const] : []),
    ...(pen.struck ? ['AcpTerminalStruck' as const] : []),
  ];
  GROUPS_OF.set(pen, groups);
  return groups;
}

const GROUPS_OF = new WeakMap<Pen, readonly Group[]>();

/** Black and white are the ground and the text of the editor. */
const COLOURS: readonly (Group | undefined)[] = [
  undefined,
  'AcpTerminalRed',
  'AcpTerminalGreen',
  'AcpTerminalYellow',
  'AcpTerminalBlue',
  'AcpTerminalMagenta',
  'AcpTerminalCyan',
  undefined,
];

/**
 * The pen after a sequence of the class "m".
 *
 * @param params in groups: of several where they were joined by colons
 */
export function withStyle(pen: Pen, params: readonly (readonly string[])[]): Pen {
  if (params.length === 0) return PLAIN_PEN;
  let next = pen;
  for (let at = 0; at < params.length; at++) {
    const [first = '', ...joined] = params[at] ?? [];
    const code = Number(first);
    if (code !== 38 && code !== 48) {
      next = styled(next, code);
      continue;
    }
    const rest = params.slice(at + 1).map(([value]) => Number(value));
    const { colour, used } =
      joined.length > 0 ? { colour: joinedColour(joined), used: 0 } : separateColour(rest);
    next = changed(next, code === 38 ? { ink: colour } : { ground: colour });
    at += used;
  }
  return next;
}

type Change = { readonly [K in keyof Pen]: Pen[K] | undefined };

const STYLES: Readonly<Record<number, Change>> = {
  1: { bold: true },
  2: { faint: true },
  3: { italic: true },
  4: { underline: true },
  9: { struck: true },
  21: { underline: true },
  22: { bold: undefined, faint: undefined },
  23: { italic: undefined },
  24: { underline: undefined },
  29: { struck: undefined },
  39: { ink: undefined },
  49: { ground: undefined },
};

function styled(pen: Pen, code: number): Pen {
  if (code === 0) return PLAIN_PEN;
  // Text and ground exchanged: what marks it is that it stands out.
  if (code === 7) return changed(pen, { bold: true });
  if (code === 27) return changed(pen, { bold: undefined });
  if (code >= 30 && code <= 37) return changed(pen, { ink: COLOURS[code - 30] });
  if (code >= 40 && code <= 47) return changed(pen, { ground: COLOURS[code - 40] });
  if (code >= 90 && code <= 97) return changed(pen, { ink: bright(code - 90) });
  if (code >= 100 && code <= 107) return changed(pen, { ground: bright(code - 100) });
  const style = STYLES[code];
  return style ? changed(pen, style) : pen;
}

function changed(pen: Pen, change: Change): Pen {
  const entries = Object.entries({ ...pen, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function bright(index: number): Group | undefined {
  return index === 0 ? 'AcpTerminalGrey' : COLOURS[index];
}

/** What follows 38 or 48: `5;n` or `2;r;g;b`. */
function separateColour(codes: readonly number[]): { colour: Group | undefined; used: number } {
  const [kind, ...values] = codes;
  const used = kind === 5 ? 2 : kind === 2 ? 4 : codes.length;
  return { colour: colourOf(kind, values), used };
}

/** `5:n` or `2::r:g:b`, in which the space of the colours may be left out altogether. */
function joinedColour(values: readonly string[]): Group | undefined {
  const [kind, ...rest] = values.map(Number);
  return colourOf(kind, kind === 2 && rest.length > 3 ? rest.slice(1) : rest);
}

function colourOf(kind: number | undefined, values: readonly number[]): Group | undefined {
  const [first = 0, green = 0, blue = 0] = values;
  if (kind === 5) return indexed(first);
  return kind === 2 ? nearest(first, green, blue) : undefined;
}

/** Of the table of 256: 16 named ones, a cube of 6 × 6 × 6, greys. */
function indexed(index: number): Group | undefined {
  if (index < 8) return COLOURS[index];
  if (index < 16) return bright(index - 8);
  if (index >= 232) return index < 250 ? 'AcpTerminalGrey' : undefined;
  const cube = index - 16;
  const level = (n: number): number => (n === 0 ? 0 : 55 + n * 40);
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** The named colour of the same hue; what has hardly a hue is grey, or text when it is bright. */
function nearest(red: number, green: number, blue: number): Group | undefined {
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  if (most - least < 40) return most < 40 || most > 200 ? undefined : 'AcpTerminalGrey';
  const isHigh = (value: number): boolean => value > (least + most) / 2;
  const index = (isHigh(red) ? 1 : 0) + (isHigh(green) ? 2 : 0) + (isHigh(blue) ? 4 : 0);
  return COLOURS[index];
}
