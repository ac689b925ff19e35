// Bundles the host, the remote-plugin door and the demo agent into one CommonJS file each, so that nothing
// needs node_modules at run time and Node starts fast.
//
//   node scripts/build.mjs [--watch] [--dev]     --dev: readable output with source maps
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, context } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

const entries = {
  host: 'src/host/process/load.ts',
  'host-main': 'src/host/process/main.ts',
  rplugin: 'src/host/process/rplugin.ts',
  health: 'src/host/process/health.ts',
  recorder: 'src/files/scan/main.ts',
  finder: 'src/files/finder/main.ts',
  search: 'src/files/search/main.ts',
  'demo-agent': 'src/demo/main.ts',
  'acp-mcp': 'src/mcp/bridge/main.ts',
  mcp: 'src/mcp/library.ts',
};

// The `neovim` package loads winston for a default logger we never use (we always pass our own), which would
// cost a quarter of a megabyte and 20 ms of every start.
const withoutWinston = {
  name: 'without-winston',
  setup(builder) {
    builder.onResolve({ filter: /^winston$/ }, () => ({ path: 'winston', namespace: 'stub' }));
    builder.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({
      contents: `exports.createLogger = () => { throw new Error('no logger was passed to neovim'); };`,
    }));
  },
};

/** A module that is loaded when one of its exports is first looked at. */
function lateModule(names, load) {
  const getters = names.map((name) => `get ${name}() { return loaded().${name}; },`);
  return `let kept;
    const loaded = () => (kept ??= ${load});
    module.exports = {${getters.join('\n')}};`;
}

/** The same for a module of functions. It is an ES module, so that those who import it need no copy of all its exports. */
function lateFunctions(names, load) {
  const functions = names.map(
    (name) => `export function ${name}(...args) { return loaded().${name}(...args); }`,
  );
  return `let kept;
    const loaded = () => (kept ??= ${load});
    ${functions.join('\n')}`;
}

// Of these only functions are used.
const ONLY_FUNCTIONS = /^(?:node:)?(?:crypto|http|v8)$/;

// What a start of the host has no use for, and what takes longest to load.
const onFirstUse = {
  name: 'on-first-use',
  setup(builder) {
    builder.onResolve(
      { filter: /^(?:@ansi-tools\/parser|marked|(?:node:)?(?:crypto|http|v8|worker_threads))$/ },
      ({ path, namespace }) =>
        namespace === 'on-first-use' ? undefined : { path, namespace: 'on-first-use' },
    );
    builder.onLoad({ filter: /.*/, namespace: 'on-first-use' }, async ({ path }) => {
      const exports = await import(path);
      const names = Object.keys(exports).filter((name) => name !== 'default');
      const isFunction = (name) => typeof exports[name] === 'function' && /^[a-z]/.test(name);
      const load = `require('${path}')`;
      const contents = ONLY_FUNCTIONS.test(path)
        ? lateFunctions(names.filter(isFunction), load)
        : lateModule(names, load);
      return { contents, resolveDir: root };
    });
  },
};

// The MCP library is more than half as large as the host, and most starts have no use for it.
const libraryApart = {
  name: 'library-apart',
  setup(builder) {
    builder.onResolve({ filter: /\/library$/ }, ({ path, resolveDir }) =>
      join(root, entries.mcp) === join(resolveDir, `${path}.ts`)
        ? { path, namespace: 'library-apart' }
        : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: 'library-apart' }, async () => ({
      contents: lateModule(await exportsOf(entries.mcp), "require('./mcp.js')"),
    }));
    builder.onResolve({ filter: /./, namespace: 'library-apart' }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

async function exportsOf(entry) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    format: 'esm',
    write: false,
    metafile: true,
    outdir: 'dist',
  });
  return Object.values(metafile.outputs)[0].exports;
}

// esbuild leaves regular expressions as they are; load.ts reads the bundle as Latin-1, which is quicker.
function asAscii(text) {
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// Written beside and renamed: a Neovim or a test that starts the host during a build never reads half a file.
const replaceWhole = {
  name: 'replace-whole',
  setup(builder) {
    builder.onEnd(async ({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        const draft = join(dirname(file.path), `.${basename(file.path)}.${process.pid}`);
        await mkdir(dirname(file.path), { recursive: true });
        await writeFile(draft, file.path.endsWith('.js') ? asAscii(file.text) : file.contents);
        await rename(draft, file.path);
      }
    });
  },
};

/** esbuild options shared with the benchmarks, which bundle their own entries. */
export const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  write: false,
  logLevel: 'warning',
  legalComments: 'none',
  // Its CommonJS build asks for its own files in a way that cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  plugins: [withoutWinston, onFirstUse, libraryApart, replaceWhole],
};

/** The first start is as quick as all others: what V8 makes of the host is kept (src/host/process/load.ts). */
async function warm() {
  const dist = join(root, 'dist');
  const old = (await readdir(dist)).filter((name) => name.endsWith('.cache'));
  await Promise.all(old.map((name) => rm(join(dist, name), { force: true })));
  spawnSync(process.execPath, [join(dist, 'host.js')], { input: '', stdio: 'ignore' });
}

async function main(flags) {
  const dev = flags.includes('--dev');
  const options = {
    ...bundleOptions,
    entryPoints: entries,
    outdir: join(root, 'dist'),
    // Names stay: they are in logs and stacks that people send.
    minifyWhitespace: !dev,
    minifySyntax: !dev,
    sourcemap: dev,
  };
  if (flags.includes('--watch')) {
    await (await context(options)).watch();
    return;
  }
  try {
    await build(options);
    await warm();
  } catch {
    process.exitCode = 1; // esbuild has said what is wrong
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(process.argv.slice(2));
