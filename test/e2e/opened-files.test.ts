import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentThat } from '../support/agent';
import { hostPid } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const PNG = '\x89PNG\r\n\x1a\n!';
const WAV = 'RIFF\0\0\0\0WAVE!';
const picture = { type: 'image', mimeType: 'image/png', data: base64(PNG) };
const sound = { type: 'audio', mimeType: 'audio/wav', data: base64(WAV) };

/** An agent that shows these, and an editor that only notes what it would hand to the system. */
async function startWith(contents: readonly object[], temp: string): Promise<Nvim> {
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
  return nvim;
}

function tempFolder(): string {
  const temp = mkdtempSync(join(tmpdir(), 'acp-opened-'));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  return temp;
}

/** Goes to a line of the transcript and opens it. */
async function openLine(nvim: Nvim, text: string): Promise<void> {
  // What was opened before has taken its place.
  await nvim.lua(`require('acp').open()`);
  await nvim.screen.toContain(text);
  await nvim.lua(
    `vim.fn.win_execute(vim.fn.bufwinid('acp://scripted'), 'call search("' .. ... .. '")')
     vim.api.nvim_set_current_win(vim.fn.bufwinid('acp://scripted')) vim.cmd.stopinsert()`,
    text.replace('/', '.'),
  );
  await nvim.feed('<CR>');
}

/** A chat whose image and sound the user has opened, in a temporary folder of its own. */
async function withOpened(): Promise<{ nvim: Nvim; files: string[]; temp: string }> {
  const temp = tempFolder();
  const nvim = await startWith([picture, sound], temp);
  for (const kind of ['image/png', 'audio/wav']) await openLine(nvim, kind);
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
    expect(files.map((file) => readFileSync(file, 'latin1'))).toEqual([PNG, WAV]);
    expect(files.map((file) => extname(file))).toEqual(['.png', '.wav']);
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
    const pid = await hostPid(nvim);
    process.kill(pid, 'SIGTERM');
    // The files go before their folder does.
    await wait(
      () => ours(first.temp).length === 0,
      () => `left: ${ours(first.temp)}`,
    );
    expect(existsSync(first.files[0] as string)).toBe(false);
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

describe('what an agent calls an image', () => {
  it('is opened as what it is, or shown as text, or only saved', async () => {
    const temp = tempFolder();
    const starter = '[Desktop Entry]\nExec=touch /tmp/x\n';
    const contents = [
      { type: 'image', mimeType: 'image/desktop', data: base64(starter) },
      { type: 'audio', mimeType: 'audio/jar', data: base64('PK\x03\x04\0') },
      { type: 'image', mimeType: 'image/html', data: base64(PNG) },
    ];
    await using nvim = await startWith(contents, temp);
    await openLine(nvim, 'image/desktop');
    await nvim.screen.toContain('Exec=touch /tmp/x');
    await openLine(nvim, 'audio/jar');
    await nvim.screen.toContain('was not opened');
    const saved: string = await nvim.lua('return vim.fn.getline("$")');
    expect(extname(saved)).toBe('.bin');
    expect(readFileSync(saved, 'latin1')).toBe('PK\x03\x04\0');
    await openLine(nvim, 'image/html');
    const opened = await wait(async () => {
      const all: string[] = await nvim.lua('return _G.opened');
      return all.length > 0 ? all : undefined;
    }, 'the picture is opened');
    expect(opened.map((file) => extname(file))).toEqual(['.png']);
    await nvim.expectNotBlocked();
  });
});
