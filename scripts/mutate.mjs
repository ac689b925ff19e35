// Mutation testing of folders or files below src: npm run mutate [-- src/edit src/view/patch.ts …]
//
// What was found out is kept in .cache/mutation, so that a second run tries only what has changed since.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const [options, paths] = [[], []];
// An option's value goes with it: --concurrency=1.
for (const argument of process.argv.slice(2))
  (argument.startsWith('-') ? options : paths).push(argument);

const patterns = paths.map((path) =>
  statSync(path).isDirectory() ? `${path.replace(/\/$/, '')}/**/*.ts` : path,
);
const mutate = paths.length > 0 ? ['--mutate', [...patterns, '!**/*.gen.ts'].join(',')] : [];

// What a part of the tree means its own unit tests should say.
const parts = new Set(paths.map((path) => path.split('/')[1]));
const env = { ...process.env, ACP_MUTATED: [...parts].join(',') };

const { status } = spawnSync('node_modules/.bin/stryker', ['run', ...mutate, ...options], {
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
