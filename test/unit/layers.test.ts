import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** ARCHITECTURE.md, "Layers": what a folder of `src/` may import besides itself. */
const BELOW_MODEL = ['base', 'edit', 'protocol'];
const BELOW_CLIENT = [...BELOW_MODEL, 'model', 'rules', 'view', 'session'];
const BELOW_FILES = [...BELOW_CLIENT, 'client', 'agents', 'nvim'];
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  edit: ['base'],
  protocol: ['base', 'edit'],
  model: BELOW_MODEL,
  rules: [...BELOW_MODEL, 'model'],
  view: [...BELOW_MODEL, 'model'],
  session: [...BELOW_MODEL, 'model'],
  client: BELOW_CLIENT,
  agents: BELOW_CLIENT,
  nvim: BELOW_CLIENT,
  files: BELOW_FILES,
  host: [...BELOW_FILES, 'files'],
  demo: ['base', 'protocol'],
};

/** The only folders that may import a package; a package that is not listed here may be imported by none. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'vscode-jsonrpc': ['protocol'],
  diff: ['edit'],
  'jsonc-parser': ['edit'],
  'get-east-asian-width': ['base'],
  marked: ['view'],
  neovim: ['nvim', 'host'],
};

const SRC = resolve('src');

interface Import {
  /** Path below src/. */
  readonly from: string;
  readonly layer: string;
  readonly what: string;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'|import\('([^']+)'\)/g;

function importsOf(file: string): Import[] {
  const from = relative(SRC, file);
  const layer = from.split(/[/\\]/)[0] ?? '';
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, plain, dynamic]) => ({
    from,
    layer,
    what: plain ?? dynamic ?? '',
  }));
}

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));
const imports = files.flatMap(importsOf);

/** The first folder of the imported file below src/. */
function layerOf({ from, what }: Import): string {
  return relative(SRC, resolve(SRC, dirname(from), what)).split(/[/\\]/)[0] ?? '';
}

const described = ({ from, what }: Import): string => `${from} imports ${what}`;

test('every folder of src/ is a known layer', () => {
  const folders = readdirSync(SRC).sort();
  expect(folders.filter((folder) => !(folder in LAYERS))).toEqual([]);
});

test('imports are found at all', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(imports.length).toBeGreaterThan(files.length);
});

test('no layer imports from one to its right', () => {
  const wrong = imports.filter((one) => {
    if (!one.what.startsWith('.')) return false;
    const target = layerOf(one);
    return target !== one.layer && !LAYERS[one.layer]?.includes(target);
  });
  expect(wrong.map(described)).toEqual([]);
});

test('packages are imported only by the layer that hides them', () => {
  const wrong = imports.filter(({ what, layer }) => {
    if (what.startsWith('.') || what.startsWith('node:')) return false;
    const name = what.startsWith('@') ? what.split('/', 2).join('/') : (what.split('/')[0] ?? '');
    return !PACKAGES[name]?.includes(layer);
  });
  expect(wrong.map(described)).toEqual([]);
});

test('built-in modules are named as such', () => {
  const bare = imports.filter(({ what }) =>
    /^(?:fs|path|os|stream|child_process|util|url)\b/.test(what),
  );
  expect(bare.map(described)).toEqual([]);
});
