import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Nvim, ROOT, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Another copy of the plugin's Lua side, with a host of the test's own, or none. */
function plugin(host?: string): { folder: string; config: string } {
  const folder = mkdtempSync(join(tmpdir(), 'acp-plugin-'));
  folders.push(folder);
  for (const part of ['lua', 'plugin'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  if (host !== undefined) {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/host.js'), host);
  }
  const config = `
    vim.opt.runtimepath:prepend(${JSON.stringify(folder)})
    _G.reported = {}
    vim.notify = function(text) table.insert(reported, text) end`;
  return { folder, config };
}

const reported = (editor: Nvim): Promise<string[]> => editor.lua('return reported');

test('a missing Node is reported in one message that says what to do, and the windows are there', async () => {
  const { config } = plugin('');
  await using editor = await startNvim({
    config: `${config}\nvim.g.acp = { node = '/nowhere/node' }`,
  });
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await wait(async () => (await reported(editor)).length > 0, 'reported');
  expect(await reported(editor)).toEqual([
    expect.stringMatching(/"\/nowhere\/node" was not found: install Node 20/),
  ]);
  await editor.expectNotBlocked();
});

test('a missing build is offered to be made, and :AcpChat goes on when it is', async () => {
  const { folder, config } = plugin();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\necho "npm $*"\nmkdir -p dist\necho 'process.stdin.resume()' > dist/host.js\n`,
  );
  chmodSync(join(bin, 'npm'), 0o755);
  await using editor = await startNvim({
    env: { PATH: `${bin}:${process.env.PATH}` },
    config: `${config}
      vim.ui.select = function(items, opts, done)
        _G.asked = { items = items, prompt = opts.prompt }
        _G.choose = done
      end`,
  });
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('not built');
  const asked = await wait(() => editor.lua('return asked'), 'asked');
  expect(asked.items).toEqual(['Build now', 'Not now']);
  await editor.lua(`choose('Build now')`);
  await wait(() => editor.lua(`return require('acp.host').channel() ~= nil`), 'the host runs');
  expect(await reported(editor)).toEqual([]);
});

test('a host that dies at once is reported with its error, and after three times not started again', async () => {
  const { config } = plugin(`throw new TypeError('bad bundle')`);
  await using editor = await startNvim({ config });
  for (let death = 1; death <= 3; death++) {
    await editor.lua(`require('acp').open()`);
    await wait(
      async () => (await reported(editor)).length === death,
      `death ${death} was reported`,
    );
    expect((await reported(editor)).at(-1)).toContain('TypeError: bad bundle');
    await editor.screen.toContain('failed');
  }
  await editor.lua(`require('acp').open()`);
  await wait(async () => (await reported(editor)).length === 4, 'reported that it gives up');
  expect((await reported(editor)).at(-1)).toMatch(/3 times in a row.*TypeError: bad bundle/);
  await editor.expectNotBlocked();
});

test('a Node that is too old is reported as such', async () => {
  const { config } = plugin(`
    process.stderr.write('acp-host.nvim needs Node 20 or newer, this is v12.0.0\\n');
    process.exit(3);`);
  await using editor = await startNvim({ config });
  await editor.lua(`require('acp').open()`);
  await wait(async () => (await reported(editor)).length === 1, 'reported');
  expect((await reported(editor))[0]).toMatch(
    /needs Node 20 or newer, this is v12.0.0: install a newer/,
  );
});

test('who waits for an answer gets one when the host dies', async () => {
  const { config } = plugin(`setTimeout(() => process.exit(7), 100)`);
  await using editor = await startNvim({ config });
  await editor.lua(`
    require('acp').prompt('hi', {}, function(err) _G.err = err end)`);
  expect(await wait(() => editor.lua('return err'), 'answered')).toContain('the host ended');
  expect(
    await editor.lua(`return { require('acp').sessions(), require('acp').permissions() }`),
  ).toEqual([[], []]);
  expect(await editor.lua(`return require('acp').status().phase`)).toBe('off');
});

test('a host that never answers does not hold the editor up', async () => {
  const { config } = plugin('process.stdin.resume()');
  await using editor = await startNvim({ config });
  await editor.lua(`require('acp').open()`);
  await editor.feed('<Esc>:let g:went_on = 1<CR>');
  await wait(() => editor.lua('return vim.g.went_on'), 'the editor heeds keys');
});
