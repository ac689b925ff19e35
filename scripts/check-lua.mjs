// Checks the annotations of lua/acp/, what its modules and plugin/ use of each other, and the doors between Lua and the
// host. There is no language server for Lua in any package registry that every machine has, so what can be known simply
// is checked here.
//
//   node scripts/check-lua.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDoors } from './door-types.mjs';
import { readDeclarations, wrongParameters, wrongTags } from './lua/annotations.mjs';
import { unsentEvents, wrongEvents, wrongFunctions } from './lua/doors.mjs';
import { exportsOf, wrongFields, wrongMembers } from './lua/fields.mjs';
import { readSource } from './lua/source.mjs';

const root = fileURLToPath(new URL('../lua', import.meta.url));

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.lua'))
  .map((name) =>
    readSource(relative('.', join(root, name)), readFileSync(join(root, name), 'utf8')),
  );

/** `acp.chat` for lua/acp/chat/init.lua. */
function moduleOf(path) {
  return relative(root, path)
    .replace(/\.lua$/, '')
    .replaceAll(/[/\\]/g, '.')
    .replace(/\.init$/, '');
}

const byModule = new Map(sources.map((source) => [moduleOf(source.path), source]));
const startup = fileURLToPath(new URL('../plugin/acp.lua', import.meta.url));
const plugin = readSource(relative('.', startup), readFileSync(startup, 'utf8'));
const members = new Map([...byModule].map(([module, source]) => [module, exportsOf(source)]));
const doors = readDoors();
const { declared, problems } = readDeclarations(sources);
const wrong = [
  ...problems,
  ...sources.flatMap((source) => wrongTags(source, declared)),
  ...sources.flatMap((source) => wrongParameters(source)),
];
// Fields are looked up in annotations that can be read.
if (wrong.length === 0) {
  wrong.push(
    ...sources.flatMap((source) => wrongFields(source, declared)),
    ...[...sources, plugin].flatMap((source) => wrongMembers(source, members)),
    ...sources.flatMap((source) => wrongEvents(source, doors)),
    ...wrongFunctions(doors.functions, byModule),
    ...unsentEvents(sources, doors),
  );
}
for (const problem of wrong) process.stderr.write(`${problem}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
