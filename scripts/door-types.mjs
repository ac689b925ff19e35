// What crosses the two doors between Lua and the host, as TypeScript declares it: functions, events, and the types of
// their data as LuaCATS annotations.
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONFIG = join(ROOT, 'tsconfig.json');

/** Where the doors are declared. */
const FUNCTIONS = ['src/nvim/lua.ts', 'LuaFunctions'];
const EVENTS = ['src/host/lua-door/events.ts', 'HostEvents'];
const REQUESTS = ['src/host/lua-door/events.ts', 'HostRequests'];
/** What users get, by name: answers of the public API and the data of autocommands; and what tables are made of. */
const PUBLIC = [
  ['src/model/state-snapshot.ts', 'StateSnapshot'],
  ['src/model/state-snapshot.ts', 'PermissionSnapshot'],
  ['src/model/item-snapshot.ts', 'MessageSnapshot'],
  ['src/model/item-snapshot.ts', 'PlanSnapshot'],
  ['src/model/tool-snapshot.ts', 'ToolCallSnapshot'],
  ['src/host/chat/facts.ts', 'OpenSession'],
  ['src/view/keys.ts', 'KeyEntry'],
  ['src/host/review/hunk-list.ts', 'PendingHunk'],
  ['src/host/lua-door/commands.ts', 'Command'],
];
const TOOLS = ['types/index.ts', 'ToolDefinitions'];
const USER_EVENTS = ['src/model/user-events.ts', 'UserEvents'];

/** For tools that users know. */
const KNOWN_CALL = `---@class acp.ToolCall<I, O>: acp.ToolCallChange A call of a tool that is known: what it takes and gives.
---@field dynamic false
---@field input? I
---@field output? O`;

const DYNAMIC_CALL = `---@class acp.DynamicToolCall: acp.ToolCallChange A call of a tool of which nothing is known beforehand.
---@field dynamic true
---@field input? unknown
---@field output? unknown`;

const callClass = (tool) => `acp.ToolCall.${tool.name}`;

/** ACP's own types are described by ACP. */
const PROTOCOL = `src${sep}protocol${sep}`;

/**
 * Reads the declarations. `functions`: `{ name, parameters, required }` by the name of the door; `events` and
 * `requests`: the fields of each; `types`: the text of lua/acp/types.lua.
 */
export function readDoors() {
  const api = new API({ cwd: ROOT });
  const snapshot = api.updateSnapshot({ openProject: CONFIG });
  try {
    return new Reader(snapshot.getProject(CONFIG)).read();
  } finally {
    snapshot.dispose();
    api.close();
  }
}

class Reader {
  #checker;
  #program;
  /** Declared types whose text is wanted, in the order in which they were met. */
  #queue = [];
  #named = new Map();

  constructor(project) {
    this.#checker = project.checker;
    this.#program = project.program;
  }

  read() {
    const functions = this.#functions();
    const events = this.#payloads(EVENTS);
    const requests = this.#payloads(REQUESTS);
    for (const [file, name] of PUBLIC) this.#text(this.#declared(file, name));
    const classes = [
      this.#table('acp.HostEvents', 'What Lua sends: `host.send(name, payload)`.', EVENTS),
      this.#table('acp.HostRequests', 'What Lua asks: `host.request(name, payload)`.', REQUESTS),
      this.#table('acp.UserEvents', '`data` of |acp-events|.', USER_EVENTS),
      ...this.#tools(),
    ];
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      classes.push(this.#declaration(next));
    }
    const text = classes.toSorted(byName).join('\n\n');
    return { functions, events, requests, types: text };
  }

  #declared(file, name) {
    const source = this.#program.getSourceFile(join(ROOT, file));
    const exports = this.#checker.getExportsOfModule(this.#checker.getSymbolAtLocation(source));
    const symbol = exports.find((one) => one.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}`);
    return this.#checker.getDeclaredTypeOfSymbol(symbol);
  }

  #functions() {
    const functions = new Map();
    for (const property of this.#checker.getPropertiesOfType(this.#declared(...FUNCTIONS))) {
      const type = this.#checker.getTypeOfSymbol(property);
      const [signature] = this.#checker.getSignaturesOfType(type, SignatureKind.Call);
      const parameters = signature.getParameters().map((parameter) => parameter.name);
      for (const parameter of signature.getParameters()) {
        this.#text(this.#checker.getTypeOfSymbol(parameter));
      }
      this.#text(this.#checker.getReturnTypeOfSignature(signature));
      functions.set(property.name, { parameters });
    }
    return functions;
  }

  #payloads(place) {
    const payloads = new Map();
    for (const event of this.#checker.getPropertiesOfType(this.#declared(...place))) {
      const fields = this.#checker.getPropertiesOfType(this.#checker.getTypeOfSymbol(event));
      payloads.set(
        event.name,
        fields.map((field) => field.name),
      );
    }
    return payloads;
  }

  /** A class of our own whose fields are the entries of an interface. */
  #table(name, what, place) {
    const type = this.#declared(...place);
    return [`---@class ${name} ${what}`, ...this.#fields(type)].join('\n');
  }

  /** A class for the calls of each known tool, one for those of any other, and all of them together. */
  #tools() {
    const tools = this.#checker
      .getPropertiesOfType(this.#declared(...TOOLS))
      .filter((tool) => this.#isOurs(tool));
    const classes = tools.map((tool) =>
      [
        `---@class ${callClass(tool)}: acp.ToolCallChange`,
        `---@field name '${tool.name}'`,
        '---@field dynamic false',
        ...this.#fields(this.#checker.getTypeOfSymbol(tool), true),
      ].join('\n'),
    );
    const all = [...tools.map(callClass), 'acp.DynamicToolCall'].join('|');
    return [...classes, KNOWN_CALL, DYNAMIC_CALL, `---@alias acp.AnyToolCall ${all}`];
  }

  /** Not of a test that augments an interface. */
  #isOurs(symbol) {
    const path = symbol.declarations[0]?.path ?? '';
    const file = relative(ROOT.toLowerCase(), path.toLowerCase());
    return !file.startsWith(`test${sep}`);
  }

  #fields(type, mayBeAbsent = false) {
    return this.#checker.getPropertiesOfType(type).map((property) => {
      const { text, optional } = this.#property(property);
      const comment = oneLine(property.getDocumentationComment(this.#checker));
      const mark = optional || mayBeAbsent ? '?' : '';
      return `---@field ${property.name}${mark} ${text}${comment ? ` ${comment}` : ''}`;
    });
  }

  #property(property) {
    const type = this.#checker.getTypeOfSymbol(property);
    const tags = property.getJsDocTags(this.#checker).map((tag) => tag.name);
    const present = type.isUnionType() ? this.#checker.getNonNullableType(type) : type;
    const text = this.#text(present, tags.includes('fraction') ? 'number' : 'integer');
    const mayBeAbsent = type.isUnionType() && type.getTypes().some(isNullable);
    return { text, optional: mayBeAbsent || (property.flags & SymbolFlags.Optional) !== 0 };
  }

  #declaration({ name, symbol, type }) {
    const comment = oneLine(symbol.getDocumentationComment(this.#checker));
    const what = comment ? ` ${comment}` : '';
    if (type.isUnionType() || this.#checker.isArrayLikeType(type)) {
      return `---@alias ${name} ${this.#structure(type)}${what}`;
    }
    return [`---@class ${name}${what}`, ...this.#fields(type)].join('\n');
  }

  /** The type as an annotation; a declared one by its name. */
  #text(type, number = 'integer') {
    const symbol = type.getAliasSymbol() ?? type.getSymbol();
    const owner = symbol && this.#ownerOf(symbol, type);
    if (owner === 'protocol') return 'table';
    if (owner !== 'host') return this.#structure(type, number);
    const name = `acp.${symbol.name}`;
    const known = this.#named.get(name);
    if (known === undefined) {
      this.#named.set(name, symbol.id);
      this.#queue.push({ name, symbol, type });
    } else if (known !== symbol.id) {
      throw new Error(`two types that cross the door are called ${symbol.name}`);
    }
    return name;
  }

  /** Who has declared a type by this name; nobody for an alias that only rewrites another type (`Readonly<…>`). */
  #ownerOf(symbol, type) {
    if ((symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)) === 0) return undefined;
    const path = symbol.declarations[0]?.path ?? '';
    const file = relative(ROOT.toLowerCase(), path.toLowerCase());
    if (file.startsWith(PROTOCOL)) return 'protocol';
    return file.startsWith(`src${sep}`) && type.getAliasTypeArguments().length === 0
      ? 'host'
      : undefined;
  }

  #structure(type, number = 'integer') {
    if (type.isUnionType()) return this.#union(type.getTypes(), number);
    if (type.isStringLiteralType()) return `'${type.value}'`;
    if (type.isNumberLiteralType() || type.isBooleanLiteralType()) return String(type.value);
    // `string & {}` keeps the known words of a string apart for completion.
    if (type.isIntersectionType() && type.getTypes().some(isString)) return 'string';
    const plain = this.#intrinsic(type.flags, number);
    if (plain) return plain;
    if (this.#checker.isTupleType(type)) {
      return `[${this.#checker
        .getTypeArguments(type)
        .map((item) => this.#text(item))
        .join(', ')}]`;
    }
    if (this.#checker.isArrayLikeType(type)) {
      const [item] = this.#checker.getTypeArguments(type);
      const text = this.#text(item, number);
      return text.includes('|') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`;
    }
    return this.#object(type);
  }

  #intrinsic(flags, number) {
    if (flags & TypeFlags.AnyOrUnknown) return 'any';
    if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) return 'string';
    if (flags & TypeFlags.Number) return number;
    if (flags & TypeFlags.Boolean) return 'boolean';
    if (flags & (TypeFlags.Nullable | TypeFlags.Void | TypeFlags.Never)) return 'nil';
    return undefined;
  }

  #union(types, number) {
    const isBoolean = types.filter((type) => type.isBooleanLiteralType()).length > 1;
    const texts = types
      .filter((type) => !isNullable(type) && !(isBoolean && type.isBooleanLiteralType()))
      .map((type) => this.#text(type, number));
    const last = [isBoolean ? ['boolean'] : [], types.some(isNullable) ? ['nil'] : []].flat();
    return [...new Set([...texts, ...last])].join('|');
  }

  #object(type) {
    const fields = this.#checker.getPropertiesOfType(type).map((property) => {
      const { text, optional } = this.#property(property);
      return `${property.name}${optional ? '?' : ''}: ${text}`;
    });
    if (fields.length > 0) return `{ ${fields.join(', ')} }`;
    const [index] = this.#checker.getIndexInfosOfType(type);
    return index && !isNever(index.valueType)
      ? `table<string, ${this.#text(index.valueType)}>`
      : 'table';
  }
}

const isNullable = (type) => (type.flags & TypeFlags.Nullable) !== 0;
const isString = (type) => (type.flags & TypeFlags.String) !== 0;
const isNever = (type) => (type.flags & TypeFlags.Never) !== 0;
const nameOf = (text) => /^---@\w+ (\S+)/.exec(text)?.[1] ?? '';
const byName = (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);
const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();
