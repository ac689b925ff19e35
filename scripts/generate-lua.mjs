// Writes the Lua files that are made of TypeScript, so that there is one source for both; --check only compares.
//
//   node scripts/generate-lua.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDoors } from './door-types.mjs';
import { formatLua } from './format-lua.mjs';
import { loadModule } from './load-module.mjs';
import { optionsText, schemaText } from './lua/options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function lua(value) {
  if (Array.isArray(value)) return `{ ${value.map(lua).join(', ')} }`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${name} = ${lua(field)}`);
  return `{ ${fields.join(', ')} }`;
}

/** Other windows get theirs from the host, as they open. */
const MAPPED_BY_LUA = ['prompt', 'chat', 'comparison', 'proposal'];

/** The keys of the windows that Lua maps itself. */
async function defaultKeys() {
  const { KEYS } = await loadModule(join(root, 'src/view/keys.ts'));
  const entries = KEYS.filter(({ where }) => MAPPED_BY_LUA.includes(where)).map(
    ({ name, where, modes, lhs, desc, ...motion }) =>
      `  ${lua({ name, where, modes, lhs, desc, ...motion })},`,
  );
  return [
    '--- Made of src/view/keys.ts by scripts/generate-lua.mjs: do not change it here.',
    '---@type acp.KeyEntry[]',
    'return {',
    ...entries,
    '}',
    '',
  ].join('\n');
}

/** What each highlight group links to. */
async function links() {
  const { LINKS } = await loadModule(join(root, 'src/view/groups.ts'));
  const sorted = Object.entries(LINKS).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '--- Made of src/view/groups.ts by scripts/generate-lua.mjs: do not change it here.',
    '---@type table<string, string>',
    'return {',
    ...sorted.map(([group, target]) => `  ${group} = ${lua(target)},`),
    '}',
    '',
  ].join('\n');
}

/** The subcommands of `:Acp`. */
async function commands() {
  const { COMMANDS } = await loadModule(join(root, 'src/host/lua-door/commands.ts'));
  return [
    '--- Made of src/host/lua-door/commands.ts by scripts/generate-lua.mjs: do not change it here.',
    '---@type table<string, acp.Command>',
    'return {',
    ...Object.entries(COMMANDS).map(([name, command]) => `  ${name} = ${lua(command)},`),
    '}',
    '',
  ].join('\n');
}

/** The agents that the plugin knows: names to complete, titles to show. */
async function knownAgents() {
  const { PRESETS } = await loadModule(join(root, 'src/agents/presets/index.ts'));
  return [
    '--- Made of src/agents/presets/ by scripts/generate-lua.mjs: do not change it here.',
    '---@type acp.KnownAgent[]',
    'return {',
    ...PRESETS.map(({ name, title, command }) => `  ${lua({ name, title, command })},`),
    '}',
    '',
  ].join('\n');
}

/** The names that tools of users cannot have. */
async function toolNames() {
  const { TOOLS } = await loadModule(join(root, 'src/mcp/tools/index.ts'));
  return [
    '--- Made of src/mcp/tools/ by scripts/generate-lua.mjs: do not change it here.',
    '---@type string[]',
    `return ${lua(TOOLS.map(({ name }) => name))}`,
    '',
  ].join('\n');
}

/** What crosses the doors between Lua and the host. Nothing loads this file; language servers read it. */
function types() {
  return [
    '---@meta',
    '--- Made of src/nvim/lua.ts and src/host/lua-door/events.ts, with what they name, by scripts/generate-lua.mjs: do not',
    '--- change it here.',
    '',
    readDoors().types,
    '',
  ].join('\n');
}

function current(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function write(file, text) {
  const path = join(root, file);
  if (current(path) === text) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${file} is not what the TypeScript says: npm run docs\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
  }
}

write('lua/acp/default_keys.lua', formatLua(await defaultKeys()));
write('lua/acp/ui/links.lua', formatLua(await links()));
write('lua/acp/commands/list.lua', formatLua(await commands()));
write('lua/acp/host/known_agents.lua', formatLua(await knownAgents()));
write('lua/acp/tools/names.lua', formatLua(await toolNames()));
write('lua/acp/types.lua', formatLua(types()));
const { OPTIONS, RULE } = await loadModule(join(root, 'src/host/lua-door/options.ts'));
write('lua/acp/config/options.lua', formatLua(optionsText(OPTIONS, RULE)));
write('lua/acp/config/schema.lua', formatLua(schemaText(OPTIONS)));
