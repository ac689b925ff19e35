import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentThat } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const picture = {
  type: 'image',
  mimeType: 'image/png',
  data: Buffer.from('PNG!').toString('base64'),
};

/** A chat whose image and sound the user has opened, in a temporary folder of its own. */
async function withOpened(): Promise<{ nvim: Nvim; files: string[]; temp: string }> {
  const temp = mkdtempSync(join(tmpdir(), 'acp-opened-'));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  const contents = [picture, { ...picture, type: 'audio', mimeType: 'audio/wav' }];
  const agent = agentThat(
    ...contents.map(
      (content) =>
        ({ do: 'update', update: { sessionUpdate: 'agent_message_chunk', content } }) as const,
    ),
  );
  const nvim = await startNvim({
    env: { TMPDIR: temp },
    config: `${agent.setup()}
      _G.opened = {} vim.ui.open = function(path) table.insert(_G.opened, path) return nil, nil end`,
  });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  for (const kind of ['image/png', 'audio/wav']) {
    await nvim.screen.toContain(kind);
    await nvim.lua(
      `vim.fn.win_execute(vim.fn.bufwinid('acp://chat/1'), 'call search("' .. ... .. '")')
       vim.api.nvim_set_current_win(vim.fn.bufwinid('acp://chat/1')) vim.cmd.stopinsert()`,
      kind.replace('/', '.'),
    );
    await nvim.feed('<CR>');
  }
  const files = await wait(async () => {
    const opened: string[] = await nvim.lua('return _G.opened');
    return opened.length === 2 ? opened : undefined;
  }, 'both are opened');
  return { nvim, files, temp };
}

const ours = (temp: string): string[] =>
  readdirSync(temp).filter((name) => name.startsWith('acp-host-'));

describe('what the user opens of an agent', () => {
  it('is in one folder that nobody else can read, and is gone after :qa', async () => {
    const { nvim, files, temp } = await withOpened();
    await using _ = nvim;
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['PNG!', 'PNG!']);
    expect(new Set(files.map(dirname))).toEqual(new Set([join(temp, ours(temp)[0] as string)]));
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(dirname(files[0] as string)).mode & 0o777).toBe(0o700);
    await nvim.feed('<Esc>:qa!<CR>');
    await nvim.exited;
    await wait(
      () => ours(temp).length === 0,
      () => `left: ${ours(temp)}`,
    );
  });

  it('is gone after SIGTERM to the host, and after SIGKILL of the editor', async () => {
    const first = await withOpened();
    await using nvim = first.nvim;
    const pid: number = await nvim.lua(`return vim.fn.jobpid(require('acp.host').channel())`);
    process.kill(pid, 'SIGTERM');
    await wait(() => !existsSync(first.files[0] as string), 'the files are gone with the host');
    expect(ours(first.temp)).toEqual([]);
    const second = await withOpened();
    await using other = second.nvim;
    other.process.kill('SIGKILL');
    await other.exited;
    await wait(
      () => ours(second.temp).length === 0,
      () => `left: ${ours(second.temp)}`,
    );
  });
});
