import { expect, test } from 'vitest';
import type { Block, Patch } from '../../src/view/block';
import { closedFolds, drawnTranscript } from '../support/drawn-transcript';
import type { Nvim } from '../support/nvim';

const EMPTY: Pick<Patch['edits'][number], 'spans' | 'fences'> = { spans: [], fences: [] };

const transcript = () => drawnTranscript(10);

const lines = (editor: Nvim): Promise<string[]> =>
  editor.lua('return vim.api.nvim_buf_get_lines(buf, 0, -1, false)');

const texts = (count: number, name = 'line'): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

const message = (id: string, ...text: string[]): Block => ({ id, lines: [...text, ''] });

/** A thought: its first line stays visible, the empty line after it is no part of the fold. */
const thought = (id: string, ...text: string[]): Block => ({
  id,
  lines: [...text.map((line) => ({ text: line, lineGroup: 'AcpThought' })), ''],
  fold: { from: 0, to: text.length - 1 },
});

test('what is drawn is what the host meant, through growth, replacement and removal', async () => {
  await using editor = await transcript();
  const steps: Block[][] = [
    [message('a', 'one')],
    [message('a', 'one two', 'three')],
    [message('a', 'one two', 'three'), thought('b', 'x', 'y', 'z'), message('c', 'end')],
    [message('a', 'other'), thought('b', 'x', 'y', 'z', 'more'), message('c', 'end')],
    [message('a', 'other'), message('c', 'end', 'of it')],
    [message('c', 'end', 'of it')],
  ];
  for (const blocks of steps) {
    await editor.draw(blocks);
    const wanted = blocks.flatMap((block) =>
      block.lines.map((line) => (typeof line === 'string' ? line : line.text)),
    );
    expect(await lines(editor)).toEqual(wanted);
  }
});

test('the user cannot change the transcript', async () => {
  await using editor = await transcript();
  await editor.draw([message('a', 'one')]);
  await editor.feed('ggdd');
  expect(await lines(editor)).toEqual(['one', '']);
});

test('a line break inside a line costs no patch', async () => {
  await using editor = await transcript();
  await editor.lua(`require('acp.transcript').apply(buf, ...)`, {
    edits: [{ row: 0, del: 1, lines: ['one\ntwo'], ...EMPTY }],
    ranges: [],
  });
  expect(await lines(editor)).toEqual(['one two']);
});

test('a buffer that is gone is reported, not an error', async () => {
  await using editor = await transcript();
  await editor.lua('vim.api.nvim_buf_delete(buf, { force = true })');
  expect(
    await editor.lua(`return require('acp.transcript').apply(buf, { edits = {}, ranges = {} })`),
  ).toBe(false);
  expect(await editor.lua(`return require('acp.transcript').reset(buf)`)).toBe(false);
});

test('a thought is a closed fold that grows with its text, also while the user types elsewhere', async () => {
  await using editor = await transcript();
  await editor.lua('vim.api.nvim_set_current_win(other)');
  await editor.feed('ihello');
  await editor.draw([thought('a', 'think', 'one')]);
  expect(await closedFolds(editor)).toEqual([[1, 2]]);
  for (const count of [2, 5, 9]) {
    await editor.draw([thought('a', 'think', ...texts(count, 'one'))]);
    expect(await closedFolds(editor)).toEqual([[1, count + 1]]);
  }
  expect(await editor.lua('return vim.api.nvim_get_mode().mode')).toBe('i');
});

test('a fold the user opened stays open while it grows, and its neighbours stay closed', async () => {
  await using editor = await transcript();
  const first = thought('a', 'first', 'one', 'two');
  await editor.draw([first, thought('b', 'second', 'one')]);
  await editor.lua(`vim.api.nvim_win_call(win, function() vim.cmd('5foldopen') end)`);
  for (const count of [2, 6]) {
    await editor.draw([first, thought('b', 'second', ...texts(count))]);
    expect(await closedFolds(editor)).toEqual([[1, 3]]);
  }
  await editor.lua(`vim.api.nvim_win_call(win, function() vim.cmd('5foldclose') end)`);
  expect(await closedFolds(editor)).toEqual([
    [1, 3],
    [5, 11],
  ]);
});

test('rewriting the first and the last line of a fold leaves the fold as it is', async () => {
  await using editor = await transcript();
  const around = message('z', 'after');
  await editor.draw([thought('a', 'thinking', 'one', 'two'), around]);
  await editor.draw([thought('a', 'thought', 'one', '2'), around]);
  expect(await closedFolds(editor)).toEqual([[1, 3]]);
  await editor.draw([thought('a', 'thought', 'one'), around]);
  expect(await closedFolds(editor)).toEqual([[1, 2]]);
});

test('a block that folds no more has no fold', async () => {
  await using editor = await transcript();
  await editor.draw([thought('a', 'x', 'y'), thought('b', 'x', 'y')]);
  await editor.draw([message('a', 'x', 'y'), thought('b', 'x', 'y')]);
  expect(await closedFolds(editor)).toEqual([[4, 5]]);
});

test.each([
  ['in normal mode', '', 'n'],
  ['typing', 'ihello', 'i'],
  ['replacing', 'Rhello', 'R'],
  ['selecting', 'v', 'v'],
])(
  'folds that become others are exactly those, with the user %s elsewhere',
  async (_, keys, mode) => {
    await using editor = await transcript();
    await editor.lua('vim.api.nvim_set_current_win(other)');
    await editor.feed(keys);
    const last = thought('c', 'x', 'y');
    await editor.draw([thought('a', 'x', 'y', 'z'), thought('b', 'x', 'y'), last]);
    await editor.draw([message('a', 'x', 'y', 'z'), thought('b', 'x', 'y'), last]);
    expect(await closedFolds(editor)).toEqual([
      [5, 6],
      [8, 9],
    ]);
    // It folds below its first line now.
    await editor.draw([
      message('a', 'x', 'y', 'z'),
      { ...thought('b', 'x', 'y', 'z'), fold: { from: 1, to: 2 } },
      last,
    ]);
    expect(await closedFolds(editor)).toEqual([
      [6, 7],
      [9, 10],
    ]);
    const levels = await editor.lua(`
    return vim.api.nvim_win_call(win, function()
      return vim.tbl_map(vim.fn.foldlevel, vim.fn.range(1, vim.fn.line('$')))
    end)`);
    expect(levels).toEqual([0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0]);
    expect(await editor.lua('return vim.api.nvim_get_mode().mode')).toBe(mode);
  },
);

test('a window that shows the transcript later gets its folds', async () => {
  await using editor = await transcript();
  await editor.lua('vim.api.nvim_set_current_win(other)');
  await editor.draw([thought('a', 'x', 'y', 'z')]);
  const folds = await editor.lua(`
    vim.cmd('new')
    _G.win = vim.api.nvim_get_current_win()
    vim.api.nvim_win_set_buf(win, buf)
    require('acp.surface.folds').restore(win)
    return vim.fn.foldclosedend(1)`);
  expect(folds).toBe(3);
});

test('only a window at the end follows it, and then shows as much as fits', async () => {
  await using editor = await transcript();
  await editor.draw([message('a', ...texts(100))]);
  const view = (): Promise<[number, number, number]> =>
    editor.lua(`return { vim.fn.line('.', win), vim.fn.line('w0', win), vim.fn.line('w$', win) }`);
  const [cursor, top, bottom] = await view();
  expect([cursor, bottom - top]).toEqual([101, 9]);
  await editor.lua('vim.api.nvim_win_set_cursor(win, { 50, 3 })');
  const before = await view();
  await editor.draw([message('a', ...texts(300))]);
  expect(await view()).toEqual(before);
});

test('text that grows above keeps the lines that the user reads in their place', async () => {
  await using editor = await transcript();
  const below = message('b', ...texts(100));
  await editor.draw([message('a', 'one'), below]);
  await editor.lua('vim.api.nvim_win_set_cursor(win, { 50, 0 })');
  const seen = (): Promise<string[]> =>
    editor.lua(`
      vim.cmd.redraw()
      local row = vim.fn.line('w0', win)
      return { vim.api.nvim_buf_get_lines(buf, row - 1, row, false)[1],
               vim.api.nvim_buf_get_lines(buf, vim.fn.line('.', win) - 1, vim.fn.line('.', win), false)[1] }`);
  for (const current of ['win', 'other']) {
    await editor.lua(`vim.api.nvim_set_current_win(${current})`);
    const before = await seen();
    await editor.draw([message('a', ...texts(current === 'win' ? 20 : 40, 'new')), below]);
    expect(await seen()).toEqual(before);
  }
});

test('a selection in the transcript outlives streaming', async () => {
  await using editor = await transcript();
  await editor.draw([message('a', ...texts(5))]);
  await editor.feed('gg0v4l');
  await editor.draw([message('a', ...texts(5), 'more')]);
  const now = await editor.lua(
    `return { vim.fn.mode(), vim.fn.getpos('v')[2], vim.fn.getpos('.')[2], vim.fn.getpos('.')[3] }`,
  );
  expect(now).toEqual(['v', 1, 1, 5]);
});

test('a selection that ends on the last line is not moved', async () => {
  await using editor = await transcript();
  await editor.draw([message('a', ...texts(5))]);
  await editor.feed('GVk');
  await editor.feed('o');
  await editor.draw([message('a', ...texts(5), 'more')]);
  expect(await editor.lua(`return { vim.fn.mode(), vim.fn.line('.') }`)).toEqual(['V', 7]);
});

test('colours sit where the view put them, also after the line has grown', async () => {
  await using editor = await transcript();
  const styled = (text: string): Block => ({
    id: 'a',
    lines: [{ text, spans: [{ from: 0, to: 3, group: 'AcpPath' }] }, ''],
  });
  await editor.draw([styled('abc')]);
  await editor.draw([styled('abcdef')]);
  const marks = await editor.lua(`
    local ns = vim.api.nvim_get_namespaces()['acp.spans']
    return vim.tbl_map(function(m) return { m[2], m[3], m[4].end_col, m[4].hl_group } end,
      vim.api.nvim_buf_get_extmarks(buf, ns, 0, -1, { details = true }))`);
  expect(marks).toEqual([[0, 0, 3, 'AcpPath']]);
});

test('lines keep their colour while a fold grows at its end', async () => {
  await using editor = await transcript();
  await editor.draw([thought('a', 'x', 'y')]);
  await editor.draw([thought('a', 'x', 'y', 'z', 'zz')]);
  const rows = await editor.lua(`
    local ns = vim.api.nvim_get_namespaces()['acp.spans']
    return vim.tbl_map(function(m) return m[2] end, vim.api.nvim_buf_get_extmarks(buf, ns, 0, -1, {}))`);
  expect(rows).toEqual([0, 1, 2, 3]);
});

test('drawing runs no autocommands and asks for no key', async () => {
  await using editor = await transcript();
  await editor.lua('vim.api.nvim_set_current_win(other)');
  await editor.screen.atRest();
  await editor.lua(`
    _G.seen = {}
    vim.api.nvim_create_autocmd({ 'OptionSet', 'TextChanged', 'CursorMoved', 'BufEnter', 'WinEnter' }, {
      callback = function(args) table.insert(seen, args.event) end,
    })`);
  await editor.draw([message('a', ...texts(100))]);
  await editor.draw([message('a', ...texts(200))]);
  expect(await editor.lua('return seen')).toEqual([]);
  await editor.expectNotBlocked();
});

test('the jumplist is the user’s own', async () => {
  await using editor = await transcript();
  const jumps = (): Promise<number> => editor.lua('return #vim.fn.getjumplist(win)[1]');
  const before = await jumps();
  for (const count of [50, 100, 150]) await editor.draw([message('a', ...texts(count))]);
  expect(await jumps()).toBe(before);
});

test('resetting empties the transcript and forgets its folds', async () => {
  await using editor = await transcript();
  await editor.draw([thought('a', 'x', 'y')]);
  expect(await editor.lua(`return require('acp.transcript').reset(buf)`)).toBe(true);
  expect(await lines(editor)).toEqual(['']);
  expect(await editor.lua(`return #require('acp.surface.ranges').folds(buf)`)).toBe(0);
});

test.each([
  ['a command', ':echo 1', ':echo 1'],
  ['a search', '/other', '/other'],
])('goes on beside %s that is being typed', async (_, keys, typed) => {
  await using editor = await transcript();
  await editor.draw([message('a', ...texts(3))]);
  await editor.feed(keys);
  await editor.screen.toContain(typed);
  await editor.draw([message('a', ...texts(3), 'news')]);
  await editor.screen.toContain('news');
  await editor.screen.toContain(typed);
});

test('does not wipe away the completions that are listed above a command line', async () => {
  await using editor = await transcript();
  await editor.draw([message('a', ...texts(3))]);
  await editor.feed(':set wild<C-d>');
  await editor.screen.toContain('wildignorecase');
  await editor.draw([message('a', ...texts(3), 'news')]);
  await editor.screen.atRest();
  await editor.screen.toContain('wildignorecase');
  await editor.feed('<C-c>');
  await editor.screen.toContain('news');
});

test('ranges that come out of order are found by their rows, and forgotten by their keys', async () => {
  await using editor = await transcript();
  const found = await editor.lua(`
    local ranges = require('acp.surface.ranges')
    for _, from in ipairs({ 40, 0, 20, 60 }) do
      local key = tostring(from)
      ranges.set(buf, { key = key, kind = 'markdown', from = from, to = from + 9 })
      ranges.set(buf, { key = key, kind = 'fold', from = from, to = from + 9 })
    end
    ranges.shift(buf, 20, 0, 5)
    ranges.set(buf, { key = '0', kind = 'markdown', from = 12, to = 15 })
    ranges.set(buf, { key = '40', kind = 'markdown' })
    local function keys(list)
      return vim.tbl_map(function(range) return { range.key, range.from, range.to } end, list)
    end
    local within = keys(ranges.markdown_within(buf, 15, 25))
    ranges.forget(buf, 45)
    return { within, keys(ranges.markdown_within(buf, 0, 99)), keys(ranges.folds(buf)) }`);
  expect(found).toEqual([
    [
      ['0', 12, 15],
      ['20', 25, 34],
    ],
    [
      ['0', 12, 15],
      ['20', 25, 34],
    ],
    [
      ['0', 0, 9],
      ['20', 25, 34],
    ],
  ]);
});
