import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Emitter } from '../../src/base/emitter';
import { silentLogger } from '../../src/base/logger';
import { showFollowNote } from '../../src/host/follow-note';
import { Follower, type FollowState } from '../../src/nvim/follower';
import { listen, luaOf } from '../support/listen';
import { type Nvim, startNvim } from '../support/nvim';
import { surfacesOver } from '../support/surfaces';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join('\n');

/** Without a host: what would be sent to it is in `reported`; `host_hears` is for a test that takes the host's place. */
const ALONE = `
  _G.reported = {}
  _G.host_hears = function() end
  require('acp.host').notify = function(name, payload)
    table.insert(reported, payload)
    host_hears(name, payload)
  end
  local follow = require('acp.follow')
  local set = follow.set
  follow.set = function(on)
    host_hears('follow', { on = on })
    return set(on)
  end`;

async function edit(setup = ''): Promise<Nvim> {
  const editor = await startNvim({
    files: { 'a.txt': LINES, 'b.txt': LINES, 'c.txt': LINES },
    args: ['a.txt'],
    config: `${ALONE}\n${setup}`,
  });
  await editor.lua(`require('acp.follow').set(true)`);
  return editor;
}

const paused = (editor: Nvim): Promise<unknown> =>
  wait(async () => (await editor.lua('return #reported')) > 0, 'the pause is reported');

const go = (editor: Nvim, file: string, ...line: number[]): Promise<string> =>
  editor.lua(`return require('acp.follow').go(...)`, join(editor.dir, file), ...line);

const place = (editor: Nvim): Promise<[string, number]> =>
  editor.lua(`
    return { vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t'), vim.fn.line('.') }`);

test('the code window goes to the place, which lights up for a moment', async () => {
  await using editor = await edit();
  expect(await go(editor, 'b.txt', 150)).toBe('moved');
  expect(await place(editor)).toEqual(['b.txt', 150]);
  await editor.screen.toContain('line 150');
  const marks = `
    local ns = vim.api.nvim_get_namespaces()['acp.follow']
    return #vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, {})`;
  expect(await editor.lua(marks)).toBe(1);
  await wait(async () => (await editor.lua(marks)) === 0, 'the light goes out');
});

test('a line beyond the end is the last one, and without a line the cursor stays', async () => {
  await using editor = await edit();
  expect(await go(editor, 'a.txt', 5000)).toBe('moved');
  expect(await place(editor)).toEqual(['a.txt', 200]);
  expect(await go(editor, 'a.txt')).toBe('moved');
  expect(await place(editor)).toEqual(['a.txt', 200]);
});

test('what the user has not saved stays', async () => {
  await using editor = await edit();
  await editor.feed('Ounsaved<Esc>');
  expect(await go(editor, 'b.txt', 3)).toBe('moved');
  expect(
    await editor.lua(`
      local buf = vim.fn.bufnr('a.txt')
      return { vim.bo[buf].modified, vim.api.nvim_buf_get_lines(buf, 0, 1, false)[1] }`),
  ).toEqual([true, 'unsaved']);
});

test('a burst of moves is one jump', async () => {
  await using editor = await edit();
  await editor.feed('7G');
  await wait(async () => (await place(editor))[1] === 7, 'the user is in line 7');
  for (const line of [20, 90, 140]) expect(await go(editor, 'b.txt', line)).toBe('moved');
  await editor.feed('<C-o>');
  await wait(async () => (await place(editor)).join() === 'a.txt,7', 'back in one step');
});

test.each([
  ['moves', '10j'],
  ['scrolls', '<C-e>'],
  ['edits', 'x'],
  ['types', 'i'],
  ['selects', 'v'],
  ['begins an operator', 'd'],
  ['opens another file', ':edit c.txt<CR>'],
])(
  'when the user %s in that window it pauses, says so, and goes on when asked to',
  async (_, keys) => {
    await using editor = await edit();
    expect(await go(editor, 'b.txt', 50)).toBe('moved');
    await editor.feed(keys);
    await paused(editor);
    expect(await editor.lua('return reported')).toEqual([{ paused: true }]);
    await editor.feed('<Esc>');
    const before = await place(editor);
    expect(await go(editor, 'a.txt', 3)).toBe('paused');
    expect(await place(editor)).toEqual(before);
    await wait(
      async () => (await editor.lua('return vim.api.nvim_get_mode().mode')) === 'n',
      'normal mode',
    );
    await editor.lua(`require('acp.follow').set(true)`);
    expect(await go(editor, 'a.txt', 3)).toBe('moved');
    expect(await place(editor)).toEqual(['a.txt', 3]);
    expect(await go(editor, 'b.txt', 9)).toBe('moved');
  },
);

test('a click and the wheel in that window pause it, also from another window', async () => {
  await using editor = await edit();
  expect(await go(editor, 'a.txt', 50)).toBe('moved');
  await editor.feed(':botright new<CR>');
  expect(await go(editor, 'b.txt', 60)).toBe('moved');
  await editor.request('nvim_input_mouse', 'wheel', 'down', '', 0, 1, 5);
  await paused(editor);
  await editor.lua(`reported = {}; require('acp.follow').set(true)`);
  expect(await go(editor, 'b.txt', 120)).toBe('moved');
  await editor.request('nvim_input_mouse', 'left', 'press', '', 0, 1, 5);
  await editor.request('nvim_input_mouse', 'left', 'release', '', 0, 1, 5);
  await paused(editor);
});

test('typing in another window, and edits of the agent, do not pause it', async () => {
  await using editor = await edit();
  expect(await go(editor, 'b.txt', 50)).toBe('moved');
  await editor.feed(':botright new<CR>ihello');
  await editor.screen.toContain('hello');
  expect(await go(editor, 'b.txt', 60)).toBe('moved');
  expect(await editor.lua('return vim.api.nvim_get_mode().mode')).toBe('i');
  await editor.feed('<Esc>:close!<CR>');
  await wait(async () => (await place(editor))[0] === 'b.txt', 'one window');
  expect(await go(editor, 'b.txt', 70)).toBe('moved');
  await editor.lua(`vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'new', 'lines' })`);
  await editor.screen.toContain('line 70');
  expect(await go(editor, 'a.txt', 80)).toBe('moved');
  expect(await editor.lua('return reported')).toEqual([]);
});

/** With the host's part: it knows the places before, and where the agent went during a pause. */
async function followed(setup = ''): Promise<{ editor: Nvim; follower: Follower }> {
  const editor = await edit(setup);
  const lua = luaOf(editor);
  const follower = new Follower(lua, silentLogger);
  await listen<{ paused: boolean; left: boolean }>(editor, (name, { paused: isPaused, left }) => {
    if (name === 'follow_paused') follower.pause(isPaused);
    if (name === 'follow_back') void follower.back(left);
  });
  await editor.lua(`host_hears = require('acp.host').send`);
  follower.set(true);
  return { editor, follower };
}

test('<Plug>(acp-follow-back) steps back through the places, and pauses', async () => {
  const { editor, follower } = await followed(
    `vim.keymap.set('n', 'gb', '<Plug>(acp-follow-back)')`,
  );
  await using _ = editor;
  const at = (where: string, what: string): Promise<unknown> =>
    wait(async () => (await place(editor)).join() === where, what);
  for (const [file, line] of [
    ['a.txt', 10],
    ['b.txt', 20],
    ['b.txt', 30],
  ] as const) {
    follower.go({ path: join(editor.dir, file), line });
    await at(`${file},${line}`, 'there');
  }
  await editor.feed('gb');
  await at('b.txt,20', 'one step');
  await wait(() => follower.state === 'paused', 'it pauses');
  expect(await go(editor, 'c.txt', 1)).toBe('paused');
  await editor.feed('gb');
  await at('a.txt,10', 'two steps');
  await editor.feed('5j');
  await at('a.txt,15', 'the user moved');
  await editor.feed('gb');
  await at('a.txt,10', 'back to the place');
  await editor.expectNotBlocked();
});

test('after a pause it catches up with the agent, unless the user still types there', async () => {
  const { editor, follower } = await followed();
  await using _ = editor;
  const went = async (path: string, line: number): Promise<void> => {
    await editor.lua('answers = 0');
    follower.go({ path: join(editor.dir, path), line });
    await wait(async () => (await editor.lua('return answers')) === 1, 'the editor has answered');
  };
  await editor.lua(`
    local follow = require('acp.follow')
    local go = follow.go
    follow.go = function(...)
      local answer = go(...)
      answers = answers + 1
      return answer
    end`);
  await went('b.txt', 50);
  await editor.feed('i');
  await wait(() => follower.state === 'paused', 'it pauses');
  await went('a.txt', 3);
  follower.set(true);
  await wait(() => follower.state === 'paused', 'it pauses again');
  expect((await place(editor))[0]).toBe('b.txt');
  await editor.feed('<Esc>');
  await normal(editor);
  follower.set(true);
  await wait(async () => (await place(editor)).join() === 'a.txt,3', 'it has caught up');
  expect(follower.state).toBe('on');
});

test('a pinned window is the one that moves', async () => {
  await using editor = await edit();
  await editor.feed(':vsplit<CR>:let w:acp_follow = v:true<CR><C-w>p');
  await wait(async () => (await editor.lua('return vim.fn.winnr()')) === 2, 'in the other');
  expect(await go(editor, 'b.txt', 44)).toBe('moved');
  expect(await place(editor)).toEqual(['a.txt', 1]);
  expect(await editor.lua('return vim.fn.line(".", vim.fn.win_getid(1))')).toBe(44);
});

const loaded = (editor: Nvim): Promise<string[]> =>
  editor.lua(`
    return vim.tbl_map(function(info)
      return vim.fn.fnamemodify(info.name, ':t')
    end, vim.fn.getbufinfo({ buflisted = 1 }))`);

test('with `follow_close` what it alone opened is closed in the end, but not where the user was', async () => {
  await using editor = await edit(`require('acp').setup({ follow_close = true })`);
  await go(editor, 'b.txt', 10);
  await editor.feed('j');
  await paused(editor);
  await editor.lua(`require('acp.follow').set(true)`);
  await go(editor, 'c.txt', 10);
  expect(await loaded(editor)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  await editor.lua(`require('acp.follow').set(false)`);
  expect(await loaded(editor)).toEqual(['a.txt', 'b.txt']);
  expect((await place(editor))[0]).toBe('b.txt');
});

test('without the option everything stays open', async () => {
  await using editor = await edit();
  await go(editor, 'b.txt', 10);
  await editor.lua(`require('acp.follow').set(false)`);
  expect(await loaded(editor)).toEqual(['a.txt', 'b.txt']);
});

test('only a window with a file is moved: no terminal, no quickfix, none that is fixed', async () => {
  await using editor = await edit();
  await editor.lua('vim.wo.winfixbuf = true');
  await editor.feed(':copen<CR>');
  expect(await go(editor, 'b.txt', 3)).toBe('none');
  expect(await editor.lua('return vim.bo.buftype')).toBe('quickfix');
});

test('a missing file and a folder move nothing', async () => {
  await using editor = await edit();
  expect(await go(editor, 'nowhere.txt', 1)).toBe('none');
  expect(await go(editor, '.', 1)).toBe('none');
  expect(await place(editor)).toEqual(['a.txt', 1]);
});

test('a file that another Neovim edits opens without a question', async () => {
  await using editor = await startNvim({
    files: { 'a.txt': LINES, 'b.txt': LINES },
    args: ['a.txt'],
    config: `vim.o.swapfile = true; vim.o.updatecount = 200; vim.o.directory = '.'`,
  });
  writeFileSync(join(editor.dir, '.b.txt.swp'), 'b0VIM 9.1');
  expect(await go(editor, 'b.txt', 3)).toBe('moved');
  await editor.expectNotBlocked();
});

const NOTE = 'following paused';

/** The host's part of the note: its surface, for as long as following is paused. */
async function noted(setup = ''): Promise<Nvim> {
  const editor = await edit(setup);
  const lua = luaOf(editor);
  const surfaces = surfacesOver(lua);
  const states = new Emitter<FollowState>();
  const follower = { state: 'on' as FollowState, onState: states.on };
  showFollowNote({ follower, surfaces, lua, log: silentLogger });
  await listen<{ on?: boolean; paused?: boolean }>(editor, (name, { on, paused: isPaused }) => {
    if (name !== 'follow' && name !== 'follow_paused') return;
    follower.state = isPaused ? 'paused' : on === false ? 'off' : 'on';
    states.fire(follower.state);
  });
  await editor.lua(`host_hears = require('acp.host').send`);
  return editor;
}

const normal = (editor: Nvim): Promise<unknown> =>
  wait(
    async () => (await editor.lua('return vim.api.nvim_get_mode().mode')) === 'n',
    'normal mode',
  );

test('a pause is shown in the window itself, with the key that ends it, and changes nothing of the window', async () => {
  await using editor = await noted(`vim.keymap.set('n', '<leader>f', '<Plug>(acp-follow)')`);
  await go(editor, 'b.txt', 50);
  await editor.lua(`vim.wo.winbar = 'MY OWN BAR'`);
  await editor.feed('5j');
  await editor.screen.toContain(`${NOTE} · \\f goes on`);
  const rows = editor.screen.text().split('\n');
  expect(rows[0]).toMatch(/^MY OWN BAR/);
  expect(rows[1]).toContain(NOTE);
  expect(
    await editor.lua(
      `return { vim.wo.winbar, vim.go.winbar, vim.api.nvim_get_current_win() == vim.fn.win_getid(1) }`,
    ),
  ).toEqual(['MY OWN BAR', '', true]);
  // Clicks go through it, windows are not counted differently.
  await editor.feed('<C-w>w<C-w>w');
  expect(await editor.lua('return vim.api.nvim_win_get_config(0).relative')).toBe('');
  await editor.feed(':vsplit<CR>');
  await editor.screen.toContain(NOTE);
  await editor.feed(':only<CR>');
  await editor.screen.toContain(NOTE);
  await editor.request('nvim_ui_try_resize', 24, 8);
  await editor.screen.toContain('following');
  await editor.lua(`require('acp.follow').set(true)`);
  await editor.screen.toLose('following');
  await editor.expectNotBlocked();
});

test('the note goes when following ends, to another window when its own is closed, and keeps nobody from leaving', async () => {
  await using editor = await noted();
  await go(editor, 'b.txt', 50);
  await editor.feed('5j');
  await editor.screen.toContain(NOTE);
  await editor.lua(`require('acp.follow').set(false)`);
  await editor.screen.toLose(NOTE);
  await editor.lua(`require('acp.follow').set(true)`);
  await editor.feed(':topleft split<CR>');
  await go(editor, 'c.txt', 50);
  await editor.feed('5j');
  await editor.screen.toContain(NOTE);
  await editor.feed(':quit<CR>');
  // It stays paused: the other window would be moved next.
  await wait(
    async () => (await editor.lua('return #vim.api.nvim_tabpage_list_wins(0)')) === 2,
    'the window and the note',
  );
  await editor.screen.toContain(NOTE);
  await editor.feed(':quit<CR>');
  await editor.exited;
});

test('the note makes way for the line of the cursor, and is not there where it has no room', async () => {
  await using editor = await noted();
  await go(editor, 'b.txt', 50);
  await editor.feed('5j');
  await editor.screen.toContain(NOTE);
  const row = () =>
    editor.screen
      .text()
      .split('\n')
      .findIndex((text) => text.includes(NOTE));
  await wait(() => row() === 0, 'in the first row');
  await editor.feed('zt');
  await wait(() => row() === 1, 'below the cursor');
  await editor.feed('j');
  await wait(() => row() === 0, 'back in the first row');
  await editor.feed(':new<CR>:1wincmd _<CR><C-w>p:resize 1<CR>');
  await editor.screen.toLose(NOTE);
  await editor.feed(':only<CR>');
  await editor.screen.toContain(NOTE);
});

test.each([
  ['insert', 'i'],
  ['visual', 'v'],
  ['operator-pending', 'd'],
])(
  'when the user is in %s mode there already it pauses for real: it says so and waits for the key',
  async (_, keys) => {
    await using editor = await noted();
    await editor.feed(keys);
    await wait(
      async () => (await editor.lua('return vim.api.nvim_get_mode().mode')) !== 'n',
      'in that mode',
    );
    expect(await go(editor, 'b.txt', 50)).toBe('paused');
    await editor.screen.toContain(NOTE);
    expect(await editor.lua('return reported')).toEqual([{ paused: true }]);
    await editor.feed('<Esc>');
    await normal(editor);
    expect(await go(editor, 'b.txt', 60)).toBe('paused');
    expect((await place(editor))[0]).toBe('a.txt');
    await editor.screen.toContain(NOTE);
    await editor.lua(`require('acp.follow').set(true)`);
    expect(await go(editor, 'b.txt', 60)).toBe('moved');
    expect(await place(editor)).toEqual(['b.txt', 60]);
    await editor.screen.toLose(NOTE);
  },
);

test('resumed from insert mode in that window it stays paused, and says so', async () => {
  await using editor = await noted();
  await go(editor, 'b.txt', 50);
  await editor.feed('i');
  await paused(editor);
  expect(await go(editor, 'a.txt', 3)).toBe('paused');
  await editor.lua(`reported = {}; require('acp.follow').set(true)`);
  expect(await go(editor, 'a.txt', 3)).toBe('paused');
  await paused(editor);
  await editor.screen.toContain(NOTE);
  expect((await place(editor))[0]).toBe('b.txt');
});

test('a command line in that window holds the move back until it is left', async () => {
  await using editor = await edit();
  await go(editor, 'b.txt', 50);
  await editor.feed(':echo 1');
  await wait(
    async () => (await editor.lua('return vim.api.nvim_get_mode().mode')) === 'c',
    'in the command line',
  );
  expect(await go(editor, 'c.txt', 60)).toBe('pending');
  expect(await go(editor, 'c.txt', 70)).toBe('pending');
  expect(await place(editor)).toEqual(['b.txt', 50]);
  expect(await editor.lua('return reported')).toEqual([]);
  await editor.feed('<C-c>');
  await paused(editor);
  expect(await editor.lua('return reported')).toEqual([{ paused: false }]);
});
