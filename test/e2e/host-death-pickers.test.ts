/** A picker, or an input, of the user's that is open when the host that asked dies. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

/** A folder whose `npm` only says what it was asked. */
function fakeNpm(): { readonly env: Record<string, string>; asked(): string } {
  const folder = mkdtempSync(join(tmpdir(), 'acp-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, 'asked');
  writeFileSync(log, '');
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> '${log}'\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  return {
    env: { PATH: `${folder}:${process.env.PATH}` },
    asked: () => readFileSync(log, 'utf8'),
  };
}

/** The host runs; its process. */
const hostPid = (nvim: Nvim): Promise<number> =>
  nvim.lua(`local host = require('acp.host')
    assert(not host.ensure())
    return vim.fn.jobpid(host.channel())`);

const isGone = (nvim: Nvim): Promise<unknown> =>
  wait(() => nvim.lua(`return require('acp.host').channel() == nil`), 'its end was seen');

it('what is chosen late is no answer to the next host', async () => {
  const npm = fakeNpm();
  await using nvim = await startNvim({
    env: npm.env,
    config: `_G.chosen = {}
      vim.ui.select = function(items, _, choose)
        table.insert(chosen, function(n) choose(items[n], n) end)
      end`,
  });
  const install = async (count: number): Promise<void> => {
    await nvim.feed(':Acp install kimi<CR>');
    await wait(async () => (await nvim.lua('return #chosen')) === count, 'it is asked');
  };
  const pid = await hostPid(nvim);
  await install(1);
  process.kill(pid, 'SIGKILL');
  await isGone(nvim);
  await install(2);
  await nvim.lua('chosen[1](1)');
  await nvim.lua('chosen[2](2)');
  await install(3);
  await nvim.lua('chosen[3](1)');
  await nvim.screen.toContain('is installed');
  expect(npm.asked()).toBe('install -g @moonshot-ai/kimi-code\n');
});

it.each([
  ['a list', ':Acp install kimi<CR>', 'Type number', '2<CR>'],
  [
    'an input',
    `:call luaeval("require('acp.host.ask').input(1, 'Why: ', '')")<CR>`,
    'Why:',
    'x<CR>',
  ],
])(
  '%s of Neovim itself goes on until it is answered, and no error comes of it',
  async (_, open, shown, keys) => {
    await using nvim = await startNvim();
    const pid = await hostPid(nvim);
    await nvim.lua(`_G.notified = 0
    local show = require('acp.ui.notify').show
    require('acp.ui.notify').show = function(...) notified = notified + 1; show(...) end`);
    await nvim.feed(open);
    await nvim.screen.toContain(shown);
    process.kill(pid, 'SIGKILL');
    await nvim.feed(keys);
    await wait(async () => (await nvim.lua('return notified')) > 0, 'the end is reported');
    await nvim.expectNotBlocked();
    expect(await nvim.messages()).not.toContain('traceback');
  },
);
