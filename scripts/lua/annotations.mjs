// Checks what annotations say against the code below them.
import { readClass, readNamed, readTypes } from './source.mjs';
import { namesIn, readType } from './types.mjs';

const BUILTIN = new Set(
  'any boolean false fun function integer lightuserdata nil number self string table thread true type unknown userdata void'.split(
    ' ',
  ),
);
/** What Neovim declares. */
const EDITOR = /^(?:vim|uv)\.|^TS[A-Z]/;

const READERS = {
  param: (text) => [readNamed(text).type],
  field: (text) => [readNamed(text).type],
  return: readTypes,
  type: readTypes,
  overload: readTypes,
  alias: (text) => [readAlias(text).type],
  class: (text) => readClass(text).parents.map((name) => ({ kind: 'name', name, args: [] })),
  meta: () => [],
  generic: () => [],
};

function readAlias(text) {
  const [, name, rest] = /^([\w.]+)\s+(.*)$/.exec(text) ?? [];
  if (!name) throw new Error(`"${text}" names no type`);
  return { name, type: readType(rest).type };
}

/** What cannot be read is reported once, with all that is said of types. */
function readOrNothing(read, text) {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

/**
 * All classes and aliases of the sources. A class is `{ parents, fields }`, an alias `{ type }`; `problems` names what is
 * declared twice.
 */
export function readDeclarations(sources) {
  const declared = new Map();
  const problems = [];
  function declare(name, source, row, declaration) {
    if (declared.has(name)) problems.push(`${source.path}:${row + 1}: ${name} is declared twice`);
    declared.set(name, declaration);
  }
  for (const source of sources) {
    for (const block of source.blocks) {
      let open;
      for (const { row, tag, text } of block.tags) {
        if (tag === 'class') {
          const read = readOrNothing(readClass, text);
          open = { parents: read?.parents ?? [], fields: new Map() };
          if (read) declare(read.name, source, row, open);
        } else if (tag === 'field' && open) {
          const read = readOrNothing(readNamed, text);
          if (read) open.fields.set(read.name, read.type);
        } else if (tag === 'alias') {
          const read = readOrNothing(readAlias, text);
          if (read) declare(read.name, source, row, { type: read.type });
        }
      }
    }
  }
  return { declared, problems };
}

const isKnown = (name, declared) => BUILTIN.has(name) || EDITOR.test(name) || declared.has(name);

/** What is wrong in one tag: it cannot be read, or names a type that nobody has declared. */
function problemOf({ tag, text }, generics, declared) {
  const read = READERS[tag];
  if (!read) return `there is no annotation @${tag}`;
  try {
    const missing = read(text)
      .flatMap(namesIn)
      .find((name) => !isKnown(name, declared) && !generics.includes(name));
    return missing && `@${tag}: there is no type "${missing}"`;
  } catch (error) {
    return `@${tag}: ${error.message}`;
  }
}

function genericsIn({ tag, text }) {
  if (tag === 'generic') return [text];
  return tag === 'class' ? (readOrNothing(readClass, text)?.generics ?? []) : [];
}

export function wrongTags(source, declared) {
  return source.blocks.flatMap(({ tags }) => {
    const generics = tags.flatMap(genericsIn);
    return tags.flatMap((tag) => {
      const problem = problemOf(tag, generics, declared);
      return problem ? [`${source.path}:${tag.row + 1}: ${problem}`] : [];
    });
  });
}

/** Parameters that are not used say so by their name, and need no words. */
const isUnused = (name) => name.startsWith('_');

/** Whether `part` is in `whole`, in the same order. */
function isWithin(part, whole) {
  let at = 0;
  for (const one of whole) if (one === part[at]) at += 1;
  return at === part.length;
}

/**
 * `@param` names the parameters of a documented function, in order, and all of them; of one that only its own file
 * sees those whose names do not say enough.
 */
export function wrongParameters(source) {
  return source.functions.flatMap(({ block, name = 'function', isLocal, parameters, first }) => {
    if (!block) return [];
    const { tags } = block;
    // Its parameters are those of a type that is named.
    if (tags.some(({ tag }) => tag === 'type')) return [];
    const named = tags
      .filter(({ tag }) => tag === 'param')
      .map(({ text }) => /^[\w.]+/.exec(text)?.[0]);
    const wanted = parameters.filter(
      (parameter) => !isUnused(parameter) || named.includes(parameter),
    );
    if (isLocal ? isWithin(named, parameters) : wanted.join() === named.join()) return [];
    const said = `says (${named.join(', ')}) of (${parameters.join(', ')})`;
    return [`${source.path}:${first + 1}: @param of ${name} ${said}`];
  });
}
