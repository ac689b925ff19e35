/** Places in files: as agents name them, as language servers do, and as they are answered. */
import { fileURLToPath } from 'node:url';
import type { FileText } from '../../model/texts';
import { permittedOnly } from '../files';
import { clipLine } from '../limits';
import {
  COLUMN,
  COUNT,
  described,
  LINE,
  objectOf,
  PATH,
  PATH_INPUT,
  RANGE,
  TEXT,
} from '../schemas';
import { type Fields, type ToolContext, ToolFailure } from '../tool';
import { columnAt, type Encoding, indexAt, indexOfColumn, offsetAt } from './offsets';
import type { LspLocation, LspPosition, LspRange } from './values';

/** Where something is named. */
export const SYMBOL_INPUT = {
  path: PATH_INPUT,
  line: LINE,
} as const;
export const SYMBOL_OPTIONS = {
  symbol: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'The name on that line, exactly as it is written there. Better than a column.',
  },
  column: described(COLUMN, 'Column of the name in characters, counted from 1, without `symbol`.'),
} as const;

export interface SymbolInput {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string;
  readonly column?: number;
}

/** Where a text is: 0-based row, and index in its line. */
export interface TextPlace {
  readonly row: number;
  readonly index: number;
}

/** Fails with what helps to name the place rightly. */
export function placeOf(file: FileText, { path, line, symbol, column }: SymbolInput): TextPlace {
  const { lines } = file;
  const text = lines[line - 1];
  if (text === undefined) {
    throw new ToolFailure(`${path} has ${lines.length} lines: there is no line ${line}`);
  }
  if (symbol !== undefined) {
    const [index] = indexesOf(text, symbol);
    if (index === undefined) throw new ToolFailure(elsewhere(lines, line, symbol));
    return { row: line - 1, index };
  }
  if (column !== undefined) return { row: line - 1, index: indexOfColumn(text, column) };
  return { row: line - 1, index: Math.max(0, text.search(/\S/)) };
}

const WORD = /[\p{L}\p{N}_$]/u;

/** Where a name is in a line: as a whole word, if it is anywhere. */
function indexesOf(line: string, name: string): readonly number[] {
  const found: number[] = [];
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) found.push(at);
  const whole = found.filter((index) => isWhole(line, index, name.length));
  return whole.length > 0 ? whole : found;
}

function isWhole(line: string, index: number, length: number): boolean {
  const before = [...line.slice(0, index)].at(-1) ?? '';
  const [after = ''] = line.slice(index + length);
  return !(WORD.test(before) && WORD.test(line[index] ?? '')) && !WORD.test(after);
}

const MAX_NAMED = 10;

function elsewhere(lines: readonly string[], line: number, symbol: string): string {
  const there = lines.flatMap((text, row) => (text.includes(symbol) ? [row + 1] : []));
  const missing = `"${symbol}" is not on line ${line}`;
  if (there.length === 0) return `${missing}, and nowhere else in the file`;
  const named = there.slice(0, MAX_NAMED).join(', ');
  const more = there.length > MAX_NAMED ? ` and ${there.length - MAX_NAMED} more` : '';
  return `${missing}. It is on line ${named}${more}`;
}

export function lspPosition(
  { lines }: FileText,
  { row, index }: TextPlace,
  encoding: Encoding,
): LspPosition {
  return { line: row, character: offsetAt(lines[row] ?? '', index, encoding) };
}

export const FOUND_PLACE = objectOf(
  { path: PATH, range: RANGE },
  { text: described(TEXT, 'The line where it begins.') },
);

export const WITHHELD = described(
  COUNT,
  'How many more there are in files that you may not use here, or that are no files.',
);

/** Where something is that a server has named. */
export interface Found {
  readonly location: LspLocation;
  readonly encoding: Encoding;
}

export interface FoundPlaces {
  readonly places: readonly Fields[];
  /** How many are there, of which only the first are answered. */
  readonly total: number;
  /** In files that the agent may not have, or that are none. */
  readonly withheld: number;
}

/** Each place once, in the order of files and lines in which servers name them. */
export async function describePlaces(
  found: readonly Found[],
  limit: number,
  context: ToolContext,
): Promise<FoundPlaces> {
  const named = found.flatMap((one) => {
    const path = filePathOf(one.location.uri);
    return path === undefined ? [] : [{ ...one, path }];
  });
  const permitted = unique(await permittedOnly(named, ({ path }) => path, context));
  const texts = new TextCache(context);
  const places: Fields[] = [];
  for (const { path, location, encoding } of permitted.slice(0, limit)) {
    const lines = await texts.linesOf(path);
    const text = clipLine((lines[location.range.start.line] ?? '').trim());
    places.push({ path, range: shownRange(lines, location.range, encoding), text });
  }
  return {
    places,
    total: permitted.length,
    withheld: unique(withPaths(found)).length - permitted.length,
  };
}

function withPaths(found: readonly Found[]): readonly (Found & { readonly path: string })[] {
  return found.map((one) => ({ ...one, path: filePathOf(one.location.uri) ?? one.location.uri }));
}

function unique<T extends Found & { readonly path: string }>(found: readonly T[]): readonly T[] {
  const byPlace = new Map(
    found.map((one) => {
      const { line, character } = one.location.range.start;
      return [`${one.path}:${line}:${character}`, one];
    }),
  );
  return [...byPlace.values()];
}

/** The file of an address; nothing when it is no file of this machine. */
export function filePathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

interface ShownPosition {
  readonly line: number;
  readonly column: number;
}

/** As `RANGE` says. */
export interface ShownRange {
  readonly start: ShownPosition;
  readonly end: ShownPosition;
}

export function shownRange(
  lines: readonly string[],
  { start, end }: LspRange,
  encoding: Encoding,
): ShownRange {
  const shown = ({ line, character }: LspPosition): ShownPosition => {
    const text = lines[line] ?? '';
    return { line: line + 1, column: columnAt(text, indexAt(text, character, encoding)) };
  };
  return { start: shown(start), end: shown(end) };
}

/** Lines of files that are permitted; each is read once. */
export class TextCache {
  readonly #context: Pick<ToolContext, 'textOf'>;
  readonly #lines = new Map<string, Promise<readonly string[]>>();

  constructor(context: Pick<ToolContext, 'textOf'>) {
    this.#context = context;
  }

  linesOf(path: string): Promise<readonly string[]> {
    const known =
      this.#lines.get(path) ?? this.#context.textOf(path).then((file) => file?.lines ?? []);
    this.#lines.set(path, known);
    return known;
  }
}
