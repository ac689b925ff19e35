import { symlinkSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { askServer } from '../../src/mcp/lsp/servers';
import { formatBuffer } from '../../src/mcp/tools/format_buffer';
import { getDiagnostics } from '../../src/mcp/tools/get_diagnostics';
import { lspCodeAction } from '../../src/mcp/tools/lsp_code_action';
import { lspDefinition } from '../../src/mcp/tools/lsp_definition';
import { lspHover } from '../../src/mcp/tools/lsp_hover';
import { lspReferences } from '../../src/mcp/tools/lsp_references';
import { lspRename } from '../../src/mcp/tools/lsp_rename';
import { lspSymbols } from '../../src/mcp/tools/lsp_symbols';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';

/**
 * Servers in Neovim's own process for files of the type `scripted`: each answers by functions of its own. `Asked` is what
 * they were asked.
 */
const SERVERS = `
vim.filetype.add({ extension = { scr = 'scripted' } })
Asked, Withdrawn, Ended = {}, 0, {}
local function start(name, bufnr, capabilities, answers)
  vim.lsp.start({
    name = name,
    root_dir = vim.fn.getcwd(),
    cmd = function(dispatchers)
      return {
        request = function(method, params, answer)
          if method == 'initialize' then answer(nil, { capabilities = capabilities }) return true, 1 end
          Asked[#Asked + 1] = { server = name, method = method, params = params }
          local respond = answers[method] or function() answer(nil, vim.NIL) end
          respond(params, answer, dispatchers)
          return true, 2
        end,
        notify = function(method, params)
          if method == 'textDocument/didOpen' and not answers.quiet then
            local nothing = { uri = params.textDocument.uri, diagnostics = {} }
            -- After Neovim has reported that the text was sent.
            vim.schedule(function() vim.schedule(function()
              dispatchers.notification('textDocument/publishDiagnostics', nothing)
            end) end)
          end
          if method == '$/cancelRequest' then Withdrawn = Withdrawn + 1 end
          return true
        end,
        is_closing = function() return answers.ended == true end,
        terminate = function() dispatchers.on_exit(0, 0) end,
      }
    end,
  }, { bufnr = bufnr })
end
function Serve(servers)
  vim.api.nvim_create_autocmd('FileType', { pattern = 'scripted', callback = function(event)
    for name, server in pairs(servers) do
      Ended = server
      start(name, event.buf, vim.tbl_extend('keep', server.capabilities or {}, {
        textDocumentSync = { openClose = true, change = 2 }, definitionProvider = true, hoverProvider = true,
        referencesProvider = true, renameProvider = true, documentFormattingProvider = true,
      }), server)
    end
  end })
end
-- An answer that leads to where was asked, and is four units long.
function Here(params, answer)
  local start = params.position
  answer(nil, { { uri = params.textDocument.uri, range = {
    start = start, ['end'] = { line = start.line, character = start.character + 4 } } } })
end
function Edit(params, text)
  return { changes = { [params.textDocument.uri] = { { newText = text, range = {
    start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 4 } } } } } }
end`;

const LINE = 'name = "𝄞é"; name()';

const openWith = (servers: string, files: Record<string, string> = {}): Promise<ToolDesk> =>
  openToolDesk({
    files: { 'a.scr': `${LINE}\n`, 'closed.scr': 'closed\n', ...files },
    config: `${SERVERS}\nServe(${servers})`,
    permits: (path) => !path.endsWith('closed.scr'),
  });

const NAME = { path: 'a.scr', line: 1, symbol: 'name' };
const SECOND = { path: 'a.scr', line: 1, column: 14 };

describe('a server', () => {
  it.each([
    ['utf-8', 17],
    ['utf-16', 14],
    ['utf-32', 13],
  ])('that counts in %s is asked and understood', async (encoding, character) => {
    await using desk = await openWith(`{ one = {
      capabilities = { positionEncoding = '${encoding}' }, ['textDocument/definition'] = Here } }`);
    const { definitions } = await desk.call(lspDefinition, SECOND);
    expect(definitions).toMatchObject([
      { range: { start: { line: 1, column: 14 }, end: { line: 1, column: 18 } } },
    ]);
    const asked = `return Asked[1].params.position`;
    expect(await desk.editor.lua(asked)).toEqual({ line: 0, character });
  });

  it('that never answers is withdrawn, and named', async () => {
    await using desk = await openWith(`{ one = { ['textDocument/hover'] = function() end } }`);
    const bufnr = await desk.editor.lua(
      `return require('acp.tools.hidden').open(...)`,
      desk.path('a.scr'),
    );
    const [client] = (
      await desk.context.lua.call('tools.lsp.known', null, 'textDocument/hover')
    ).slice();
    const request = { client: client as never, bufnr, method: 'textDocument/hover', params: {} };
    await expect(askServer(desk.context, request, 50)).rejects.toThrow(
      'one did not answer within 0.05 s (textDocument/hover)',
    );
    const waiting = askServer(desk.context, request);
    desk.cancel.abort();
    await expect(waiting).rejects.toThrow();
    expect(await desk.editor.lua('return Withdrawn')).toBe(2);
  });

  it.each([
    ['throws', `function() error('no') end`, 'one could not be asked'],
    [
      'fails',
      `function(_, answer) answer({ code = 1, message = 'not now' }) end`,
      'one answered with an error: not now',
    ],
    ['ends', `function() Ended.ended = true end`, 'one has ended'],
  ])('that %s is named', async (_what, respond, message) => {
    await using desk = await openWith(`{ one = { ['textDocument/references'] = ${respond} } }`);
    await expect(desk.call(lspReferences, NAME)).rejects.toThrow(message);
  });

  it('is asked again when it says that its state has changed', async () => {
    await using desk =
      await openWith(`{ one = { ['textDocument/references'] = function(params, answer)
      if #Asked < 3 then return answer({ code = -32801, message = 'changed' }) end
      Here(params, answer)
    end } }`);
    expect(await desk.call(lspReferences, NAME)).toMatchObject({ total: 1 });
  });

  it.each([
    'vim.NIL',
    '{}',
    '1',
    `'text'`,
    `{ { uri = 1 } }`,
    `{ { uri = 'file:///a', range = { start = 1 } } }`,
    `{ range = { start = { line = -1, character = 0.5 } } }`,
  ])('that answers with %s has found nothing', async (answer) => {
    await using desk = await openWith(
      `{ one = { ['textDocument/references'] = function(_, answer) answer(nil, ${answer}) end } }`,
    );
    expect(await desk.call(lspReferences, NAME)).toMatchObject({ references: [], total: 0 });
  });
});

describe('of several servers', () => {
  it('all are heard, and each place is named once', async () => {
    await using desk = await openWith(`{
      one = { ['textDocument/references'] = Here },
      two = { ['textDocument/references'] = Here },
      three = { ['textDocument/references'] = function(_, answer) answer({ code = 1, message = 'no' }) end },
    }`);
    expect(await desk.call(lspReferences, NAME)).toMatchObject({ total: 1 });
  });

  it('one that has an answer does', async () => {
    await using desk = await openWith(`{
      one = { ['textDocument/rename'] = function(_, answer) answer(nil, vim.NIL) end },
      two = { ['textDocument/rename'] = function(params, answer) answer(nil, Edit(params, params.newName)) end },
    }`);
    await desk.call(lspRename, { ...NAME, new_name: 'other' });
    expect((await desk.context.textOf(desk.path('a.scr')))?.lines).toEqual([
      LINE.replace('name', 'other'),
    ]);
  });

  it('what a silent one has to say is not waited for', async () => {
    await using desk = await openWith(`{
      one = { ['textDocument/hover'] = function() end },
      two = { ['textDocument/hover'] = function(_, answer) answer(nil, { contents = { 'said', { language = 'x', value = 'code' } } }) end },
    }`);
    const { text } = await desk.call(lspHover, NAME);
    expect(text).toBe('said\n\n```x\ncode\n```');
  });
});

describe('files', () => {
  it('that are not open are loaded out of sight, and go again', async () => {
    await using desk = await openWith(`{ one = { ['textDocument/definition'] = Here } }`);
    await desk.call(lspDefinition, NAME);
    const buffer = `local buf = vim.fn.bufnr(...)
      return { buf > 0 and vim.api.nvim_buf_is_loaded(buf), buf > 0 and vim.bo[buf].buflisted }`;
    const drop = `require('acp.tools.hidden').drop_all()`;
    expect(await desk.editor.lua(buffer, desk.path('a.scr'))).toEqual([true, false]);
    await desk.editor.lua(drop);
    expect(await desk.editor.lua(buffer, desk.path('a.scr'))).toEqual([false, false]);
    await desk.call(lspDefinition, NAME);
    await desk.editor.lua('vim.cmd.edit(...)', desk.path('a.scr'));
    await desk.editor.lua(drop);
    expect(await desk.editor.lua(buffer, desk.path('a.scr'))).toEqual([true, true]);
    await desk.editor.expectNotBlocked();
  });

  it('without a server are named', async () => {
    await using desk = await openWith(`{}`, { 'b.txt': 'text\n' });
    await expect(desk.call(lspHover, { path: 'b.txt', line: 1 })).rejects.toThrow(
      'no language server is active for',
    );
    await expect(desk.call(lspHover, { path: 'missing', line: 1 })).rejects.toThrow(
      'does not exist',
    );
  });

  it('that the user changes while a server thinks are not changed by what it answers', async () => {
    await using desk =
      await openWith(`{ one = { ['textDocument/formatting'] = function(params, answer)
      vim.api.nvim_buf_set_lines(vim.uri_to_bufnr(params.textDocument.uri), 0, 0, true, { 'mine' })
      answer(nil, Edit(params, 'FORM').changes[params.textDocument.uri])
    end } }`);
    await expect(desk.call(formatBuffer, { path: 'a.scr' })).rejects.toThrow(
      'is changing these files',
    );
    expect((await desk.context.textOf(desk.path('a.scr')))?.lines).toEqual([
      'mine',
      'mine',
      'mine',
      LINE,
    ]);
  });

  it.each([
    [
      'edits of which one is none',
      `{ Edit(params, 'FORM').changes[params.textDocument.uri][1], {} }`,
    ],
    ['what is no list', `{ newText = 'x' }`],
  ])('are not formatted by %s', async (_what, answer) => {
    await using desk =
      await openWith(`{ one = { ['textDocument/formatting'] = function(params, answer)
      answer(nil, ${answer})
    end } }`);
    await expect(desk.call(formatBuffer, { path: 'a.scr' })).rejects.toThrow('Nothing was changed');
    expect((await desk.context.textOf(desk.path('a.scr')))?.lines).toEqual([LINE]);
  });

  it('that a server knows by an older text are not changed', async () => {
    await using desk = await openWith(`{ one = { ['textDocument/rename'] = function(params, answer)
      local document = { uri = params.textDocument.uri, version = Version() + Later }
      local edits = Edit(params, params.newName).changes[document.uri]
      answer(nil, { documentChanges = { { textDocument = document, edits = edits } } })
    end } }`);
    await desk.editor.lua(
      `vim.cmd.edit(...)
      vim.api.nvim_buf_set_lines(0, 1, 1, true, { 'more' })
      local bufnr = vim.api.nvim_get_current_buf()
      function Version() return vim.lsp.util.buf_versions[bufnr] end
      Later = -1`,
      desk.path('a.scr'),
    );
    const rename = () => desk.call(lspRename, { ...NAME, new_name: 'other' });
    await expect(rename()).rejects.toThrow('an older text of');
    await desk.editor.lua('Later = 0');
    expect(await rename()).toMatchObject({ files: [{ path: desk.path('a.scr') }] });
  });

  it('have symbols whose ends are far behind them', async () => {
    await using desk = await openWith(`{ one = {
      capabilities = { documentSymbolProvider = true },
      ['textDocument/documentSymbol'] = function(_, answer)
        answer(nil, { { name = 'all', kind = 12, range = { start = { line = 0, character = 0 },
          ['end'] = { line = 2147483647, character = 2147483647 } } } })
      end,
    } }`);
    const { document } = await desk.call(lspSymbols, { path: 'a.scr' });
    expect(document).toMatchObject([{ name: 'all', line: 1, end_line: 2 ** 31 - 1 }]);
  });

  it('are not said to be changed by an action that changes nothing', async () => {
    await using desk = await openWith(`{ one = {
      capabilities = { codeActionProvider = true },
      ['textDocument/codeAction'] = function(_, answer) answer(nil, { { title = 'do' } }) end,
    } }`);
    const action = desk.call(lspCodeAction, { path: 'a.scr', line: 1, apply: 'do' });
    await expect(action).rejects.toThrow('one has nothing to change for "do"');
  });

  it('are changed by the one of several actions with a title that is meant', async () => {
    await using desk = await openWith(`{ one = {
      capabilities = { codeActionProvider = true },
      ['textDocument/codeAction'] = function(params, answer)
        local function action(title, text, kind, disabled)
          return { title = title, kind = kind, disabled = disabled, edit = Edit(params, text) }
        end
        answer(nil, { action('do', 'no', nil, { reason = 'not here' }), action('do', 'aaaa', 'quickfix'),
          action('other', 'bbbb'), action('do', 'cccc', 'refactor') })
      end,
    } }`);
    const where = { path: 'a.scr', line: 1 };
    const { actions } = await desk.call(lspCodeAction, where);
    expect(actions).toMatchObject([
      { index: 1, title: 'do', kind: 'quickfix' },
      { index: 2, title: 'other' },
      { index: 3, title: 'do', kind: 'refactor' },
    ]);
    const applied = (more: object) => desk.call(lspCodeAction, { ...where, ...more });
    const which = '1 (one, quickfix), 3 (one, refactor)';
    await expect(applied({ apply: 'do' })).rejects.toThrow(
      `2 actions are called "do" at this place; say which one by its \`index\`: ${which}`,
    );
    await expect(applied({ apply: 'do', index: 2 })).rejects.toThrow(
      `the action with index 2 is not called "do" at this place; that has the index: ${which}`,
    );
    await expect(applied({ index: 2 })).rejects.toThrow('only together with `apply`');
    expect(await applied({ apply: 'do', index: 3 })).toMatchObject({ applied: 'do' });
    const text = await desk.context.textOf(desk.path('a.scr'));
    expect(text?.lines[0]).toBe(LINE.replace('name', 'cccc'));
  });

  it('that are closed to the agent are not changed, and not named', async () => {
    await using desk = await openWith(`{ one = { ['textDocument/rename'] = function(params, answer)
      local edit = Edit(params, params.newName)
      edit.changes[vim.uri_from_fname(vim.fn.getcwd() .. '/closed.scr')] = edit.changes[params.textDocument.uri]
      answer(nil, edit)
    end } }`);
    const rename = desk.call(lspRename, { ...NAME, new_name: 'other' });
    await expect(rename).rejects.toThrow('a file that you may not use here. Nothing was changed');
    await expect(rename).rejects.not.toThrow('closed');
  });
});

describe('diagnostics', () => {
  const range = `{ start = { line = 0, character = 14 }, ['end'] = { line = 0, character = 18 } }`;

  it('are asked for where a server wants that', async () => {
    await using desk = await openWith(`{ one = {
      capabilities = { diagnosticProvider = { interFileDependencies = false, workspaceDiagnostics = false } },
      ['textDocument/diagnostic'] = function(_, answer)
        answer(nil, { kind = 'full', items = {
          { range = ${range}, message = 'asked ' .. #Asked, severity = 2, code = 7 } } })
      end,
    } }`);
    const asked = await desk.call(getDiagnostics, { path: 'a.scr' });
    expect(asked).toMatchObject({
      diagnostics: [
        {
          severity: 'warning',
          message: /^asked/,
          source: 'one',
          code: '7',
          range: { start: { line: 1, column: 14 }, end: { line: 1, column: 18 } },
        },
      ],
      settled: true,
      servers: ['one'],
    });
    await desk.editor.lua('vim.cmd.edit(...)', desk.path('a.scr'));
    expect((await desk.call(getDiagnostics, { path: 'a.scr' })).diagnostics).toHaveLength(1);
    expect(
      (await desk.call(getDiagnostics, { path: 'a.scr', severity: 'error' })).diagnostics,
    ).toEqual([]);
  });

  it('are those of linters, too, and of files that no server knows', async () => {
    await using desk = await openWith(`{}`, { 'b.txt': 'é text\n' });
    await desk.editor.lua(
      `vim.cmd.edit(...)
      vim.diagnostic.set(vim.api.nvim_create_namespace('lint'), 0, {
        { lnum = 0, col = 3, end_col = 7, message = 'a word', severity = 4, source = 'lint' } })`,
      desk.path('b.txt'),
    );
    const { diagnostics, servers } = await desk.call(getDiagnostics, { path: 'b.txt' });
    expect(servers).toEqual([]);
    expect(diagnostics).toEqual([
      {
        path: desk.path('b.txt'),
        range: { start: { line: 1, column: 3 }, end: { line: 1, column: 7 } },
        severity: 'hint',
        message: 'a word',
        source: 'lint',
      },
    ]);
    expect((await desk.call(getDiagnostics, { folder: '.' })).diagnostics).toHaveLength(1);
    expect((await desk.call(getDiagnostics, { folder: 'other' })).diagnostics).toEqual([]);
    expect((await desk.call(getDiagnostics, { folder: '/' })).diagnostics).toHaveLength(1);
    symlinkSync(desk.path('.'), desk.path('link'));
    expect((await desk.call(getDiagnostics, { folder: 'link' })).diagnostics).toHaveLength(1);
    const path = pathToFileURL(desk.path('b.txt')).href;
    expect((await desk.call(getDiagnostics, { path })).diagnostics).toHaveLength(1);
  });

  it('need no waiting when a server has long been silent since the agent came', async () => {
    await using desk = await openWith(`{ one = { quiet = true } }`);
    const { editor } = desk;
    await editor.lua(`vim.cmd.edit(...) require('acp.tools.watch').set(true)`, desk.path('a.scr'));
    await editor.lua(`local now = vim.uv.hrtime
      vim.uv.hrtime = function() return now() + 1e10 end`);
    const found = await desk.call(getDiagnostics, { path: 'a.scr', max_wait_ms: 0 });
    expect(found).toMatchObject({ settled: true, servers: ['one'] });
  });

  it('are answered when the time is over, although a server is at work', async () => {
    await using desk = await openWith(`{ one = { quiet = true } }`);
    const found = await desk.call(getDiagnostics, { path: 'a.scr', max_wait_ms: 0 });
    expect(found).toMatchObject({ diagnostics: [], settled: false, servers: ['one'] });
  });
});
