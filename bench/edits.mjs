// A new full text for a loaded buffer of 100,000 lines with 1,000 extmarks: our way (compare in Node, hunks in one
// Lua call) beside the in-process way (xdiff in Lua, hunks bottom-up). Read the ratios, not the milliseconds.
import { fixed, load, measure, startEditor } from './support.mjs';

const LINES = 100_000;
const { createDocuments } = await load('nvim/documents');
const { createLua } = await load('nvim/rpc');
const { silentLogger } = await load('base/logger');

const lines = Array.from(
  { length: LINES },
  (_, row) => `line ${row}: some words of ordinary length, and then more`,
);
const textOf = (list) => `${list.join('\n')}\n`;
const changed = (hunks) => {
  const step = Math.floor(LINES / hunks);
  return lines.map((line, row) => (row % step === step >> 1 ? `${line} changed` : line));
};
const cases = {
  '1 hunk': changed(1),
  '50 hunks': changed(50),
  '5,000 hunks': changed(5000),
  'all lines': lines.map((_, row) => `another text altogether, row ${row}`),
};

// The text is marked as modified, so that neither way saves it.
const FILL = `
local lines = ...
vim.cmd('silent enew!')
vim.cmd('file big.txt')
vim.bo.undolevels = -1
vim.api.nvim_buf_set_lines(0, 0, -1, true, lines)
vim.bo.undolevels = 1000
NS = vim.api.nvim_create_namespace('bench')
for row = 50, #lines - 1, 100 do vim.api.nvim_buf_set_extmark(0, NS, row, 0, { id = row + 1 }) end`;

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

const editor = await startEditor();
const scope = { session: 'bench', roots: [editor.dir] };
const signal = new AbortController().signal;
console.log(`Neovim ${editor.version}, ${LINES} lines; medians of 5\n`);
console.log(
  '                way          total ms   blocked ms   extmarks kept   ratios (total, blocked)',
);

for (const [name, after] of Object.entries(cases)) {
  const text = textOf(after);
  const documents = createDocuments(createLua(editor), { log: silentLogger });
  const prepare = async () => {
    await editor.lua(FILL, lines);
    await documents.read(scope, `${editor.dir}/big.txt`, {}, signal);
  };
  const inProcess = await measure(editor, { prepare, work: () => editor.lua(XDIFF, text) });
  const keptThen = await editor.lua(KEPT);
  const ours = await measure(editor, {
    prepare,
    work: () => documents.write(scope, `${editor.dir}/big.txt`, text, signal),
  });
  const kept = await editor.lua(KEPT);
  const exact = (await documents.read(scope, `${editor.dir}/big.txt`, {}, signal)) === text;
  if (!exact) throw new Error(`${name}: the text is not the one that was written`);
  console.log(
    `${name.padEnd(16)}xdiff in Lua ${fixed(inProcess.ms)} ${fixed(inProcess.blocked)} ${fixed(keptThen, 0)}`,
  );
  console.log(
    `${''.padEnd(16)}ours         ${fixed(ours.ms)} ${fixed(ours.blocked)} ${fixed(kept, 0)}` +
      `         ${fixed(ours.ms / inProcess.ms, 2)} ${fixed(ours.blocked / inProcess.blocked, 2)}`,
  );
}
await editor.end();
