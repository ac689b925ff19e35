import { expect, test } from 'vitest';
import type { FrameFacts } from '../../src/view/frame';
import { statusOf } from '../support/chat-status';
import { type Nvim, type NvimOptions, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

/** The host is not started: what Lua would send it is kept in `sent`. */
const STUB = `
  _G.sent = {}
  _G.reported = {}
  vim.notify = function(text) table.insert(_G.reported, text) end
  local host = require('acp.host')
  local function keep(name, payload) table.insert(_G.sent, { name = name, payload = payload }) end
  host.ensure = function() end
  host.obstacle = function() end
  host.channel = function() return 1 end
  host.request = function() return {} end
  host.send = keep
  host.notify = keep`;

interface Sent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect
  readonly payload: any;
}

interface Editor extends Nvim {
  sent(name: string): Promise<Sent['payload'][]>;
  filetype(): Promise<string>;
  mode(): Promise<string>;
  promptText(): Promise<string[]>;
  /** [filetype, width, height, relative] of all windows of the tab page. */
  windows(): Promise<[string, number, number, string][]>;
}

async function edit(options: NvimOptions = {}): Promise<Editor> {
  const editor = await startNvim({
    size: [100, 40],
    ...options,
    config: `${STUB}\n${options.config ?? ''}`,
  });
  const all = (): Promise<Sent[]> => editor.lua('return sent');
  return Object.assign(editor, {
    sent: async (name: string) =>
      (await all()).filter((one) => one.name === name).map((one) => one.payload),
    filetype: () => editor.lua('return vim.bo.filetype'),
    mode: () => editor.lua('return vim.api.nvim_get_mode().mode'),
    promptText: () =>
      editor.lua(`
        for _, buf in ipairs(vim.api.nvim_list_bufs()) do
          if vim.bo[buf].filetype == 'acpprompt' then
            return vim.api.nvim_buf_get_lines(buf, 0, -1, false)
          end
        end`),
    windows: () =>
      editor.lua(`
        return vim.tbl_map(function(win)
          return { vim.bo[vim.api.nvim_win_get_buf(win)].filetype, vim.api.nvim_win_get_width(win),
            vim.api.nvim_win_get_height(win), vim.api.nvim_win_get_config(win).relative }
        end, vim.api.nvim_tabpage_list_wins(0))`),
  });
}

const until = (editor: Editor, holds: () => Promise<boolean>, what: string): Promise<unknown> =>
  wait(holds, () => `${what}\n${editor.screen.framed()}`);

const closed = (editor: Editor): Promise<unknown> =>
  until(
    editor,
    async () => (await editor.windows()).every(([type]) => !type.startsWith('acp')),
    'closed',
  );

test('the windows are on screen before anybody answers, with a first word of help', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.screen.toContain('starting');
  expect(await editor.filetype()).toBe('acpprompt');
  expect(await editor.mode()).toBe('i');
  expect(await editor.sent('open')).toMatchObject([{ view: 1 }]);
  expect((await editor.sent('resize'))[0].width).toBeGreaterThan(40);
});

for (const how of ['q', ':q<CR>', ':lua require("acp").toggle()<CR>', '<C-w>k:q<CR>'] as const) {
  test(`${how} closes both windows and leaves everything as it was`, async () => {
    await using editor = await edit({ files: { 'a.txt': 'text\n' }, args: ['a.txt'] });
    await editor.feed(':vsplit<CR>:split<CR>:resize 5<CR>');
    const before = await editor.lua('return { vim.fn.winrestcmd(), vim.fn.win_getid() }');
    await editor.feed(':AcpChat<CR>');
    await editor.screen.toContain('Ask a question');
    await editor.feed(`<Esc>${how}`);
    await closed(editor);
    expect(await editor.lua('return { vim.fn.winrestcmd(), vim.fn.win_getid() }')).toEqual(before);
    expect(await editor.mode()).toBe('n');
    await editor.expectNotBlocked();
  });
}

for (const [command, kind] of [
  ['vertical AcpChat', 'right'],
  ['topleft vertical AcpChat', 'left'],
  ['botright horizontal AcpChat', 'bottom'],
  ['topleft horizontal AcpChat', 'top'],
  ['tab AcpChat', 'tab'],
] as const) {
  test(`:${command} takes a split (${kind}), and closing it restores sizes and focus`, async () => {
    await using editor = await edit({ files: { 'a.txt': 'text\n' }, args: ['a.txt'] });
    await editor.feed(':split<CR>:resize 5<CR>');
    const before = await editor.lua('return { vim.fn.winrestcmd(), vim.fn.win_getid() }');
    await editor.feed(`:${command}<CR>`);
    await editor.screen.toContain('Ask a question');
    const own = (await editor.windows()).filter(([type]) => type.startsWith('acp'));
    expect(own.map(([type, , , relative]) => [type, relative])).toEqual([
      ['acpchat', ''],
      ['acpprompt', ''],
    ]);
    expect(await editor.filetype()).toBe('acpprompt');
    await editor.feed('<Esc>q');
    await closed(editor);
    expect(await editor.lua('return { vim.fn.winrestcmd(), vim.fn.win_getid() }')).toEqual(before);
  });
}

test('the floats stay right when the editor is resized, down to a very small one', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  const wide = (await editor.windows()).find(([type]) => type === 'acpchat');
  await editor.request('nvim_ui_try_resize', 60, 20);
  await until(
    editor,
    async () => ((await editor.windows()).find(([type]) => type === 'acpchat')?.[1] ?? 99) < 60,
    'narrower',
  );
  await editor.request('nvim_ui_try_resize', 14, 6);
  await until(
    editor,
    async () => ((await editor.windows()).find(([type]) => type === 'acpchat')?.[1] ?? 99) < 14,
    'tiny',
  );
  await editor.request('nvim_ui_try_resize', 100, 40);
  await until(
    editor,
    async () =>
      JSON.stringify((await editor.windows()).find(([type]) => type === 'acpchat')) ===
      JSON.stringify(wide),
    'as wide as before',
  );
  expect(await editor.lua('return reported')).toEqual([]);
});

test('the usual window keys move between transcript and prompt', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('<Esc>');
  for (const [keys, type] of [
    ['<C-w>k', 'acpchat'],
    ['<C-w>j', 'acpprompt'],
    ['<C-w>w', 'acpchat'],
    ['<C-w><C-w>', 'acpprompt'],
    ['<C-w>k', 'acpchat'],
    ['<C-w>p', 'acpprompt'],
  ] as const) {
    await editor.feed(keys);
    await until(editor, async () => (await editor.filetype()) === type, `${keys} goes to ${type}`);
  }
});

test('a transcript that was wiped comes back with its window keys', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('<Esc>:bwipeout! acp://agent<CR>');
  await closed(editor);
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  for (const [keys, type] of [
    ['<Esc><C-w>k', 'acpchat'],
    ['<C-w>j', 'acpprompt'],
  ] as const) {
    await editor.feed(keys);
    await until(editor, async () => (await editor.filetype()) === type, `${keys} goes to ${type}`);
  }
});

test('nothing of the user’s is changed: no map, no option, nothing in other windows', async () => {
  await using editor = await edit({ files: { 'a.txt': 'text\n' }, args: ['a.txt'] });
  await editor.lua(`
    -- 'window' follows the size; Neovim's own FileType autocommand sets 'syntax'.
    local follows = { window = true, syntax = true }
    _G.picture = function()
      local maps, options = {}, {}
      for _, mode in ipairs({ 'n', 'i', 'x', 't' }) do
        for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do table.insert(maps, mode .. map.lhs) end
      end
      for name, info in pairs(vim.api.nvim_get_all_options_info()) do
        local ok, value = pcall(vim.api.nvim_get_option_value, name, { scope = 'global' })
        if ok and not follows[name] then options[name] = value end
        local fine, own = pcall(vim.api.nvim_get_option_value, name, { win = code })
        if fine and info.scope == 'win' then options['win ' .. name] = own end
      end
      return { maps = maps, options = options }
    end
    _G.code = vim.api.nvim_get_current_win()
    _G.before = picture()`);
  for (const command of ['AcpChat', 'vertical AcpChat']) {
    await editor.feed(`:${command}<CR>`);
    await editor.screen.toContain('Ask a question');
    await editor.feed('text<Esc>q');
    await closed(editor);
  }
  const changed = await editor.lua(`
    local now, found = picture(), {}
    for name, value in pairs(before.options) do
      if not vim.deep_equal(value, now.options[name]) then table.insert(found, name) end
    end
    if not vim.deep_equal(before.maps, now.maps) then table.insert(found, 'maps') end
    return found`);
  expect(changed).toEqual([]);
});

test('<C-s> and <CR> send all lines; an empty prompt is never sent', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('  <C-s><C-u>one<CR>two<C-s>');
  await until(editor, async () => (await editor.sent('prompt')).length === 1, 'one was sent');
  await editor.feed('three<Esc><CR>');
  await until(editor, async () => (await editor.sent('prompt')).length === 2, 'two were sent');
  expect((await editor.sent('prompt')).map((payload) => payload.content)).toEqual([
    'one\ntwo',
    'three',
  ]);
  expect(await editor.promptText()).toEqual(['']);
});

test('up and down walk through what was sent, and the draft comes back', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('first<C-s>second<CR>line<C-s>draft');
  const shows = async (keys: string, lines: string[]): Promise<void> => {
    await editor.feed(keys);
    await until(
      editor,
      async () => JSON.stringify(await editor.promptText()) === JSON.stringify(lines),
      `${keys} shows ${lines.join('|')}`,
    );
  };
  await shows('<Up>', ['second', 'line']);
  // The cursor is on the last line of two: up goes to the first line first.
  await shows('<Up><Up>', ['first']);
  await shows('<Up>', ['first']);
  await shows('<Down><Down>', ['draft']);
  await shows('<Esc><Up>', ['second', 'line']);
  await shows('<Down>', ['draft']);
});

test('the prompt grows with its text and shrinks again', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  const heights = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await editor.windows()).map(([type, , height]) => [type, height]));
  const before = await heights();
  expect(before.acpprompt).toBe(3);
  await editor.feed(Array.from({ length: 15 }, (_, line) => `line ${line}`).join('<CR>'));
  await until(editor, async () => (await heights()).acpprompt === 10, 'ten lines');
  const grown = await heights();
  expect((grown.acpchat ?? 0) + 10).toBe((before.acpchat ?? 0) + 3);
  await editor.feed('<C-s>');
  await until(editor, async () => (await heights()).acpprompt === 3, 'three lines');
});

test('a draft outlives closing the chat', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('half a tho<Esc>q');
  await closed(editor);
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('half a tho');
});

test('a range is named in the prompt by its place', async () => {
  await using editor = await edit({ files: { 'a.lua': 'one\ntwo\nthree\n' }, args: ['a.lua'] });
  await editor.feed(':2,3AcpChat<CR>');
  await editor.screen.toContain('a.lua:2-3');
  expect(await editor.promptText()).toEqual(['@a.lua:2-3 ']);
  await editor.feed('why?');
  await editor.screen.toContain('why?');
});

test('a prompt is kept when there is no host to send it to', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.lua(`require('acp.host').ensure = function() return 'no host today' end`);
  await editor.feed('precious<C-s>');
  await until(editor, async () => (await editor.lua('return reported')).length === 1, 'reported');
  expect(await editor.lua('return reported')).toEqual([expect.stringContaining('no host today')]);
  expect(await editor.promptText()).toEqual(['precious']);
});

test('keys can be changed and removed', async () => {
  await using editor = await edit({
    config: `require('acp').setup({ keys = { send = '<F5>', close = false } })`,
  });
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('<F5>');
  await editor.feed('hello<F5>');
  await until(editor, async () => (await editor.sent('prompt')).length === 1, 'sent with F5');
});

test('status shows in the frame, and the spinner only turns while something goes on', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  const set = (facts: Partial<FrameFacts>): Promise<unknown> =>
    editor.lua(`require('acp.chat').set_status(1, ...)`, statusOf({ agent: 'An Agent', ...facts }));
  await set({ phase: 'running', title: 'Fix it', pending: 2, queued: 1, usage: '1k/2k' });
  for (const part of ['An Agent · Fix it', 'working', '2 questions', '1 queued', '1k/2k']) {
    await editor.screen.toContain(part);
  }
  const moving = editor.screen.frames;
  await wait(() => editor.screen.frames > moving + 2, 'the spinner turns');
  await set({ phase: 'ready' });
  await editor.screen.toLose('working');
  await editor.screen.atRest();
});

test('a very long title does not break the frame', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.lua(
    `require('acp.chat').set_status(1, ...)`,
    statusOf({
      title: 'long\nname\u001b[31m '.repeat(40),
      phase: 'failed',
      detail: 'because '.repeat(60),
    }),
  );
  await editor.screen.toContain(/╭ Agent · long name .*…/);
  await editor.screen.toContain(/├ ✗ failed: because .*…/);
});

test('without borders, and in splits, the texts are in window bars', async () => {
  await using editor = await edit({
    config: `require('acp').setup({ layout = { border = 'none' } })`,
  });
  const status = statusOf({ agent: '50% Agent', pending: 1 });
  for (const command of ['AcpChat', 'vertical AcpChat']) {
    await editor.feed(`:${command}<CR>`);
    await editor.screen.toContain('Ask a question');
    await editor.lua(`require('acp.chat').set_status(1, ...)`, status);
    await editor.screen.toContain('50% Agent');
    await editor.screen.toContain('1 question');
    await editor.feed('<Esc>q');
    await closed(editor);
  }
});

test('the bang starts a new session, and :Acp close goes back to the one before', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('<Esc>:AcpChat!<CR>');
  await until(editor, async () => (await editor.sent('open')).length === 2, 'two are open');
  expect((await editor.sent('open')).map((payload) => payload.view)).toEqual([1, 2]);
  await editor.feed('<Esc>:Acp close<CR>');
  await closed(editor);
  expect(await editor.sent('close')).toMatchObject([{ view: 2 }]);
  expect(await editor.lua(`return require('acp.chat.views').current_id()`)).toBe(1);
});

test('where files are only looked at (-M) there is still a chat', async () => {
  await using editor = await edit();
  await editor.lua(`vim.go.modifiable = false`);
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('a question of mine');
  await editor.screen.toContain('a question of mine');
  await editor.lua(`require('acp.ui.open').text('a text', 'from the agent')`);
  await editor.screen.toContain('from the agent');
  expect(await editor.messages()).not.toMatch(/E21/);
});

test('a session restored by :mksession does not get in the way', async () => {
  await using editor = await edit();
  await editor.lua(`
    vim.cmd('badd acp://agent')
    vim.cmd([[badd acp://agent\\ prompt]])`);
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  expect(await editor.lua(`return vim.api.nvim_buf_get_name(require('acp.chat').buffer(1))`)).toBe(
    'acp://agent',
  );
});

test('the last windows of the editor can be closed too', async () => {
  await using editor = await edit();
  await editor.feed(':vertical AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('<Esc><C-w>t:q<CR>');
  await until(editor, async () => (await editor.windows()).length === 2, 'only ours are left');
  await editor.lua(`require('acp').close()`);
  await until(editor, async () => (await editor.windows()).length === 1, 'one is left');
  expect(await editor.filetype()).toBe('');
});

test('in the command-line window the chat says why it cannot open', async () => {
  await using editor = await edit();
  await editor.feed('q:');
  await editor.lua(`require('acp').open()`);
  expect(await editor.lua('return reported')).toEqual([
    expect.stringContaining('command-line window'),
  ]);
});

test('a terminal gets its keys back when the chat closes', async () => {
  await using editor = await edit();
  await editor.feed(':terminal cat<CR>i');
  await until(editor, async () => (await editor.mode()) === 't', 'terminal mode');
  await editor.lua(`require('acp').open()`);
  await editor.screen.toContain('Ask a question');
  await editor.lua(`require('acp').close()`);
  await until(editor, async () => (await editor.mode()) === 't', 'terminal mode again');
});

test('why nothing could be started is shown in full in the empty transcript', async () => {
  await using editor = await startNvim({
    size: [80, 24],
    config: `vim.g.acp = { agent = 'goose', node = '/nowhere/at/all/in/this/file/system/node' }`,
  });
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('╭ goose ─');
  await editor.screen.toContain('✗ "/nowhere/at/all/in/this/file/system/node" was not found:');
  await editor.screen.toContain('or set the option `node`');
  await editor.screen.toContain('Ask a question');
});

test('<CR> in the transcript sends the row; with a dead host it says so', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.lua(`
    vim.cmd.stopinsert()
    vim.api.nvim_set_current_win(require('acp.chat.windows').get().chat)
    require('acp.transcript').apply(vim.api.nvim_get_current_buf(), {
      edits = { { row = 0, del = 1, lines = { 'one', 'two', '' }, spans = {}, fences = {} } },
      ranges = {},
    })`);
  await wait(async () => (await editor.mode()) === 'n', 'normal mode');
  await editor.feed('2G<CR>');
  expect(await editor.sent('surface_action')).toEqual([
    { id: 'chat-1', action: 'chat_open', row: 1, end_row: 1, count: 1 },
  ]);
  await editor.lua(`require('acp.chat.recovery').lose_all('the host ended', 'exit code 1')`);
  await editor.feed('<CR>');
  expect(await editor.sent('surface_action')).toHaveLength(1);
  expect(await editor.lua('return reported')).toEqual([
    expect.stringContaining('the host has ended; :AcpChat starts it again'),
  ]);
});
