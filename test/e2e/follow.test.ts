import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentThat, readFile, say, scriptAgent, toolCall } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join('\n');
const FILES = { 'a.txt': LINES, 'b.txt': LINES, 'c.txt': LINES };

/** Where the first window is: that of the file the user had open. */
const place = (nvim: Nvim): Promise<string> =>
  nvim.lua(`
    local win = vim.fn.win_getid(1)
    local name = vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win))
    return vim.fn.fnamemodify(name, ':t') .. ':' .. vim.api.nvim_win_get_cursor(win)[1]`);

const at = (nvim: Nvim, wanted: string): Promise<unknown> =>
  wait(
    async () => (await place(nvim)) === wanted,
    () => `at ${wanted}\n${nvim.screen.framed()}`,
  );

const works = (path: string, line: number) =>
  toolCall(`${path}-${line}`, {
    title: 'Work',
    kind: 'read',
    locations: [{ path: `{{cwd}}/${path}`, line }],
  });

it('follows tool calls and reads while the user types, pauses for the user, and resumes on a key', async () => {
  const agent = agentThat(
    works('b.txt', 120),
    { do: 'gate', name: 'read' },
    readFile('{{cwd}}/c.txt', { line: 30, limit: 5 }),
    { do: 'gate', name: 'more' },
    works('a.txt', 77),
    say('worked on'),
  );
  await using nvim = await startNvim({
    size: [120, 36],
    config: `${agent.setup({ follow: true, layout: { kind: 'right' } })}
      vim.keymap.set('n', 'gf', '<Plug>(acp-follow)')
      _G.moves = {}
      vim.api.nvim_create_autocmd('User', { pattern = 'AcpFollow', callback = function(event)
        table.insert(moves, event.data) end })`,
    files: FILES,
    args: ['a.txt'],
  });
  await nvim.feed(':AcpChat<CR>');
  await nvim.screen.toContain('Ask a question');
  await nvim.feed('go<C-s>and then');
  await at(nvim, 'b.txt:120');
  await nvim.screen.toContain('following');
  await nvim.feed(' this');
  await nvim.screen.toContain('and then this');
  agent.open('read');
  await at(nvim, 'c.txt:30');
  await nvim.screen.toContain('and then this');
  await expect
    .poll(() => nvim.lua('return moves'))
    .toEqual([
      { path: join(nvim.dir, 'b.txt'), line: 120 },
      { path: join(nvim.dir, 'c.txt'), line: 30 },
    ]);
  await nvim.feed('<Esc><C-w>t5j');
  await at(nvim, 'c.txt:35');
  await nvim.screen.toContain('following (paused)');
  agent.open('more');
  await nvim.screen.toContain('worked on');
  expect(await place(nvim)).toBe('c.txt:35');
  await nvim.feed('gf');
  await at(nvim, 'a.txt:77');
  await nvim.screen.toLose('(paused)');
  await expect.poll(() => nvim.lua(`return require('acp').status().follow`)).toBe('on');
  await nvim.feed('gf');
  await wait(
    async () => (await nvim.lua(`return require('acp').status().follow`)) === 'off',
    'switched off',
  );
});

it('moves once for a burst of places', async () => {
  const agent = agentThat(
    { do: 'repeat', times: 40, steps: [works('b.txt', 10), works('c.txt', 20)] },
    say('all done'),
  );
  await using nvim = await startNvim({
    config: `${agent.setup({ follow: true })}
      _G.moves = 0
      vim.api.nvim_create_autocmd('User', { pattern = 'AcpFollow', callback = function()
        moves = moves + 1 end })`,
    files: FILES,
    args: ['a.txt'],
  });
  await nvim.lua(`
    _G.from = vim.uv.now()
    require('acp').prompt('go', {}, function() _G.took = vim.uv.now() - from end)`);
  await wait(() => nvim.lua('return took'), 'the turn ended');
  await at(nvim, 'c.txt:20');
  await wait(async () => (await nvim.lua('return moves')) > 0, 'the moves are reported');
  const [moves, took]: [number, number] = await nvim.lua('return { moves, took }');
  expect(moves).toBeLessThan(Math.min(80, took / 33 + 3));
});

it('catches up after a command line, stays paused for what moves nothing, and pauses before the first move', async () => {
  const agent = agentThat(
    works('b.txt', 10),
    { do: 'gate', name: 'command' },
    works('b.txt', 50),
    { do: 'gate', name: 'pause' },
    works('nowhere.txt', 1),
    say('looked for it'),
    { do: 'gate', name: 'end' },
  );
  await using nvim = await startNvim({
    size: [120, 36],
    config: agent.setup({ follow: true, layout: { kind: 'right' } }),
    files: FILES,
    args: ['a.txt'],
  });
  const follow = (wanted: string) =>
    wait(
      async () => (await nvim.lua(`return require('acp').status().follow`)) === wanted,
      `follow is ${wanted}`,
    );
  await nvim.lua(`require('acp').open()`);
  await nvim.feed('<Esc><C-w>tv');
  await nvim.lua(`require('acp').prompt('go')`);
  await follow('paused');
  await nvim.screen.toContain('following paused');
  expect(await place(nvim)).toBe('a.txt:1');
  await nvim.feed('<Esc>:Acp follow<CR>');
  await at(nvim, 'b.txt:10');
  await nvim.screen.toLose('following paused');
  await nvim.feed(':echo 1');
  agent.open('command');
  await wait(
    () => nvim.lua(`return vim.tbl_count(require('acp').state().tools) == 2`),
    'the agent is elsewhere',
  );
  expect(await place(nvim)).toBe('b.txt:10');
  await nvim.feed('<C-c>');
  await at(nvim, 'b.txt:50');
  await nvim.feed('5k');
  await follow('paused');
  agent.open('pause');
  await nvim.screen.toContain('looked for it');
  await follow('paused');
  await nvim.screen.toContain('following paused');
});

it('does not follow what a loaded session replays', async () => {
  const agent = scriptAgent({
    replies: {
      initialize: { result: { agentCapabilities: { loadSession: true } } },
      'session/load': { before: [works('b.txt', 120), say('as before')], result: {} },
    },
    prompts: [{ steps: [works('c.txt', 40), say('anew')] }],
  });
  await using nvim = await startNvim({
    size: [120, 36],
    config: `${agent.setup({ follow: true, layout: { kind: 'right' } })}
      _G.moves = {}
      vim.api.nvim_create_autocmd('User', { pattern = 'AcpFollow', callback = function(event)
        table.insert(moves, event.data.path) end })`,
    files: FILES,
    args: ['a.txt'],
  });
  await nvim.feed(':Acp load old<CR>');
  await nvim.screen.toContain('as before');
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('anew');
  await at(nvim, 'c.txt:40');
  await wait(async () => (await nvim.lua('return #moves')) > 0, 'the move is reported');
  expect(await nvim.lua('return moves')).toEqual([join(nvim.dir, 'c.txt')]);
});
