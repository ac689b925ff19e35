// Type expressions of LuaCATS annotations.

/**
 * Reads one type from the start of `text`; answers it and what follows. Throws with a message where it is none.
 * Kinds: `name` (with `args`), `literal`, `array` (of `item`), `tuple`, `union` (of `types`), `table` (`fields`: a map
 * of types by name), `function`.
 */
export function readType(text) {
  const reader = new TypeReader(text);
  const type = reader.union();
  return { type, rest: text.slice(reader.at).trimStart() };
}

/** All names of types in it. */
export function namesIn(type) {
  switch (type.kind) {
    case 'name':
      return [type.name, ...type.args.flatMap(namesIn)];
    case 'array':
      return namesIn(type.item);
    case 'tuple':
    case 'union':
    case 'function':
      return type.types.flatMap(namesIn);
    case 'table':
      return [...type.fields.values()].flatMap(namesIn);
    default:
      return [];
  }
}

class TypeReader {
  at = 0;
  #text;

  constructor(text) {
    this.#text = text;
  }

  union() {
    const types = [this.#postfix()];
    while (this.#take(/\s*\|\s*/y)) types.push(this.#postfix());
    return types.length === 1 ? types[0] : { kind: 'union', types };
  }

  #postfix() {
    let type = this.#primary();
    for (;;) {
      if (this.#take(/\[\]/y)) type = { kind: 'array', item: type };
      else if (this.#take(/\?/y)) type = optional(type);
      else return type;
    }
  }

  #primary() {
    if (this.#take(/'[^']*'|"[^"]*"|-?\d+/y)) return { kind: 'literal' };
    if (this.#take(/\(\s*/y)) return this.#until(/\s*\)/y, this.union());
    if (this.#take(/\{\s*/y)) return this.#table();
    if (this.#take(/\[\s*/y)) return this.#until(/\s*\]/y, { kind: 'tuple', types: this.#list() });
    if (this.#take(/fun(?=\()\(\s*/y)) return this.#function();
    const name = this.#take(/[A-Za-z_][\w.]*|\.\.\./y);
    if (!name) throw new Error(`"${this.#text.slice(this.at)}" is no type`);
    const args = this.#take(/<\s*/y) ? this.#until(/\s*>/y, this.#list()) : [];
    return { kind: 'name', name, args };
  }

  #table() {
    const fields = new Map();
    while (!this.#take(/\s*\}/y)) {
      const name = this.#take(/\[[^\]]+\]|[\w]+/y);
      if (!name || !this.#take(/\??\s*:\s*/y)) throw new Error(`a field is wrong: ${this.#rest()}`);
      fields.set(name, this.union());
      this.#take(/\s*,\s*/y);
    }
    return { kind: 'table', fields };
  }

  #function() {
    const types = [];
    while (!this.#take(/\s*\)/y)) {
      if (!this.#take(/(?:\w+|\.\.\.)\??/y))
        throw new Error(`a parameter is wrong: ${this.#rest()}`);
      if (this.#take(/\s*:\s*/y)) types.push(this.union());
      this.#take(/\s*,\s*/y);
    }
    if (this.#take(/\s*:\s*/y)) types.push(...this.#list());
    return { kind: 'function', types };
  }

  #list() {
    const types = [this.union()];
    while (this.#take(/\s*,\s*/y)) types.push(this.union());
    return types;
  }

  #until(end, type) {
    if (!this.#take(end)) throw new Error(`something is missing before "${this.#rest()}"`);
    return type;
  }

  #rest() {
    return this.#text.slice(this.at);
  }

  #take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at = pattern.lastIndex;
    return found;
  }
}

function optional(type) {
  return { kind: 'union', types: [type, { kind: 'name', name: 'nil', args: [] }] };
}
