import { describe, expect, test } from 'vitest';
import { wait } from '../support/wait';
import { available, expectHealthy, type RealChat, startChat } from './real';

const kinds = async ({ state }: RealChat): Promise<string[]> =>
  (await state()).entries.map(({ kind }: { kind: string }) => kind);

const messages = async ({ state }: RealChat): Promise<string> => {
  const { entries } = (await state()) as { entries: { kind: string; text?: string }[] };
  return entries.flatMap(({ kind, text }) => (kind === 'notice' ? [] : (text ?? []))).join('\n');
};

/**
 * Gemini names the file of a session by its id and the minute; loading it in the minute in which it was written last
 * overwrites it.
 */
async function loadable(name: string): Promise<void> {
  const minute = new Date().getMinutes();
  const over = (): boolean => name !== 'gemini' || new Date().getMinutes() !== minute;
  await wait(over, 'the minute is over', { timeout: 61_000 });
}

/** What the window of sessions lists. */
const SESSION_ROWS = `
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    local bufnr = vim.api.nvim_win_get_buf(win)
    if vim.bo[bufnr].filetype == 'acpsessions' then
      return vim.api.nvim_buf_get_lines(bufnr, 0, -1, true)
    end
  end
  return {}`;

describe.each(['kimi', 'gemini'])('sessions of %s', (name) => {
  const real = test.skipIf(!available(name));

  real('go on after a restart of the agent, and nothing is shown twice', async () => {
    await using chat = await startChat(name);
    await chat.turn('[[edit]] please');
    const { id } = await chat.state();
    const before = await kinds(chat);
    await loadable(name);
    await chat.editor.feed('<Esc>:Acp restart<CR>');
    await wait(async () => (await kinds(chat)).length > before.length, 'the restart is reported', {
      timeout: 20_000,
    });
    expect(await chat.turn('[[shell]] please')).toEqual({ stopReason: 'end_turn' });
    expect((await chat.state()).id).toBe(id);
    const after = await kinds(chat);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.filter((kind) => kind === 'user')).toHaveLength(2);
    await expectHealthy(chat);
  });

  real('are loaded with their history', async () => {
    await using chat = await startChat(name);
    await chat.turn('[[edit]] please');
    const { id } = await chat.state();
    await chat.editor.lua(`require('acp').new({}, function() _G.second = true end)`);
    await wait(() => chat.editor.lua('return _G.second'), 'a second session', { timeout: 20_000 });
    await chat.editor.feed('<Esc>:Acp close<CR>');
    await wait(async () => (await chat.state()).id !== id, 'the first one is closed');
    await loadable(name);
    await chat.editor.lua(`vim.cmd('Acp load ' .. ...)`, id);
    await wait(
      async () => (await messages(chat)).includes('The greeting is changed.'),
      () => `the history is there\n${chat.editor.screen.framed()}`,
      { timeout: 20_000 },
    );
    expect((await chat.state()).id).toBe(id);
    // Once; agents may replay what they said to themselves besides.
    expect((await messages(chat)).split('[[edit]] please')).toHaveLength(2);
    expect(Object.values((await chat.state()).tools)).not.toHaveLength(0);
    expect(await chat.turn('[[shell]] please')).toEqual({ stopReason: 'end_turn' });
    await expectHealthy(chat);
  });

  real('are listed by agents that can do that', async () => {
    await using chat = await startChat(name);
    await chat.turn('[[edit]] please');
    await chat.editor.lua(`vim.cmd('Acp sessions')`);
    const rows = await wait(
      async () => {
        const lines: string[] = await chat.editor.lua(SESSION_ROWS);
        return lines.length > 0 && !lines.some((row) => row.includes('asking')) && lines;
      },
      'the agent has listed its sessions',
      { timeout: 20_000 },
    );
    expect(rows).toEqual([expect.stringMatching(/\[\[edit\]\].*this one/)]);
    await chat.editor.feed('q');
    await expectHealthy(chat);
  });
});
