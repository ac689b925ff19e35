/** What is declared in a text, by the types of the nodes of its syntax tree: grammars name them much alike. */
import { clipLine } from './limits';
import type { OutlineEntry } from './lsp/symbols';

/** A node that has a name; rows count from 0. */
export interface NamedNode {
  readonly type: string;
  /** The type of what is given to the name. */
  readonly value?: string;
  readonly name: string;
  readonly row: number;
  readonly end_row: number;
  readonly has_body: boolean;
}

/** By the first word that the type of a node holds. */
const KINDS = [
  ['class', 'class'],
  ['interface', 'interface'],
  ['protocol', 'interface'],
  ['trait', 'trait'],
  ['impl', 'implementation'],
  ['struct', 'struct'],
  ['record', 'record'],
  ['union', 'union'],
  ['enum', 'enum'],
  ['constructor', 'constructor'],
  ['method', 'method'],
  ['macro', 'macro'],
  ['preproc_def', 'macro'],
  ['function', 'function'],
  ['namespace', 'namespace'],
  ['package', 'package'],
  ['module', 'module'],
  ['mod_item', 'module'],
  ['type_spec', 'type'],
  ['type_alias', 'type'],
  ['type_def', 'type'],
  ['type_item', 'type'],
  ['type_declaration', 'type'],
  ['section', 'heading'],
] as const;

/** The words of types in which declarations may be. */
export const DECLARING: readonly string[] = KINDS.map(([word]) => word);

/** They have such a word and a name, and declare nothing. */
const USES =
  /call|invocation|parameter|argument|reference|import|modifier|heritage|annotation|assignment|enumerator|table_constructor|_type$|type_identifier/;

function kindOf({ type, value, has_body }: NamedNode): string | undefined {
  if (type.includes('assignment')) return value === undefined ? undefined : kindOfValue(value);
  if (USES.test(type)) return undefined;
  // Of a type that is only named there, as in C.
  if (/(?:struct|union|enum|class)_specifier$/.test(type) && !has_body) return undefined;
  return kindIn(type) ?? (value === undefined ? undefined : kindOfValue(value));
}

function kindOfValue(value: string): string | undefined {
  return USES.test(value) ? undefined : kindIn(value);
}

function kindIn(name: string): string | undefined {
  return KINDS.find(([word]) => name.includes(word))?.[1];
}

/** @param nodes in the order of the text, what is around others before them */
export function outlineOf(nodes: readonly NamedNode[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const around: OutlineEntry[] = [];
  for (const node of nodes) {
    const kind = kindOf(node);
    const name = clipLine(node.name.trim().replace(/\s+/g, ' '));
    if (kind === undefined || name === '') continue;
    const [line, end_line] = [node.row + 1, node.end_row + 1];
    while (around.length > 0 && (around.at(-1)?.end_line ?? 0) < line) around.pop();
    const outer = around.at(-1);
    // A definition whose name is in a declaration or a declarator is both.
    if (outer?.name === name && outer.line === line) continue;
    const entry = { name, kind, line, end_line, depth: around.length };
    entries.push(entry);
    around.push(entry);
  }
  return entries;
}
