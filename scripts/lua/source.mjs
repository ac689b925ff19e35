// What a Lua file says about itself: annotations, functions, requires. It relies on the layout that stylua makes.
import { readType } from './types.mjs';

/** The code with comments and the insides of strings blanked: all that is left is where it was. */
function codeOnly(text) {
  const blank = (found) => found.replaceAll(/[^\n]/g, ' ');
  return text.replaceAll(
    /--\[\[[\s\S]*?\]\]|--[^\n]*|\[\[[\s\S]*?\]\]|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g,
    (found) => (found.startsWith('--') ? blank(found) : `'${blank(found.slice(2))}'`),
  );
}

const FUNCTION =
  /^(\s*)(?:(local )?function ([\w.]+)|(?:(local )?([\w.]+|\[[^\]]+\]) = )?(?:.*\()?function)\(([^)]*)\)/;

/**
 * A file taken apart. `blocks`: runs of annotation lines, each with the code line below it; `functions`: name,
 * whether it is a `local function`, parameters, first and last line (0-based), and the block above.
 */
export function readSource(path, text) {
  const code = codeOnly(text).split('\n');
  const blocks = blocksOf(text.split('\n'));
  const functions = code.flatMap((line, row) => {
    const found = FUNCTION.exec(line);
    if (!found) return [];
    const [, indent, local, declared, , assigned, parameters] = found;
    return [
      {
        name: declared ?? assigned,
        isLocal: local !== undefined,
        parameters: parameters
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
        first: row,
        last: endOf(code, row, indent),
        block: blocks.find((block) => block.below === row),
      },
    ];
  });
  return { path, text, code, blocks, functions };
}

/** The line of the `end` that closes what begins in a row. */
function endOf(code, row, indent) {
  if (/\bend\b\S*\s*$/.test(code[row].replace(/.*\bfunction\b/, ''))) return row;
  for (let at = row + 1; at < code.length; at += 1) {
    if (code[at].startsWith(`${indent}end`)) return at;
  }
  return code.length - 1;
}

function blocksOf(lines) {
  const blocks = [];
  let current;
  for (const [row, line] of lines.entries()) {
    const found = /^\s*---(.*)$/.exec(line);
    if (found) {
      current ??= { row, tags: [], isDescribed: false };
      const tag = /^\s*@(\S+)\s*(.*)$/.exec(found[1]);
      if (tag) current.tags.push({ row, tag: tag[1], text: tag[2] });
      else current.isDescribed = true;
    } else if (current) {
      blocks.push({ ...current, below: row });
      current = undefined;
    }
  }
  if (current) blocks.push({ ...current, below: lines.length });
  return blocks;
}

/** `name? type comment` of a parameter or field. */
export function readNamed(text) {
  const found = /^(\[.*?\]|\.\.\.|[\w]+)(\??)\s+(.*)$/.exec(text);
  if (!found) throw new Error(`"${text}" has no name and type`);
  return { name: found[1], isOptional: found[2] === '?', type: readType(found[3]).type };
}

/** `name<Generic>: parent, parent comment` of a class. */
export function readClass(text) {
  const [, name, generics = '', parents = ''] =
    /^([\w.]+)(?:<([\w, ]+)>)?(?:\s*:\s*([\w.]+(?:\s*,\s*[\w.]+)*))?/.exec(text) ?? [];
  if (!name) throw new Error(`"${text}" names no class`);
  return { name, generics: listOf(generics), parents: listOf(parents) };
}

function listOf(text) {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}

/** Types that may follow `@return`, `@type` and `@overload`. */
export function readTypes(text) {
  const types = [];
  let rest = text;
  do {
    const read = readType(rest.replace(/^,\s*/, ''));
    types.push(read.type);
    rest = read.rest;
  } while (rest.startsWith(','));
  return types;
}
