/**
 * Changes one item of a list inside a JSON text, and leaves every other character of the text as it is: people keep
 * such files in their own order and layout.
 */

/** A value and where it stands in the text. */
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
 * Throws with a text for the user when that makes no sense.
 */
export function changeList(text: string, path: readonly string[], change: ListChange): string {
  if (text.trim() === '') return change.item === undefined ? text : freshText(path, change.item);
  const root = parse(text);
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

/** The line, from 1, on which an item of the list at `path` begins; nothing when there is none. */
export function lineOfItem(
  text: string,
  path: readonly string[],
  index: number,
): number | undefined {
  const { node, missing } = descend(parse(text), path);
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

/** As far down the path as the text goes. Of a name that stands twice the last counts, as everywhere. */
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
    `,${text.slice(from + 1, first.from) || ' '}${member}`,
  );
}

function append(text: string, list: Node, items: readonly Node[], item: string): string {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return splice(text, list.from, list.to, `[${item}]`);
  const before = items.at(-2);
  const lead = text.slice(list.from + 1, first.from);
  const joint = before ? text.slice(before.to, last.from) : `,${lead.includes('\n') ? lead : ' '}`;
  return splice(text, last.to, last.to, joint + item);
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

function parse(text: string): Node {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Error(`the file is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  return new Reader(text).value();
}

/** Reads what `JSON.parse` has taken already, so nothing here can be wrong. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): Node {
    this.#blanks();
    const from = this.#at;
    const c = this.#text[from];
    if (c === '{') return { from, members: this.#members(), to: this.#at };
    if (c === '[') return { from, items: this.#items(), to: this.#at };
    if (c === '"') this.#string();
    else this.#take(/[^\s,\]}]*/y);
    return { from, to: this.#at };
  }

  #members(): Member[] {
    const members: Member[] = [];
    while (this.#opens('}')) {
      const from = this.#at;
      const name = JSON.parse(this.#string()) as string;
      this.#blanks();
      this.#at++;
      members.push({ name, from, value: this.value() });
    }
    return members;
  }

  #items(): Node[] {
    const items: Node[] = [];
    while (this.#opens(']')) items.push(this.value());
    return items;
  }

  /** Goes past `{`, `[` or `,` to the next item; false, and past it, at the end. */
  #opens(end: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== end) {
      this.#at++;
      this.#blanks();
      if (this.#text[this.#at] !== end) return true;
    }
    this.#at++;
    return false;
  }

  #string(): string {
    return this.#take(/"(?:[^"\\]|\\.)*"/y);
  }

  #blanks(): void {
    this.#take(/\s*/y);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}
