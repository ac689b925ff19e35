import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 20 }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
/** 1-based; undefined: the line is deleted. */
const withLines = (
  changes: Readonly<Record<number, string | undefined>>,
  lines = LINES,
): string[] =>
  lines.flatMap((line, row) => {
    const now = row + 1 in changes ? changes[row + 1] : line;
    return now === undefined ? [] : now.split('\n');
  });

interface Shown {
  /** 1-based, first and last line; the last one is less when there is none. */
  readonly lines: readonly [number, number];
  readonly label: string;
  /** The line (1-based) below which it is shown; 0: above the first one. */
  readonly below: number;
  readonly theirs: readonly string[];
}

/** Conflicts as the buffer shows them. */
const shown = (desk: Desk, name = 'file.txt'): Promise<Shown[]> =>
  desk.lua(
    `local bufnr = vim.fn.bufnr(...)
    local space = vim.api.nvim_get_namespaces()
    local function marks(name)
      return vim.api.nvim_buf_get_extmarks(bufnr, space[name] or vim.api.nvim_create_namespace(name), 0, -1, { details = true })
    end
    local labels = vim.tbl_map(function(mark)
      local label, theirs = {}, {}
      for _, chunks in ipairs(mark[4].virt_lines) do
        local texts = vim.tbl_map(function(chunk) return chunk[1] end, chunks)
        local is_label = chunks[1][2] == 'AcpConflictLabel'
        table.insert(is_label and label or theirs, (table.concat(texts):gsub('%s+$', '')))
      end
      return { below = mark[4].virt_lines_above and 0 or mark[2] + 1,
        label = table.concat(label, '\\n'), theirs = theirs }
    end, marks('acp.conflict.labels'))
    local open = require('acp.conflict.regions').open(bufnr)
    assert(#open == #labels, 'as many labels as conflicts: ' .. #open .. ' ' .. #labels)
    for index, region in ipairs(open) do
      labels[index].lines = { region.from + 1, region.to }
    end
    return labels`,
    desk.path(name),
  );

/** Waits until the conflicts are at these lines. */
async function expectAt(
  desk: Desk,
  ...lines: readonly (readonly [number, number])[]
): Promise<void> {
  const wanted = JSON.stringify(lines);
  await wait(
    async () => JSON.stringify((await shown(desk)).map((c) => c.lines)) === wanted,
    () => wanted,
  ).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${JSON.stringify(await shown(desk))}`);
  });
}

const run = (desk: Desk, action: string, line?: number): Promise<unknown> =>
  desk.lua(
    `local action, line = ...
    if line then vim.api.nvim_win_set_cursor(0, { line, 0 }) end
    vim.cmd('Acp conflict ' .. action)`,
    action,
    ...(line ? [line] : []),
  );

const setLine = (desk: Desk, line: number, ...texts: string[]): Promise<unknown> =>
  desk.lua(
    `local line, texts = ...
    vim.api.nvim_buf_set_lines(0, line - 1, line, true, texts)
    vim.bo.undolevels = vim.bo.undolevels`,
    line,
    texts,
  );

async function openFile(text: string | readonly string[] = LINES): Promise<Desk> {
  const desk = await openDesk();
  desk.setDisk('file.txt', typeof text === 'string' ? text : textOf(text));
  await desk.edit('file.txt');
  await desk.read('file.txt');
  await desk.begin();
  return desk;
}

/** The user changes line 5 and line 10, and so does the agent. */
async function openConflict(source: 'fs' | 'disk' = 'fs'): Promise<Desk> {
  const desk = await openFile();
  await setLine(desk, 5, 'mine 5');
  await setLine(desk, 10, 'mine 10');
  await propose(desk, withLines({ 5: 'theirs 5', 10: 'theirs 10', 15: 'theirs 15' }), source);
  return desk;
}

async function propose(
  desk: Desk,
  lines: readonly string[],
  source: 'fs' | 'disk' = 'fs',
): Promise<void> {
  if (source === 'disk') await desk.tool('file.txt', textOf(lines));
  else await expect(desk.write('file.txt', textOf(lines))).rejects.toThrow(/written/);
}

/** Settles when all keys have been taken. */
async function type(desk: Desk, keys: string): Promise<void> {
  await desk.editor.feed(`${keys}<Cmd>let g:typed = 1<CR>`);
  await wait(() => desk.lua('return vim.g.typed'), `typed ${keys}`);
  await desk.lua('vim.g.typed = nil');
}

const picture = async (desk: Desk): Promise<string[]> => {
  const lines = await desk.lines();
  return lines.filter((line) => !line.startsWith('line'));
};

describe.each(['fs', 'disk'] as const)('a conflict by the source %s', (source) => {
  test('keeps the user’s text, takes the rest, and shows the agent’s lines below', async () => {
    await using desk = await openConflict(source);
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
    expect(await shown(desk)).toEqual([
      {
        lines: [5, 5],
        below: 5,
        label: expect.stringMatching(
          /Conflict 1\/2 .*:Acp conflict mine\|theirs\|both.*the agent's text/,
        ),
        theirs: ['theirs 5'],
      },
      { lines: [10, 10], below: 10, label: expect.stringContaining('2/2'), theirs: ['theirs 10'] },
    ]);
    expect(await desk.lua('return vim.bo.modified')).toBe(true);
    expect(desk.disk('file.txt')).not.toContain('mine');
    await desk.editor.expectNotBlocked();
  });

  test('gives way to the agent’s lines when the user chooses theirs', async () => {
    await using desk = await openConflict(source);
    await run(desk, 'theirs', 5);
    expect(await picture(desk)).toEqual(['theirs 5', 'mine 10', 'theirs 15']);
    await expectAt(desk, [10, 10]);
    await run(desk, 'theirs', 10);
    expect(await desk.lines()).toEqual(
      withLines({ 5: 'theirs 5', 10: 'theirs 10', 15: 'theirs 15' }),
    );
    await expectAt(desk);
  });

  test('goes when the user chooses mine, and changes nothing', async () => {
    await using desk = await openConflict(source);
    const tick = () => desk.lua('return vim.b.changedtick');
    const before = await tick();
    await run(desk, 'mine', 10);
    await expectAt(desk, [5, 5]);
    expect(await tick()).toBe(before);
  });

  test('holds both when the user chooses both', async () => {
    await using desk = await openConflict(source);
    await run(desk, 'both', 5);
    expect(await picture(desk)).toEqual(['mine 5', 'theirs 5', 'mine 10', 'theirs 15']);
    await expectAt(desk, [11, 11]);
  });

  test('is chosen for the whole file at once, as one undo step', async () => {
    await using desk = await openConflict(source);
    await run(desk, 'all-theirs');
    expect(await picture(desk)).toEqual(['theirs 5', 'theirs 10', 'theirs 15']);
    await expectAt(desk);
    await desk.lua('vim.cmd.undo()');
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
    await expectAt(desk, [5, 5], [10, 10]);
    await run(desk, 'all-mine');
    await expectAt(desk);
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
  });

  test('that was chosen is to be chosen again after undo, and is closed after redo', async () => {
    await using desk = await openConflict(source);
    await run(desk, 'theirs', 5);
    await expectAt(desk, [10, 10]);
    await desk.lua('vim.cmd.undo()');
    await expectAt(desk, [5, 5], [10, 10]);
    await desk.lua('vim.cmd.redo()');
    await expectAt(desk, [10, 10]);
    await desk.lua('vim.cmd.undo()');
    await expectAt(desk, [5, 5], [10, 10]);
    await run(desk, 'both', 5);
    expect(await picture(desk)).toEqual(['mine 5', 'theirs 5', 'mine 10', 'theirs 15']);
    await desk.lua('vim.cmd.undo()');
    await expectAt(desk, [5, 5], [10, 10]);
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
  });
});

describe('a region', () => {
  const atFive = async (keys: string): Promise<Desk> => {
    const desk = await openConflict();
    await type(desk, keys);
    return desk;
  };

  test.each([
    ['typed in the line', '5GAmore<Esc>', 'mine 5more'],
    ['typed at its end, with Enter', '5GA<CR>more<Esc>', 'mine 5\nmore'],
    ['opened below', '5Gomore<Esc>', 'mine 5\nmore'],
    ['opened above', '5GOmore<Esc>', 'more\nmine 5'],
    ['changed as a whole', '5Gccmore<Esc>', 'more'],
    ['put below', '5Gyyp', 'mine 5\nmine 5'],
  ])('has what is %s as the user’s', async (_, keys, mine) => {
    await using desk = await atFive(keys);
    const length = mine.split('\n').length;
    await expectAt(desk, [5, 4 + length], [9 + length, 9 + length]);
    expect((await desk.lines()).slice(4, 4 + length)).toEqual(mine.split('\n'));
    await run(desk, 'theirs', 5);
    expect(await desk.lines()).toEqual(
      withLines({ 5: 'theirs 5', 10: 'mine 10', 15: 'theirs 15' }),
    );
    await expectAt(desk, [10, 10]);
  });

  test.each([
    ['typed above it', '4GAmore<Esc>', [5, 5], [10, 10]],
    ['opened above the line before', '4GOmore<Esc>', [6, 6], [11, 11]],
    ['deleted above', '2G2dd', [3, 3], [8, 8]],
    ['typed below it', '6GImore<Esc>', [5, 5], [10, 10]],
    ['deleted below', '6Gdd', [5, 5], [9, 9]],
    [
      'replaced below',
      ":lua vim.api.nvim_buf_set_lines(0, 5, 6, true, { 'x' })<CR>",
      [5, 5],
      [10, 10],
    ],
    ['moved from below to above', ':6move 2<CR>', [6, 6], [10, 10]],
    ['indented', ':%s/^/  /<CR>', [5, 5], [10, 10]],
    ['filtered', ':silent %!cat<CR>', [5, 5], [10, 10]],
  ] as const)('follows the text when something is %s', async (_, keys, first, second) => {
    await using desk = await atFive(keys);
    const wanted = [first, second].sort((a, b) => a[0] - b[0]);
    await expectAt(desk, ...wanted);
    const lines = await desk.lines();
    expect(lines[first[0] - 1]).toMatch('mine 5');
    expect(lines[second[0] - 1]).toMatch('mine 10');
    await desk.editor.expectNotBlocked();
  });

  test('whose lines the user deletes stays, between the lines around', async () => {
    await using desk = await atFive('5Gdd');
    await expectAt(desk, [5, 4], [9, 9]);
    const [first] = await shown(desk);
    expect(first).toMatchObject({ below: 4, label: expect.stringContaining('you deleted lines') });
    await run(desk, 'theirs', 5);
    expect(await picture(desk)).toEqual(['theirs 5', 'mine 10', 'theirs 15']);
    await desk.lua(`vim.cmd('undo 0')`);
    expect(await desk.lines()).toEqual(LINES);
  });

  test('that is replaced along with more, and cannot be found, is closed, and back after undo', async () => {
    await using desk = await atFive(':silent %!tr a-z A-Z<CR>');
    await expectAt(desk);
    expect(await desk.lines()).toContain('MINE 5');
    await desk.lua('vim.cmd.undo()');
    await expectAt(desk, [5, 5], [10, 10]);
    await run(desk, 'theirs', 10);
    expect(await picture(desk)).toEqual(['mine 5', 'theirs 10', 'theirs 15']);
  });

  test('whose lines the user makes the agent’s is closed, and open again after undo', async () => {
    await using desk = await openConflict();
    await type(desk, '5G0cwtheirs<Esc>');
    await expectAt(desk, [10, 10]);
    await desk.write('file.txt', textOf(withLines({ 5: 'theirs 5, more', 15: 'theirs 15' })));
    expect(await picture(desk)).toEqual(['theirs 5, more', 'mine 10', 'theirs 15']);
    await desk.lua('vim.cmd.undo() vim.cmd.undo()');
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
  });

  test('is closed when its lines come out of the comparison', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5');
    await setLine(desk, 11, 'mine 11');
    const theirs = withLines({ 5: 'theirs 5', 11: 'theirs 11' });
    await propose(desk, theirs);
    await desk.lua(`require('acp.conflict').keep(...)`, desk.path('file.txt'), theirs);
    await run(desk, 'diff');
    await desk.editor.feed('5Gdo');
    await wait(async () => (await desk.lines())[4] === 'theirs 5', 'it is taken over');
    await expectAt(desk, [11, 11]);
    await desk.lua('vim.cmd.undo()');
    await expectAt(desk, [5, 5], [11, 11]);
  });

  test('whose lines the user moves away stays where they were', async () => {
    await using desk = await atFive(':5move 12<CR>');
    await expectAt(desk, [5, 4], [9, 9]);
    await run(desk, 'theirs', 5);
    expect(await picture(desk)).toEqual(['theirs 5', 'mine 10', 'mine 5', 'theirs 15']);
  });

  test('follows lines that an agent puts in around it', async () => {
    await using desk = await openConflict();
    const now = await desk.read('file.txt');
    await desk.write(
      'file.txt',
      now.replace('mine 5\n', 'above\nmine 5\nbelow\n').replace('line 1\n', ''),
    );
    await expectAt(desk, [5, 5], [11, 11]);
    expect(await picture(desk)).toEqual(['above', 'mine 5', 'below', 'mine 10', 'theirs 15']);
  });

  test('of many that were chosen one by one: the latest choices can be undone, and nothing is kept for ever', async () => {
    const count = 60;
    const many = Array.from({ length: count * 3 }, (_, row) => `line ${row}`);
    await using desk = await openFile(many);
    const change = (word: string) => many.map((line, row) => (row % 3 === 1 ? word : line));
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, true, ...)`, change('mine'));
    await propose(desk, change('theirs'));
    for (let n = 0; n < count; n++) await run(desk, 'theirs', n * 3 + 2);
    expect(await desk.lines()).toEqual(change('theirs'));
    const kept = `return #require('acp.conflict.regions').of(vim.fn.bufnr()).regions`;
    expect(await desk.lua(kept)).toBe(50);
    for (let n = 0; n < 50; n++) await desk.lua('vim.cmd.undo()');
    await wait(async () => (await shown(desk)).length === 50, 'fifty are open again');
    expect((await desk.lines()).filter((line) => line === 'mine')).toHaveLength(50);
  });

  test('keeps to the user’s lines when other choices are made above it', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5');
    await setLine(desk, 10, 'mine 10');
    await propose(desk, withLines({ 5: 'a\nb\nc', 10: undefined }));
    await run(desk, 'theirs', 5);
    await expectAt(desk, [12, 12]);
    expect((await shown(desk))[0]?.label).toContain('the agent deletes these lines');
    await run(desk, 'theirs', 12);
    expect(await desk.lines()).toEqual(withLines({ 5: 'a\nb\nc', 10: undefined }));
    await desk.lua('vim.cmd.undo()');
    await expectAt(desk, [12, 12]);
  });
});

describe('theirs', () => {
  test.each([
    ['tabs and blanks', 'one\ntwo\n', 'mine', 'one\n\ttwo  \n \tx\n'],
    ['no line ending at the end', 'one\ntwo\n', 'mine', 'one\ntheirs'],
    ['a line ending at last', 'one\ntwo', 'mine', 'one\ntheirs\n'],
    ['dos line endings', 'one\r\ntwo\r\n', 'mine', 'one\r\ntheirs\r\n'],
    ['control characters and joiners', 'one\ntwo\n', 'mine', 'one\nth\u001b[31meirs\u200b\u0007\n'],
    ['nothing at all', 'two\n', 'mine', ''],
  ])('is put in as it is: %s', async (_, before, mine, theirs) => {
    await using desk = await openFile(before);
    const row = before.startsWith('one') ? 2 : 1;
    await setLine(desk, row, mine);
    await expect(desk.write('file.txt', theirs)).rejects.toThrow(/was not written/);
    const kept = await desk.read('file.txt');
    expect(kept).toBe(before.replace('two', 'mine'));
    const texts = (await shown(desk)).flatMap((c) => c.theirs).join('|');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be shown
    expect(texts).not.toMatch(/[\x00-\x1f\x7f\u200b]/);
    await run(desk, 'theirs', row);
    expect(await desk.read('file.txt')).toBe(theirs);
    await desk.lua('vim.cmd.undo()');
    await wait(async () => (await desk.read('file.txt')) === kept, 'undo brings all of it back');
    await desk.lua('vim.cmd.redo()');
    await wait(async () => (await desk.read('file.txt')) === theirs, 'and redo all of theirs');
    await desk.lua(`vim.cmd('silent write')`);
    expect(desk.disk('file.txt')).toBe(theirs);
    await desk.editor.expectNotBlocked();
  });

  test('of many lines is clipped where it is shown, with a count', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine');
    const many = Array.from({ length: 30 }, (_, n) => `theirs ${n}`);
    await propose(desk, withLines({ 5: many.join('\n') }));
    const [conflict] = await shown(desk);
    expect(conflict?.theirs).toHaveLength(12);
    expect(conflict?.theirs.at(-1)).toBe('… 19 more lines (:Acp conflict diff)');
    await run(desk, 'theirs', 5);
    expect((await desk.lines()).filter((line) => line.startsWith('theirs'))).toEqual(many);
  });

  test('is wrapped where it is shown as the narrowest window wraps', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine');
    const long = `${'0123456789'.repeat(9)}end`;
    await propose(desk, withLines({ 5: long }));
    expect((await shown(desk))[0]?.theirs).toEqual([long]);
    await desk.lua(`vim.cmd('vsplit | vertical resize 40')`);
    await wait(async () => (await shown(desk))[0]?.theirs.length === 3, 'it takes three rows');
    const [conflict] = await shown(desk);
    expect(conflict?.theirs.join('')).toBe(long);
    expect(conflict?.label).toMatch(/^▌ Conflict 1\/1 .*both\n▌ the agent's text$/);
    await desk.lua('vim.wo.wrap = false vim.cmd.close()');
    await wait(async () => (await shown(desk))[0]?.theirs.length === 1, 'it takes one row');
  });

  test('is chosen with the cursor, marks, extmarks and other windows where they are', async () => {
    await using desk = await openConflict();
    const facts = await desk.lua(`vim.cmd('split | wincmd p')
      local space = vim.api.nvim_create_namespace('other')
      local mark = vim.api.nvim_buf_set_extmark(0, space, 12, 3, {})
      vim.api.nvim_buf_set_mark(0, 'a', 14, 2, {})
      vim.api.nvim_win_set_cursor(0, { 5, 3 })
      vim.cmd('Acp conflict both')
      return { vim.api.nvim_win_get_cursor(0), vim.api.nvim_buf_get_mark(0, 'a'),
        vim.api.nvim_buf_get_extmark_by_id(0, space, mark, {}) }`);
    expect(facts).toEqual([
      [5, 3],
      [15, 2],
      [13, 3],
    ]);
  });

  test('is refused in a buffer that may not be changed, and can be chosen later', async () => {
    await using desk = await openConflict();
    await desk.lua('vim.bo.modifiable = false');
    await desk.editor.feed('5G:Acp conflict theirs<CR>');
    await wait(async () => (await desk.editor.messages()).includes('locked'), 'it is refused');
    await desk.editor.expectNotBlocked();
    await expectAt(desk, [5, 5], [10, 10]);
    await desk.lua('vim.bo.modifiable = true');
    await run(desk, 'theirs', 5);
    expect(await picture(desk)).toEqual(['theirs 5', 'mine 10', 'theirs 15']);
  });

  test('is a step of its own while the user types', async () => {
    await using desk = await openConflict();
    await desk.lua(`vim.keymap.set('i', '<C-t>', '<Plug>(acp-conflict-theirs)')`);
    await desk.editor.feed('10G0itext <Esc>5G0itext <C-t>');
    await wait(async () => (await desk.lines())[4] === 'theirs 5', 'it is chosen');
    await desk.editor.feed('more<Esc>');
    await wait(async () => (await desk.lines())[4]?.includes('more'), 'typing goes on');
    await desk.lua('vim.cmd.undo()');
    expect((await desk.lines())[4]).toBe('theirs 5');
    await desk.lua('vim.cmd.undo()');
    expect((await desk.lines())[4]).toBe('text mine 5');
  });
});

describe('the agent', () => {
  const theirs = withLines({ 5: 'theirs 5', 10: 'theirs 10', 15: 'theirs 15' });
  const error = (desk: Desk, lines: readonly string[]): Promise<string> =>
    desk.write('file.txt', textOf(lines)).then(
      () => 'written',
      ({ message }: Error) => message,
    );

  test('learns which lines kept the user’s text, and what became of the rest', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5', 'and more');
    await setLine(desk, 11, 'mine 10');
    expect(await error(desk, theirs)).toMatch(
      /was written only in part: .*not saved them yet.*kept \(lines 5-6, 11 now\).*other changes are in the editor, not saved yet.*Do not write the same text again: read the file again/,
    );
  });

  test('learns what is on the disk when the user had saved', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5');
    await desk.lua(`vim.cmd('silent write')`);
    expect(await error(desk, theirs)).toMatch(
      /only in part: .*same lines\. .*line 5 now.*are in the file\./,
    );
    expect(desk.disk('file.txt')).toBe(
      textOf(withLines({ 5: 'mine 5', 10: 'theirs 10', 15: 'theirs 15' })),
    );
    expect(await desk.lua('return vim.bo.modified')).toBe(false);
    await expectAt(desk, [5, 5]);
  });

  test.each(['saved', 'not saved'])(
    'that repeats itself gets nothing more, text %s',
    async (how) => {
      await using desk = await openFile();
      await setLine(desk, 5, 'mine 5');
      if (how === 'saved') await desk.lua(`vim.cmd('silent write')`);
      await error(desk, theirs);
      const before = await desk.lines();
      const tick = await desk.lua('return vim.b.changedtick');
      expect(await error(desk, theirs)).toMatch(/was not written/);
      expect(await desk.lines()).toEqual(before);
      expect(await desk.lua('return vim.b.changedtick')).toBe(tick);
      await expectAt(desk, [5, 5]);
      expect(desk.conflicts.map(({ fresh }) => fresh)).toEqual([1, 0]);
    },
  );

  test('that reads through the editor, and has not, does not get the user’s saved lines either', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5');
    await desk.lua(`vim.cmd('silent write')`);
    await error(desk, theirs);
    await propose(desk, withLines({ 5: 'something else', 10: 'theirs 10', 15: 'theirs 15' }));
    expect((await desk.lines())[4]).toBe('mine 5');
    expect(await shown(desk)).toMatchObject([{ lines: [5, 5], theirs: ['something else'] }]);
  });

  test('that repeats itself does not undo what the user made of its other lines', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5');
    await error(desk, theirs);
    await setLine(desk, 15, 'mine 15');
    await error(desk, theirs);
    expect(await picture(desk)).toEqual(['mine 5', 'theirs 10', 'mine 15']);
    await expectAt(desk, [5, 5]);
  });

  test('that gives way closes the conflict', async () => {
    await using desk = await openConflict();
    await desk.write('file.txt', textOf(withLines({ 15: 'theirs 15' })));
    await expectAt(desk);
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
  });

  test('that wants something else there now has its newer lines shown', async () => {
    await using desk = await openConflict();
    await propose(desk, withLines({ 5: 'newer 5', 15: 'theirs 15' }));
    expect(await shown(desk)).toMatchObject([{ lines: [5, 5], theirs: ['newer 5'] }]);
    expect(desk.conflicts.at(-1)).toMatchObject({ fresh: 1, places: ['5'] });
  });

  test('that has read the user’s lines may change them; a conflict about other lines stays', async () => {
    await using desk = await openConflict();
    const now = await desk.read('file.txt');
    await desk.write('file.txt', now.replace('mine 5', 'mine and theirs').replace('line 20', 'x'));
    expect(await picture(desk)).toEqual(['mine and theirs', 'mine 10', 'theirs 15', 'x']);
    await expectAt(desk, [10, 10]);
  });

  test('that has its lines chosen knows them: changing them is no conflict', async () => {
    await using desk = await openConflict();
    await run(desk, 'theirs', 5);
    await run(desk, 'both', 10);
    await desk.write(
      'file.txt',
      textOf(withLines({ 5: 'theirs 5, better', 10: 'theirs 10', 15: 'theirs 15' })),
    );
    expect(await picture(desk)).toEqual(['theirs 5, better', 'mine 10', 'theirs 10', 'theirs 15']);
  });

  test('that insists on lines that the user has declined learns so, and nobody is asked again', async () => {
    await using desk = await openConflict();
    await run(desk, 'all-mine');
    expect(await error(desk, theirs)).toMatch(/chose to keep their own/);
    await expectAt(desk);
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
  });

  test('learns nothing from a choice that was undone', async () => {
    await using desk = await openConflict();
    await run(desk, 'theirs', 5);
    await desk.lua('vim.cmd.undo()');
    await expectAt(desk, [5, 5], [10, 10]);
    expect(await error(desk, theirs)).toMatch(/was not written/);
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
  });

  test('reads the live text, whatever was chosen', async () => {
    await using desk = await openConflict();
    await run(desk, 'theirs', 10);
    expect(await desk.read('file.txt')).toBe(
      textOf(withLines({ 5: 'mine 5', 10: 'theirs 10', 15: 'theirs 15' })),
    );
  });

  test('that reads the disk itself goes on after it has looked there', async () => {
    await using desk = await openFile();
    const two = desk.as('two');
    await two.write('file.txt', textOf(withLines({ 5: 'first' })));
    await setLine(desk, 5, 'mine 5');
    await desk.lua(`vim.cmd('silent write')`);
    const write = (five: string) => two.write('file.txt', textOf(withLines({ 5: five })));
    await expect(write('second')).rejects.toThrow(/was not written/);
    await expect(write('second')).rejects.toThrow(/was not written/);
    await write('mine 5, second');
    expect(await picture(desk)).toEqual(['mine 5, second']);
    await expectAt(desk);
  });

  test('that changes the disk again has its newer lines shown beside those still open', async () => {
    await using desk = await openConflict('disk');
    await propose(
      desk,
      withLines({ 5: 'newer 5', 10: 'theirs 10', 15: 'theirs 15', 18: 'x' }),
      'disk',
    );
    expect(await shown(desk)).toMatchObject([{ theirs: ['newer 5'] }, { theirs: ['theirs 10'] }]);
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15', 'x']);
  });
});

describe('the file', () => {
  test('that is saved with open conflicts holds the user’s text, and they stay open', async () => {
    await using desk = await openConflict('disk');
    await desk.lua(`vim.cmd('silent write')`);
    expect(desk.disk('file.txt')).toBe(
      textOf(withLines({ 5: 'mine 5', 10: 'mine 10', 15: 'theirs 15' })),
    );
    await expectAt(desk, [5, 5], [10, 10]);
    await run(desk, 'theirs', 5);
    expect(await desk.lua('return vim.bo.modified')).toBe(true);
    await desk.lua(`vim.cmd('silent write')`);
    expect(desk.disk('file.txt')).toContain('theirs 5');
    await desk.editor.expectNotBlocked();
  });

  test('that is loaded anew has no conflicts any more', async () => {
    await using desk = await openConflict();
    await desk.lua(`vim.cmd('silent edit!')`);
    expect(await desk.lines()).toEqual(LINES);
    await expectAt(desk);
    expect(await desk.lua(`return require('acp').status().conflicts`)).toBe(0);
    await setLine(desk, 5, 'mine again');
    await propose(desk, withLines({ 5: 'again 5' }));
    await expectAt(desk, [5, 5]);
  });

  test.each(['bunload!', 'bdelete!', 'bwipeout!'])(
    'whose buffer goes by :%s has none',
    async (how) => {
      await using desk = await openConflict();
      await desk.lua(`vim.cmd('split other.txt') vim.cmd(... .. ' file.txt')`, how);
      expect(await desk.lua(`return require('acp').status().conflicts`)).toBe(0);
      await run(desk, 'next');
      await run(desk, 'theirs');
      await desk.editor.expectNotBlocked();
      expect(await desk.editor.messages()).toContain('there is no conflict');
    },
  );

  test('that is hidden keeps them', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5');
    await desk.lua(`vim.o.hidden = true vim.cmd.edit('other.txt')`);
    await propose(desk, withLines({ 5: 'theirs 5' }));
    expect(await shown(desk)).toMatchObject([{ lines: [5, 5] }]);
    await run(desk, 'next');
    expect(await desk.lua(`return { vim.fn.expand('%:t'), vim.fn.line('.') }`)).toEqual([
      'file.txt',
      5,
    ]);
    await run(desk, 'theirs');
    expect(await picture(desk)).toEqual(['theirs 5']);
  });

  test('that did not exist and was drafted shows the agent’s', async () => {
    await using desk = await openFile();
    await desk.edit('fresh.txt');
    await setLine(desk, 1, 'my', 'draft');
    await desk.tool('fresh.txt', 'theirs\n');
    expect(await shown(desk, 'fresh.txt')).toMatchObject([{ lines: [1, 2], theirs: ['theirs'] }]);
    await run(desk, 'both', 1);
    expect(await desk.lines()).toEqual(['my', 'draft', 'theirs']);
  });

  test('that is empty but for the agent’s text is filled by it', async () => {
    await using desk = await openFile();
    await desk.lua(`vim.cmd('silent %delete _')`);
    await propose(desk, withLines({ 5: 'theirs 5' }));
    expect((await shown(desk)).length).toBe(1);
    await run(desk, 'theirs');
    expect(await desk.lines()).toEqual(withLines({ 5: 'theirs 5' }));
    await desk.lua('vim.cmd.undo()');
    expect(await desk.lines()).toEqual(['']);
  });

  test('whose first lines the user deleted shows the agent’s above the first one', async () => {
    await using desk = await openFile();
    await desk.lua(`vim.cmd('silent 1,2delete _')`);
    await propose(desk, withLines({ 1: 'theirs 1' }));
    expect(await shown(desk)).toMatchObject([{ lines: [1, 0], below: 0 }]);
    await desk.editor.screen.toContain('Conflict 1/1');
    await run(desk, 'theirs', 1);
    expect((await desk.lines()).slice(0, 3)).toEqual(['theirs 1', 'line 2', 'line 3']);
  });
});

describe('the commands', () => {
  test('go from conflict to conflict and from file to file, and around', async () => {
    await using desk = await openConflict();
    desk.setDisk('other.txt', textOf(LINES));
    await desk.lua('vim.o.hidden = true');
    await desk.edit('other.txt');
    await desk.read('other.txt');
    await setLine(desk, 3, 'mine 3');
    await expect(desk.write('other.txt', textOf(withLines({ 3: 'x' })))).rejects.toThrow();
    await desk.edit('file.txt');
    await desk.lua('vim.api.nvim_win_set_cursor(0, { 1, 0 })');
    const place = () => desk.lua(`return vim.fn.expand('%:t') .. ':' .. vim.fn.line('.')`);
    const seen: string[] = [];
    for (const action of ['next', 'next', 'next', 'next', 'prev', 'prev', 'prev']) {
      await run(desk, action);
      seen.push(await place());
    }
    expect(seen).toEqual([
      'file.txt:5',
      'file.txt:10',
      'other.txt:3',
      'file.txt:5',
      'other.txt:3',
      'file.txt:10',
      'file.txt:5',
    ]);
    await desk.editor.feed('<C-o>');
    await wait(async () => (await place()) !== 'file.txt:5', 'CTRL-O goes back');
  });

  test('say what is wrong in one line', async () => {
    await using desk = await openConflict();
    await run(desk, 'theirs', 1);
    expect(await desk.editor.messages()).toContain('the cursor is at no conflict');
    await desk.editor.feed(':Acp conflict ours<CR>:Acp conflict<CR>');
    await wait(
      async () => (await desk.editor.messages()).includes('got "ours", expected one of all-mine'),
      'what was expected is said',
    );
    expect(await picture(desk)).toEqual(['mine 5', 'mine 10', 'theirs 15']);
    await desk.editor.expectNotBlocked();
  });

  test('are completed', async () => {
    await using desk = await openFile();
    expect(await desk.lua(`return vim.fn.getcompletion('Acp conflict ', 'cmdline')`)).toEqual([
      'all-mine',
      'all-theirs',
      'both',
      'diff',
      'mine',
      'next',
      'prev',
      'theirs',
    ]);
  });

  test('have <Plug> maps; the label names the user’s keys for them', async () => {
    await using desk = await openFile();
    await desk.lua(`vim.keymap.set('n', ' ct', '<Plug>(acp-conflict-theirs)')`);
    await setLine(desk, 5, 'mine 5');
    await propose(desk, withLines({ 5: 'theirs 5' }));
    expect((await shown(desk))[0]?.label).toMatch(/<Space>ct theirs.*:Acp conflict mine\|both/);
    await desk.editor.feed('5G ct');
    await wait(async () => (await desk.lines())[4] === 'theirs 5', 'it is chosen');
  });

  test('map nothing in the user’s buffer', async () => {
    await using desk = await openConflict();
    expect(await desk.lua(`return vim.api.nvim_buf_get_keymap(0, 'n')`)).toEqual([]);
  });
});

describe('the user', () => {
  test('is notified once for all that comes together, and sees the count', async () => {
    await using desk = await openFile();
    await desk.lua(`Reported = {} vim.notify = function(text) table.insert(Reported, text) end`);
    await setLine(desk, 5, 'mine 5');
    await setLine(desk, 10, 'mine 10');
    const theirs = withLines({ 5: 'theirs 5', 10: 'theirs 10' });
    await propose(desk, theirs);
    await propose(desk, theirs);
    await wait(() => desk.lua('return #Reported > 0'), 'it is reported');
    expect(await desk.lua('return Reported')).toEqual([
      'acp: 2 conflicts in file.txt, your text was kept (:Acp conflict next)',
    ]);
    const count = () =>
      desk.lua(`local acp = require('acp') return { acp.status().conflicts, acp.statusline() }`);
    expect(await count()).toEqual([2, '2 conflicts']);
    await run(desk, 'theirs', 5);
    expect(await count()).toEqual([1, '1 conflict']);
    await run(desk, 'mine', 10);
    expect(await count()).toEqual([0, '']);
  });

  test('keeps focus, mode and cursor', async () => {
    await using desk = await openFile();
    await setLine(desk, 5, 'mine 5');
    await desk.editor.feed('8GAtyping');
    await wait(async () => (await desk.lines())[7] === 'line 8typing', 'it is typed');
    await propose(desk, withLines({ 5: 'theirs 5' }));
    await desk.editor.feed(' on');
    await wait(async () => (await desk.lines())[7] === 'line 8typing on', 'typing goes on');
    expect(await desk.lua('return vim.fn.mode()')).toBe('i');
    await expectAt(desk, [5, 5]);
  });
});
