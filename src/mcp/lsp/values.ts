/** What language servers answer, of which nothing is taken for granted. */
import { isRecord } from '../../base/guards';

export interface LspPosition {
  readonly line: number;
  readonly character: number;
}

export interface LspRange {
  readonly start: LspPosition;
  readonly end: LspPosition;
}

export interface LspLocation {
  readonly uri: string;
  readonly range: LspRange;
}

export interface TextEdit {
  readonly range: LspRange;
  readonly newText: string;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function countIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

/** Those that are what they should be. */
export function each<T>(value: unknown, parse: (one: unknown) => T | undefined): readonly T[] {
  return listIn(value).flatMap((one) => {
    const parsed = parse(one);
    return parsed === undefined ? [] : [parsed];
  });
}

/** Servers name the end of a file or a line by numbers far behind it; with one more it is still a line number. */
export const MAX_OFFSET = 2 ** 31 - 2;

function offsetIn(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 0
    ? Math.min(Number(value), MAX_OFFSET)
    : undefined;
}

function positionIn(value: unknown): LspPosition | undefined {
  if (!isRecord(value)) return undefined;
  const [line, character] = [offsetIn(value.line), offsetIn(value.character)];
  return line === undefined || character === undefined ? undefined : { line, character };
}

export function rangeIn(value: unknown): LspRange | undefined {
  if (!isRecord(value)) return undefined;
  const [start, end] = [positionIn(value.start), positionIn(value.end)];
  return start && end && { start, end };
}

export function textEditIn(value: unknown): TextEdit | undefined {
  if (!isRecord(value)) return undefined;
  const [range, newText] = [rangeIn(value.range), textIn(value.newText)];
  return range && newText !== undefined ? { range, newText } : undefined;
}

/** A `Location`, or a `LocationLink`, which leads to a name. */
export function locationIn(value: unknown): LspLocation | undefined {
  if (!isRecord(value)) return undefined;
  const uri = textIn(value.uri) ?? textIn(value.targetUri);
  const range =
    rangeIn(value.range) ?? rangeIn(value.targetSelectionRange) ?? rangeIn(value.targetRange);
  return uri !== undefined && range ? { uri, range } : undefined;
}

/** One of them, or several. */
export function locationsIn(value: unknown): readonly LspLocation[] {
  return each(Array.isArray(value) ? value : [value], locationIn);
}

/** `MarkupContent`, `MarkedString`, or several of them, as Markdown. */
export function markdownIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(markdownIn).filter(Boolean).join('\n\n');
  if (!isRecord(value)) return '';
  const text = textIn(value.value)?.trim() ?? '';
  const language = textIn(value.language);
  return language && text ? `\`\`\`${language}\n${text}\n\`\`\`` : text;
}
