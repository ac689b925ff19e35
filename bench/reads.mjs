// Reading a loaded buffer for an agent: our way (string slices, two in flight) beside the in-process way (one
// concatenation in Lua). Read the ratios, not the milliseconds.
import { fixed, load, measure, startEditor } from './support.mjs';

const { createDocuments } = await load('nvim/documents');
const { createLua } = await load('nvim/rpc');
const { silentLogger } = await load('base/logger');

const FILL = `
local count = ...
vim.cmd('silent enew!')
vim.cmd('file big.txt')
vim.bo.undolevels = -1
local lines = {}
for row = 1, count do lines[row] = ('line %d: some words of ordinary length, and then some'):format(row) end
vim.api.nvim_buf_set_lines(0, 0, -1, true, lines)`;

const CONCAT = `
TEXT = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') .. '\\n'
return #TEXT`;

const editor = await startEditor();
const scope = { session: 'bench', roots: [editor.dir] };
const signal = new AbortController().signal;
const path = `${editor.dir}/big.txt`;
console.log(`Neovim ${editor.version}; medians of 5\n`);
console.log('                way             total ms   blocked ms   ratios (total, blocked)');

const show = (name, way, { ms, blocked }, base) =>
  console.log(
    `${name.padEnd(16)}${way.padEnd(16)}${fixed(ms)} ${fixed(blocked)}` +
      (base ? `     ${fixed(ms / base.ms, 2)} ${fixed(blocked / base.blocked, 3)}` : ''),
  );

for (const count of [100_000, 1_000_000]) {
  await editor.lua(FILL, count);
  // New ones each time, so that nothing is remembered from the last read.
  const read = (range) =>
    createDocuments(createLua(editor), { log: silentLogger }).read(scope, path, range, signal);
  const prepare = async () => {};
  const inProcess = await measure(editor, { prepare, work: () => editor.lua(CONCAT) });
  show(`${count} lines`, 'concat in Lua', inProcess);
  show('', 'ours', await measure(editor, { prepare, work: () => read({}) }), inProcess);
  const part = { line: count / 2, limit: 100 };
  show(
    '',
    'ours, 100 lines',
    await measure(editor, { prepare, work: () => read(part) }),
    inProcess,
  );
  await read({});
}
await editor.end();
