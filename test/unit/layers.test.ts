import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
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
  mcp: BELOW_FILES,
  host: [...BELOW_FILES, 'files', 'mcp'],
  demo: ['base', 'protocol'],
};

/** The only folders that may import a package; a package that is not listed here may be imported by none. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'vscode-jsonrpc': ['protocol'],
  diff: ['edit'],
  'jsonc-parser': ['edit'],
  'get-east-asian-width': ['base'],
  fuzzysort: ['model'],
  marked: ['view'],
  '@ansi-tools/parser': ['view'],
  neovim: ['nvim', 'host'],
  '@modelcontextprotocol/server': ['mcp'],
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

/** The first way from a module back to itself. */
function circle(modules: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  function from(module: string, way: readonly string[]): readonly string[] | undefined {
    const start = way.indexOf(module);
    if (start >= 0) return [...way.slice(start), module];
    if (done.has(module)) return undefined;
    done.add(module);
    for (const next of modules.get(module) ?? []) {
      const found = from(next, [...way, module]);
      if (found) return found;
    }
    return undefined;
  }
  for (const module of modules.keys()) {
    const found = from(module, []);
    if (found) return found;
  }
  return undefined;
}

/** The files of `src/` that a file imports, for types too. */
function importedFiles(file: string): string[] {
  return importsOf(file).flatMap(({ what }) => {
    if (!what.startsWith('.')) return [];
    const target = resolve(dirname(file), what);
    return [`${target}.ts`, join(target, 'index.ts')].filter((path) => files.includes(path));
  });
}

test('no file imports itself by way of others', () => {
  const graph = new Map(files.map((file) => [file, importedFiles(file)]));
  expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
  const way = circle(graph)?.map((file) => relative(SRC, file));
  expect(way?.join(' → ')).toBeUndefined();
});

// Lua ----------------------------------------------------------------------------------------------------------------

/** ARCHITECTURE.md, "Lua": what a folder or a loose module of `lua/acp/` may require besides itself, lazily or not. */
const LUA_BELOW_HOST = ['ui', 'paths', 'default_keys', 'config', 'keys', 'status'];
const LUA_BELOW_SURFACE = [...LUA_BELOW_HOST, 'host'];
const LUA_BELOW_TRANSCRIPT = [...LUA_BELOW_SURFACE, 'buffers', 'surface', 'context'];
const LUA_BELOW_CHAT = [
  ...LUA_BELOW_TRANSCRIPT,
  ...['transcript', 'prompt', 'conflict', 'review', 'proposal', 'trust'],
];
const LUA_BELOW_COMMANDS = [
  ...LUA_BELOW_CHAT,
  ...['ask', 'events', 'renderers', 'chat', 'follow', 'tools'],
];
const LUA_LAYERS: Readonly<Record<string, readonly string[]>> = {
  types: [],
  ui: [],
  paths: [],
  default_keys: [],
  config: ['ui', 'paths', 'default_keys'],
  keys: ['ui', 'config', 'default_keys'],
  status: ['ui'],
  host: LUA_BELOW_HOST,
  events: LUA_BELOW_SURFACE,
  context: LUA_BELOW_SURFACE,
  buffers: LUA_BELOW_SURFACE,
  surface: LUA_BELOW_SURFACE,
  renderers: LUA_BELOW_TRANSCRIPT,
  transcript: LUA_BELOW_TRANSCRIPT,
  conflict: LUA_BELOW_TRANSCRIPT,
  ask: LUA_BELOW_SURFACE,
  review: LUA_BELOW_TRANSCRIPT,
  proposal: [...LUA_BELOW_TRANSCRIPT, 'review'],
  trust: [...LUA_BELOW_TRANSCRIPT, 'conflict'],
  prompt: [...LUA_BELOW_TRANSCRIPT, 'transcript'],
  chat: LUA_BELOW_CHAT,
  follow: LUA_BELOW_CHAT,
  tools: LUA_BELOW_TRANSCRIPT,
  health: LUA_BELOW_COMMANDS,
  init: LUA_BELOW_COMMANDS,
  commands: [...LUA_BELOW_COMMANDS, 'init'],
};

const LUA = resolve('lua');

/** Module names by their files: `acp.chat` for `acp/chat/init.lua`. */
function moduleOf(file: string): string {
  return relative(LUA, file)
    .replaceAll(sep, '.')
    .replace(/\.lua$/, '')
    .replace(/\.init$/, '');
}

/** The folder or loose module below `acp`. */
const layerOfModule = (module: string): string => module.split('.')[1] ?? 'init';

const COMMENT = /(?:^|\s)--(?!\[\[).*$/gm;
/** What Neovim calls by its name later (a click, an 'omnifunc') is nobody's requirement. */
const CALLED_BY_NAME = /v:lua\.require'[^']*'/g;
/** Also `pcall(require, '…')` and `package.loaded['…']`, which only hides the dependency; a prefix covers all below it. */
const REQUIRE = /(?:\brequire\b\s*[(,]?\s*|\bpackage\.loaded\[)['"](acp\b[\w.]*)['"]/g;

function requiredBy(text: string, modules: readonly string[]): readonly string[] {
  const code = text.replace(COMMENT, '').replace(CALLED_BY_NAME, '');
  const names = [...code.matchAll(REQUIRE)].map(([, name = '']) => name);
  return names.flatMap((name) =>
    name.endsWith('.') ? modules.filter((module) => module.startsWith(name)) : [name],
  );
}

const luaFiles = readdirSync(join(LUA, 'acp'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.lua'))
  .map((entry) => join(entry.parentPath, entry.name));
const modules = luaFiles.map(moduleOf);
const graph: ReadonlyMap<string, readonly string[]> = new Map(
  luaFiles.map((file) => {
    const own = moduleOf(file);
    const required = requiredBy(readFileSync(file, 'utf8'), modules);
    return [own, [...new Set(required)].filter((other) => other !== own)];
  }),
);

test('requires are found in every form', () => {
  const text = `local a = require('acp.a')
    -- require('acp.comment')
    local ok, b = pcall(require, 'acp.b')
    local c = function() return require "acp.c".run() end
    local d = package.loaded['acp.d']
    vim.cmd("lua require('acp.e').run()")
    vim.bo.omnifunc = "v:lua.require'acp.f'.complete"
    require('acp.group.' .. name)`;
  expect(requiredBy(text, ['acp.group.one', 'acp.other'])).toEqual([
    'acp.a',
    'acp.b',
    'acp.c',
    'acp.d',
    'acp.e',
    'acp.group.one',
  ]);
  expect(modules.length).toBeGreaterThan(80);
  expect([...graph.values()].flat().length).toBeGreaterThan(modules.length);
});

test('a circle is found and named', () => {
  const modules = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] };
  expect(circle(new Map(Object.entries(modules)))).toEqual(['b', 'd', 'b']);
});

test('every required module exists', () => {
  const missing = [...graph].flatMap(([module, required]) =>
    required.filter((other) => !graph.has(other)).map((other) => `${module} requires ${other}`),
  );
  expect(missing).toEqual([]);
});

test('every folder and loose module of lua/acp/ is a known layer', () => {
  const unknown = modules.filter((module) => !(layerOfModule(module) in LUA_LAYERS));
  expect(unknown).toEqual([]);
  const layers = new Set(modules.map(layerOfModule));
  expect(Object.keys(LUA_LAYERS).filter((layer) => !layers.has(layer))).toEqual([]);
});

test('no Lua module requires one of a higher layer', () => {
  const wrong = [...graph].flatMap(([module, required]) => {
    const layer = layerOfModule(module);
    return required
      .filter(
        (other) =>
          layerOfModule(other) !== layer && !LUA_LAYERS[layer]?.includes(layerOfModule(other)),
      )
      .map((other) => `${module} requires ${other}`);
  });
  expect(wrong).toEqual([]);
});

test('no Lua module requires itself by way of others', () => {
  expect(circle(graph)?.join(' → ')).toBeUndefined();
});
