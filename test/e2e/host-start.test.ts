import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A copy of the built host without what V8 made of it. */
function builtHost() {
  const dir = mkdtempSync(join(tmpdir(), 'acp-dist-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync('dist', dir, { recursive: true, filter: (path) => !path.endsWith('.cache') });
  return {
    bundle: join(dir, 'host-main.js'),
    /** Starts it and ends its input at once: it asks for the editor's API and ends. */
    run: (input = Buffer.alloc(0)) => {
      const { status, stdout } = spawnSync(process.execPath, [join(dir, 'host.js')], { input });
      return { status, asks: stdout.includes('nvim_get_api_info') };
    },
    kept: () => readdirSync(dir).filter((name) => name.includes('.cache')),
    path: (name: string) => join(dir, name),
  };
}

/** In MessagePack: the editor's answer to the first question, [1, 2, nil, [1, {}]], and [2, "acp.event", ["prompt", {}]]. */
const PROMPT = Buffer.from(
  '\x94\x01\x02\xc0\x92\x01\x80\x93\x02\xa9acp.event\x92\xa6prompt\x80',
  'latin1',
);

const STARTED = { status: 0, asks: true };

test('the host keeps what V8 made of its bundle, once for each bundle', () => {
  const host = builtHost();
  expect(host.run()).toEqual(STARTED);
  const first = host.kept();
  expect(first).toHaveLength(1);
  expect(host.run()).toEqual(STARTED);
  expect(host.kept()).toEqual(first);

  utimesSync(host.bundle, new Date(0), new Date(0));
  expect(host.run()).toEqual(STARTED);
  expect(host.kept()).toHaveLength(2);
});

test('the same is kept of the MCP library, which is loaded later', () => {
  const host = builtHost();
  writeFileSync(host.bundle, `console.log(typeof require('./mcp.js').Server)`);
  const run = () => spawnSync(process.execPath, [host.path('host.js')], { encoding: 'utf8' });
  expect(run().stdout).toBe('function\n');
  expect(host.kept().map((name) => name.split('.')[0])).toEqual(['host-main', 'mcp']);
  expect(run().stdout).toBe('function\n');
  expect(host.kept()).toHaveLength(2);
});

test('the bundles are ASCII: they are read as Latin-1', () => {
  const { path } = builtHost();
  for (const name of ['host-main.js', 'mcp.js']) {
    expect(readFileSync(path(name), 'utf8')).toMatch(/^[\0-\x7f]*$/);
  }
});

test('what a host keeps that had a prompt is of use to the next', () => {
  const host = builtHost();
  expect(host.run(PROMPT)).toEqual(STARTED);
  const [name = ''] = host.kept();
  utimesSync(host.path(name), new Date(0), new Date(0));
  expect(host.run()).toEqual(STARTED);
  expect(statSync(host.path(name)).mtimeMs).toBe(0);
});

test('the host starts with a cache that is of no use, and replaces it', () => {
  const host = builtHost();
  host.run();
  const [name = ''] = host.kept();
  writeFileSync(host.path(name), 'no cache');
  expect(host.run()).toEqual(STARTED);
  expect(host.kept()).toEqual([name]);
  expect(readFileSync(host.path(name)).length).toBeGreaterThan(1000);
});
