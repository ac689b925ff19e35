/** Neovim's own terminal says what a terminal shows, but for half overwritten wide characters, which each shows differently. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalScreen } from '../../src/view/terminal/screen';
import { startNvim } from '../support/nvim';

/** Shows the output in a terminal of 40 lines of 200 columns. */
const SHOW = `
local output = ...
local buf = vim.api.nvim_create_buf(false, true)
local win = vim.api.nvim_open_win(buf, true, { relative = 'editor', row = 0, col = 0, width = 200, height = 40 })
local channel = vim.api.nvim_open_term(buf, {})
vim.api.nvim_chan_send(channel, output)
local settled = vim.wait(5000, function()
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  for _, line in ipairs(lines) do
    if line:find('THE END', 1, true) then return true end
  end
end, 5)
local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
vim.api.nvim_win_close(win, true)
vim.api.nvim_buf_delete(buf, { force = true })
return settled and lines
`;

const trimmed = (lines: readonly string[]): string[] =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
    .split('\n');

/** Neovim does not shift characters outside of the margins; other terminals do. */
const KINDS = [
  { kind: 'of lines', letters: 'ABCDEFGLPTXade`@', more: ['\x1bM', '\x1bD'] },
  { kind: 'between margins', letters: 'ABCDEFGLTXade`', more: ['\x1bM', '\x1b[2;9r', '\x1b[r'] },
];

test.each(KINDS)(
  'the screen $kind is what the terminal of Neovim shows',
  async ({ letters, more }) => {
    await using nvim = await startNvim({ size: [210, 50] });
    const moves = fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(...letters))
      .map(([n, letter]) => `\x1b[${n === 0 ? '' : n}${letter}`);
    const places = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 30 }))
      .map(([row, column]) => `\x1b[${row};${column}H`);
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...'abc é'), maxLength: 8 }) },
      { weight: 2, arbitrary: moves },
      places,
      fc.constantFrom('\r\n', '\r\n', '\r', '\b', '\t', '\x1b[K', '\x1b[1K', '\x1b[2K', '\x1b[J'),
      fc.constantFrom('\x1b[31m', '\x1b[0m', '\x1b7', '\x1b8', '\x1b[?25l', '\x1b]0;x\x07'),
      fc.constantFrom(...more),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
        const output = `${pieces.join('')}\r\nTHE END`;
        const shown = await nvim.lua(SHOW, output);
        expect(trimmed(terminalScreen(output).map(({ text }) => text))).toEqual(trimmed(shown));
      }),
      { numRuns: 150 },
    );
  },
);
