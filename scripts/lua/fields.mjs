// Checks that fields exist: of what is annotated as a class, and of modules that are required.
import { readNamed, readTypes } from './source.mjs';

const ANY = { kind: 'any' };

/** The type of a field, `ANY` where that cannot be known, nothing where there is no such field. */
function fieldOf(type, name, declared) {
  switch (type.kind) {
    case 'table':
      return (
        type.fields.get(name) ??
        ([...type.fields.keys()].some((key) => key.startsWith('[')) ? ANY : undefined)
      );
    case 'union':
      return fieldOfUnion(type.types, name, declared);
    case 'name':
      return fieldOfNamed(type.name, name, declared);
    default:
      return ANY;
  }
}

/** Whoever looks at a field knows which of the types it is. */
function fieldOfUnion(types, name, declared) {
  const tables = types.filter((type) => !(type.kind === 'name' && type.name === 'nil'));
  const found = tables.map((type) => fieldOf(type, name, declared)).filter(Boolean);
  return found.length > 1 ? { kind: 'union', types: found } : found[0];
}

function fieldOfNamed(className, name, declared) {
  const declaration = declared.get(className);
  if (!declaration) return ANY;
  if (declaration.type) return fieldOf(declaration.type, name, declared);
  const own = declaration.fields.get(name);
  if (own) return own;
  for (const parent of declaration.parents) {
    const inherited = fieldOfNamed(parent, name, declared);
    if (inherited) return inherited;
  }
  return undefined;
}

/** What a list holds. */
function itemOf(type, declared) {
  if (type.kind === 'array') return type.item;
  if (type.kind === 'union') return type.types.map((one) => itemOf(one, declared)).find(Boolean);
  const alias = type.kind === 'name' ? declared.get(type.name)?.type : undefined;
  return alias && itemOf(alias, declared);
}

/** A chain of fields that begins with the variable: `view.session.id`. */
const chainOf = (name) => new RegExp(`(?<![\\w.:])${name}((?:\\.[A-Za-z_]\\w*)+)`, 'g');

/** The first field of the chain that does not exist. */
function missingField(type, chain, declared) {
  let at = type;
  for (const name of chain) {
    const next = fieldOf(at, name, declared);
    if (!next) return name;
    at = next;
  }
  return undefined;
}

/** The parameters of a function that are annotated. */
function annotated({ block }) {
  return (block?.tags ?? [])
    .filter(({ tag }) => tag === 'param')
    .map(({ text }) => readNamed(text));
}

/** The types of parameters by name, where a name has only one in the file. */
function usualTypes(source) {
  const types = new Map();
  for (const { name, type } of source.functions.flatMap(annotated)) {
    const other = types.get(name);
    const isSame = !other || JSON.stringify(other) === JSON.stringify(type);
    types.set(name, isSame ? type : ANY);
  }
  return types;
}

/** A local function says nothing of a parameter that is what this name means elsewhere in the file. */
function parametersOf(one, usual) {
  const own = annotated(one).filter(({ name }) => name !== '...');
  const others = one.parameters.filter((name) => !own.some((other) => other.name === name));
  return [...own, ...others.map((name) => ({ name, type: usual.get(name) ?? ANY }))];
}

/** Variables whose types are known: `{ name, type, first, last }`, with the rows in which they are. */
function variablesOf(source, declared) {
  const usual = usualTypes(source);
  const parameters = source.functions.flatMap((one) =>
    parametersOf(one, one.isLocal ? usual : new Map()).map(({ name, type }) => ({
      name,
      type,
      first: one.first,
      last: one.last,
    })),
  );
  const locals = source.blocks.flatMap(({ tags, below }) => {
    const tag = tags.find((one) => one.tag === 'type');
    const name = /^\s*local (\w+)\s*(?:=|$)/.exec(source.code[below] ?? '')?.[1];
    if (!tag || !name) return [];
    return [
      { name, type: readTypes(tag.text)[0], first: below + 1, last: endOfScope(source, below) },
    ];
  });
  const known = [...parameters, ...locals].filter((one) => !isShadowed(source, one));
  return [...known, ...known.flatMap((one) => itemsOf(source, one, declared))];
}

/** `for _, item in ipairs(list) do`: the items of a list whose type is known. */
function itemsOf(source, { name, type, first, last }, declared) {
  const item = itemOf(type, declared);
  const loop = new RegExp(`^(\\s*)for \\w+, (\\w+) in ipairs\\(${name}\\) do`);
  return source.code.slice(first, last + 1).flatMap((line, index) => {
    const found = item && loop.exec(line);
    if (!found) return [];
    const start = first + index;
    const end = source.code.findIndex(
      (one, row) => row > start && one.startsWith(`${found[1]}end`),
    );
    const variable = { name: found[2], type: item, first: start + 1, last: end };
    return isShadowed(source, variable) ? [] : [variable];
  });
}

/** The last row of the block in which a row is: before the first line that is indented less. */
function endOfScope(source, row) {
  const indent = /^\s*/.exec(source.code[row])[0].length;
  const end = source.code.findIndex(
    (line, at) => at > row && line.trim() !== '' && /^\s*/.exec(line)[0].length < indent,
  );
  return end < 0 ? source.code.length - 1 : end - 1;
}

/** Another variable of the same name inside: which one is meant where is not looked into. */
function isShadowed(source, { name, first, last }) {
  const another = new RegExp(
    `\\blocal (?:[\\w, ]*\\b)?${name}\\b|\\bfor [\\w, ]*\\b${name}\\b|\\bfunction\\b[^(]*\\([^)]*\\b${name}\\b`,
  );
  return source.code.slice(first + 1, last + 1).some((line) => another.test(line));
}

export function wrongFields(source, declared) {
  return variablesOf(source, declared).flatMap(({ name, type, first, last }) =>
    source.code.slice(first, last + 1).flatMap((line, index) =>
      [...line.matchAll(chainOf(name))].flatMap(([, chain]) => {
        const missing = missingField(type, chain.slice(1).split('.'), declared);
        return missing
          ? [`${source.path}:${first + index + 1}: ${name}${chain}: there is no field "${missing}"`]
          : [];
      }),
    ),
  );
}

/** What a module gives away: `function M.name`, `M.name =`, `M['name'] =`; nothing known for one that returns no `M`. */
export function exportsOf(source) {
  if (!/^return M$/m.test(source.text)) return undefined;
  const names = source.text.matchAll(/^\s*(?:function )?M\.(\w+)\s*(?:\(|=[^=])|\bM\.(\w+), /gm);
  return new Set([...names].map(([, one, other]) => one ?? other));
}

const REQUIRED = /^local (\w+) = require\('(acp[\w.]*)'\)$/gm;
/** Also as `plugin/acp.lua` puts it off. */
const DIRECT = /(?:require\('(acp[\w.]*)'\)\.|\blazily\('(acp[\w.]*)', ')(\w+)/g;

/** Members of required modules that nobody has defined. */
export function wrongMembers(source, modules) {
  const uses = [...source.text.matchAll(DIRECT)].map(([, required, deferred, member]) => ({
    module: required ?? deferred,
    member,
  }));
  for (const [, name, module] of source.text.matchAll(REQUIRED)) {
    const variable = { name, first: 0, last: source.code.length - 1 };
    if (source.code.filter((line) => new RegExp(`\\blocal ${name}\\b`).test(line)).length > 1)
      continue;
    if (source.functions.some(({ parameters }) => parameters.includes(name))) continue;
    for (const line of source.code.slice(variable.first)) {
      for (const [, chain] of line.matchAll(chainOf(name))) {
        uses.push({ module, member: chain.slice(1).split('.')[0] });
      }
    }
  }
  return uses.flatMap(({ module, member }) => {
    const members = modules.get(module);
    return members && !members.has(member) ? [`${source.path}: ${module} has no "${member}"`] : [];
  });
}
