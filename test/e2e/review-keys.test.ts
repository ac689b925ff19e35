import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, scriptAgent, writeFile } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { numbered, textOf, turn } from '../support/review';
import { wait } from '../support/wait';

const LINES = numbered(20);
const BLOCK = LINES.map((line, row) => (row >= 4 && row < 8 ? `new ${row + 1}` : line));

const MAPS = `
  vim.keymap.set('n', ']h', '<Plug>(acp-hunk-next)')
  vim.keymap.set('n', '[h', '<Plug>(acp-hunk-prev)')
  vim.keymap.set({ 'n', 'x' }, 'gk', '<Plug>(acp-keep)')
  vim.keymap.set({ 'n', 'x' }, 'gu', '<Plug>(acp-undo)')`;

const agentThatWrites = (files: Readonly<Record<string, readonly string[]>>): ScriptedAgent =>
  scriptAgent({
    prompts: [
      {
        steps: Object.entries(files).map(([name, lines]) =>
          writeFile(`{{cwd}}/${name}`, textOf(lines)),
        ),
      },
    ],
  });

async function reviewing(
  files: Readonly<Record<string, readonly string[]>>,
  before: readonly string[] = LINES,
): Promise<Nvim> {
  const agent = agentThatWrites(files);
  const nvim = await startNvim({
    size: [80, 30],
    config: `${agent.setup()}\n${MAPS}`,
    files: Object.fromEntries(['a.txt', 'b.txt', 'c.txt'].map((name) => [name, textOf(before)])),
    args: ['a.txt'],
  });
  await turn(nvim);
  return nvim;
}

const hunks = (nvim: Nvim): Promise<{ path: string; start: number; count: number }[]> =>
  nvim.lua(`return require('acp').hunks()`);
const lines = (nvim: Nvim): Promise<string[]> =>
  nvim.lua('return vim.api.nvim_buf_get_lines(vim.fn.bufnr("a.txt"), 0, -1, true)');
const place = (nvim: Nvim): Promise<[string, number]> =>
  nvim.lua('return { vim.fn.expand("%:t"), vim.fn.line(".") }');

describe('keys in a buffer under review', () => {
  it('undo the selected lines of a change, and keep others', async () => {
    await using nvim = await reviewing({ 'a.txt': BLOCK });
    await nvim.feed('5GVjgu');
    await wait(async () => (await lines(nvim))[4] === 'line 5', 'two lines are undone');
    expect((await lines(nvim)).slice(4, 8)).toEqual(['line 5', 'line 6', 'new 7', 'new 8']);
    await nvim.feed('7GVgk');
    await wait(async () => (await hunks(nvim))[0]?.start === 8, 'one line is kept');
    expect(await hunks(nvim)).toHaveLength(1);
    expect(await nvim.lua('return vim.fn.mode()')).toBe('n');
    await nvim.expectNotBlocked();
  });

  it('have commands for the lines of a range', async () => {
    await using nvim = await reviewing({ 'a.txt': BLOCK });
    await nvim.feed(':5,6Acp undo hunk<CR>');
    await wait(async () => (await lines(nvim))[4] === 'line 5', 'two lines are undone');
    expect((await lines(nvim)).slice(4, 8)).toEqual(['line 5', 'line 6', 'new 7', 'new 8']);
    await nvim.feed(':7Acp keep hunk<CR>');
    await wait(async () => (await hunks(nvim))[0]?.start === 8, 'one line is kept');
    await nvim.feed(':1,8Acp undo all<CR>');
    await wait(async () => (await nvim.messages()).includes('expected hunk, got "all"'), 'refused');
    expect(await hunks(nvim)).toHaveLength(1);
    await nvim.expectNotBlocked();
  });

  it('go through all files, also those that are not loaded, round and round', async () => {
    const files = { 'a.txt': BLOCK, 'b.txt': LINES.with(1, 'two'), 'c.txt': LINES.with(19, 'x') };
    await using nvim = await reviewing(files);
    const seen: [string, number][] = [];
    for (const keys of [']h', ']h', ']h', ']h', '[h']) {
      const before = await place(nvim);
      await nvim.feed(keys);
      await wait(async () => String(await place(nvim)) !== String(before), 'the cursor has moved');
      seen.push(await place(nvim));
    }
    expect(seen).toEqual([
      ['a.txt', 5],
      ['b.txt', 2],
      ['c.txt', 20],
      ['a.txt', 5],
      ['c.txt', 20],
    ]);
  });

  it('mean what the buffer shows, however soon they follow each other', async () => {
    const taken = LINES.toSpliced(17, 3).toSpliced(8, 1).toSpliced(0, 2);
    await using nvim = await reviewing({ 'a.txt': taken });
    await nvim.lua(`
      vim.schedule(function()
        vim.api.nvim_buf_attach(0, false, {
          on_lines = function()
            vim.schedule(function()
              vim.cmd.normal({ 'G', bang = true })
              vim.api.nvim_feedkeys(vim.keycode('gu'), 'm', false)
            end)
            return true
          end,
        })
      end)`);
    await nvim.feed('gggu');
    await wait(async () => (await hunks(nvim)).length === 1, 'top and end are back');
    expect(await lines(nvim)).toEqual(LINES.toSpliced(8, 1));
  });

  it('undo lines taken out at the top and at the end', async () => {
    await using nvim = await reviewing({ 'a.txt': LINES.slice(2, 18) });
    await nvim.feed('gggu');
    await wait(async () => (await lines(nvim))[0] === 'line 1', 'the top is back');
    await nvim.feed('Ggu');
    await wait(async () => (await hunks(nvim)).length === 0, 'the end is back');
    expect(await lines(nvim)).toEqual(LINES);
    await wait(() => readFileSync(join(nvim.dir, 'a.txt'), 'utf8') === textOf(LINES), 'saved');
  });

  it('undo tabs and wide characters as they were', async () => {
    const before = ['\tif 日本 then', '\t\t日\t本', 'é̂ 👩‍👩‍👧 end'];
    await using nvim = await reviewing({ 'a.txt': before.map((line) => `${line}!`) }, before);
    await nvim.screen.toContain('日');
    await nvim.feed('ggVGgu');
    await wait(async () => (await hunks(nvim)).length === 0, 'all is undone');
    expect(await lines(nvim)).toEqual(before);
  });

  it('say so in a buffer that may not be changed, and lose nothing', async () => {
    await using nvim = await reviewing({ 'a.txt': BLOCK });
    await nvim.lua(`vim.bo.modifiable = false`);
    await nvim.feed('5Ggu');
    await nvim.screen.toContain('acp: cannot restore');
    expect((await lines(nvim))[4]).toBe('new 5');
    expect(await hunks(nvim)).toHaveLength(1);
    await nvim.lua(`vim.bo.modifiable = true`);
    await nvim.feed('5Ggu');
    await wait(async () => (await hunks(nvim)).length === 0, 'it is undone');
    await nvim.expectNotBlocked();
  });

  it('act in two windows of a buffer, in diff mode, and in closed folds alike', async () => {
    await using nvim = await reviewing({ 'a.txt': BLOCK.with(15, 'sixteen') });
    await nvim.lua(`vim.cmd('vsplit | diffthis | wincmd w | 4,9fold')`);
    await nvim.feed('6Ggu');
    await wait(async () => (await lines(nvim))[4] === 'line 5', 'the change in the fold is undone');
    await nvim.feed('<C-w>w16Ggu');
    await wait(async () => (await hunks(nvim)).length === 0, 'the other one is undone');
    expect(await lines(nvim)).toEqual(LINES);
  });
});

describe('signs of others', () => {
  it('stand beside ours, with a conflict in the same buffer', async () => {
    await using nvim = await reviewing({ 'a.txt': BLOCK });
    await nvim.lua(`
      local signs = vim.api.nvim_create_namespace('gitsigns')
      vim.wo.signcolumn = 'auto:3'
      for row = 3, 9 do
        vim.api.nvim_buf_set_extmark(0, signs, row, 0, { sign_text = '┃', priority = 6 })
      end
      local bufnr = vim.api.nvim_get_current_buf()
      require('acp.conflict.edit').apply(bufnr, vim.api.nvim_buf_get_changedtick(bufnr), {}, {
        save = false,
        conflicts = { owner = 'other', regions = {
          { id = 77, row = 11, count = 1, theirs = { 'theirs' }, shown = { 'theirs' } } } },
      })`);
    await nvim.screen.toContain('theirs');
    await nvim.screen.toContain(/(┃ ▌|▌ ┃) new 5/);
    await nvim.screen.toContain(/┃ +line 9/);
    await nvim.feed('5Ggu');
    await wait(async () => (await hunks(nvim)).length === 0, 'it is undone');
    await nvim.screen.toLose('▌ new');
    await nvim.screen.toContain('theirs');
    expect(await nvim.lua(`return require('acp').status().conflicts`)).toBe(1);
  });
});
