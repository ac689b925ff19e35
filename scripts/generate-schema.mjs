#!/usr/bin/env node
// Writes src/protocol/*.gen.ts from the ACP schema: types, method tables, and the table that drives decode.ts.
//   node scripts/generate-schema.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withExtras } from './schema-extras.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const schema = JSON.parse(readFileSync(join(root, 'test/fixtures/acp/schema.json'), 'utf8'));
const definitions = withExtras(schema.$defs);

// Closed in the schema, but met with other values in the wild and kept as they are (nothing of ours may pick an
// option by a kind it does not know, and an unknown stop reason is shown).
const OPEN_ENUMS = new Set(['StopReason', 'PermissionOptionKind']);

const header =
  '// Made by scripts/generate-schema.mjs from test/fixtures/acp/schema.json. Do not edit.\n';
const quote = (text) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));
const refName = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

// --- reading the schema --------------------------------------------------------------------------------------------

/** `{ allOf: [{ $ref }] }` is only how the schema hangs a description on a reference. */
function unwrapped(node) {
  if (node.allOf?.length === 1 && !node.properties && !node.anyOf && !node.oneOf)
    return node.allOf[0];
  return node;
}

function isNull(node) {
  return node.type === 'null';
}

/** The schema without its "or null", and whether it had one. */
function splitNull(node) {
  if (Array.isArray(node.type) && node.type.includes('null')) {
    const rest = node.type.filter((type) => type !== 'null');
    return { nullable: true, node: { ...node, type: rest.length === 1 ? rest[0] : rest } };
  }
  if (node.anyOf?.some(isNull)) {
    const rest = node.anyOf.filter((variant) => !isNull(variant));
    return { nullable: true, node: rest.length === 1 ? rest[0] : { ...node, anyOf: rest } };
  }
  return { nullable: false, node };
}

function variantsOf(node) {
  return node.oneOf ?? node.anyOf;
}

/** String constants when the node is an enumeration; `open` when any other string is allowed as well. */
function enumeration(node) {
  const variants = variantsOf(node);
  if (!variants?.length || node.properties) return undefined;
  const values = variants.filter((v) => typeof v.const === 'string').map((v) => v.const);
  const rest = variants.filter((v) => v.const === undefined);
  if (!values.length || !rest.every((v) => v.type === 'string')) return undefined;
  return { values, open: rest.length > 0 };
}

/** The property that all but at most one variant fix to a constant. */
function tagOf(variants) {
  for (const variant of variants) {
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const tagged = variants.filter((v) => typeof v.properties?.[name]?.const === 'string');
      if (typeof property.const === 'string' && tagged.length > 0) return name;
    }
  }
  return undefined;
}

function constantOf(variant, tag) {
  return variant.properties?.[tag]?.const;
}

// --- types ---------------------------------------------------------------------------------------------------------

function comment(node, indent) {
  const text = (node.description ?? '').replace(/\s+/g, ' ').replace(/\*\//g, '* /').trim();
  const sentence = /^(.+?[.!?])(?= [A-Z]|$)/.exec(text)?.[1] ?? text;
  return sentence ? `${indent}/** ${sentence} */\n` : '';
}

function fieldTypes(node, indent) {
  const required = new Set(node.required ?? []);
  return Object.entries(node.properties ?? {})
    .map(([name, property]) => {
      const optional = required.has(name) ? '' : '?';
      const doc = property.const === undefined && name !== '_meta' ? comment(property, indent) : '';
      return `${doc}${indent}readonly ${key(name)}${optional}: ${typeOf(property)};\n`;
    })
    .join('');
}

function plainType(node) {
  switch (node.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly ${arrayItem(typeOf(node.items))}[]`;
    case 'object':
      return typeof node.additionalProperties === 'object'
        ? `Readonly<Record<string, ${typeOf(node.additionalProperties)}>>`
        : 'Readonly<Record<string, unknown>>';
    default:
      return 'unknown';
  }
}

function arrayItem(type) {
  return / [|&] /.test(type) ? `(${type})` : type;
}

function unionType(variants) {
  const tag = tagOf(variants);
  return variants
    .map((variant) => {
      const type = typeOf(variant);
      const untagged = tag && variant.properties?.[tag] === undefined;
      return untagged ? `(${type} & { readonly ${tag}?: never })` : arrayItem(type);
    })
    .join(' | ');
}

function typeOf(original) {
  const { nullable, node: inner } = splitNull(unwrapped(original));
  const node = unwrapped(inner);
  const type = nonNullType(node);
  return nullable ? `${type} | null` : type;
}

function nonNullType(node) {
  if (node.$ref) return refName(node.$ref);
  if (node.const !== undefined) return JSON.stringify(node.const).replace(/^"(.*)"$/, "'$1'");
  const names = enumeration(node);
  if (names) return enumType(names);
  const parts = [];
  if (node.properties) parts.push(`{ ${fieldTypes(node, '').trimEnd().replace(/\n/g, ' ')} }`);
  for (const part of node.allOf ?? []) parts.push(typeOf(part));
  const variants = variantsOf(node);
  if (variants) parts.push(parts.length ? `(${unionType(variants)})` : unionType(variants));
  return parts.length ? parts.join(' & ') : plainType(node);
}

function enumType({ values, open }) {
  return [...values.map(quote), ...(open ? ['(string & {})'] : [])].join(' | ');
}

function declaration(name, node) {
  const doc = comment(node, '');
  const simple = node.properties && !node.allOf && !variantsOf(node);
  if (simple) return `${doc}export interface ${name} {\n${fieldTypes(node, '  ')}}\n`;
  const names = enumeration(node);
  if (names) {
    return `${doc}export type ${name} = ${enumType({ ...names, open: names.open || OPEN_ENUMS.has(name) })};\n`;
  }
  return `${doc}export type ${name} = ${typeOf(node)};\n`;
}

// --- the decoder's table -------------------------------------------------------------------------------------------

function fieldShape(name, property, required) {
  const { nullable, node } = splitNull(unwrapped(property));
  const marks = [
    required ? '' : '?',
    nullable ? 'n' : '',
    property['x-deserialize-default-on-error'] ? 'e' : '',
    property['x-deserialize-default-on-null'] ? 'z' : '',
  ].join('');
  const skip = property['x-deserialize-skip-invalid-items'];
  const shape = shapeOf(skip ? { ...node, 'x-deserialize-skip-invalid-items': true } : node);
  // A required list that falls back does so to the empty list.
  const fallback =
    property.default ?? (required && marks && node.type === 'array' ? [] : undefined);
  return [name, fallback === undefined ? [shape, marks] : [shape, marks, fallback]];
}

function objectShape(node) {
  const required = new Set(node.required ?? []);
  return {
    fields: Object.fromEntries(
      Object.entries(node.properties ?? {}).map(([name, property]) =>
        fieldShape(name, property, required.has(name)),
      ),
    ),
  };
}

function unionShape(variants) {
  const tag = tagOf(variants);
  if (!tag) return variants.length === 1 ? shapeOf(variants[0]) : { any: variants.map(shapeOf) };
  const cases = {};
  const others = [];
  for (const variant of variants) {
    const constant = constantOf(variant, tag);
    if (constant === undefined) others.push(shapeOf(variant));
    else cases[constant] = shapeOf(withoutProperty(variant, tag));
  }
  if (others.length === 0) return { tag, cases };
  return { tag, cases, other: others.length === 1 ? others[0] : { any: others } };
}

/** A case need not look at its tag again: the decoder chose it by that. */
function withoutProperty(node, name) {
  const { [name]: _, ...properties } = node.properties;
  if (Object.keys(properties).length > 0) return { ...node, properties };
  return node.allOf ? { allOf: node.allOf } : { properties: {} };
}

function plainShape(node) {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return node.type;
    case 'integer':
      return node.minimum === 0 ? 'natural' : 'integer';
    case 'array': {
      const item = shapeOf(node.items);
      return node['x-deserialize-skip-invalid-items'] ? { list: item, skip: true } : { list: item };
    }
    case 'object':
      return typeof node.additionalProperties === 'object'
        ? { map: shapeOf(node.additionalProperties) }
        : 'object';
    default:
      return 'unknown';
  }
}

function shapeOf(original) {
  const { nullable, node: inner } = splitNull(unwrapped(original));
  const shape = nonNullShape(unwrapped(inner));
  return nullable ? { any: [shape, 'null'] } : shape;
}

function nonNullShape(node) {
  if (node.$ref) return `#${refName(node.$ref)}`;
  if (node.const !== undefined) return { values: [node.const] };
  const names = enumeration(node);
  if (names) return names.open ? 'string' : { values: names.values };
  const parts = [];
  if (node.properties) parts.push(objectShape(node));
  for (const part of node.allOf ?? []) parts.push(shapeOf(part));
  const variants = variantsOf(node);
  if (variants) parts.push(unionShape(variants));
  if (parts.length > 1) return { all: parts };
  return parts[0] ?? plainShape(node);
}

function definitionShape(name, node) {
  return OPEN_ENUMS.has(name) ? 'string' : shapeOf(node);
}

function reachable(names) {
  const found = new Set(names);
  for (const name of found) {
    for (const [, ref] of JSON.stringify(definitionShape(name, definitions[name])).matchAll(
      /"#(\w+)"/g,
    )) {
      found.add(ref);
    }
  }
  return found;
}

// --- methods -------------------------------------------------------------------------------------------------------

function methodTables() {
  const tables = {
    agentRequests: {},
    agentNotifications: {},
    clientRequests: {},
    clientNotifications: {},
  };
  for (const [name, node] of Object.entries(definitions)) {
    const side = node['x-side'];
    if (side !== 'agent' && side !== 'client') continue;
    const method = node['x-method'];
    if (name.endsWith('Notification')) tables[`${side}Notifications`][method] = name;
    else {
      tables[`${side}Requests`][method] ??= [];
      tables[`${side}Requests`][method][name.endsWith('Response') ? 1 : 0] = name;
    }
  }
  return tables;
}

const TABLE_COMMENTS = {
  agentRequests: 'Requests that an agent answers: definition names of params and result.',
  agentNotifications: 'Notifications to an agent: definition name of the params.',
  clientRequests: 'Requests that a client answers: definition names of params and result.',
  clientNotifications: 'Notifications to a client: definition name of the params.',
};

function methodsFile(tables) {
  const constants = Object.entries(tables).map(([name, table]) => {
    const rows = Object.entries(table).map(
      ([method, names]) =>
        `  ${key(method)}: ${typeof names === 'string' ? quote(names) : `[${names.map(quote).join(', ')}]`},\n`,
    );
    return `/** ${TABLE_COMMENTS[name]} */\nexport const ${name} = {\n${rows.join('')}} as const;\n`;
  });
  const types = Object.keys(tables).map((name) => {
    const typeName = name[0].toUpperCase() + name.slice(1);
    const row = name.endsWith('Requests')
      ? `{
    params: Definitions[(typeof ${name})[M][0]];
    result: Definitions[(typeof ${name})[M][1]];
  }`
      : `Definitions[(typeof ${name})[M]]`;
    return `export type ${typeName} = {\n  readonly [M in keyof typeof ${name}]: ${row};\n};\n`;
  });
  return `${header}import type { Definitions } from './schema.gen';\n\n${constants.join('\n')}\n${types.join('\n')}`;
}

// --- files ---------------------------------------------------------------------------------------------------------

const tables = methodTables();
const decoded = reachable(Object.values(tables).flatMap((table) => Object.values(table).flat()));

const typesFile = [
  header,
  [...decoded]
    .sort()
    .map((name) => declaration(name, definitions[name]))
    .join('\n'),
  `/** All of the above by name. */\nexport interface Definitions {\n${[...decoded]
    .sort()
    .map((name) => `  ${name}: ${name};\n`)
    .join('')}}\n`,
].join('\n');

const shapeRows = [...decoded]
  .sort()
  .map((name) => `  ${name}: ${JSON.stringify(definitionShape(name, definitions[name]))},\n`);
const decodeFile = `${header}import type { Shape } from './shape';
import type { Definitions } from './schema.gen';

/** What each definition looks like; see shape.ts. */
export const shapes: Readonly<Record<keyof Definitions, Shape>> = {
${shapeRows.join('')}};
`;

const outputs = {
  'schema.gen.ts': typesFile,
  'methods.gen.ts': methodsFile(tables),
  'decode.gen.ts': decodeFile,
};
let stale = false;
for (const [file, text] of Object.entries(outputs)) {
  const path = join(root, 'src/protocol', file);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) stale = true;
}
if (stale) {
  console.error('src/protocol/*.gen.ts is not what scripts/generate-schema.mjs makes; run it.');
  process.exitCode = 1;
}
