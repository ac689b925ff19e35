import { describe, expect, test } from 'vitest';
import { wait } from '../support/wait';
import { APP, available, expectHealthy, startChat } from './real';

const EDITED = APP.replace("'hello'", "'good morning'");

describe.each(['kimi', 'gemini'])('%s', (name) => {
  const here = available(name);
  const real = test.skipIf(!here);

  real('[[tour]]: plans, reads, edits, runs', async () => {
    await using chat = await startChat(name);
    expect(await chat.turn('[[tour]] please')).toEqual({ stopReason: 'end_turn' });
    expect(await chat.said()).toContain('All done: the program greets with good morning.');
    expect(chat.disk('src/app.js')).toBe(EDITED);
    expect(await chat.buffer('src/app.js')).toBe(EDITED);
    const { tools, plan } = await chat.state();
    const calls = Object.values<{ kind: string; state: string }>(tools);
    expect(calls.find(({ kind }) => kind === 'execute')?.state).toBe('output-available');
    expect(calls.map(({ state }) => state)).not.toContain('output-error');
    // Gemini keeps its plan to itself. Kimi knows no "completed" for its tools' plan, and says this at the end.
    if (name === 'kimi') {
      const statuses = plan.map(({ status }: { status: string }) => status);
      expect(statuses).toEqual(['pending', 'in_progress', 'completed']);
    }
    await expectHealthy(chat);
  });

  real('[[edit]]: the unsaved text of the user is read, kept, and undone apart', async () => {
    await using chat = await startChat(name);
    const mine = `${APP}// not saved yet\n`;
    await chat.editor.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr(...), -1, -1, false, { '// not saved yet' })`,
      `${chat.editor.dir}/src/app.js`,
    );
    expect(await chat.turn('[[edit]] please')).toEqual({ stopReason: 'end_turn' });
    const both = mine.replace("'hello'", "'good morning'");
    expect(await chat.buffer('src/app.js')).toBe(both);
    // Nor is it saved behind the user's back.
    expect(chat.disk('src/app.js')).toBe(APP);
    await chat.editor.lua(
      `vim.api.nvim_buf_call(vim.fn.bufnr(...), function() vim.cmd('silent undo') end)`,
      `${chat.editor.dir}/src/app.js`,
    );
    expect(await chat.buffer('src/app.js')).toBe(mine);
    await expectHealthy(chat);
  });

  real(
    '[[edit]]: where a rule asks about edits the user is asked once, with the change',
    async () => {
      await using chat = await startChat(name, [{ ask: true, kind: 'edit' }]);
      await chat.editor.lua(`_G.asked = 0
      vim.api.nvim_create_autocmd('User', { pattern = 'AcpPermission',
        callback = function() _G.asked = _G.asked + 1 end })`);
      await chat.send('[[edit]] please');
      await chat.editor.screen.toContain("+ const greeting = 'good morning';");
      expect(chat.disk('src/app.js')).toBe(APP);
      expect(await chat.end()).toEqual({ stopReason: 'end_turn' });
      expect(await chat.editor.lua('return _G.asked')).toBe(1);
      expect(chat.disk('src/app.js')).toBe(EDITED);
      await expectHealthy(chat);
    },
  );

  real('[[write]]: a new file in a new folder', async () => {
    await using chat = await startChat(name);
    expect(await chat.turn('[[write]] please')).toEqual({ stopReason: 'end_turn' });
    expect(chat.disk('notes/new.txt')).toBe('first line\nsecond line\nlast line with newline\n');
    await expectHealthy(chat);
  });

  real('[[shell]]: the command runs, and its output is shown', async () => {
    await using chat = await startChat(name);
    expect(await chat.turn('[[shell]] please')).toEqual({ stopReason: 'end_turn' });
    expect(await chat.said()).toContain('The command ran.');
    await chat.editor.screen.toContain('echo hello from the shell');
    // What `ls` says. Gemini keeps the output of commands to itself.
    if (name === 'kimi') await chat.editor.screen.toContain('README.md');
    await expectHealthy(chat);
  });

  real('[[bigtext]]: no line is lost', async () => {
    await using chat = await startChat(name);
    const end = await chat.turn('[[bigtext]] please');
    const lines = (await chat.said()).match(/A long line of text number x{60}\n/g) ?? [];
    // Gemini takes so many equal lines for a loop, and stops itself before it says any of them.
    if (name === 'gemini') expect(end).toEqual({ stopReason: 'max_turn_requests' });
    else expect([end, lines.length]).toEqual([{ stopReason: 'end_turn' }, 1500]);
    await expectHealthy(chat);
  });

  real('is cancelled in the middle of its answer, and goes on afterwards', async () => {
    await using chat = await startChat(name);
    await chat.send('[[slow]] please');
    await wait(async () => (await chat.said()).includes('The quick brown fox'), 'it is speaking', {
      timeout: 20_000,
    });
    await chat.editor.lua(`require('acp').cancel()`);
    expect(await chat.end()).toEqual({ stopReason: 'cancelled' });
    expect(await chat.turn('[[text]] please')).toEqual({ stopReason: 'end_turn' });
    expect(await chat.said()).toContain('And a last line.');
    await expectHealthy(chat);
  });

  real('is cancelled while a command runs, which ends too', async () => {
    await using chat = await startChat(name);
    await chat.send('[[shellslow]] please');
    // Allows what is asked; the command then runs for 12 s.
    const ended = chat.end();
    const ticking = (): boolean => chat.processes().some((line) => line.includes('for i in 1 2'));
    await wait(ticking, 'the command runs', { timeout: 20_000 });
    await chat.editor.lua(`require('acp').cancel()`);
    expect(await ended).toEqual({ stopReason: 'cancelled' });
    await wait(() => !ticking(), 'the command has ended');
    await expectHealthy(chat);
  });
});
