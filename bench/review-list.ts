/**
 * `:Acp review` with 5,000 changes in 500 files: what the editor pays until all of it is there, what one decision costs
 * then, what scrolling costs beside scrolling a plain text of the same lines, and what is kept in memory.
 */
import { silentLogger } from '../src/base/logger';
import { textImage } from '../src/edit/file-image';
import { keep } from '../src/model/review/decide';
import { agentEdited } from '../src/model/review/review';
import { EMPTY_REVIEW, pendingHunks, type Review } from '../src/model/review/state';
import { createLua } from '../src/nvim/rpc';
import { Surface } from '../src/nvim/surface';
import { type ReviewModel, reviewSurface } from '../src/view/surfaces/review';
import { cpuOf, startGauge } from './support/gauge';
import { bar, print } from './support/report';
import { type ScreenEditor, startScreenEditor } from './support/screen-editor';

const FILES = 500;
const EACH = 10;
const GAP = 15;

// Processor time inside the calls of the host: what else the machine does is not in it.
const CLOCK = `
SPENT, WORST = 0, 0
local surface = require('acp.surface')
for _, name in ipairs({ 'show', 'patch' }) do
  local work = surface[name]
  surface[name] = function(...)
    local start = os.clock()
    local result = work(...)
    local ms = (os.clock() - start) * 1000
    SPENT, WORST = SPENT + ms, math.max(WORST, ms)
    return result
  end
end`;
const TAKE = 'local all, worst = SPENT, WORST SPENT, WORST = 0, 0 return { all, worst }';

const PLAIN = `
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
vim.cmd('tabnew')
vim.bo.buftype = 'nofile'
vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)`;

const SCROLL = `
vim.api.nvim_win_set_cursor(0, { 1, 0 })
local start = os.clock()
for _ = 1, 200 do
  vim.api.nvim_feedkeys(vim.keycode('<C-d>'), 'xt', false)
  vim.cmd.redraw()
end
return (os.clock() - start) * 1000 / 200`;

const lines = Array.from({ length: EACH * GAP }, (_, at) => `local value_${at} = call(${at}, 'x')`);
const before = textImage(`${lines.join('\n')}\n`);
const changed = lines.map((line, at) => (at % GAP === 7 ? line.replace('call', 'other') : line));
const after = textImage(`${changed.join('\n')}\n`);

function reviewOf(files: number): Review {
  let review = EMPTY_REVIEW;
  for (let file = 0; file < files; file++) {
    const path = `/project/folder/file${String(file).padStart(3, '0')}.lua`;
    const by = { session: 's', turn: 1, source: 'fs' } as const;
    review = agentEdited(review, { path, before, after, ...by });
  }
  return review;
}

function open(editor: ScreenEditor, model: () => ReviewModel): Surface<ReviewModel, unknown> {
  return new Surface({
    id: `bench-${performance.now()}`,
    definition: reviewSurface as never,
    model,
    keys: {},
    lua: createLua(editor),
    probe: async () => ({ blocking: false }),
    log: silentLogger,
  });
}

function modelOf(review: Review): ReviewModel {
  const look = { grouping: 'file', comments: [], cwd: '/project', isReporting: true } as const;
  return { review, ...look, titleOf: (session, turn) => `${session} ${turn}` };
}

async function main(): Promise<void> {
  await using editor = await startScreenEditor();
  await editor.lua(CLOCK);
  let review = reviewOf(1);
  const small = open(editor, () => modelOf(review));
  await small.settled();
  await small.close();
  review = reviewOf(FILES);
  const hunks = review.files.values().reduce((sum, file) => sum + pendingHunks(file).length, 0);
  await editor.lua(TAKE);
  const end = startGauge(editor);
  const cpu = cpuOf(editor.pid);
  const surface = open(editor, () => modelOf(review));
  await surface.settled();
  const [spent, worst] = await editor.lua(TAKE);
  const { ms, ownCpu, memory, p99 } = await end();
  const rows = await editor.lua('return vim.api.nvim_buf_line_count(0)');
  print(`${FILES} files, ${hunks} changes, ${rows} lines`);
  print(`  all there after ${ms.toFixed(0)} ms; host ${ownCpu.toFixed(0)} ms of processor time`);
  print(`  editor: ${(cpuOf(editor.pid) - cpu).toFixed(0)} ms of processor time with redraws`);
  print(
    `  another client waits ${p99.toFixed(1)} ms (p99); the editor grows by ${memory.toFixed(1)} MB`,
  );
  bar('editor time in ms', spent, 200);
  bar('longest call in ms', worst, 16);
  const first = review.files.values()[0];
  const id = first && pendingHunks(first)[0]?.id;
  review = keep(review, { kind: 'ids', ids: [id ?? 0] }).review;
  const own = process.cpuUsage();
  surface.update();
  await surface.settled();
  const { user } = process.cpuUsage(own);
  const [kept] = await editor.lua(TAKE);
  bar('one change kept, editor time in ms', kept, 16);
  print(`  one change kept, host: ${(user / 1000).toFixed(0)} ms`);
  const coloured = await editor.lua(SCROLL);
  await editor.lua(PLAIN);
  const plain = await editor.lua(SCROLL);
  print(`  half a page: ${coloured.toFixed(2)} ms, of plain text ${plain.toFixed(2)} ms`);
  bar('half a page in ms', coloured, 8);
  await surface.close();
}

void main();
