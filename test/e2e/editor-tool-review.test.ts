import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, scriptAgent } from '../support/agent';
import { type BridgeClient, startBridge } from '../support/bridge';
import { type Nvim, startNvim } from '../support/nvim';
import { begin, ended, looks, settled } from '../support/review';
import { wait } from '../support/wait';

/** A language server in Neovim's own process. It renames in both files, and its action and its format upcase the first line. */
const SERVER = `
vim.filetype.add({ extension = { scr = 'scripted' } })
local function at(uri, text)
  return { changes = { [uri] = { { newText = text, range = {
    start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 3 } } } } } }
end
local answers = {
  ['textDocument/diagnostic'] = function() return { kind = 'full', items = {} } end,
  ['textDocument/rename'] = function(params)
    local edit = at(params.textDocument.uri, params.newName)
    local other = vim.uri_from_fname(vim.fn.getcwd() .. '/closed.scr')
    return vim.tbl_deep_extend('error', edit, at(other, params.newName))
  end,
  ['textDocument/codeAction'] = function(params)
    return { { title = 'Upcase', edit = at(params.textDocument.uri, 'ONE') } }
  end,
  ['textDocument/formatting'] = function(params)
    return at(params.textDocument.uri, 'ONE').changes[params.textDocument.uri]
  end,
}
vim.api.nvim_create_autocmd('FileType', { pattern = 'scripted', callback = function(event)
  vim.lsp.start({ name = 'scripted', root_dir = vim.fn.getcwd(), cmd = function(dispatchers)
    return {
      request = function(method, params, answer)
        local result = answers[method] and answers[method](params) or vim.NIL
        if method == 'initialize' then
          result = { capabilities = { textDocumentSync = { openClose = true, change = 1 }, renameProvider = true,
            codeActionProvider = true, documentFormattingProvider = true,
            diagnosticProvider = { interFileDependencies = false, workspaceDiagnostics = false } } }
        end
        answer(nil, result)
        return true, 1
      end,
      notify = function() return true end,
      is_closing = function() return false end,
      terminate = function() dispatchers.on_exit(0, 0) end,
    }
  end }, { bufnr = event.buf })
end })`;

const TEXT = 'one\ntwo\nthree\n';
const FILES = { 'open.scr': TEXT, 'closed.scr': TEXT, 'far.scr': TEXT };
type Name = keyof typeof FILES;

interface Desk extends AsyncDisposable {
  readonly nvim: Nvim;
  readonly agent: ScriptedAgent;
  readonly client: BridgeClient['client'];
}

/** An agent in a turn that waits at the gate "end", whose tools are allowed. */
async function desk(): Promise<Desk> {
  const agent = scriptAgent({ prompts: [{ steps: [{ do: 'gate', name: 'end' }] }] });
  const rules = [{ allow: true, tool: 'neovim/*' }];
  const nvim = await startNvim({
    size: [100, 40],
    config: `${SERVER}\n${agent.setup({ log: { level: 'debug' }, permissions: { rules } })}`,
    files: FILES,
    args: ['open.scr'],
  });
  await begin(nvim, 'go');
  // The session looks at the files, and the turn.
  await wait(async () => (await looks(nvim)) >= 2, 'the files are known');
  const [server] = (await agent.called('session/new')).params.mcpServers;
  const bridge = await startBridge(server, { mark: { ACP_TEST_MARK: nvim.mark } });
  return {
    nvim,
    agent,
    client: bridge.client,
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      await nvim[Symbol.asyncDispose]();
    },
  };
}

async function call({ client }: Desk, name: string, input: object): Promise<void> {
  const result = await client.callTool({ name, arguments: { ...input } });
  expect(result, name).not.toHaveProperty('isError');
}

async function finish({ nvim, agent }: Desk): Promise<void> {
  agent.open('end');
  await ended(nvim);
  await settled(nvim);
}

/** What the user sees of a file: its buffer, or the disk. */
const textOf = ({ nvim }: Desk, name: Name): Promise<string> =>
  nvim.lua(
    `local bufnr = vim.fn.bufnr(...)
    if bufnr > 0 and vim.api.nvim_buf_is_loaded(bufnr) then
      return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), '\\n') .. '\\n'
    end
    return table.concat(vim.fn.readfile(...), '\\n') .. '\\n'`,
    name,
  );
const texts = (one: Desk) =>
  Promise.all((['open.scr', 'closed.scr', 'far.scr'] as const).map((name) => textOf(one, name)));
const hunks = ({ nvim }: Desk): Promise<Record<string, unknown>[]> =>
  nvim.lua(`return vim.iter(require('acp').hunks()):map(function(hunk)
    return { name = vim.fs.basename(hunk.path), source = hunk.source, turn = hunk.turn,
      start = hunk.start, old = hunk.old_lines, new = hunk.new_lines }
  end):totable()`);

const hunk = (name: Name, start: number, before: string, after: string) => ({
  name,
  source: 'mcp',
  turn: 1,
  start,
  old: [before],
  new: [after],
});

/** Changes by each of the tools, in a file that is shown and in two that are not open. */
async function changed(one: Desk): Promise<void> {
  const edits = [{ old_text: 'three', new_text: 'drei' }];
  await call(one, 'edit_buffer', { path: 'open.scr', edits });
  const where = { path: 'open.scr', line: 1 };
  await call(one, 'lsp_rename', { ...where, symbol: 'one', new_name: 'uno' });
  await call(one, 'lsp_code_action', { ...where, apply: 'Upcase' });
  await call(one, 'edit_buffer', { path: 'closed.scr', edits });
  await call(one, 'format_buffer', { path: 'far.scr' });
  await finish(one);
}

const AFTER = ['ONE\ntwo\ndrei\n', 'uno\ntwo\ndrei\n', 'ONE\ntwo\nthree\n'];
const BEFORE = [TEXT, TEXT, TEXT];

describe('what the tools of the editor have changed', () => {
  it('is listed by file, said at the end of the turn, and undone exactly', async () => {
    await using one = await desk();
    await changed(one);
    expect(await texts(one)).toEqual(AFTER);
    expect((await hunks(one)).sort(byPlace)).toEqual([
      hunk('closed.scr', 1, 'one', 'uno'),
      hunk('closed.scr', 3, 'three', 'drei'),
      hunk('far.scr', 1, 'one', 'ONE'),
      hunk('open.scr', 1, 'one', 'ONE'),
      hunk('open.scr', 3, 'three', 'drei'),
    ]);
    await one.nvim.lua(`vim.cmd('AcpChat')`);
    await one.nvim.screen.toContain('± 3 files changed');
    await one.nvim.lua(`require('acp').undo('turn')`);
    await wait(async () => (await hunks(one)).length === 0, 'nothing is left to review');
    expect(await texts(one)).toEqual(BEFORE);
    for (const name of Object.keys(FILES)) {
      const path = join(one.nvim.dir, name);
      expect(existsSync(path) && readFileSync(path, 'utf8'), name).toBe(TEXT);
    }
    await one.nvim.expectNotBlocked();
  });

  it('stays when it is kept', async () => {
    await using one = await desk();
    await changed(one);
    await one.nvim.lua(`require('acp').keep('all')`);
    await wait(async () => (await hunks(one)).length === 0, 'nothing is left to review');
    expect(await texts(one)).toEqual(AFTER);
  });

  it('goes with the checkpoint before it, and comes again with the one after it', async () => {
    await using one = await desk();
    await changed(one);
    await restore(one, 1);
    await wait(async () => (await hunks(one)).length === 0, 'nothing is left to review');
    expect(await texts(one)).toEqual(BEFORE);
    await restore(one, 2);
    await wait(async () => (await hunks(one)).length === 5, 'all of it is to be reviewed');
    expect(await texts(one)).toEqual(AFTER);
  });
});

function byPlace(a: Record<string, unknown>, b: Record<string, unknown>): number {
  return `${a.name}:${a.start}` < `${b.name}:${b.start}` ? -1 : 1;
}

async function restore({ nvim }: Desk, number: number): Promise<void> {
  await nvim.lua(`vim.cmd('Acp restore ' .. ...)`, number);
  await nvim.screen.toContain(`Restore ${number}`);
  await nvim.screen.toContain('q leave');
  // Typed too early it does not count, and typed too late it is for another window.
  await wait(
    () =>
      nvim.lua(`if vim.bo.filetype ~= 'acprestore' then return true end
        vim.api.nvim_feedkeys('y', 'xt', false)`),
    'the window is closed',
  );
  await wait(async () => /restored/.test(await nvim.messages()), 'it is restored');
  await nvim.lua(`vim.cmd('messages clear')`);
}
