/**
 * Pending changes in the user's buffers: 5,000 of them, in 500 files and in one. What the editor pays for being notified, and
 * for a key typed among them.
 */
import type { ReviewHunk } from '../src/nvim/review-hunks';
import { type Editor, HEADER, measure, row, startEditor } from './support/editor';

const FILES = 500;
const HUNKS = 5000;

const LOAD = `
local files, lines = ...
vim.cmd('silent %bwipeout!')
vim.o.hidden, vim.o.swapfile = true, false
BUFFERS = {}
for file = 1, files do
  local bufnr = vim.fn.bufadd(('file%d.txt'):format(file))
  vim.fn.bufload(bufnr)
  local text = {}
  for line = 1, lines do text[line] = ('line %d of some length'):format(line) end
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, true, text)
  BUFFERS[file] = bufnr
end
vim.api.nvim_set_current_buf(BUFFERS[1])
vim.cmd.redraw()`;

const SHOW = `
local file, hunks = ...
local bufnr = BUFFERS[file]
assert(require('acp.review').show(bufnr, vim.api.nvim_buf_get_changedtick(bufnr), hunks))`;

// Each key changes text among the hunks, and is drawn.
const TYPE = `
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(0) / 2, 0 })
for _ = 1, 100 do
  vim.api.nvim_feedkeys('Ax' .. vim.keycode('<Esc>'), 'xt', false)
  vim.cmd.redraw()
end`;

const SCROLL = `
vim.api.nvim_win_set_cursor(0, { 1, 0 })
for _ = 1, 100 do
  vim.api.nvim_feedkeys(vim.keycode('<C-f>'), 'xt', false)
  vim.cmd.redraw()
end`;

function hunksOf(count: number): ReviewHunk[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    row: at * 15,
    count: 2,
    old: ['a line as it was before', 'and another one'],
    words: [[0, 5, 8]],
    old_words: [[0, 2, 6]],
  }));
}

async function compare(editor: Editor, files: number): Promise<void> {
  const each = HUNKS / files;
  const hunks = hunksOf(each);
  const load = (): Promise<unknown> => editor.lua(LOAD, files, each * 15 + 10);
  const show = async (): Promise<void> => {
    for (let file = 1; file <= files; file++) await editor.lua(SHOW, file, hunks);
  };
  const showAll = (): Promise<unknown> =>
    Promise.all(Array.from({ length: files }, (_, at) => editor.lua(SHOW, at + 1, hunks)));
  const name = `${files} files`;
  console.log(row(name, 'shown at once', await measure(editor, showAll, load)));
  await load();
  const plain = await measure(editor, () => editor.lua(TYPE));
  const plainScroll = await measure(editor, () => editor.lua(SCROLL));
  await show();
  console.log(row('', '100 keys, without', plain));
  console.log(row('', '100 keys', await measure(editor, () => editor.lua(TYPE)), plain));
  console.log(row('', '100 pages, without', plainScroll));
  console.log(row('', '100 pages', await measure(editor, () => editor.lua(SCROLL)), plainScroll));
}

async function main(): Promise<void> {
  await using editor = await startEditor();
  await editor.lua(`vim.api.nvim_set_current_dir(...)`, editor.dir);
  console.log(`Neovim ${editor.version}, ${HUNKS} changes\n${HEADER}`);
  await compare(editor, FILES);
  await compare(editor, 1);
}

void main();
