import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

/** A PATH on which the installer only writes down what it was asked. */
function fakeInstaller(
  name: 'npm' | 'uv',
  exitCode: number,
): { env: Record<string, string>; asked: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'acp-install-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const log = join(folder, 'asked');
  writeFileSync(log, '');
  writeFileSync(
    join(bin, name),
    `#!/bin/sh\necho "$@" >> '${log}'\necho added\nexit ${exitCode}\n`,
  );
  chmodSync(join(bin, name), 0o755);
  return {
    env: { PATH: `${bin}:${process.env.PATH}` },
    asked: () => readFileSync(log, 'utf8'),
  };
}

describe(':Acp install', () => {
  it('shows the command and runs it only after a yes', async () => {
    const npm = fakeInstaller('npm', 0);
    await using nvim = await startNvim({ env: npm.env });
    await nvim.feed(':Acp install kimi<CR>');
    await nvim.screen.toContain('npm install -g @moonshot-ai/kimi-code');
    await nvim.feed('2<CR>');
    await nvim.screen.toLose('Run it');
    expect(npm.asked()).toBe('');
    await nvim.feed(':Acp install kimi<CR>');
    await nvim.screen.toContain('Run it');
    await nvim.feed('1<CR>');
    await nvim.screen.toContain('is installed: :AcpChat kimi');
    expect(npm.asked()).toBe('install -g @moonshot-ai/kimi-code\n');
    await nvim.expectNotBlocked();
  });

  it('that fails leaves what was said on the screen', async () => {
    const npm = fakeInstaller('npm', 1);
    await using nvim = await startNvim({ env: npm.env });
    await nvim.feed(':Acp install gemini<CR>');
    await nvim.screen.toContain('Run it');
    await nvim.feed('1<CR>');
    await nvim.screen.toContain('failed (exit code 1)');
    await nvim.screen.toContain('added');
  });

  it('of an agent in Python runs uv', async () => {
    const uv = fakeInstaller('uv', 0);
    await using nvim = await startNvim({ env: uv.env });
    await nvim.feed(':Acp install fast-agent<CR>');
    await nvim.screen.toContain('uv tool install fast-agent-acp');
    await nvim.feed('1<CR>');
    await nvim.screen.toContain('is installed: :AcpChat fast-agent');
    expect(uv.asked()).toBe('tool install fast-agent-acp\n');
  });

  it('of an agent without such a command opens its page, only after a yes', async () => {
    await using nvim = await startNvim();
    await nvim.lua('vim.ui.open = function(url) _G.opened = url return nil, nil end');
    await nvim.feed(':Acp install cursor<CR>');
    await nvim.screen.toContain('https://cursor.com/docs/cli/acp');
    await nvim.feed('2<CR>');
    await nvim.screen.toLose('Open the page');
    expect(await nvim.lua('return _G.opened')).toBeNull();
    await nvim.feed(':Acp install cursor<CR>');
    await nvim.screen.toContain('Open the page');
    await nvim.feed('1<CR>');
    await wait(
      async () => (await nvim.lua('return _G.opened')) === 'https://cursor.com/docs/cli/acp',
      'the page',
    );
    await nvim.expectNotBlocked();
  });

  it('names what can be installed', async () => {
    await using nvim = await startNvim();
    await nvim.feed(':Acp install nonsense<CR>');
    await wait(async () => /expected one of amp, auggie/.test(await nvim.messages()), 'the names');
    const offered: string[] = await nvim.lua(
      `return vim.fn.getcompletion('Acp install k', 'cmdline')`,
    );
    expect(offered).toEqual(['kilo', 'kimi']);
  });
});
