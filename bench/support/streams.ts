/** Three ways to bring a streaming answer into a buffer. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { silentLogger } from '../../src/base/logger';
import { Transcript } from '../../src/host/chat/transcript';
import { reduce } from '../../src/model/reduce';
import { newSession, type SessionState } from '../../src/model/state';
import type { Lua } from '../../src/nvim/lua';
import { createLua } from '../../src/nvim/rpc';
import { type Gauge, startGauge } from './gauge';
import { type ScreenEditor, startScreenEditor } from './screen-editor';

export interface Load {
  readonly chunks: number;
  /** Chunks per second; absent: as fast as they are taken. */
  readonly rate?: number;
  /** Bytes of transcript that are there before. */
  readonly before?: number;
}

export interface Streamed extends Gauge {
  readonly flushes: number;
}

/** A text of about so many bytes. */
function transcript(bytes: number): string {
  const part = 'Some text of **an answer**.\n\n```lua\nlocal x = 1\n```\n\n';
  return part.repeat(Math.round(bytes / part.length));
}

const chunk = (text: string) =>
  ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }) as const;

type TextUpdate = ReturnType<typeof chunk>;

const chatter = ({ chunks, rate = 0 }: Load): string[] => [
  './bench/support/chatter.mjs',
  String(chunks),
  String(rate),
];

async function* updates(load: Load): AsyncGenerator<TextUpdate> {
  const agent = spawn(process.execPath, chatter(load), { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: agent.stdout })) {
    yield JSON.parse(line).params.update;
  }
}

const OPEN_CHAT = `
-- No host: the benchmark itself draws.
require('acp.host').notify = function() end
require('acp.chat').new({}, function() end)
local buf = require('acp.chat').buffer(1)
vim.api.nvim_win_set_buf(0, buf)
require('acp.transcript.window').opened(vim.api.nvim_get_current_win())
return buf`;

/** Reducer, view, patch, one Lua call a frame. */
export async function throughDrawer(load: Load): Promise<Streamed> {
  await using editor = await startScreenEditor();
  const buf: number = await editor.lua(OPEN_CHAT);
  const calls = countCalls(createLua(editor));
  await using drawer = drawerOf(editor, calls.lua, buf);
  let state: SessionState = newSession('bench', '/');
  const take = (update: TextUpdate): void => {
    state = reduce(state, { type: 'update', update });
    drawer.it.update(state);
  };
  take(chunk(transcript(load.before ?? 0)));
  await drawer.it.settled();
  await editor.request('nvim_command', ['normal! G']);
  const flushesBefore = calls.count();
  const stop = startGauge(editor);
  for await (const update of updates(load)) take(update);
  await drawer.it.settled();
  await editor.request('nvim_eval', ['1']);
  return { ...(await stop()), flushes: calls.count() - flushesBefore };
}

function drawerOf(editor: ScreenEditor, lua: Lua, buf: number) {
  const it = new Transcript({
    lua,
    bufnr: async () => buf,
    probe: async () => (await editor.request('nvim_get_mode', [])) as { blocking: boolean },
    log: { ...silentLogger, error: console.error },
  });
  return { it, [Symbol.asyncDispose]: async () => it.dispose() };
}

function countCalls(lua: Lua): { readonly lua: Lua; count(): number } {
  let count = 0;
  const call: Lua['call'] = (fn, ...args) => {
    if (fn === 'transcript.apply') count++;
    return lua.call(fn, ...args);
  };
  return { lua: { call }, count: () => count };
}

/** A scratch buffer as many clients have it: Markdown under the built-in treesitter highlighter. */
const OPEN_MARKDOWN = `
local text = ...
local buf = vim.api.nvim_create_buf(false, true)
vim.bo[buf].undolevels = -1
vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.split(text, '\\n', { plain = true }))
vim.api.nvim_win_set_buf(0, buf)
vim.cmd('normal! G')
vim.treesitter.start(buf, 'markdown')
return buf`;

/** One awaited RPC for each chunk. */
export async function awaitedPerChunk(load: Load): Promise<Streamed> {
  await using editor = await startScreenEditor();
  const buf = await editor.lua(OPEN_MARKDOWN, transcript(load.before ?? 0));
  const stop = startGauge(editor);
  for await (const { content } of updates(load)) {
    await editor.request('nvim_buf_set_text', [buf, -1, -1, -1, -1, content.text.split('\n')]);
  }
  return { ...(await stop()), flushes: load.chunks };
}

// What clients in Lua do: read the pipe, decode, and schedule one edit and one cursor move for each chunk.
const IN_PROCESS = `
local buf, channel, program, args = ...
local pipe = vim.uv.new_pipe()
local rest = ''
local function draw(text)
  vim.api.nvim_buf_set_text(buf, -1, -1, -1, -1, vim.split(text, '\\n', { plain = true }))
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buf), 0 })
end
vim.uv.spawn(program, { args = args, stdio = { nil, pipe, nil }, cwd = ROOT }, function() end)
pipe:read_start(function(_, data)
  if not data then
    return vim.schedule(function() vim.rpcnotify(channel, 'streamed') end)
  end
  rest = rest .. data
  local from = 1
  while true do
    local newline = rest:find('\\n', from, true)
    if not newline then break end
    local message = vim.json.decode(rest:sub(from, newline - 1))
    from = newline + 1
    vim.schedule(function() draw(message.params.update.content.text) end)
  end
  rest = rest:sub(from)
end)`;

/** Lua in the editor, one edit for each chunk. */
export async function inProcess(load: Load): Promise<Streamed> {
  await using editor = await startScreenEditor();
  const buf = await editor.lua(OPEN_MARKDOWN, transcript(load.before ?? 0));
  await editor.lua('ROOT = ...', process.cwd());
  const streamed = editor.notified('streamed');
  const stop = startGauge(editor);
  await editor.lua(IN_PROCESS, buf, editor.channel, process.execPath, chatter(load));
  await streamed;
  return { ...(await stop()), flushes: load.chunks };
}
