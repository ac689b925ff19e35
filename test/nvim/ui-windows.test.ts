/** What the user's own window commands make of a chat: its two windows stay together. */
import { expect, test } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const STUB = `
  local host = require('acp.host')
  host.ensure, host.obstacle, host.send, host.notify =
    function() end, function() end, function() end, function() end
  host.request = function() return {} end
  require('acp.host.agents').title = function() return 'Tea agent' end
  require('acp').setup({ agent = 'tea', agents = { tea = { command = 'tea' } } })`;

const edit = (size: [number, number] = [100, 30], more = ''): Promise<Nvim> =>
  startNvim({
    size,
    files: { 'a.txt': 'text\n', 'b.txt': 'other\n' },
    args: ['a.txt'],
    config: `${STUB}\n${more}`,
  });

/** Tab pages, each with what its windows show: files by name, ours by filetype; `*` is where the user is. */
const layout = (editor: Nvim): Promise<string> =>
  editor.lua(`
    local function name(win)
      local bufnr = vim.api.nvim_win_get_buf(win)
      local filetype = vim.bo[bufnr].filetype
      local shown = filetype:find('^acp') and filetype
        or vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
      return (win == vim.api.nvim_get_current_win() and '*' or '') .. shown
    end
    local function tree(of)
      if of[1] == 'leaf' then return name(of[2]) end
      return of[1] .. '(' .. table.concat(vim.tbl_map(tree, of[2]), ' ') .. ')'
    end
    local tabs = vim.api.nvim_list_tabpages()
    return table.concat(vim.tbl_map(function(tab)
      return tree(vim.fn.winlayout(vim.api.nvim_tabpage_get_number(tab)))
    end, tabs), ' | ')`);

async function eventually(editor: Nvim, wanted: string): Promise<void> {
  let now = '';
  await wait(
    async () => {
      now = await layout(editor);
      return now === wanted;
    },
    () => `${wanted}, not ${now}\n${editor.screen.framed()}`,
  );
}

const SPLIT = ':vert AcpChat<CR>';
const FLOAT = ':AcpChat<CR>';

/** Types what opens a chat, and waits until it is drawn. */
async function opened(editor: Nvim, keys: string): Promise<void> {
  await editor.feed(keys);
  await editor.screen.toContain('Ask a question');
}

test.each([
  ['the prompt alone', SPLIT, '<Esc>:only<CR>', 'col(acpchat *acpprompt)'],
  ['the transcript alone', SPLIT, '<Esc><C-w>k<C-w>o', 'col(*acpchat acpprompt)'],
  ['a file alone', SPLIT, '<Esc><C-w>t:only<CR>', '*a.txt'],
  ['the prompt in a tab page', SPLIT, '<Esc><C-w>T', 'a.txt | col(acpchat *acpprompt)'],
  ['the transcript in a tab page', SPLIT, '<Esc><C-w>k<C-w>T', 'a.txt | col(*acpchat acpprompt)'],
  ['a float in a tab page', FLOAT, '<Esc><C-w>T', 'a.txt | col(acpchat *acpprompt)'],
  ['that tab page closed', SPLIT, '<Esc><C-w>T:tabclose<CR>', '*a.txt'],
  ['a chat in a tab page closed', ':tab AcpChat<CR>', '<Esc>:tabclose<CR>', '*a.txt'],
  ['the transcript at the left', SPLIT, '<Esc><C-w>k<C-w>H', 'row(col(*acpchat acpprompt) a.txt)'],
  ['the prompt at the right', SPLIT, '<Esc><C-w>L', 'row(a.txt col(acpchat *acpprompt))'],
  ['the transcript at the top', SPLIT, '<Esc><C-w>k<C-w>K', 'col(*acpchat acpprompt a.txt)'],
  ['the prompt at the bottom', SPLIT, '<Esc><C-w>J', 'col(a.txt acpchat *acpprompt)'],
  ['a float at the left', FLOAT, '<Esc><C-w>k<C-w>H', 'row(col(*acpchat acpprompt) a.txt)'],
  ['both closed by :q', SPLIT, '<Esc>:q<CR>', '*a.txt'],
  ['both closed by :bd', SPLIT, '<Esc>:bd<CR>', '*a.txt'],
])('%s', async (_, open, keys, wanted) => {
  await using editor = await edit();
  await opened(editor, open);
  await editor.feed(keys);
  await eventually(editor, wanted);
  expect(await editor.messages()).not.toMatch(/E\d+|stack traceback/);
  // It goes on as a chat: found again, and closed as a whole.
  await opened(editor, '<Esc>:AcpChat<CR>');
  await editor.feed('<Esc>');
  await editor.lua(`require('acp').close()`);
  await wait(
    async () => !(await layout(editor)).includes('acp'),
    () => `closed\n${editor.screen.framed()}`,
  );
  expect(await editor.messages()).not.toMatch(/stack traceback/);
});

test.each(['bd', 'bd!', 'bunload', 'bwipeout!', 'e', 'e!', 'close', 'hide', 'quit'])(
  'what is written stays, with the keys, when the prompt is left by :%s',
  async (command) => {
    await using editor = await edit();
    for (const open of [FLOAT, SPLIT]) {
      await opened(editor, `<Esc>${open}`);
      await editor.lua(`
        local prompt = require('acp.chat.views').current().prompt
        vim.api.nvim_buf_set_lines(prompt, 0, -1, false, { 'my draft', 'goes on' })`);
      await editor.feed(`<Esc>:${command}<CR>`);
      await opened(editor, '<Esc>:AcpChat<CR>');
      await editor.screen.toContain(/my draft[\s\S]*goes on/);
      expect(
        await editor.lua(`
          local prompt = require('acp.chat.views').current().prompt
          return { vim.api.nvim_get_current_buf() == prompt, vim.bo[prompt].buftype, vim.bo[prompt].filetype,
            vim.fn.maparg('<C-s>', 'i', false, true).buffer or 0 }`),
      ).toEqual([true, 'nofile', 'acpprompt', 1]);
      await editor.feed('<Esc>');
      await editor.lua(`require('acp').close()`);
    }
    expect(await editor.messages()).not.toMatch(/E\d+|stack traceback/);
  },
);

test('the last windows of the editor make room for the file that was worked on', async () => {
  await using editor = await edit();
  await opened(editor, SPLIT);
  await editor.feed('<Esc>:only<CR>');
  await eventually(editor, 'col(acpchat *acpprompt)');
  await editor.feed(':q<CR>');
  await eventually(editor, '*a.txt');
});

test.each(['b b.txt', 'bnext', 'e b.txt', 'b#'])(
  ':%s in a chat leaves the chat where it is',
  async (command) => {
    await using editor = await edit();
    await editor.lua(`vim.cmd('badd b.txt')`);
    await opened(editor, SPLIT);
    await editor.feed(`<Esc>:silent! ${command}<CR>`);
    await eventually(editor, 'row(a.txt col(acpchat *acpprompt))');
    await editor.expectNotBlocked();
  },
);

test('a tabline names the agent', async () => {
  await using editor = await edit();
  await editor.feed(':tab AcpChat<CR>');
  await editor.screen.toContain(/a\/\/Tea agent prompt[^\n]*\n[^\n]*Tea agent/);
  expect(await editor.lua(`return #vim.fn.getbufinfo()`)).toBe(3);
});

test('several chats with one agent are told apart by their names', async () => {
  await using editor = await edit();
  const names = (): Promise<string[]> =>
    editor.lua(`
      return vim.tbl_filter(function(name) return name:find('acp://', 1, true) ~= nil end,
        vim.tbl_map(vim.api.nvim_buf_get_name, vim.api.nvim_list_bufs()))`);
  for (const _ of [1, 2, 3]) await opened(editor, '<Esc>:AcpChat!<CR>');
  const all = ['', ' prompt', ' 2', ' 2 prompt', ' 3', ' 3 prompt'].map(
    (end) => `acp://Tea agent${end}`,
  );
  expect(await names()).toEqual(all);
  // A name stays, also when one before it has become free.
  await editor.lua(`
    local status = { agent = 'Tea agent', phase = 'ready', title = 'Words' }
    require('acp.chat').drop(1)
    require('acp.chat').set_status(3, status)`);
  expect(await names()).toEqual(all.slice(2));
  await opened(editor, '<Esc>:AcpChat!<CR>');
  expect(await names()).toEqual([...all.slice(2), ...all.slice(0, 2)]);
});

const OPTIONS = [
  'blank,buffers,curdir,folds,help,tabpages,winsize,terminal',
  'buffers,curdir,tabpages',
  'blank,buffers,localoptions,options,globals,tabpages,winsize',
  'blank',
];

test.each(OPTIONS)('nothing of a chat is left in a session restored with %s', async (options) => {
  await using editor = await edit();
  await editor.lua(`vim.o.sessionoptions = ...`, options);
  for (const open of [SPLIT, ':bot AcpChat<CR>', FLOAT]) {
    await opened(editor, open);
    await editor.feed('<Esc>:mksession! S.vim<CR>');
    // Neovim 0.10 says of each window that is empty what it is, and waits for a key.
    await using restored = await startNvim({ cwd: editor.dir, config: STUB });
    await restored.lua(`vim.cmd('silent source S.vim')`);
    await eventually(restored, '*a.txt');
    expect(
      await restored.lua(`
        return vim.tbl_filter(function(name) return name:find('acp://', 1, true) ~= nil end,
          vim.tbl_map(vim.api.nvim_buf_get_name, vim.api.nvim_list_bufs()))`),
    ).toEqual([]);
    await editor.lua(`require('acp').close()`);
    await eventually(editor, '*a.txt');
  }
});

test.each([
  ['from a chat in a split', SPLIT, ''],
  ['from a chat that floats', FLOAT, ''],
  ['from a file beside the chat', SPLIT, '<C-w>t'],
])('a session is loaded where a chat is open: %s', async (_, open, leave) => {
  await using editor = await edit();
  const canClose = await editor.lua(`return vim.fn.exists('##SessionLoadPre') == 1`);
  // Neovim 0.10 does not say before it that it loads a session.
  if (!canClose && leave === '') return;
  await opened(editor, open);
  await editor.feed(`<Esc>:vert AcpChat<CR>`);
  await eventually(editor, 'row(a.txt col(acpchat *acpprompt))');
  await editor.feed('<Esc>:mksession! S.vim<CR>');
  await opened(editor, `:${open.slice(1)}`);
  await editor.feed(`<Esc>${leave}:silent source S.vim<CR>`);
  await eventually(editor, '*a.txt');
  await editor.expectNotBlocked();
  expect(await editor.messages()).not.toMatch(/E\d+|stack traceback/);
  // The chat is the same as before, under its name.
  await opened(editor, ':vert AcpChat<CR>');
  expect(await editor.lua(`return vim.fn.bufname()`)).toBe('acp://Tea agent prompt');
});

test('a change of the borders while the chat is open shows at once', async () => {
  await using editor = await edit();
  if (!(await editor.lua(`return vim.fn.exists('+winborder') == 1`))) return;
  await editor.feed(FLOAT);
  await editor.screen.toContain('╭ Tea agent');
  await editor.feed('<Esc>:set winborder=double<CR>');
  await editor.screen.toContain('╔ Tea agent');
  await editor.feed(':set winborder=none<CR>');
  await editor.screen.toContain(/Tea agent/, { without: /[╔╭]/ });
  await editor.feed(':set winborder=rounded<CR>');
  await editor.screen.toContain('╭ Tea agent', { without: /Tea agent[\s\S]*Tea agent/ });
});

test('a chat beside files is as wide as before when the editor is large again', async () => {
  await using editor = await edit([100, 30]);
  const width = (): Promise<number> =>
    editor.lua(`return vim.api.nvim_win_get_width(require('acp.chat.windows').get().chat)`);
  const resize = async (columns: number, wanted: number): Promise<void> => {
    await editor.request('nvim_ui_try_resize', columns, 30);
    await wait(() => editor.lua(`return vim.o.columns == ...`, columns), 'resized');
    await wait(async () => (await width()) === wanted, `${wanted} columns of ${columns}`);
  };
  await opened(editor, SPLIT);
  expect(await width()).toBe(42);
  await resize(50, 21);
  await resize(30, 20);
  await resize(100, 42);
  await resize(200, 42);
  await resize(100, 42);
  // The user's own size is kept in the same way.
  await editor.feed('<Esc>:vertical resize 60<CR>');
  await editor.screen.toContain(/^.{39}│/m);
  await resize(50, 30);
  await resize(100, 60);
});

test('in a tiny editor a chat is there in every layout, and comes back to size', async () => {
  await using editor = await edit([80, 24]);
  for (const open of [FLOAT, SPLIT, ':bot AcpChat<CR>']) {
    await editor.feed(open);
    await editor.screen.toContain('Ask');
    for (const [columns, rows] of [
      [12, 4],
      [30, 8],
      [80, 24],
    ] as const) {
      await editor.request('nvim_ui_try_resize', columns, rows);
      await wait(() => editor.lua(`return vim.o.columns == ...`, columns), 'resized');
      await editor.expectNotBlocked();
    }
    await editor.screen.toContain('Ask');
    await editor.feed('<Esc>');
    await editor.lua(`require('acp').close()`);
  }
  expect(await editor.messages()).not.toMatch(/E\d+|stack traceback/);
});
