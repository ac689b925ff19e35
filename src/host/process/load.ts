/**
 * Runs the host's bundle with what V8 made of it before: compiling it takes nearly as long as starting Node. What V8 made
 * lies beside the bundle and counts only for this bundle and this Node; without it the bundle is compiled as usual.
 */
import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

interface Bundle {
  readonly source: string;
  /** Where what V8 made of just this text is kept. */
  readonly cache: string;
}

function readBundle(file: string): Bundle {
  const handle = openSync(file, 'r');
  try {
    // V8 itself compares only the lengths of two sources.
    const stamp = fstatSync(handle, { bigint: true }).mtimeNs.toString(36);
    // It is ASCII (scripts/build.mjs): V8 keeps it in half the room, and need not look for wide characters.
    const source = readFileSync(handle, 'latin1');
    return { source, cache: `${file}.${stamp}-${process.version}-${process.arch}.cache` };
  } finally {
    closeSync(handle);
  }
}

function readCache(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * The next start is quicker; where nothing can be written it is as quick as this one. To be called before flags of V8
 * change: with others it would not take what is kept.
 */
function keepCache(script: Script, file: string): void {
  try {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, file);
  } catch {}
}

/** The library is as large as the host, and the first client waits for it. */
const LATER = './mcp.js';

/** What a bundle requires; another bundle of ours is loaded in the same way. */
function requireFor(file: string): NodeRequire {
  const others = createRequire(file);
  const load = (id: string): unknown => (id === LATER ? run(join(dirname(file), id)) : others(id));
  return Object.assign(load, others);
}

function run(file: string): unknown {
  const { source, cache } = readBundle(file);
  const cachedData = readCache(cache);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    { filename: file, ...(cachedData ? { cachedData } : {}) },
  );
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireFor(file), module, file, dirname(file));
  if (!cachedData || script.cachedDataRejected) keepCache(script, cache);
  return module.exports;
}

run(join(__dirname, 'host-main.js'));
