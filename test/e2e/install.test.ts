import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

/** A PATH on which `npm` only writes down what it was asked. */
function fakeNpm(exitCode: number): { env: Record<string, string>; asked: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'acp-npm-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const log = join(folder, 'asked');
  writeFileSync(log, '');
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\necho "$@" >> '${log}'\necho added\nexit ${exitCode}\n`,
  );
  chmodSync(join(bin, 'npm'), 0o755);
  return {
    env: { PATH: `${bin}:${process.env.PATH}` },
    asked: () => readFileSync(log, 'utf8'),
  };
}

describe(':Acp install', () => {
  it('shows the command and runs it only after a yes', async () => {
    const npm = fakeNpm(0);
    await using nvim = await startNvim({ env: npm.env });
    await nvim.feed(':Acp install kimi<CR>');
    await nvim.screen.toContain('npm install -g @moonshot-ai/kimi-code');
    await nvim.feed('2<CR>');
    await nvim.screen.notToContain('Run it');
    expect(npm.asked()).toBe('');
    await nvim.feed(':Acp install kimi<CR>');
    await nvim.screen.toContain('Run it');
    await nvim.feed('1<CR>');
    await nvim.screen.toContain('is installed: :AcpChat kimi');
    expect(npm.asked()).toBe('install -g @moonshot-ai/kimi-code\n');
    await nvim.expectNotBlocked();
  });

  it('that fails leaves what was said on the screen', async () => {
    const npm = fakeNpm(1);
    await using nvim = await startNvim({ env: npm.env });
    await nvim.feed(':Acp install gemini<CR>');
    await nvim.screen.toContain('Run it');
    await nvim.feed('1<CR>');
    await nvim.screen.toContain('failed (exit code 1)');
    await nvim.screen.toContain('added');
  });

  it('names what can be installed', async () => {
    await using nvim = await startNvim();
    await nvim.feed(':Acp install nonsense<CR>');
    await wait(
      async () => /expected one of auggie, claude/.test(await nvim.messages()),
      'the names',
    );
    const offered: string[] = await nvim.lua(
      `return vim.fn.getcompletion('Acp install k', 'cmdline')`,
    );
    expect(offered).toEqual(['kilo', 'kimi']);
  });
});
