// Writes the Lua tables that are made of TypeScript data, so that there is one source for both; --check only compares.
//
//   node scripts/generate-lua.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatLua } from './format-lua.mjs';
import { loadModule } from './load-module.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function lua(value) {
  if (Array.isArray(value)) return `{ ${value.map(lua).join(', ')} }`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${name} = ${lua(field)}`);
  return `{ ${fields.join(', ')} }`;
}

const { KEYS } = await loadModule(join(root, 'src/view/keys.ts'));
const entries = KEYS.map(
  ({ name, where, modes, lhs, desc }) => `  ${lua({ name, where, modes, lhs, desc })},`,
);
const text = formatLua(
  [
    '--- Made of src/view/keys.ts by scripts/generate-lua.mjs: do not change it here.',
    '---@type acp.Key[]',
    'return {',
    ...entries,
    '}',
    '',
  ].join('\n'),
);

const path = join(root, 'lua/acp/default_keys.lua');
let now = '';
try {
  now = readFileSync(path, 'utf8');
} catch {
  // not there yet
}
if (now !== text && process.argv.includes('--check')) {
  process.stderr.write('lua/acp/default_keys.lua is not what src/view/keys.ts says\n');
  process.exitCode = 1;
} else if (now !== text) {
  writeFileSync(path, text);
}
