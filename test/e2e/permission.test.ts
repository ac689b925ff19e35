import { describe, expect, it } from 'vitest';
import { agentThat, ask, say, toolCallUpdate } from '../support/agent';
import { startNvim } from '../support/nvim';
import { answer, readable } from '../support/permission';
import { wait } from '../support/wait';

const diff = (path: string) => ({
  title: 'Edit app.js',
  kind: 'edit',
  content: [{ type: 'diff', path, oldText: 'one\ntwo\n', newText: 'one\nTWO\n' }],
});

describe('the permission float', () => {
  it('shows the diff and all options, never takes focus while the user types, and is answered by a key', async () => {
    const agent = agentThat(ask('t', diff('/p/app.js')), say('edited: {{answer}}'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('go<C-s>typing on');
    await nvim.screen.toContain('Allow once');
    await nvim.screen.toContain('Always allow');
    await nvim.screen.toContain('Reject');
    await nvim.screen.toContain('TWO');
    await nvim.feed(' and on');
    await nvim.screen.toContain('typing on and on');
    expect(await nvim.lua(`return vim.bo.filetype`)).toBe('acpprompt');
    expect(agent.answers('session/request_permission')[0]).toBeUndefined();
    await nvim.feed('<C-g>');
    await wait(
      async () => (await nvim.lua('return vim.bo.filetype')) === 'acppermission',
      'the float has the focus',
    );
    await answer(nvim, 'a');
    expect((await agent.answered('session/request_permission')).result).toEqual({
      outcome: { outcome: 'selected', optionId: 'once' },
    });
    await nvim.screen.toContain('edited:');
    await nvim.screen.toLose('Always allow');
    expect(await nvim.lua(`return vim.bo.filetype`)).toBe('acpprompt');
  });

  it('is answered by commands from any window, in any order', async () => {
    const agent = agentThat(
      ask('a', { title: 'First thing' }, false),
      ask('b', { title: 'Second thing' }, false),
      { do: 'answers' },
      say('all answered'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('First thing');
    await wait(
      async () => (await nvim.lua(`return #require('acp').permissions()`)) === 2,
      'two are pending',
    );
    await nvim.lua(`require('acp').close()`);
    await readable(nvim, 2);
    await nvim.feed('<Esc>:Acp reject 2<CR>');
    await wait(() => agent.answers('session/request_permission')[1], 'the second is answered');
    expect(agent.answers('session/request_permission')[0]).toBeUndefined();
    await readable(nvim);
    await nvim.feed(':Acp allow<CR>');
    await agent.answered('session/request_permission');
    expect(agent.answers('session/request_permission').map((answer) => answer?.result)).toEqual([
      { outcome: { outcome: 'selected', optionId: 'once' } },
      { outcome: { outcome: 'selected', optionId: 'no' } },
    ]);
  });

  it('shows the whole diff and the raw input by a key', async () => {
    const text = Array.from({ length: 2500 }, (_, index) => `row ${index + 1}`).join('\n');
    const agent = agentThat(
      ask('t', {
        title: 'Make big.txt',
        kind: 'edit',
        content: [{ type: 'diff', path: '/p/big.txt', newText: text }],
        rawInput: { file: '/p/big.txt', secret_flag: ['deep', { er: true }] },
      }),
      say('made: {{answer}}'),
    );
    await using nvim = await startNvim({ config: agent.setup(), size: [100, 36] });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('"secret_flag": [');
    await nvim.feed('<C-g>G');
    await nvim.screen.toContain('500 more');
    await nvim.feed('o');
    await nvim.screen.toContain('row 1 ');
    await nvim.screen.toContain('less');
    await nvim.feed('G');
    await nvim.screen.toContain('"secret_flag": [');
    await nvim.feed('?row 2500<CR>');
    await nvim.screen.toContain('row 2500');
    await answer(nvim, 'a');
    await nvim.screen.toContain('made:');
  });

  it('disappears when the call ended because it was answered elsewhere, and only that one', async () => {
    const agent = agentThat(
      ask('t', { title: 'First thing' }, false),
      ask('u', { title: 'Second thing' }, false),
      { do: 'gate', name: 'elsewhere' },
      toolCallUpdate('t', { status: 'completed' }),
      { do: 'gate', name: 'never' },
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('1 of 2');
    agent.open('elsewhere');
    await nvim.screen.toLose('1 of 2');
    await nvim.screen.toContain('Allow once');
    expect(
      await nvim.lua(
        `return vim.tbl_map(function(p) return p.title end, require('acp').permissions())`,
      ),
    ).toEqual(['Second thing']);
    expect((await agent.answered('session/request_permission')).result).toEqual({
      outcome: { outcome: 'cancelled' },
    });
  });

  it('has the questions of all sessions in one stack, and a click answers', async () => {
    const agent = agentThat(ask('t', { title: 'Do the thing' }), say('heard {{answer}}'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('scripted');
    await nvim.feed('go<C-s>');
    await nvim.screen.toContain('Allow once');
    await nvim.feed('<Esc>:AcpChat!<CR>');
    await nvim.feed('go<C-s>');
    await nvim.screen.toContain('1 of 2');
    const click = async (text: string): Promise<void> => {
      const rows = nvim.screen.text().split('\n');
      const row = rows.findIndex((line) => line.includes(text));
      const col = [...((rows[row] ?? '').split(text)[0] ?? '')].length + 1;
      await nvim.request('nvim_input_mouse', 'left', 'press', '', 0, row, col);
      await nvim.request('nvim_input_mouse', 'left', 'release', '', 0, row, col);
    };
    await wait(async () => {
      await click('] Reject');
      return agent.answers('session/request_permission').some(Boolean);
    }, 'the click answers');
    await nvim.screen.toLose('1 of 2');
    await nvim.screen.toContain('Allow once');
    await wait(
      async () => (await nvim.lua(`return #require('acp').permissions()`)) === 1,
      'one is left',
    );
  });

  it('disappears when the agent withdraws the question', async () => {
    const agent = agentThat(
      ask('t', { title: 'Shall I' }, false),
      { do: 'gate', name: 'withdraw' },
      { do: 'send', message: { method: '$/cancel_request', params: { requestId: '{{request}}' } } },
      { do: 'answers' },
      say('never mind'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('Allow once');
    agent.open('withdraw');
    await nvim.screen.toContain('never mind');
    await nvim.screen.toLose('Allow once');
    expect((await agent.answered('session/request_permission')).error?.code).toBe(-32800);
  });

  it.each(['text', 'choices'])('is there again when the user wipes its %s', async (part) => {
    const agent = agentThat(ask('t', { title: 'Shall I' }), say('answered: {{answer}}'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await readable(nvim);
    await nvim.lua(
      `local buffers = vim.tbl_filter(function(bufnr)
        return vim.bo[bufnr].filetype == 'acppermission'
      end, vim.api.nvim_list_bufs())
      wiped = buffers[... == 'text' and 1 or #buffers]
      vim.cmd('bwipeout! ' .. wiped)`,
      part,
    );
    await wait(
      () =>
        nvim.lua(`local wins = vim.tbl_filter(function(win)
          local bufnr = vim.api.nvim_win_get_buf(win)
          return vim.bo[bufnr].filetype == 'acppermission' and bufnr > wiped
        end, vim.api.nvim_list_wins())
        return #wins == 2`),
      'both windows are there',
    );
    await nvim.screen.toContain('Allow once');
    await nvim.expectNotBlocked();
    expect(await nvim.messages()).toBe('');
    await readable(nvim);
    await nvim.lua(`local acp = require('acp') acp.respond(acp.permissions()[1].id, 'once')`);
    await nvim.screen.toContain('answered:');
  });
});
