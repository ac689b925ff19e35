/** Symbols of files and workspaces, as language servers know them. */
import { isRecord } from '../../base/guards';
import { clipLine } from '../limits';
import { COUNT, described, LINE, objectOf, PATH, TEXT } from '../schemas';
import { countIn, type LspRange, listIn, locationIn, rangeIn, textIn } from './values';

/** `SymbolKind`, from 1. */
const KINDS = [
  'file',
  'module',
  'namespace',
  'package',
  'class',
  'method',
  'property',
  'field',
  'constructor',
  'enum',
  'interface',
  'function',
  'variable',
  'constant',
  'string',
  'number',
  'boolean',
  'array',
  'object',
  'key',
  'null',
  'enum member',
  'struct',
  'event',
  'operator',
  'type parameter',
] as const;

/** A declaration in a list in the order of the file, where what is nested follows what it is in. */
export const OUTLINE_ENTRY = objectOf(
  {
    name: TEXT,
    kind: described(TEXT, 'Such as function, class, method.'),
    line: LINE,
    end_line: LINE,
    depth: described(COUNT, '0: at the top; 1: inside the entry of depth 0 before it; and so on.'),
  },
  { detail: described(TEXT, 'Such as its signature.') },
);

export const WORKSPACE_SYMBOL = objectOf(
  { name: TEXT, kind: TEXT, path: PATH, line: LINE, end_line: LINE },
  { container: described(TEXT, 'What it is in.') },
);

export interface OutlineEntry {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly end_line: number;
  readonly depth: number;
  readonly detail?: string;
}

export interface WorkspaceSymbol extends Omit<OutlineEntry, 'depth' | 'detail'> {
  readonly path: string;
  readonly container?: string;
}

function kindOf(value: unknown): string {
  return KINDS[(countIn(value) ?? 0) - 1] ?? 'symbol';
}

function linesOf({ start, end }: LspRange): { readonly line: number; readonly end_line: number } {
  // A range up to the start of a line ends on the line before.
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { line: start.line + 1, end_line: Math.max(start.line, last) + 1 };
}

/** `DocumentSymbol`s with their children, or `SymbolInformation`s, which know only the name of what they are in. */
export function outlineIn(result: unknown): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const pending = listIn(result)
    .map((symbol) => ({ symbol, depth: 0 }))
    .reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { symbol, depth } = next;
    if (!isRecord(symbol)) continue;
    const name = textIn(symbol.name);
    const range = rangeIn(symbol.range) ?? locationIn(symbol.location)?.range;
    if (name === undefined || !range) continue;
    const detail = textIn(symbol.detail);
    entries.push({
      name: clipLine(name),
      kind: kindOf(symbol.kind),
      ...linesOf(range),
      depth,
      ...(detail ? { detail: clipLine(detail) } : {}),
    });
    const children = listIn(symbol.children).map((child) => ({ symbol: child, depth: depth + 1 }));
    pending.push(...children.reverse());
  }
  return entries;
}

/** @param pathOf the file of an address; nothing when it is none */
export function workspaceSymbolsIn(
  result: unknown,
  pathOf: (uri: string) => string | undefined,
): readonly WorkspaceSymbol[] {
  return listIn(result).flatMap((symbol) => {
    if (!isRecord(symbol) || !isRecord(symbol.location)) return [];
    const name = textIn(symbol.name);
    const path = pathOf(textIn(symbol.location.uri) ?? '');
    if (name === undefined || path === undefined) return [];
    // A server may leave out where in the file it is.
    const lines = linesOf(rangeIn(symbol.location.range) ?? START);
    const container = textIn(symbol.containerName);
    return [
      {
        name: clipLine(name),
        kind: kindOf(symbol.kind),
        path,
        ...lines,
        ...(container ? { container: clipLine(container) } : {}),
      },
    ];
  });
}

const START: LspRange = {
  start: { line: 0, character: 0 },
  end: { line: 0, character: 0 },
};

/** Those that match come with what they are in. */
export function matching(entries: readonly OutlineEntry[], query: string): readonly OutlineEntry[] {
  const wanted = query.toLowerCase();
  const kept = new Set<OutlineEntry>();
  let around: OutlineEntry[] = [];
  for (const entry of entries) {
    around = [...around.slice(0, entry.depth), entry];
    if (!entry.name.toLowerCase().includes(wanted)) continue;
    for (const outer of around) kept.add(outer);
  }
  return [...kept];
}
