/**
 * A new full text for a loaded buffer of 100,000 lines with 1,000 extmarks: our way (compare in Node, hunks in one
 * Lua call) beside the in-process way (xdiff in Lua, hunks bottom-up). Read the ratios, not the milliseconds.
 */
import { documentsOf } from './support/documents';
import { type Editor, HEADER, measure, RUNS, row, startEditor } from './support/editor';

const LINES = 100_000;
const numbered = (text: string): string[] =>
  Array.from({ length: LINES }, (_, at) => `line ${at}: ${text}`);
const before = numbered('some words of ordinary length, and then more');

function changed(hunks: number): string[] {
  const step = Math.floor(LINES / hunks);
  return before.map((line, at) => (at % step === step >> 1 ? `${line} changed` : line));
}

const CASES: Readonly<Record<string, readonly string[]>> = {
  '1 hunk': changed(1),
  '50 hunks': changed(50),
  '5,000 hunks': changed(5000),
  'all lines': numbered('another text altogether'),
};

// The buffer counts as modified, so that neither way saves it.
const FILL = `
vim.cmd('silent enew! | silent %bwipeout! | file big.txt')
vim.bo.undolevels = -1
vim.api.nvim_buf_set_lines(0, 0, -1, true, ...)
vim.bo.undolevels = 1000
NS = vim.api.nvim_create_namespace('bench')
for row = 50, vim.api.nvim_buf_line_count(0) - 1, 100 do
  vim.api.nvim_buf_set_extmark(0, NS, row, 0, { id = row + 1 })
end`;

const KEPT = `
local kept = 0
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, NS, 0, -1, {})) do
  if mark[2] == mark[1] - 1 then kept = kept + 1 end
end
return kept`;

const XDIFF = `
local text = ...
local old = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') .. '\\n'
local new = vim.split(text, '\\n', { plain = true })
local hunks = vim.diff(old, text, { result_type = 'indices' })
for i = #hunks, 1, -1 do
  local a, n, b, m = unpack(hunks[i])
  local row = n == 0 and a or a - 1
  vim.api.nvim_buf_set_lines(0, row, row + n, true, vim.list_slice(new, b, b + m - 1))
end`;

async function compare(editor: Editor, name: string, after: readonly string[]): Promise<void> {
  const text = `${after.join('\n')}\n`;
  const path = `${editor.dir}/big.txt`;
  const scope = { session: 'bench', roots: [editor.dir] };
  const { signal } = new AbortController();
  const documents = documentsOf(editor);
  const fill = async (): Promise<void> => {
    await editor.lua(FILL, before);
    await documents.read(scope, path, {}, signal);
  };
  const inLua = await measure(editor, () => editor.lua(XDIFF, text), fill);
  const keptInLua = await editor.lua(KEPT);
  const ours = await measure(editor, () => documents.write(scope, path, text, signal), fill);
  const kept = await editor.lua(KEPT);
  if ((await documents.read(scope, path, {}, signal)) !== text)
    throw new Error(`${name}: not exact`);
  console.log(`${row(name, 'xdiff in Lua', inLua)}   ${keptInLua} extmarks kept`);
  console.log(`${row('', 'ours', ours, inLua)}   ${kept}`);
}

async function main(): Promise<void> {
  await using editor = await startEditor();
  console.log(`Neovim ${editor.version}, ${LINES} lines, medians of ${RUNS}\n\n${HEADER}`);
  for (const [name, after] of Object.entries(CASES)) await compare(editor, name, after);
}

void main();
