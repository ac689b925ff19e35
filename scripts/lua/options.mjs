// lua/acp/config/{options,schema}.lua, made of src/host/lua-door/options.ts: classes and defaults, and what each value
// must be, which is loaded for who sets one.

const TYPES = {
  string: 'string',
  boolean: 'boolean',
  function: 'function',
  positive: 'number',
  strings: 'string[]',
  'strings by name': 'table<string, string>',
  list: 'table[]',
};
const FORMS = {
  fields: (name) => name,
  each: (name) => `table<string, ${name}>`,
  list: (name) => `${name}[]`,
};

/** A Lua table of plain data, with its fields in order. */
function lua(value) {
  if (Array.isArray(value)) return `{ ${value.map(lua).join(', ')} }`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${name} = ${lua(field)}`)
    .join(', ')} }`;
}

function typeOf(option) {
  if (option.type) return option.type;
  if (option.form) {
    const table = FORMS[option.form](option.of.name);
    return option.orBoolean ? `boolean|${table}` : table;
  }
  return Array.isArray(option.is)
    ? option.is.map((word) => `'${word}'`).join('|')
    : TYPES[option.is];
}

function classText({ name, about, fields }) {
  const lines = Object.entries(fields).map(([field, option]) =>
    `---@field ${field}? ${typeOf(option)} ${option.help}`.trimEnd(),
  );
  return [...(about ? [`--- ${about}`] : []), `---@class ${name}`, ...lines, ''].join('\n');
}

/** The classes inside come first, each once. */
function classesOf(options) {
  const inner = Object.values(options.fields).flatMap((option) =>
    option.of && !option.type ? classesOf(option.of) : [],
  );
  return [...new Set([...inner, options])];
}

function defaultsOf(options) {
  return mapFields(options, (option) => {
    if (!option.form || option.orBoolean) return option.default;
    return option.form === 'fields' ? defaultsOf(option.of) : {};
  });
}

function schemaOf(options) {
  return mapFields(options, (option) =>
    option.form
      ? {
          [option.form]: schemaOf(option.of),
          or_boolean: option.orBoolean,
          known: option.known,
        }
      : { is: option.is, required: option.required },
  );
}

function mapFields({ fields }, map) {
  return Object.fromEntries(Object.entries(fields).map(([name, option]) => [name, map(option)]));
}

const MADE =
  '--- Made of src/host/lua-door/options.ts by scripts/generate-lua.mjs: do not change it here.';

export function optionsText(options, ...more) {
  return [
    MADE,
    'local M = {}',
    '',
    ...[...more, ...classesOf(options)].map(classText),
    '---@type acp.Config',
    `M.defaults = ${lua(defaultsOf(options))}`,
    '',
    'return M',
    '',
  ].join('\n');
}

export function schemaText(options) {
  return [MADE, '---@type acp.OptionFields', `return ${lua(schemaOf(options))}`, ''].join('\n');
}
