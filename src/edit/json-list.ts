/**
 * Changes one item of a list inside a JSON text, and leaves every other character of the text as it is: people keep
 * such files in their own order and layout.
 */
import {
  getNodeValue,
  type Node as JsonNode,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** A value and where it is in the text. */
interface Node {
  readonly from: number;
  readonly to: number;
  readonly items?: readonly Node[];
  readonly members?: readonly Member[];
}

interface Member {
  readonly name: string;
  readonly from: number;
  readonly value: Node;
}

export interface ListChange {
  /** From 0; absent: a new item at the end. */
  readonly index?: number;
  /** The item as JSON; absent: it is removed. */
  readonly item?: string;
}

/**
 * The text with the list at `path` changed. Objects that are missing on the way are made; a blank text is a new one.
 * Throws with a message for the user when that is impossible.
 */
export function changeList(text: string, path: readonly string[], change: ListChange): string {
  if (text.trim() === '') return change.item === undefined ? text : freshText(path, change.item);
  const root = nodeOf(parseNode(text));
  const { node, missing } = descend(root, path);
  if (missing.length > 0) {
    if (change.item === undefined || change.index !== undefined) throw new Error(noItem(change));
    if (!node.members) throw new Error(`expected an object around "${missing[0]}"`);
    return insertMember(text, node, missing, change.item);
  }
  const items = node.items;
  if (!items) throw new Error(`expected a list at "${path.join('.')}"`);
  if (change.index === undefined) {
    return change.item === undefined ? text : append(text, node, items, change.item);
  }
  const old = items[change.index];
  if (!old) throw new Error(noItem(change));
  if (change.item !== undefined) return splice(text, old.from, old.to, change.item);
  return remove(text, node, items, change.index);
}

/** The line (1-based) on which an item of the list at `path` begins; `undefined` when there is none. */
export function lineOfItem(
  text: string,
  path: readonly string[],
  index: number,
): number | undefined {
  const { node, missing } = descend(nodeOf(parseNode(text)), path);
  const item = missing.length === 0 ? node.items?.[index] : undefined;
  return item && text.slice(0, item.from).split('\n').length;
}

function noItem({ index = 0 }: ListChange): string {
  return `there is no item ${index + 1}`;
}

function freshText(path: readonly string[], item: string): string {
  const indent = (depth: number): string => '  '.repeat(depth);
  const open = path.map((name, depth) => `${indent(depth + 1)}${JSON.stringify(name)}: `);
  const lines = [
    '{',
    ...open.map((line, depth) => line + (depth === path.length - 1 ? '[' : '{')),
    `${indent(path.length + 1)}${item}`,
    ...open.map((_, depth) => indent(path.length - depth) + (depth === 0 ? ']' : '}')),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

/** As far down the path as the text goes. Of a name that occurs twice the last counts, as everywhere. */
function descend(
  root: Node,
  path: readonly string[],
): { readonly node: Node; readonly missing: readonly string[] } {
  let node = root;
  for (const [depth, name] of path.entries()) {
    const found = node.members?.findLast((member) => member.name === name);
    if (!found) return { node, missing: path.slice(depth) };
    node = found.value;
  }
  return { node, missing: [] };
}

function insertMember(
  text: string,
  { from, to, members = [] }: Node,
  names: readonly string[],
  item: string,
): string {
  const value = names
    .slice(1)
    .reduceRight((inner, name) => `{ ${JSON.stringify(name)}: ${inner} }`, `[${item}]`);
  const member = `${JSON.stringify(names[0])}: ${value}`;
  const [first] = members;
  const last = members.at(-1);
  if (!first || !last) return splice(text, from, to, `{ ${member} }`);
  return splice(
    text,
    last.value.to,
    last.value.to,
    `,${blanksBefore(text, from + 1, first.from) || ' '}${member}`,
  );
}

function append(text: string, list: Node, items: readonly Node[], item: string): string {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return splice(text, list.from, list.to, `[${item}]`);
  const before = items.at(-2);
  const blanks = blanksBefore(text, before?.to ?? list.from + 1, last.from);
  const lead = before || blanks.includes('\n') ? blanks : ' ';
  return splice(text, last.to, last.to, `,${lead}${item}`);
}

/** The blanks that end a stretch of the text; a comment before them belongs to what it follows. */
function blanksBefore(text: string, from: number, to: number): string {
  return /\s*$/.exec(text.slice(from, to))?.[0] ?? '';
}

function remove(text: string, list: Node, items: readonly Node[], index: number): string {
  const item = items[index] ?? list;
  const next = items[index + 1];
  const before = items[index - 1];
  if (before) return splice(text, before.to, item.to, '');
  if (next) return splice(text, item.from, next.from, '');
  return splice(text, list.from, list.to, '[]');
}

function splice(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

// --- reading

/** Comments and trailing commas are allowed: people write them. */
function parseNode(text: string): JsonNode {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [wrong] = errors;
  if (wrong) throw new Error(`the file is no JSON: ${placeOf(text, wrong)}`);
  if (!root) throw new Error('the file is no JSON: it holds nothing');
  return root;
}

/** The value of a JSON text, as `changeList` reads it. Throws an error with a message for the user. */
export function parseJson(text: string): unknown {
  return getNodeValue(parseNode(text));
}

function placeOf(text: string, { error, offset }: ParseError): string {
  const before = text.slice(0, offset).split('\n');
  return `${printParseErrorCode(error)} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function nodeOf({ type, offset, length, children = [] }: JsonNode): Node {
  const node = { from: offset, to: offset + length };
  if (type === 'array') return { ...node, items: children.map(nodeOf) };
  if (type === 'object') return { ...node, members: children.flatMap(memberOf) };
  return node;
}

function memberOf({ offset, children: [name, value] = [] }: JsonNode): Member[] {
  return name && value ? [{ name: String(name.value), from: offset, value: nodeOf(value) }] : [];
}
