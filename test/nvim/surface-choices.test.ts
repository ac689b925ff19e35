import { expect, test } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';

/** Writes so many choices, every third of which refuses, where there is room for six lines of 58 cells. */
const write = (editor: Nvim, count: number): Promise<{ lines: string[]; measured: number }> =>
  editor.lua(
    `local choices = {}
    for n = 1, ... do
      choices[n] = { lhs = tostring(n), label = 'Way ' .. n, group = n % 3 == 0 and 'reject' or 'allow' }
    end
    local width, measured = vim.fn.strdisplaywidth, 0
    vim.fn.strdisplaywidth = function(text)
      measured = measured + 1
      return width(text)
    end
    local buf = vim.api.nvim_create_buf(false, true)
    vim.bo[buf].modifiable = false
    require('acp.surface.dock.choices').write(buf, choices, { key = 'AcpKey', choice = 'AcpUser' }, 58, 4, 6)
    vim.fn.strdisplaywidth = width
    return { lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false), measured = measured }`,
    count,
  );

test('of more choices than there is room for those stay that refuse, and the others are counted', async () => {
  await using editor = await startNvim();
  const { lines } = await write(editor, 36);
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toMatch(/^… \+\d+ more, named in the text$/);
  const shown = [...lines.join('\n').matchAll(/Way (\d+)/g)].map(([, number]) => Number(number));
  const refusals = shown.filter((number) => number % 3 === 0);
  expect(refusals).toEqual(Array.from({ length: 12 }, (_, index) => 3 * (index + 1)));
  expect(shown.length).toBeGreaterThan(refusals.length);
  expect(lines.at(-1)).toContain(`+${36 - shown.length} more`);
});

test('that there are thousands holds the editor up no longer than it takes to read them', async () => {
  await using editor = await startNvim();
  const [few, many] = [await write(editor, 200), await write(editor, 2000)];
  expect(many.lines).toHaveLength(6);
  expect(many.measured).toBeLessThan(20 * few.measured);
});
