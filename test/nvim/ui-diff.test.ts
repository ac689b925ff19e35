import { describe, expect, test } from 'vitest';
import { hunkLines } from '../../src/view/hunk-lines';
import { diffBlocks } from '../../src/view/patch';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

type Rows = readonly (readonly [sign: ' ' | '+' | '-', text: string])[];

const APPLY = `
  local patch, bufnr = ..., vim.api.nvim_get_current_buf()
  require('acp.surface.patch').modifying(bufnr, function()
    require('acp.surface.patch').apply(bufnr, patch)
  end)`;

/** A buffer with the lines of a hunk, as the host sends them. */
async function open(path: string, rows: Rows, config = ''): Promise<Nvim> {
  const nvim = await startNvim({ size: [60, 12], config });
  const hunk = rows.map(([sign, text]) => ({ sign, text }));
  const lines = hunkLines(hunk, { path, numbers: { old: 1, now: 1, digits: 1 } });
  const { patch } = diffBlocks([], [{ id: 'a', lines }]);
  await nvim.lua(APPLY, patch);
  return nvim;
}

const foreground = (nvim: Nvim, text: string): unknown => nvim.screen.styleOf(text)?.foreground;
const background = (nvim: Nvim, text: string): unknown => nvim.screen.styleOf(text)?.background;

const PYTHON: Rows = [
  [' ', 'def first():'],
  ['-', '    return "old"'],
  ['+', '    return 42  # changed'],
];

describe('a diff in a buffer of ours', () => {
  test('has grounds for what comes and goes, and words on stronger ones', async () => {
    await using nvim = await open('a.unknown', [
      [' ', 'same'],
      ['-', 'one two'],
      ['+', 'one three'],
    ]);
    await nvim.screen.toContain('  2 + one three');
    const normal = background(nvim, 'same');
    await wait(() => background(nvim, '+ one') !== normal, 'a ground');
    const grounds = ['- one', 'two', '+ one', 'three'].map((text) => background(nvim, text));
    expect(new Set([normal, ...grounds]).size).toBe(5);
  });

  test('has the colours of Vim syntax where there is no parser', async () => {
    await using nvim = await open('a.py', PYTHON);
    const plain = foreground(nvim, 'first');
    await wait(() => foreground(nvim, '# changed') !== plain, 'a comment');
    await wait(() => foreground(nvim, '"old"') !== plain, 'a string that is gone');
    expect(foreground(nvim, '"old"')).not.toBe(foreground(nvim, '# changed'));
    expect(await nvim.lua('return #vim.api.nvim_list_bufs()')).toBe(1);
  });

  test('has the colours of the parser where there is one, of both sides alone', async () => {
    await using nvim = await open('a.lua', [
      ['-', 'local text = [['],
      ['+', 'local text = 1'],
      [' ', 'return text -- said'],
    ]);
    await wait(() => foreground(nvim, '-- said') !== foreground(nvim, ' text -- '), 'a comment');
    // The long string ends nowhere; what stays is read as it is after the change.
    expect(foreground(nvim, 'return')).toBe(foreground(nvim, 'local'));
  });

  test('has no colours of code where the user has none', async () => {
    await using nvim = await open('a.py', PYTHON, 'vim.cmd("syntax off")');
    await nvim.screen.toContain('# changed');
    await wait(() => background(nvim, '# changed') !== background(nvim, 'first'), 'a ground');
    expect(foreground(nvim, '# changed')).toBe(foreground(nvim, 'first'));
  });

  test('runs no mode line, and loads no plugin of a file type', async () => {
    await using nvim = await open(
      'a.py',
      [['+', '# vim: set tabstop=3 :'], ...PYTHON],
      `vim.api.nvim_create_autocmd('FileType', { callback = function() _G.types = (types or 0) + 1 end })`,
    );
    await wait(() => foreground(nvim, '# vim') !== foreground(nvim, 'first'), 'it is coloured');
    expect(await nvim.lua('return { types or 0, vim.bo.tabstop }')).toEqual([0, 8]);
  });

  test('follows its text when it is drawn anew', async () => {
    await using nvim = await open('a.py', PYTHON);
    await nvim.lua(APPLY, {
      edits: [{ row: 0, del: 3, lines: ['plain'], spans: [], fences: [] }],
      ranges: [{ key: 'a 0', kind: 'diff' }],
    });
    await nvim.screen.toContain('plain');
    expect(background(nvim, 'plain')).toBeUndefined();
    expect(await nvim.lua(`return require('acp.surface.ranges').has_diffs(1)`)).toBe(false);
  });
});

test('tints are the user’s where they have set them, and follow the colour scheme', async () => {
  await using nvim = await startNvim({
    config: `vim.api.nvim_set_hl(0, 'AcpDiffAddLine', { bg = '#123456' })`,
  });
  const tints = (): Promise<[number, number]> =>
    nvim.lua(`require('acp.ui.hl').setup()
      local function bg(name) return vim.api.nvim_get_hl(0, { name = name, link = false }).bg end
      return { bg('AcpDiffAddLine'), bg('AcpDiffDeleteLine') }`);
  const [own, dark] = await tints();
  expect(own).toBe(0x123456);
  await nvim.lua(`vim.o.background = 'light'`);
  const [, light] = await tints();
  expect(light).toBeGreaterThan(dark);
});
