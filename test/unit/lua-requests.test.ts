import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Who may wait for the host: snapshots for the public API, `:checkhealth` and completion. Everything else, above all what a key or a
 * command does, sends an event and goes on.
 */
const ALLOWED = [
  'commands/init.lua: checkpoints',
  'health.lua: editor_tools',
  'health.lua: health',
  'init.lua: hunks',
  'init.lua: permissions',
  'init.lua: sessions',
  'init.lua: state',
];
/** The two wires that a request goes by. */
const WIRES = ['host/init.lua', 'host/rplugin.lua'];

const LUA = resolve('lua/acp');

/** What is requested, by any name that a module is called; `?` where that is not said in place. */
const REQUEST = /[.:]request\b(?:\s*\(?\s*['"](\w+)['"])?/g;
const WAITS = /\brpcrequest\b|\bvim\.wait\b/g;
/** The functions of the public API that wait. */
const API = /require\s*\(?\s*['"]acp['"]\s*\)?\s*\.\s*(?:hunks|permissions|sessions|state)\b/g;
const COMMENT = /(?:^|\s)--(?!\[\[).*$/gm;

function requestsIn(code: string): string[] {
  const text = code.replace(COMMENT, '');
  const requests = [...text.matchAll(REQUEST)].map(([, name = '?']) => name);
  const waits = [...text.matchAll(WAITS), ...text.matchAll(API)].map(([call]) => call);
  return [...requests, ...waits];
}

const found = readdirSync(LUA, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.lua'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({
    file: relative(LUA, file).replaceAll('\\', '/'),
    requests: requestsIn(readFileSync(file, 'utf8')),
  }));

test('requests are found in every form', () => {
  const code = `
    host.request('one', {})
    require('acp.host').request "two"
    host().request(name)
    local ask = host.request
    -- host.request('comment')
    pcall(vim.rpcrequest, channel)
    vim.wait(10)
    require('acp').state()
    host.requests()`;
  expect(requestsIn(code)).toEqual([
    'one',
    'two',
    '?',
    '?',
    'rpcrequest',
    'vim.wait',
    `require('acp').state`,
  ]);
});

test('nothing in Lua waits for the host but snapshots', () => {
  const callers = found
    .filter(({ file }) => !WIRES.includes(file))
    .flatMap(({ file, requests }) => requests.map((name) => `${file}: ${name}`));
  expect(callers.sort()).toEqual(ALLOWED);
  expect(found.filter(({ requests }) => requests.includes('rpcrequest'))).toHaveLength(1);
});
