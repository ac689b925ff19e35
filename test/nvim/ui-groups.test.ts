import { expect, test } from 'vitest';
import type { Block, GroupFold } from '../../src/view/block';
import { rowCount } from '../../src/view/pieces';
import { closedFolds, type DrawnTranscript, drawnTranscript } from '../support/drawn-transcript';
import type { Nvim } from '../support/nvim';

/** With `toggle(line)`, which presses the key for folds in that line. */
async function transcript(): Promise<DrawnTranscript> {
  const editor = await drawnTranscript(14);
  await editor.lua(`_G.toggle = function(line)
    vim.api.nvim_set_current_win(win)
    vim.api.nvim_win_set_cursor(win, { line, 0 })
    return require('acp.surface.fold_toggle').toggle_here()
  end`);
  return editor;
}

const levels = (editor: Nvim): Promise<number[]> =>
  editor.lua(`
    return vim.api.nvim_win_call(win, function()
      return vim.tbl_map(vim.fn.foldlevel, vim.fn.range(1, vim.fn.line('$')))
    end)`);

const group = (from: string, open = false): GroupFold => ({
  from,
  closed: `${from}  ▸ calls`,
  ...(open ? { open } : {}),
});

/** Cards fold all they have, and end with an empty line. */
const card = (id: string, rows: number, ...groups: GroupFold[]): Block => ({
  id,
  lines: [...Array.from({ length: rows }, (_, row) => `${id} ${row}`), ''],
  ...(rows > 1 ? { fold: { from: 0, to: rows - 1 } } : {}),
  stops: ['tool'],
  ...(groups.length > 0 ? { groups } : {}),
});

/** What a group needs to know of the rows: those of all its blocks but the last, empty one. */
function expectedLevels(blocks: readonly Block[]): number[] {
  const starts = new Map<string, number>();
  let end = 0;
  const ranges = blocks.flatMap(({ id, fold, groups = [], ...block }) => {
    starts.set(id, end);
    const start = end;
    end += rowCount({ id, ...block });
    return [
      ...(fold && fold.to > fold.from ? [[start + fold.from, start + fold.to]] : []),
      ...groups.map(({ from }) => [starts.get(from) ?? 0, end - 2]),
    ];
  });
  return Array.from(
    { length: end },
    (_, row) => ranges.filter(([from = 0, to = 0]) => from <= row && row <= to).length,
  );
}

test('a group folds to its first line, with what it folds itself and what lies in it', async () => {
  await using editor = await transcript();
  const top = card('top', 1);
  await editor.draw([top, card('a', 2), card('b', 3), card('c', 1), card('z', 2)]);
  expect(await closedFolds(editor)).toEqual([
    [3, 4],
    [6, 8],
    [12, 13],
  ]);
  const grouped = [top, card('a', 2), card('b', 3), card('c', 1, group('a')), card('z', 2)];
  await editor.draw(grouped);
  expect(await closedFolds(editor)).toEqual([
    [3, 10],
    [12, 13],
  ]);
  expect(await levels(editor)).toEqual(expectedLevels(grouped));
  const shown = await editor.lua(`
    return vim.api.nvim_win_call(win, function() return vim.fn.foldtextresult(3) end)`);
  expect(shown).toBe('a  ▸ calls');
});

test('a call that stands close below a group is not in its fold', async () => {
  await using editor = await transcript();
  const last = card('b', 1, group('a'));
  await editor.draw([card('a', 2), last]);
  expect(await closedFolds(editor)).toEqual([[1, 4]]);
  await editor.draw([card('a', 2), { ...last, lines: last.lines.slice(0, -1) }, card('z', 2)]);
  const below = [5, 6];
  expect(await closedFolds(editor)).toEqual([[1, 4], below]);
  await editor.lua('return toggle(1)');
  expect(await closedFolds(editor)).toEqual([[1, 2], below]);
});

test('the first key opens the group, the next what its first card folds, the third closes both', async () => {
  await using editor = await transcript();
  await editor.draw([card('a', 2), card('b', 3), card('c', 1, group('a')), card('z', 2)]);
  const steps = [];
  for (let step = 0; step < 4; step++) {
    expect(await editor.lua('return toggle(1)')).toBe(true);
    steps.push(await closedFolds(editor));
  }
  const last = [10, 11];
  const open = [[1, 2], [4, 6], last];
  expect(steps).toEqual([open, [[4, 6], last], [[1, 8], last], open]);
  await editor.lua('return toggle(4)');
  expect(await closedFolds(editor)).toEqual([[1, 2], last]);
});

test('a group is not closed over what is read, and stays as it is while things come below', async () => {
  await using editor = await transcript();
  const cards = [card('a', 1), card('b', 3)];
  await editor.draw([...cards, card('c', 1)]);
  await editor.lua('vim.api.nvim_win_set_cursor(win, { 4, 0 })');
  await editor.draw([...cards, card('c', 1, group('a'))]);
  expect(await closedFolds(editor)).toEqual([[3, 5]]);
  await editor.draw([...cards, card('c', 1, group('a')), card('d', 2)]);
  expect(await closedFolds(editor)).toEqual([
    [3, 5],
    [9, 10],
  ]);
  await editor.lua('toggle(1)');
  expect(await closedFolds(editor)).toEqual([
    [1, 7],
    [9, 10],
  ]);
});

test('what comes late to a group that is closed folds with it, also while the user types', async () => {
  await using editor = await transcript();
  await editor.draw([card('a', 1), card('b', 3, group('a')), card('z', 2)]);
  await editor.lua('vim.api.nvim_set_current_win(other)');
  await editor.feed('ihello');
  const inner = [card('b', 3), card('c', 2), card('d', 2, group('c'), group('a'))];
  const blocks = [card('a', 1), ...inner, card('z', 2)];
  await editor.draw(blocks);
  expect(await levels(editor)).toEqual(expectedLevels(blocks));
  expect(await closedFolds(editor)).toEqual([
    [1, 11],
    [13, 14],
  ]);
  await editor.draw([card('a', 1), ...inner.slice(0, 2), card('z', 2)]);
  expect(await closedFolds(editor)).toEqual([
    [3, 5],
    [7, 8],
    [10, 11],
  ]);
  expect(await editor.lua('return vim.api.nvim_get_mode().mode')).toBe('i');
});

test('a window that shows the transcript later has its groups, as they were', async () => {
  await using editor = await transcript();
  await editor.draw([
    card('a', 2),
    card('b', 3, group('a')),
    card('c', 1),
    card('d', 2, group('c')),
  ]);
  await editor.lua('toggle(1)');
  const before = await closedFolds(editor);
  expect(before).toEqual([
    [1, 2],
    [4, 6],
    [8, 11],
  ]);
  await editor.lua(`
    local folds = require('acp.surface.folds')
    local open = folds.opened(win)
    vim.cmd('new')
    _G.win = vim.api.nvim_get_current_win()
    vim.api.nvim_win_set_buf(win, buf)
    folds.restore(win, open)`);
  expect(await closedFolds(editor)).toEqual(before);
});

/** The same numbers in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Cards in groups, which may lie in others; those of a name are much the same each time. */
function anyBlocks(next: (below: number) => number): Block[] {
  const blocks: Block[] = [];
  const branch = (id: string, depth: number): void => {
    const own = blocks.push(card(id, 1 + next(3))) - 1;
    if (depth < 3) for (let at = 0; at < next(4); at++) branch(`${id}.${at}`, depth + 1);
    const last = blocks.at(-1);
    if (!last || blocks.length - 1 === own || next(3) === 0) return;
    blocks[blocks.length - 1] = { ...last, groups: [...(last.groups ?? []), group(id)] };
  };
  for (let at = 0; at < 1 + next(4); at++) branch(`${at}`, 0);
  return blocks;
}

test.each([
  ['at once', undefined, 7],
  ['piece by piece', 30, 8],
])(
  'however cards and groups change, drawn %s, their folds are exactly those',
  async (_, limit, seed) => {
    await using editor = await transcript();
    const next = numbers(seed);
    for (let step = 0; step < 60; step++) {
      const blocks = anyBlocks(next);
      await editor.draw(blocks, limit);
      expect(await levels(editor), `step ${step}`).toEqual(expectedLevels(blocks));
      for (let time = 0; time < 3; time++) {
        const line = 1 + next(blocks.reduce((rows, block) => rows + rowCount(block), 0));
        await editor.lua(`toggle(${line})`);
      }
    }
  },
);
