import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReviewHunk } from '../../src/nvim/review-hunks';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 20 }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Instead of a host: what would be told it stands in `told`. */
const ALONE = `
  _G.told = {}
  local function tell(name, payload) table.insert(told, { name, payload }) end
  require('acp.host').notify, require('acp.host').send = tell, tell
  vim.keymap.set('n', ']h', '<Plug>(acp-hunk-next)')
  vim.keymap.set('n', '[h', '<Plug>(acp-hunk-prev)')
  vim.keymap.set({ 'n', 'x' }, 'gk', '<Plug>(acp-keep)')
  vim.keymap.set({ 'n', 'x' }, 'gu', '<Plug>(acp-undo)')`;

interface Desk extends Nvim {
  show(hunks: readonly ReviewHunk[], name?: string): Promise<boolean>;
  /** What the host was told, without the folder of paths. */
  told(event: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  lines(name?: string): Promise<string[]>;
}

interface OpenOptions {
  readonly config?: string;
  readonly size?: readonly [number, number];
  /** More files. */
  readonly others?: Readonly<Record<string, string>>;
}

async function open(
  lines: readonly string[] = LINES,
  { config = '', size = [60, 16], others = {} }: OpenOptions = {},
): Promise<Desk> {
  const editor = await startNvim({
    size,
    files: { 'a.txt': textOf(lines), ...others },
    args: ['a.txt'],
    config: `${ALONE}\n${config}`,
  });
  const bufferOf = (name: string): Promise<number> => editor.lua('return vim.fn.bufnr(...)', name);
  return Object.assign(editor, {
    show: async (hunks: readonly ReviewHunk[], name = 'a.txt') =>
      editor.lua(
        `local bufnr, hunks = ...
        return require('acp.review').show(bufnr, vim.api.nvim_buf_get_changedtick(bufnr), hunks)`,
        await bufferOf(name),
        hunks,
      ),
    told: async (event: string) => {
      const all: [string, Record<string, unknown>][] = await editor.lua('return told');
      return all
        .filter(([name]) => name === event)
        .map(([, payload]) => ({
          ...payload,
          ...(payload.path ? { path: String(payload.path).slice(editor.dir.length + 1) } : {}),
        }));
    },
    lines: async (name = 'a.txt') =>
      editor.lua('return vim.api.nvim_buf_get_lines(..., 0, -1, false)', await bufferOf(name)),
  });
}

const ADDED: ReviewHunk = { id: 1, row: 2, count: 2, old: [] };
const CHANGED: ReviewHunk = {
  id: 2,
  row: 5,
  count: 1,
  old: ['line six'],
  words: [[0, 5, 6]],
  old_words: [[0, 5, 8]],
};
const DELETED: ReviewHunk = { id: 3, row: 8, count: 0, old: ['gone 1', 'gone 2'] };
const QUEUED: ReviewHunk = { id: 4, row: 10, count: 1, old: [], queued: true };

/** The lines on which each hunk is drawn (1-based). */
const drawn = (desk: Desk): Promise<Record<string, [number, number]>> =>
  desk.lua(`
    local found = vim.empty_dict()
    local space = vim.api.nvim_create_namespace('acp.review')
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('a.txt'), space, 0, -1, { details = true })) do
      if not mark[4].invalid then
        found[tostring(mark[1])] = { mark[2] + 1, (mark[4].end_row or mark[2]) + 1 }
      end
    end
    return found`);

test.each(['dark', 'light'])(
  'changes are on screen (%s): signs, old lines, grounds',
  async (background) => {
    await using desk = await open(LINES, { config: `vim.o.background = '${background}'` });
    expect(await desk.show([ADDED, CHANGED, DELETED, QUEUED])).toBe(true);
    await desk.screen.toBe('review');
    const backgroundOf = (text: string): unknown => desk.screen.styleOf(text)?.background;
    const normal = backgroundOf('line 1');
    expect(backgroundOf('line 3')).not.toBe(normal);
    expect(backgroundOf('line 4')).toBe(backgroundOf('line 3'));
    expect(backgroundOf('line 5')).toBe(normal);
    // "line 6": its last character is the word that changed.
    expect(backgroundOf('line 6')).not.toBe(normal);
    expect(backgroundOf('6')).not.toBe(backgroundOf('line 6'));
    expect(backgroundOf('six')).not.toBe(backgroundOf('line six'));
    expect(backgroundOf('line 7')).toBe(normal);
  },
);

test('nothing is drawn where nothing is pending, nor after it was decided', async () => {
  await using desk = await open(LINES, { others: { 'b.txt': textOf(LINES) } });
  await desk.screen.toContain('line 3');
  const before = desk.screen.text();
  await desk.show([ADDED, DELETED]);
  await desk.screen.toContain('gone 1');
  await desk.lua(`require('acp.review').clear(vim.fn.bufnr('a.txt'))`);
  await desk.screen.until((text) => text === before, 'as before');
  await desk.feed('ix<Esc>');
  await desk.screen.toContain('xline 1');
  expect(await desk.told('review_edited')).toEqual([]);
});

test('a text that has changed meanwhile is not drawn on', async () => {
  await using desk = await open();
  expect(
    await desk.lua(`
      local tick = vim.api.nvim_buf_get_changedtick(0)
      vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'new' })
      return { require('acp.review').show(0, tick, {}), require('acp.review').show(4711, tick, {}) }`),
  ).toEqual([false, false]);
});

describe('the user types', () => {
  test.each([
    ['above a change', 'ggOnew<Esc>', { 1: [4, 5], 2: [7, 7], 3: [10, 10] }],
    ['below it', '5GOnew<Esc>', { 1: [3, 4], 2: [7, 7], 3: [10, 10] }],
    ['a line in front of it', '3GOnew<Esc>', { 1: [4, 5], 2: [7, 7], 3: [10, 10] }],
    ['a line after it', '4Gonew<Esc>', { 1: [3, 4], 2: [7, 7], 3: [10, 10] }],
    ['inside a line', '3GAmore<Esc>', { 1: [3, 4], 2: [6, 6], 3: [9, 9] }],
    ['a new line inside', '3Gonew<Esc>', { 1: [3, 5], 2: [7, 7], 3: [10, 10] }],
    ['and deletes lines above', 'ggdd', { 1: [2, 3], 2: [5, 5], 3: [8, 8] }],
    ['and deletes one of its lines', '3Gdd', { 1: [3, 3], 2: [5, 5], 3: [8, 8] }],
    ['and deletes all of it', '3G2dd', { 2: [4, 4], 3: [7, 7] }],
    ['and takes that back', '3G2ddu', { 1: [3, 4], 2: [6, 6], 3: [9, 9] }],
    ['and does it again', '3G2ddu<C-r>', { 2: [4, 4], 3: [7, 7] }],
  ])('%s: marks move at once', async (_, keys, wanted) => {
    await using desk = await open();
    await desk.show([ADDED, CHANGED, DELETED]);
    await desk.feed(keys);
    // One that is deleted as a whole is still there on Neovim 0.10 until the host says so.
    await wait(async () => {
      const now = await drawn(desk);
      return Object.entries(wanted).every(([id, rows]) => String(now[id]) === String(rows));
    }, JSON.stringify(wanted)).catch(async (error) => {
      throw new Error(`${error.message}\n${JSON.stringify(await drawn(desk))}`);
    });
  });

  test('deletes all lines of a change: its sign goes at once, and is back with them', async () => {
    await using desk = await open();
    await desk.show([ADDED, DELETED]);
    await desk.screen.toContain('▌ line 3');
    await desk.feed('3G2dd');
    await desk.screen.until((text) => !/[▌]|line [34]/.test(text), 'no sign and no lines');
    await desk.screen.toContain('gone 1');
    await desk.feed('u');
    await desk.screen.toContain('▌ line 3');
    await desk.screen.toContain('▌ line 4');
    await desk.feed('<C-r>');
    await desk.screen.until((text) => !/[▌]|line [34]/.test(text), 'no sign and no lines');
  });

  test('each edit is told, and together they make the text', async () => {
    await using desk = await open();
    await desk.show([ADDED, CHANGED, DELETED]);
    const keys = [
      '2Gonew<CR>lines<Esc>',
      'u',
      '<C-r>',
      ':%s/line/row/<CR>',
      ':g/1/d<CR>',
      ':sort!<CR>',
      'ggyGP',
      'ggdG',
      'ifirst<CR>second<Esc>',
      'ggdGo<Esc>',
      'uu',
      ':2,3m0<CR>',
      'ggVGJ',
    ];
    for (const some of keys) await desk.feed(some);
    const changedtick = (): Promise<number> =>
      desk.lua('return vim.api.nvim_buf_get_changedtick(0)');
    let text = [...LINES];
    await desk.feed(':let g:done = 1<CR>');
    await wait(() => desk.lua('return vim.g.done == 1'), 'all keys are typed');
    const edits = await desk.told('review_edited');
    for (const { start, removed, lines } of edits as unknown as Edit[]) {
      expect(start + removed).toBeLessThanOrEqual(text.length);
      text = text.toSpliced(start, removed, ...lines);
    }
    expect(edits.at(-1)?.changedtick).toBe(await changedtick());
    expect(text).toEqual(await desk.lines());
    expect(text).toEqual(['first second']);
  });

  test('an edit of an agent is not told, nor what follows before it is shown', async () => {
    await using desk = await open();
    await desk.show([ADDED]);
    await desk.lua(`
      local bufnr = vim.api.nvim_get_current_buf()
      local hunks = { { row = 9, del = 1, lines = { 'of the agent' } } }
      require('acp.conflict.edit').apply(bufnr, vim.api.nvim_buf_get_changedtick(bufnr), hunks, { save = false })`);
    await desk.feed('ggOtoo early<Esc>');
    await desk.screen.toContain('too early');
    expect(await desk.told('review_edited')).toEqual([]);
    await desk.show([ADDED]);
    await desk.feed('ggOin time<Esc>');
    await wait(async () => (await desk.told('review_edited')).length > 0, 'told again');
  });

  test("the choice of an agent's lines at a conflict is the user's edit", async () => {
    await using desk = await open();
    await desk.show([ADDED]);
    await desk.lua(`
      local bufnr = vim.api.nvim_get_current_buf()
      local hunks = { { row = 9, del = 1, lines = { 'chosen' } } }
      require('acp.conflict.edit').apply_now(bufnr, vim.api.nvim_buf_get_changedtick(bufnr), hunks, { save = false })`);
    expect(await desk.told('review_edited')).toMatchObject([
      { path: 'a.txt', start: 9, removed: 1, lines: ['chosen'] },
    ]);
  });
});

interface Edit {
  readonly start: number;
  readonly removed: number;
  readonly lines: readonly string[];
}

describe('the text is loaded anew', () => {
  test('by :edit!: nothing is drawn until it is shown again, and the host is told', async () => {
    await using desk = await open();
    await desk.lua(`require('acp.review').watch()`);
    await desk.show([ADDED, DELETED]);
    await desk.feed('ggdd:edit!<CR>');
    await wait(async () => (await desk.told('review_loaded')).length === 1, 'told');
    expect(await desk.told('review_loaded')).toEqual([{ path: 'a.txt' }]);
    expect(await drawn(desk)).toEqual({});
    await desk.show([ADDED]);
    expect(await drawn(desk)).toEqual({ 1: [3, 4] });
    const before = (await desk.told('review_edited')).length;
    await desk.feed('Gdd');
    await wait(async () => (await desk.told('review_edited')).length === before + 1, 'told once');
  });

  test('after it was unloaded', async () => {
    await using desk = await open(LINES, { others: { 'b.txt': textOf(LINES) } });
    await desk.lua(`require('acp.review').watch()`);
    await desk.show([ADDED]);
    await desk.feed(':edit b.txt<CR>:bunload a.txt<CR>:edit a.txt<CR>');
    await wait(async () => (await desk.told('review_loaded')).length === 2, 'told of both');
    expect((await desk.told('review_loaded')).map(({ path }) => path)).toEqual(['b.txt', 'a.txt']);
    expect(await drawn(desk)).toEqual({});
    await desk.show([ADDED, CHANGED]);
    expect(Object.keys(await drawn(desk))).toEqual(['1', '2']);
    await desk.feed('Gdd');
    await wait(async () => (await desk.told('review_edited')).length === 1, 'told once');
  });

  test('a buffer that gets another name is not under review', async () => {
    await using desk = await open();
    await desk.show([ADDED]);
    await desk.feed(':file other.txt<CR>ggdd');
    await wait(async () => (await desk.lines('other.txt')).length === 19, 'edited');
    expect(await desk.told('review_edited')).toEqual([]);
  });
});

describe('windows', () => {
  test('two on one buffer show the same', async () => {
    await using desk = await open(LINES, { size: [80, 16] });
    await desk.feed(':vsplit<CR>');
    await desk.show([ADDED, DELETED]);
    await desk.screen.toContain(/gone 2.*gone 2/);
  });

  test('a buffer is drawn when it comes on screen', async () => {
    await using desk = await open(LINES, { others: { 'b.txt': textOf(LINES) } });
    await desk.feed(':edit b.txt<CR>');
    await desk.screen.toContain('b.txt');
    await desk.show([DELETED]);
    await desk.feed(':buffer a.txt<CR>');
    await desk.screen.toContain('gone 2');
  });

  test('of many changes those near the window are drawn, the others when it comes there', async () => {
    const lines = Array.from({ length: 20_000 }, (_, row) => `line ${row + 1}`);
    await using desk = await open(lines);
    const hunks = Array.from({ length: 2000 }, (_, at) => ({
      id: at + 1,
      row: at * 10,
      count: 1,
      old: [`old ${at}.`],
    }));
    await desk.show(hunks);
    const signs = (): Promise<number> =>
      desk.lua(`
        local space = vim.api.nvim_create_namespace('acp.review')
        return #vim.tbl_filter(function(mark) return mark[4].sign_text ~= nil end,
          vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true }))`);
    expect(await signs()).toBeLessThan(100);
    await desk.feed('10000G');
    await desk.screen.toContain('old 1000.');
    await desk.feed('G');
    await desk.screen.toContain('old 1999.');
    expect(await signs()).toBeLessThan(200);
  });

  test('wrapped: long old lines are broken at the edge, tabs are as wide as in the text', async () => {
    await using desk = await open(LINES, { size: [60, 16], config: 'vim.o.tabstop = 4' });
    const words = Array.from({ length: 16 }, (_, at) => `word${at}`).join(' ');
    await desk.show([{ id: 1, row: 2, count: 0, old: [words, 'a\tb'] }]);
    await desk.screen.toBe('review-wrapped');
    await desk.feed(':vsplit<CR>');
    await desk.screen.toContain('│');
    await desk.screen.atRest();
    await desk.screen.toBe('review-wrapped-narrow', (text) =>
      text.split('\n').slice(0, 13).join('\n'),
    );
  });

  test("without a sign column and numbers it is seen all the same; 'nowrap' cuts", async () => {
    await using desk = await open(LINES, {
      size: [40, 16],
      config: `vim.o.signcolumn = 'no' vim.o.number = false vim.o.wrap = false`,
    });
    await desk.show([ADDED, { ...DELETED, old: ['long '.repeat(20)] }, QUEUED]);
    await desk.screen.toBe('review-no-signs');
    expect(desk.screen.styleOf('line 3')?.background).not.toBe(
      desk.screen.styleOf('line 2')?.background,
    );
  });

  test('folds stay closed, and what is in them is there when they open', async () => {
    await using desk = await open();
    await desk.feed(':2,10fold<CR>');
    await desk.screen.toContain('9 lines');
    await desk.show([CHANGED]);
    await desk.screen.toContain('9 lines');
    expect(desk.screen.text()).not.toContain('line six');
    await desk.feed('2Gzo');
    await desk.screen.toContain('line six');
  });

  test('in diff mode only the signs are drawn, until it is over', async () => {
    await using desk = await open(LINES, { size: [90, 16], others: { 'b.txt': textOf(LINES) } });
    await desk.show([CHANGED]);
    await desk.screen.toContain('line six');
    const [plain, marked] = [5, 6].map((n) => desk.screen.styleOf(`line ${n}`)?.background);
    expect(marked).not.toBe(plain);
    await desk.feed(':vert diffsplit b.txt<CR>zR');
    await desk.screen.toLose('line six');
    await desk.screen.toContain('▌');
    await wait(() => desk.screen.styleOf('line 6')?.background === plain, 'the plain background');
    await desk.feed(':diffoff!<CR>:only<CR>:buffer a.txt<CR>');
    await desk.screen.toContain('line six');
  });

  test('lines above the first one are scrolled into sight, once', async () => {
    await using desk = await open();
    const first: ReviewHunk = { id: 9, row: 0, count: 1, old: ['was first', 'was second'] };
    await desk.show([first]);
    await desk.screen.toContain('was first');
    await desk.feed('<C-e>');
    await desk.screen.toLose('was first');
    await desk.show([first, ADDED]);
    await desk.screen.toContain('▌ line 3');
    expect(desk.screen.text()).not.toContain('was first');
  });

  test('deletions at the end, and of everything, are seen', async () => {
    await using desk = await open(['only']);
    await desk.show([{ id: 1, row: 1, count: 0, old: ['after the end'] }]);
    await desk.screen.toContain('after the end');
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, false, {})`);
    await desk.show([{ id: 2, row: 0, count: 0, old: ['all of it'] }]);
    await desk.screen.toContain('all of it');
  });
});

describe('other marks', () => {
  test('those of gitsigns and of diagnostics stay, and diagnostics stand in front', async () => {
    await using desk = await open();
    await desk.lua(`
      local git = vim.api.nvim_create_namespace('gitsigns_signs_')
      vim.api.nvim_buf_set_extmark(0, git, 2, 0, { sign_text = 'G', priority = 6 })
      vim.o.signcolumn = 'yes:2'
      vim.diagnostic.set(vim.api.nvim_create_namespace('d'), 0,
        { { lnum = 3, col = 0, message = 'wrong', severity = 1 } })`);
    await desk.show([ADDED]);
    await desk.screen.toContain(/G ▌ line 3|▌ G line 3/);
    await desk.screen.toContain(/E ▌ line 4|▌ E line 4/);
    await desk.lua(`vim.o.signcolumn = 'yes:1'`);
    await desk.screen.toContain(/^E line 4/m);
    await desk.lua(`require('acp.review').clear(0)`);
    await desk.screen.toContain(/^G\s+line 3/m);
  });

  test('the lines of a conflict keep its background', async () => {
    await using desk = await open();
    const put = `
      vim.api.nvim_set_hl(0, 'AcpConflictMine', { bg = 0x112233 })
      vim.api.nvim_set_hl(0, 'AcpReviewAdd', { bg = 0x445566 })
      vim.api.nvim_set_hl(0, 'AcpReviewWord', { bg = 0x778899 })
      local bufnr = vim.api.nvim_get_current_buf()
      local tick = vim.api.nvim_buf_get_changedtick(bufnr)
      local region = { id = 1, row = 2, count = 1, theirs = { 'theirs' }, shown = { 'theirs' } }
      require('acp.conflict.edit').apply(bufnr, tick, {}, { save = false,
        conflicts = { owner = 's', regions = { region } } })`;
    await desk.lua(put);
    await desk.show([{ ...ADDED, words: [[0, 0, 4]] }]);
    await wait(() => desk.screen.styleOf('line 4')?.background === 0x445566, 'ours');
    expect(desk.screen.styleOf('line 3')?.background).toBe(0x112233);
    await desk.screen.toContain('theirs');
  });
});

describe('keys', () => {
  test('at the cursor and on selected lines, and again with .', async () => {
    await using desk = await open(['', ...LINES]);
    await desk.show([ADDED]);
    await desk.feed('gk3Ggu5G.');
    await wait(async () => (await desk.told('review_act')).length === 3, 'three');
    await desk.feed('7GVjjgk10G.');
    await wait(async () => (await desk.told('review_act')).length === 5, 'five');
    expect(await desk.told('review_act')).toEqual([
      { path: 'a.txt', row: 0, action: 'keep' },
      { path: 'a.txt', row: 2, action: 'undo' },
      { path: 'a.txt', row: 4, action: 'undo' },
      { path: 'a.txt', row: 6, end_row: 9, action: 'keep' },
      { path: 'a.txt', row: 9, end_row: 12, action: 'keep' },
    ]);
    expect(await desk.lua('return vim.api.nvim_get_mode().mode')).toBe('n');
    await desk.expectNotBlocked();
  });

  test('where no file is there is nothing to keep', async () => {
    await using desk = await open();
    await desk.feed(':enew<CR>gk');
    await wait(async () => (await desk.messages()).includes('nothing is under review'), 'said');
    expect(await desk.told('review_act')).toEqual([]);
  });

  test('to the next and the previous change from where the cursor is', async () => {
    await using desk = await open();
    await desk.feed('5G]h3[h:enew<CR>]h');
    await wait(async () => (await desk.told('review_go')).length === 3, 'asked');
    expect(await desk.told('review_go')).toEqual([
      { direction: 'next', cwd: desk.dir, path: 'a.txt', row: 4, count: 1 },
      { direction: 'prev', cwd: desk.dir, path: 'a.txt', row: 4, count: 3 },
      { direction: 'next', cwd: desk.dir, count: 1 },
    ]);
  });
});

describe('going to a change', () => {
  const go = (desk: Desk, name: string, row: number): Promise<void> =>
    desk.lua(
      `require('acp.review').go({ path = ..., row = select(2, ...) })`,
      join(desk.dir, name),
      row,
    );
  const place = (desk: Desk): Promise<[string, number]> =>
    desk.lua(`return { vim.fn.expand('%:t'), vim.fn.line('.') }`);

  test('in the same file, and back with one key', async () => {
    await using desk = await open();
    await desk.feed('3G');
    await wait(async () => (await place(desk))[1] === 3, 'in line 3');
    await go(desk, 'a.txt', 11);
    expect(await place(desk)).toEqual(['a.txt', 12]);
    await desk.feed("''");
    await wait(async () => (await place(desk))[1] === 3, 'back');
  });

  test('in another file, with what is not saved left as it is, and back with one key', async () => {
    await using desk = await open(LINES, { others: { 'b.txt': textOf(LINES) } });
    await desk.feed('3Gx');
    await wait(async () => (await place(desk))[1] === 3, 'in line 3');
    await go(desk, 'b.txt', 14);
    expect(await place(desk)).toEqual(['b.txt', 15]);
    await desk.feed('<C-o>');
    await wait(async () => (await place(desk)).join() === 'a.txt,3', 'back');
    expect(await desk.lua(`return vim.bo.modified`)).toBe(true);
  });

  test('a window that shows the file is gone to, others stay as they are', async () => {
    await using desk = await open(LINES, { others: { 'b.txt': textOf(LINES) } });
    await desk.feed(':split b.txt<CR><C-w>p');
    await wait(async () => (await place(desk))[0] === 'a.txt', 'in the other window');
    await go(desk, 'b.txt', 5);
    expect(await place(desk)).toEqual(['b.txt', 6]);
    expect(await desk.lua(`return vim.fn.winnr('$')`)).toBe(2);
    expect(await desk.lua(`return vim.fn.bufwinid('a.txt') > 0`)).toBe(true);
  });

  test('a float is left for a window, even when it shows the file', async () => {
    await using desk = await open();
    await desk.lua(`vim.api.nvim_open_win(0, true,
      { relative = 'editor', row = 1, col = 1, width = 20, height = 5 })`);
    await go(desk, 'a.txt', 5);
    expect(await desk.lua(`return vim.api.nvim_win_get_config(0).relative`)).toBe('');
    expect(await place(desk)).toEqual(['a.txt', 6]);
  });

  test('beyond the end it is the last line, closed folds open, and a file that is gone is said', async () => {
    await using desk = await open();
    await desk.feed(':5,20fold<CR>gg');
    await desk.screen.toContain('16 lines');
    await go(desk, 'a.txt', 400);
    expect(await place(desk)).toEqual(['a.txt', 20]);
    await desk.screen.toLose('16 lines');
    await go(desk, 'none.txt', 1);
    await wait(async () => (await desk.messages()).includes('no such file'), 'said');
    await desk.expectNotBlocked();
  });
});

test('all bundled colour schemes keep it readable, light and dark', async () => {
  await using desk = await open();
  await desk.show([ADDED, CHANGED, DELETED, QUEUED]);
  const dull = await desk.lua(`
    local function parts(colour)
      return bit.rshift(colour, 16), bit.band(bit.rshift(colour, 8), 255), bit.band(colour, 255)
    end
    local function luminance(colour)
      local sum, weights = 0, { 0.2126, 0.7152, 0.0722 }
      for index, part in ipairs({ parts(colour) }) do
        local value = part / 255
        value = value <= 0.03928 and value / 12.92 or ((value + 0.055) / 1.055) ^ 2.4
        sum = sum + weights[index] * value
      end
      return sum
    end
    local function contrast(a, b)
      local x, y = luminance(a), luminance(b)
      return (math.max(x, y) + 0.05) / (math.min(x, y) + 0.05)
    end
    local names = vim.tbl_map(function(path) return vim.fn.fnamemodify(path, ':t:r') end,
      vim.api.nvim_get_runtime_file('colors/*.{vim,lua}', true))
    local dull = {}
    for _, background in ipairs({ 'dark', 'light' }) do
      for _, name in ipairs(names) do
        vim.o.background = background
        vim.cmd.colorscheme(name)
        local normal = vim.api.nvim_get_hl(0, { name = 'Normal', link = false })
        local is_light = vim.o.background == 'light'
        local background, ink = normal.bg or (is_light and 0xffffff or 0), normal.fg or (is_light and 0 or 0xffffff)
        for group in pairs(require('acp.ui.hl').links) do
          if group:find('^AcpReview') then
            local own = vim.api.nvim_get_hl(0, { name = group, link = false })
            local fg, bg = own.fg or ink, own.bg or background
            if contrast(fg, bg) < 2.4 then
              table.insert(dull, ('%s %s %s %.1f'):format(background, name, group, contrast(fg, bg)))
            end
          end
        end
      end
    end
    return dull`);
  expect(dull).toEqual([]);
});
