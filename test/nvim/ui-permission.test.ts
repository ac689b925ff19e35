import { expect, test } from 'vitest';
import { reported } from '../support/chat-status';
import { askedEditor, type Card, type Editor } from '../support/questions';
import { wait } from '../support/wait';

const card = (id: string, more: Partial<Card> = {}): Card => ({
  id,
  title: `Edit ${id}`,
  lines: [
    { text: `Edit ${id}`, spans: [{ from: 0, to: 4, group: 'AcpPermissionTitle' }] },
    '  body',
  ],
  options: [
    { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
    { optionId: 'ever', name: 'Always, please', kind: 'allow_always' },
    { optionId: 'no', name: 'Not now', kind: 'reject_once' },
  ],
  ...more,
});

const until = (editor: Editor, holds: () => Promise<boolean>, what: string): Promise<unknown> =>
  wait(holds, () => `${what}\n${editor.screen.framed()}`);

test('the title says what is asked once the line that says it is out of sight', async () => {
  await using editor = await askedEditor();
  const lines = ['Edit src/long.ts', ...Array.from({ length: 60 }, (_, n) => `  line ${n}`)];
  await editor.feed(':AcpChat<CR>');
  await editor.show(card('long', { title: 'Edit src/long.ts', lines }));
  await editor.screen.toContain('╭ Permission ─');
  await editor.screen.toContain('[a] Allow once');
  await editor.feed('<Esc><C-g>G');
  await editor.screen.toContain('╭ Permission: Edit src/long.ts ─');
  await editor.screen.toContain('line 59');
  await editor.feed('gg');
  await editor.screen.toContain('╭ Permission ─');
  await editor.feed('q');
  await editor.show(card('wide', { title: `Edit ${'x'.repeat(300)}`, lines }));
  await editor.feed('<C-g>G');
  await editor.screen.toContain(/╭ Permission: Edit x+… ╮/);
});

test('the footer of a narrow float is not cut', async () => {
  await using editor = await askedEditor();
  await editor.feed(':set columns=60<CR>:vert AcpChat<CR>');
  await editor.show(card('one'));
  await editor.screen.toContain('─ <C-g> to answer ╯');
  await editor.feed('<Esc><C-g>');
  await editor.screen.toContain('─ g? keys ╯');
});

test('the footer names the key only where it works', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.show(card('one'));
  await editor.screen.toContain('<C-g> to answer');
  await editor.feed('<Esc>q');
  await editor.screen.toContain(':Acp permissions to answer, or :Acp allow ╯');
  await editor.feed(':vert AcpChat<CR>');
  await editor.screen.toContain('<C-g> to answer');
  await editor.feed('<Esc><C-w>h');
  await editor.screen.toContain(':Acp permissions ╯');
});

test('all options are seen when a line before them is wrapped, whatever the room is', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  for (let rows = 3; rows < 30; rows += 3) {
    const body = Array.from({ length: rows }, (_, n) => `  line ${n}`);
    const title = `Edit ${'some words '.repeat(9)}`;
    await editor.show(card(`${rows}`, { title, lines: [title, ...body] }));
    await editor.screen.toContain(new RegExp(`line ${rows - 1} |↓ \\d+ more line`));
    await editor.screen.toContain('line 0 ');
    await editor.screen.toContain('[r] Not now');
  }
});

test('a request shows all options with their keys and takes no focus from someone who types', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('I am ');
  await editor.show(card('one'));
  for (const part of [
    'Permission',
    'Edit one',
    '[a] Allow once',
    '[A] Always, please',
    '[r] Not now',
  ]) {
    await editor.screen.toContain(part);
  }
  await editor.feed('areaA');
  await editor.screen.toContain('I am areaA');
  expect(editor.answers()).toEqual([]);
  expect(await editor.filetype()).toBe('acpprompt');
});

test('<C-g> goes there, a key answers, and typing goes on where it was', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('typing');
  await editor.show(card('one'));
  await editor.screen.toContain('[a] Allow once');
  await editor.guarded();
  await editor.feed('<C-g>');
  await until(editor, async () => (await editor.filetype()) === 'acppermission', 'in the float');
  await editor.feed('A');
  await until(editor, async () => editor.answers().length === 1, 'answered');
  expect(editor.answers()).toEqual([{ id: 'one', optionId: 'ever' }]);
  await editor.show();
  await until(editor, async () => (await editor.filetype()) === 'acpprompt', 'back in the prompt');
  await editor.feed(' on');
  await editor.screen.toContain('typing on');
});

test('typing goes on in the middle of a line too', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('abcdef<Left><Left>');
  await editor.show(card('one'));
  await editor.feed('<C-g>');
  await until(editor, async () => (await editor.filetype()) === 'acppermission', 'in the float');
  await editor.feed('q');
  await until(editor, async () => (await editor.filetype()) === 'acpprompt', 'back in the prompt');
  await editor.feed('X');
  await editor.screen.toContain('abcdXef');
});

test('keys typed ahead are no consent: not right after a request appeared, nor for the next one', async () => {
  await using editor = await askedEditor();
  await editor.lua(
    'local frozen = vim.uv.now(); vim.uv.now = function() return frozen + ahead end',
  );
  await editor.show(card('one'), card('two'));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.feed('a');
  await editor.feed('<C-l>');
  expect(editor.answers()).toEqual([]);
  await editor.guarded();
  await editor.feed('a');
  await until(editor, async () => editor.answers().length === 1, 'answered');
  await editor.show(card('two'));
  await editor.screen.toContain('Edit two');
  await editor.feed('a');
  await editor.feed('<C-l>');
  expect(editor.answers()).toHaveLength(1);
  await editor.guarded();
  await editor.feed('r');
  await until(editor, async () => editor.answers().length === 2, 'answered');
  expect(editor.answers()[1]).toEqual({ id: 'two', optionId: 'no' });
});

test('the time in which nothing counts begins when the question is on the screen, not when it is drawn', async () => {
  await using editor = await askedEditor();
  await editor.lua(
    `
    vim.keymap.set('n', '<F5>', '<Plug>(acp-allow)')
    local frozen = vim.uv.now(); vim.uv.now = function() return frozen + ahead end
    -- Something keeps the editor from its screen for a second; what is typed meanwhile waits.
    local surface = require('acp.surface')
    local show = surface.show
    surface.show = function(...)
      local shown = show(...)
      ahead = ahead + 1000
      vim.api.nvim_input('<F5>')
      return shown
    end`,
  );
  await editor.show(card('one'));
  await until(editor, async () => (await editor.lua('return #reported')) === 1, 'reported');
  await editor.screen.toContain('[a] Allow once');
  await editor.feed('<F5>');
  await until(editor, async () => (await editor.lua('return #reported')) === 2, 'reported again');
  await editor.guarded();
  await editor.feed('<F5>');
  await until(editor, async () => editor.answers().length > 0, 'allowed');
});

test.each([
  ['lines', Array.from({ length: 60 }, (_, n) => `  line ${n}`)],
  ['one long line', [`  ${'word '.repeat(1500)}end`]],
])(
  '%s out of sight must have been seen: keys, clicks and rules scroll until then',
  async (_, lines) => {
    await using editor = await askedEditor();
    await editor.show(card('one', { lines: ['Edit one', ...lines] }));
    await editor.screen.toContain(/↓ \d+ more lines/);
    await editor.lua(`require('acp.surface.dock').focus()`);
    await editor.guarded();
    await click(editor, '[a] Allow once');
    await editor.screen.toContain(/↑ \d+ {2}↓ \d+ more lines/);
    await editor.feed('m');
    await editor.screen.atRest();
    expect(editor.ruled).toEqual([]);
    await until(
      editor,
      async () => {
        if (editor.answers().length === 0) await editor.feed('a');
        return editor.answers().length > 0;
      },
      'answered',
    );
    await editor.screen.toContain(/├ ↑ \d+ ─/);
    await editor.feed('m');
    await until(editor, async () => editor.ruled.length === 1, 'rules are offered');
  },
);

test('a question that was cut is shown whole before it is allowed', async () => {
  await using editor = await askedEditor();
  await editor.show(card('one', { isCut: true, whole: ['the whole of it'] }));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.screen.toContain('  body');
  await editor.guarded();
  await editor.feed('a');
  await editor.screen.toContain('the whole of it');
  expect(editor.answers()).toEqual([]);
  await editor.screen.atRest();
  await editor.feed('a');
  await until(editor, async () => editor.answers().length === 1, 'answered');
});

test('what the agent changes takes the place of what was shown, with the focus in it, from its top', async () => {
  await using editor = await askedEditor();
  const lines = Array.from({ length: 60 }, (_, n) => `  line ${n}`);
  await editor.show(card('one'), card('two', { lines }));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.feed('<Tab>G');
  await editor.screen.toContain('line 59');
  await editor.guarded();
  await editor.lua(
    'local frozen = vim.uv.now(); vim.uv.now = function() return frozen + ahead end',
  );
  await editor.show(card('one'), card('three', { replaces: 'two', lines: ['Changed', ...lines] }));
  await editor.screen.toContain('Changed');
  await editor.screen.toContain('2 of 2');
  await editor.feed('ra');
  await until(editor, async () => (await editor.lua('return #reported')) === 2, 'reported');
  expect(await editor.lua('return reported[1]')).toContain('the agent has only just changed');
  expect(editor.answers()).toEqual([]);
});

test('maps that answer from anywhere do not answer what has only just come, and never another than was there', async () => {
  await using editor = await askedEditor();
  await editor.lua(`
    vim.keymap.set({ 'n', 'i' }, '<F5>', '<Plug>(acp-allow)')
    vim.keymap.set({ 'n', 'i' }, '<F6>', '<Plug>(acp-reject)')
    local frozen = vim.uv.now(); vim.uv.now = function() return frozen + ahead end`);
  await editor.feed('<F5>');
  await until(editor, async () => (await editor.lua('return #reported')) === 1, 'nothing is asked');
  await editor.show(card('one'));
  await editor.feed('<F5>');
  await until(editor, async () => (await editor.lua('return #reported')) === 2, 'reported');
  expect(editor.answers()).toEqual([]);
  await editor.guarded();
  await editor.feed('<F5>');
  await until(editor, async () => editor.answers().length === 1, 'answered');
  // The next one comes up in its place, while the key is pressed again.
  await editor.show(card('two'));
  await editor.feed('<F5>i<F6>');
  await until(editor, async () => (await editor.lua('return #reported')) === 4, 'reported');
  expect(editor.answers()).toEqual([{ id: 'one', optionId: 'yes' }]);
  await editor.guarded();
  await editor.feed('<F6>');
  await until(editor, async () => editor.answers().length === 2, 'answered');
  expect(editor.answers()[1]).toEqual({ id: 'two', optionId: 'no' });
});

test('several wait in order; <Tab> shows the next, and any may be answered first', async () => {
  await using editor = await askedEditor();
  await editor.show(card('one'), card('two'), card('three'));
  await editor.screen.toContain('1 of 3');
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.feed('<Tab><Tab>');
  await editor.screen.toContain('3 of 3');
  await editor.guarded();
  await editor.feed('a');
  await until(editor, async () => editor.answers().length === 1, 'answered');
  expect(editor.answers()[0]?.id).toBe('three');
  await editor.feed('<Tab>');
  await editor.screen.toContain('1 of 3');
});

test('q leaves the question open', async () => {
  await using editor = await askedEditor();
  await editor.show(card('one'));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.feed('q');
  await until(editor, async () => (await editor.filetype()) === 'text', 'back in the file');
  await editor.screen.toContain('[a] Allow once');
  expect(editor.answers()).toEqual([]);
});

test('closed by the user it hides, :Acp permissions and a new request bring it back', async () => {
  await using editor = await askedEditor();
  await editor.show(card('one'));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.feed(':q<CR>');
  await editor.screen.toLose('[a] Allow once');
  await editor.feed(':Acp permissions<CR>');
  await editor.screen.toContain('[a] Allow once');
  expect(await editor.filetype()).toBe('acppermission');
  await editor.feed(':q<CR>');
  await editor.screen.toLose('[a] Allow once');
  await editor.show(card('one'), card('two'));
  await editor.screen.toContain('1 of 2');
});

test('it survives :only, another tab page, a resize, and closing the chat', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.show(card('one'));
  const there = (): Promise<void> => editor.screen.toContain('[a] Allow once');
  await there();
  await editor.feed('<Esc>q');
  await editor.screen.toLose('Ask a question');
  await there();
  await editor.feed(':split<CR>:only<CR>');
  await there();
  await editor.feed(':tabnew<CR>');
  await there();
  await editor.feed(':tabclose<CR>');
  await there();
  await editor.request('nvim_ui_try_resize', 60, 20);
  await there();
  expect(await editor.filetype()).toBe('text');
  expect(await editor.lua('return reported')).toEqual([]);
  await editor.expectNotBlocked();
});

test('of a request that is too long the options are seen, and all of it can be read', async () => {
  await using editor = await askedEditor();
  const lines = Array.from({ length: 100 }, (_, index) => `+ line ${index}`);
  await editor.show(card('one', { lines }));
  await editor.screen.toContain('[r] Not now');
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.feed('gg');
  await editor.screen.toContain('+ line 0');
});

test('a withdrawn request closes the float and gives the focus back', async () => {
  await using editor = await askedEditor();
  await editor.show(card('one'));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.show();
  await editor.screen.toLose('Permission');
  expect(await editor.filetype()).toBe('text');
});

test('text with line breaks or wrong columns does no harm', async () => {
  await using editor = await askedEditor();
  await editor.show(
    card('one', { lines: [{ text: 'a\nb', spans: [{ from: 50, to: 90, group: 'AcpPath' }] }] }),
  );
  await editor.screen.toContain('a b');
  await editor.screen.toContain('[a] Allow once');
});

/** Where a text is on the screen. */
function spot(editor: Editor, text: string): [row: number, col: number] {
  const rows = editor.screen.text().split('\n');
  const row = rows.findIndex((line) => line.includes(text));
  return [row, [...((rows[row] ?? '').split(text)[0] ?? '')].length + 1];
}

async function click(editor: Editor, text: string): Promise<void> {
  await editor.screen.toContain(text);
  const [row, col] = spot(editor, text);
  await editor.request('nvim_input_mouse', 'left', 'press', '', 0, row, col);
  await editor.request('nvim_input_mouse', 'left', 'release', '', 0, row, col);
}

const mode = (editor: Editor): Promise<string> => editor.lua('return vim.api.nvim_get_mode().mode');

test('a click on an option answers, from insert mode too, and typing goes on; not before it could be read', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.feed('typing');
  await editor.lua(
    'local frozen = vim.uv.now(); vim.uv.now = function() return frozen + ahead end',
  );
  await editor.show(card('one'));
  await click(editor, '[r] Not now');
  await until(editor, async () => (await editor.filetype()) === 'acppermission', 'in the float');
  await until(editor, async () => (await mode(editor)) === 'n', 'keys are keys of the float');
  expect(editor.answers()).toEqual([]);
  await editor.guarded();
  await click(editor, '  body');
  await until(editor, async () => (await editor.lua("return vim.fn.line('.')")) === 2, 'on it');
  expect(editor.answers()).toEqual([]);
  await click(editor, '[r] Not now');
  await until(editor, async () => editor.answers().length === 1, 'answered');
  expect(editor.answers()).toEqual([{ id: 'one', optionId: 'no' }]);
  await editor.show();
  await until(editor, async () => (await editor.filetype()) === 'acpprompt', 'back in the prompt');
  await editor.feed(' on');
  await editor.screen.toContain('typing on');
});

test('a click on the statusline goes to the float', async () => {
  await using editor = await askedEditor();
  await editor.lua(
    `
    vim.o.laststatus = 2
    vim.o.statusline = "STATUS %{%v:lua.require'acp'.statusline()%}"
    require('acp.status').set(...)`,
    ...reported({ agent: 'Agent', phase: 'running', pending: 1 }),
  );
  await editor.show(card('one'));
  await click(editor, '?1');
  await until(editor, async () => (await editor.filetype()) === 'acppermission', 'in the float');
  await editor.expectNotBlocked();
});

test('keys that come in one burst with the way to the float never answer, nor do those of insert mode', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.lua(
    'local frozen = vim.uv.now(); vim.uv.now = function() return frozen + ahead end',
  );
  await editor.show(card('one'));
  await editor.feed('typed<C-g>aArR');
  await until(editor, async () => (await editor.filetype()) === 'acppermission', 'in the float');
  await editor.feed('q');
  await until(editor, async () => (await editor.filetype()) === 'acpprompt', 'back in the prompt');
  await editor.guarded();
  await editor.feed('aArR');
  await editor.screen.toContain('aArR');
  expect(editor.answers()).toEqual([]);
});

test('o shows all that is known, and the short form again; the keys answer there too', async () => {
  await using editor = await askedEditor();
  const whole = Array.from({ length: 300 }, (_, index) => `part ${index + 1}`);
  await editor.show(card('one', { whole }));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.screen.toContain('o all of it');
  await editor.feed('o');
  await editor.screen.toContain('part 1 ');
  await editor.screen.toLose('  body');
  await editor.screen.toContain(/↓ \d+ more lines/);
  await editor.feed('G');
  await editor.screen.toContain('part 300');
  await editor.screen.toContain('[a] Allow once');
  await editor.feed('o');
  await editor.screen.toContain('  body');
  await editor.feed('o');
  await editor.screen.toContain('part 1 ');
  await editor.guarded();
  await editor.feed('a');
  await until(editor, async () => editor.answers().length === 1, 'answered');
});

test('over a terminal it takes no keys; a map of the user goes there, and back to the program', async () => {
  await using editor = await askedEditor();
  await editor.lua(`
    vim.keymap.set('t', '<C-g>', '<Plug>(acp-permission-next)')
    vim.cmd('terminal cat')
    vim.cmd.startinsert()`);
  await until(editor, async () => (await mode(editor)) === 't', 'in the terminal');
  await editor.show(card('one'));
  await editor.screen.toContain('[a] Allow once');
  await editor.guarded();
  await editor.feed('aArR');
  await editor.screen.toContain('aArR');
  expect(await mode(editor)).toBe('t');
  expect(editor.answers()).toEqual([]);
  await editor.feed('<C-g>');
  await until(editor, async () => (await editor.filetype()) === 'acppermission', 'in the float');
  await editor.feed('r');
  await until(editor, async () => editor.answers().length === 1, 'answered');
  await editor.show();
  await until(editor, async () => (await mode(editor)) === 't', 'back in the program');
});

test('in the command-line window it appears at once, takes no key, and is answered by command and map', async () => {
  await using editor = await askedEditor();
  await editor.lua(`vim.keymap.set({ 'n', 'i' }, '<F5>', '<Plug>(acp-allow)')`);
  await editor.feed('q:');
  await until(
    editor,
    async () => (await editor.lua('return vim.fn.getcmdwintype()')) === ':',
    'in the command-line window',
  );
  await editor.show(card('one'));
  await editor.screen.toContain('[a] Allow once');
  await editor.screen.toContain(':Acp allow, :Acp reject');
  await editor.guarded();
  await editor.feed('ia');
  await editor.expectNotBlocked();
  expect(editor.answers()).toEqual([]);
  await editor.feed('<F5><Esc>:Acp reject 1 not now<CR>:Acp permissions<CR>');
  await until(
    editor,
    async () => ((await editor.lua('return reported')) as string[]).length === 1,
    'no way to the float from there is reported',
  );
  expect(await editor.lua('return reported')).toEqual([
    expect.stringContaining(':Acp allow or :Acp reject'),
  ]);
  expect(editor.answers()).toEqual([
    { id: 'one', optionId: 'yes' },
    { id: 'one', optionId: 'no' },
  ]);
  expect(editor.reasons).toEqual(['not now']);
  await editor.lua('reported = {}');
  await click(editor, '[a] Allow once');
  await editor.expectNotBlocked();
  await editor.feed('<C-c><C-c>');
  await until(
    editor,
    async () => (await editor.lua('return vim.fn.getcmdwintype()')) === '',
    'out of the command-line window',
  );
  await editor.screen.toContain('[a] Allow once');
  await editor.show();
  await editor.screen.toLose('[a] Allow once');
});

test.each([
  ['on a very small screen', [20, 6], ''],
  ['without statusline and command line', [40, 12], 'laststatus = 0, cmdheight = 0'],
  ['with one statusline and tab pages', [40, 12], 'laststatus = 3, showtabline = 2'],
] as const)('%s all options are seen, and nothing waits for a key', async (_, size, options) => {
  await using editor = await askedEditor();
  await editor.request('nvim_ui_try_resize', ...size);
  await editor.lua(`for name, value in pairs({ ${options} }) do vim.o[name] = value end`);
  await editor.show(card('one', { lines: Array.from({ length: 30 }, (_, i) => `+ line ${i}`) }));
  for (const option of ['[a] Allow once', '[A] Always', '[r] Not now']) {
    await editor.screen.toContain(option);
  }
  await editor.expectNotBlocked();
  await editor.request('nvim_ui_try_resize', 100, 36);
  await editor.screen.toContain('Permission');
  await editor.request('nvim_ui_try_resize', ...size);
  await editor.screen.toContain('[r] Not now');
  await editor.guarded();
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.feed('r');
  await until(editor, async () => editor.answers().length === 1, 'answered');
  expect(await editor.lua('return reported')).toEqual([]);
});

test.each([
  ['a command line', ':echo 1', 'c'],
  ['an operator', 'd', 'no'],
  ['a search', '/text', 'c'],
])('during %s it appears and takes neither keys nor focus', async (_, keys, wanted) => {
  await using editor = await askedEditor();
  await editor.feed(keys);
  await until(editor, async () => (await mode(editor)).startsWith(wanted), 'in that mode');
  await editor.show(card('one'));
  await editor.screen.toContain('[a] Allow once');
  await editor.guarded();
  expect(await mode(editor)).toMatch(new RegExp(`^${wanted}`));
  await editor.feed('a<Esc>');
  expect(editor.answers()).toEqual([]);
  expect(await editor.filetype()).toBe('text');
});

test('while the editor waits for a character of getchar() it appears, and the character is no answer', async () => {
  await using editor = await askedEditor();
  await editor.feed(':let c = getcharstr()<CR>');
  await editor.show(card('one'));
  await editor.screen.toContain('[a] Allow once');
  await editor.guarded();
  await editor.feed('a');
  await editor.screen.toContain('[a] Allow once');
  expect(editor.answers()).toEqual([]);
  expect(await editor.lua('return vim.g.c')).toBe('a');
});

const FILL = `
  local buf, count = require('acp.chat').buffer(1), ...
  local lines = {}
  for n = 1, count do lines[n] = 'said ' .. n .. '.' end
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  local win = vim.fn.bufwinid(buf)
  vim.api.nvim_win_set_cursor(win, { count, 0 })
  require('acp.transcript.scroll').to_end(win)`;

test.each([':AcpChat<CR>', ':vert AcpChat<CR>', ':bot AcpChat<CR>'])(
  'docked after %s it is as wide as the transcript, whose end stays in sight above it',
  async (command) => {
    await using editor = await askedEditor();
    await editor.feed(command);
    await editor.screen.toContain('Ask a question');
    await editor.lua(FILL, 80);
    await editor.screen.toContain('said 80.');
    await editor.show(card('one'));
    await editor.screen.toContain(/said 79\.[\s\S]*said 80\.[\s\S]*╭ Permission ─+╮[\s\S]*\[a\]/);
    const widths = await editor.lua(`
      local chat = vim.fn.getwininfo(vim.fn.bufwinid(require('acp.chat').buffer(1)))[1]
      local dock
      for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
        if vim.bo[vim.api.nvim_win_get_buf(win)].filetype == 'acppermission' then dock = win end
      end
      local has_border = vim.api.nvim_win_get_config(chat.winid).relative ~= ''
      return { chat.wincol, chat.width + (has_border and 2 or 0),
        vim.fn.getwininfo(dock)[1].wincol, vim.api.nvim_win_get_width(dock) + 2 }`);
    expect(widths.slice(2)).toEqual(widths.slice(0, 2));
    // The user's own way down does not end behind it.
    await editor.feed(`<Esc><C-w>k${'k'.repeat(30)}`);
    await editor.screen.toContain('said 50.');
    await editor.feed('G');
    await editor.screen.toContain(/said 80\.[\s\S]*╭ Permission/);
    await editor.show();
    await editor.screen.toLose('Permission');
    await editor.screen.toContain(/said 80\. *│?\S*\n(?!.*said)/);
  },
);

test('who reads further up is not moved, and their cursor is not covered', async () => {
  await using editor = await askedEditor();
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.lua(FILL, 80);
  await editor.feed('<Esc><C-w>k10G');
  await editor.screen.toContain('said 10.');
  await editor.lua(`vim.fn.winrestview({ topline = 5, lnum = 8 })`);
  await editor.show(card('one'));
  await editor.screen.toContain(/said 5\.[\s\S]*╭ Permission/);
  await editor.feed('15j');
  await editor.screen.toContain(/said 23\.[\s\S]*╭ Permission/);
});

test('at 80 by 24 chat and question take the whole width, and leave of the transcript what explains it', async () => {
  await using editor = await askedEditor();
  await editor.request('nvim_ui_try_resize', 80, 24);
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('Ask a question');
  await editor.lua(FILL, 80);
  const lines = Array.from({ length: 40 }, (_, n) => `  line ${n}`);
  await editor.show(card('one', { lines }));
  await editor.screen.toContain(/^╭ Permission ─{66}╮$/m);
  await editor.screen.toContain(/^│ said 80\. +│$/m);
  await editor.screen.toContain(/^├ .* ─+┤$|^├─+┤$/m);
});

test('what allows, what allows for good and what refuses look different; refusals are set apart', async () => {
  await using editor = await askedEditor();
  await editor.lua(`
    require('acp.ui.hl').setup()
    vim.api.nvim_set_hl(0, 'AcpPermissionAllow', { fg = 0x00aa00 })
    vim.api.nvim_set_hl(0, 'AcpPermissionAlways', { fg = 0xaaaa00 })
    vim.api.nvim_set_hl(0, 'AcpPermissionReject', { fg = 0xaa0000 })`);
  await editor.feed(':AcpChat<CR>');
  await editor.show(card('one'));
  await editor.screen.toContain(/\[a\] Allow once {3}\[A\] Always, please {8}\[r\] Not now/);
  const look = (text: string) => editor.screen.styleOf(text)?.foreground;
  expect(['Allow once', 'Always, please', 'Not now'].map(look)).toEqual([
    0x00aa00, 0xaaaa00, 0xaa0000,
  ]);
  const options = [
    { optionId: 'y', name: `Yes, ${'and '.repeat(12)}`, kind: 'allow_once' },
    { optionId: 'n', name: `No, ${'not '.repeat(12)}`, kind: 'reject_once' },
    { optionId: 'never', name: 'Never', kind: 'reject_always' },
  ] as const;
  await editor.show(card('two', { options: [...options] }));
  await editor.screen.toContain(
    /\[a\] Yes[^\n]*\n[^\w\n]*\n[^\w\n]*\[r\] No[^\n]*\n[^\w\n]*\[R\] Never/,
  );
});
