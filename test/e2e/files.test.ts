import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentThat, readFile as read, say, toolCall, writeFile as write } from '../support/agent';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('files', () => {
  it('are read with what the user has not saved', async () => {
    const agent = agentThat(read('{{cwd}}/a.txt'), say('done'));
    await using nvim = await startNvim({
      config: agent.setup(),
      files: { 'a.txt': 'saved\n' },
      args: ['a.txt'],
    });
    await nvim.feed('Ounsaved<Esc>');
    await nvim.lua(`require('acp').prompt('go')`);
    expect((await agent.answered('fs/read_text_file')).result).toEqual({
      content: 'unsaved\nsaved\n',
    });
  });

  it('that are loaded are changed in place and saved; marks stay and one undo takes it back', async () => {
    const changed = lines(50).replace('line 20\n', 'line twenty\n').replace('line 40\n', '');
    const agent = agentThat(read('{{cwd}}/a.txt'), write('{{cwd}}/a.txt', changed), say('done'));
    await using nvim = await startNvim({
      config: agent.setup(),
      files: { 'a.txt': lines(50) },
      args: ['a.txt'],
    });
    await nvim.lua(`
      _G.ns = vim.api.nvim_create_namespace('test')
      _G.mark = vim.api.nvim_buf_set_extmark(0, _G.ns, 44, 2, {})
      vim.api.nvim_win_set_cursor(0, { 30, 3 })
      require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(() => nvim.lua('return _G.done'), 'the turn ended');
    expect((await agent.answered('fs/write_text_file')).error).toBeUndefined();
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(changed);
    expect(await nvim.lua('return vim.bo.modified')).toBe(false);
    expect(
      await nvim.lua('return vim.api.nvim_buf_get_extmark_by_id(0, _G.ns, _G.mark, {})'),
    ).toEqual([43, 2]);
    expect(await nvim.lua('return vim.api.nvim_win_get_cursor(0)')).toEqual([30, 3]);
    await nvim.feed('u');
    await wait(
      async () =>
        (await nvim.lua(
          `return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n') .. '\\n'`,
        )) === lines(50),
      'one undo brings the text back',
    );
  });

  it('that are not loaded are written with their folders', async () => {
    const agent = agentThat(write('{{cwd}}/new/deep/b.txt', 'made\n'), say('done'));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(() => nvim.lua('return _G.done'), 'the turn ended');
    expect(readFileSync(join(nvim.dir, 'new/deep/b.txt'), 'utf8')).toBe('made\n');
  });

  it('outside the project are not touched when the user wants it so', async () => {
    const agent = agentThat(write('{{cwd}}/../escaped.txt', 'x'), read('/etc/passwd'), say('done'));
    await using nvim = await startNvim({ config: agent.setup({ outside: 'reject' }) });
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(() => nvim.lua('return _G.done'), 'the turn ended');
    expect((await agent.answered('fs/write_text_file')).error?.message).toMatch(/outside/);
    expect((await agent.answered('fs/read_text_file')).error?.message).toMatch(/outside/);
    expect(existsSync(join(nvim.dir, '../escaped.txt'))).toBe(false);
  });

  it('are followed when the user wants that', async () => {
    const agent = agentThat(toolCall('t', { locations: [{ path: '{{cwd}}/b.txt', line: 33 }] }), {
      do: 'gate',
      name: 'end',
    });
    await using nvim = await startNvim({
      config: agent.setup({ follow: true }),
      files: { 'a.txt': 'a\n', 'b.txt': lines(60) },
      args: ['a.txt'],
    });
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('go<C-s>');
    await nvim.screen.toContain('line 33');
    // The focus stays where the user types.
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpprompt');
    const cursor = await nvim.lua(`
      for _, win in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win)):match('b.txt$') then
          return vim.api.nvim_win_get_cursor(win)[1]
        end
      end`);
    expect(cursor).toBe(33);
    agent.open('end');
  });
});

it('a write that waits for the user to end a command is not done any more when the turn is cancelled', async () => {
  const path = (name: string) => `{{cwd}}/${name}`;
  const params = { path: path('a.txt'), content: 'agent\n' };
  const agent = agentThat(
    { do: 'request', method: 'fs/write_text_file', params, wait: false },
    { do: 'waitCancel' },
    write(path('b.txt'), 'late\n'),
    { do: 'answers' },
    { do: 'end', stopReason: 'cancelled' },
  );
  await using nvim = await startNvim({
    config: `${agent.setup()}
      local buffers = require('acp.buffers')
      local find = buffers.find
      Finds = 0
      buffers.find = function(...)
        Finds = Finds + 1
        return find(...)
      end`,
    files: { 'a.txt': 'mine\nmore\n' },
    args: ['a.txt'],
  });
  await nvim.feed('d');
  await nvim.lua(`require('acp').prompt('go', {}, function() Done = true end)`);
  await wait(() => nvim.lua('return Finds > 8'), 'the write waits');
  await nvim.lua(`require('acp').cancel()`);
  const error = { code: -32800, message: 'the turn was cancelled: nothing was written' };
  expect(await agent.answered('fs/write_text_file', 1)).toMatchObject({ error });
  expect(await agent.answered('fs/write_text_file', 2)).toMatchObject({ error });
  await nvim.feed('d');
  await wait(() => nvim.lua('return Done'), 'the turn ended');
  expect(await nvim.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, false)')).toEqual(['more']);
  expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe('mine\nmore\n');
  expect(existsSync(join(nvim.dir, 'b.txt'))).toBe(false);
});
