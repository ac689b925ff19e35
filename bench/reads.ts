/**
 * Reading a loaded buffer for an agent: our way (string slices, two in flight) beside the in-process way (one
 * concatenation in Lua). Read the ratios, not the milliseconds.
 */
import { documentsOf } from './support/documents';
import { type Editor, HEADER, measure, RUNS, row, startEditor } from './support/editor';

const FILL = `
local count = ...
vim.cmd('silent enew! | silent %bwipeout! | file big.txt')
vim.bo.undolevels = -1
local lines = {}
for row = 1, count do
  lines[row] = ('line %d: some words of ordinary length, and then some'):format(row)
end
vim.api.nvim_buf_set_lines(0, 0, -1, true, lines)`;

const CONCAT = `
local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') .. '\\n'
return #text`;

async function compare(editor: Editor, lines: number): Promise<void> {
  await editor.lua(FILL, lines);
  const scope = { session: 'bench', roots: [editor.dir] };
  const { signal } = new AbortController();
  const documents = documentsOf(editor);
  const read = (range: { line?: number; limit?: number }): Promise<string> =>
    documents.read(scope, `${editor.dir}/big.txt`, range, signal);
  const inLua = await measure(editor, () => editor.lua(CONCAT));
  const whole = await measure(editor, () => read({}));
  const part = await measure(editor, () => read({ line: lines / 2, limit: 100 }));
  console.log(row(`${lines} lines`, 'concat in Lua', inLua));
  console.log(row('', 'ours', whole, inLua));
  console.log(row('', 'ours, 100 lines', part, inLua));
}

async function main(): Promise<void> {
  await using editor = await startEditor();
  console.log(`Neovim ${editor.version}, medians of ${RUNS}\n\n${HEADER}`);
  for (const lines of [100_000, 1_000_000]) await compare(editor, lines);
}

void main();
