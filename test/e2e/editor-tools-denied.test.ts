/** What the user keeps agents off is in no answer of any tool or resource, by whatever kind of rule. */
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools';
import { type BridgedEditor, bridgedEditor } from '../support/bridged-editor';
import { wait } from '../support/wait';

/** A language server in Neovim's own process, whose every answer is about the file that is denied. */
const SERVER = `
  vim.filetype.add({ extension = { scr = 'scripted' } })
  local open, secret = vim.uri_from_fname(vim.fn.getcwd() .. '/a.scr'), vim.uri_from_fname(vim.fn.getcwd() .. '/secret/key.scr')
  local range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 4 } }
  local there = { uri = secret, range = range }
  local function edit(uri) return { textDocument = { uri = uri, version = vim.NIL }, edits = { { range = range, newText = 'x' } } } end
  local function action(title, change) return { title = title, edit = { documentChanges = { change } } } end
  local answers = {
    ['textDocument/hover'] = { contents = 'SECRET: a number' },
    ['textDocument/definition'] = there,
    ['textDocument/references'] = { there, { uri = open, range = range } },
    ['workspace/symbol'] = { { name = 'SECRET', kind = 13, location = there }, { name = 'known', kind = 13, location = { uri = open, range = range } } },
    ['textDocument/documentSymbol'] = { { name = 'SECRET', kind = 13, range = range, selectionRange = range } },
    ['textDocument/rename'] = { documentChanges = { edit(open), edit(secret) } },
    ['textDocument/formatting'] = { { range = range, newText = 'SECRET' } },
    ['textDocument/codeAction'] = {
      action('change', edit(secret)),
      action('create', { kind = 'create', uri = secret, options = { overwrite = true } }),
      action('delete', { kind = 'delete', uri = secret }),
      action('rename', { kind = 'rename', oldUri = open, newUri = secret }),
    },
  }
  local function diagnostics(uri, message)
    return { uri = uri, diagnostics = { { range = range, severity = 1, message = message, relatedInformation = { { location = there, message = 'SECRET' } } } } }
  end
  local capabilities = { textDocumentSync = { openClose = true, change = 2 } }
  for _, name in ipairs({ 'hover', 'definition', 'references', 'rename', 'documentSymbol', 'workspaceSymbol', 'documentFormatting', 'codeAction' }) do
    capabilities[name .. 'Provider'] = true
  end
  vim.api.nvim_create_autocmd('FileType', { pattern = 'scripted', callback = function(event)
    vim.lsp.start({ name = 'scripted', root_dir = vim.fn.getcwd(), cmd = function(dispatchers)
      return {
        request = function(method, _, answer)
          answer(nil, method == 'initialize' and { capabilities = capabilities } or answers[method] or vim.NIL)
          return true, 1
        end,
        notify = function(method)
          if method == 'textDocument/didOpen' then
            vim.schedule(function()
              dispatchers.notification('textDocument/publishDiagnostics', diagnostics(secret, 'SECRET is bad'))
              dispatchers.notification('textDocument/publishDiagnostics', diagnostics(open, 'something is bad'))
            end)
          end
          return true
        end,
        is_closing = function() return false end,
        terminate = function() end,
      }
    end }, { bufnr = event.buf })
  end })`;

/** The user works in the file: it is changed, marked, jumped from and listed everywhere. */
const WORK = `
  vim.cmd('edit secret/key.scr | normal! GoSECRET too\\27mAggma')
  vim.v.oldfiles = { vim.fn.getcwd() .. '/secret/key.scr' }
  vim.fn.setqflist({ { filename = 'secret/key.scr', lnum = 1, text = 'SECRET' }, { filename = 'a.scr', lnum = 1, text = 'known' } })
  vim.cmd('normal! gg')
  return #vim.diagnostic.get()`;

const FILES = { 'a.scr': 'name = secret\n', 'secret/key.scr': 'SECRET = 1\n' };
const key = { path: 'secret/key.scr' };
const at = { path: 'a.scr', line: 1, column: 1 };
const atKey = { ...key, line: 1, column: 1 };
const commands = ['ls', 'buffers', 'files', 'marks', 'jumps', 'changes', 'undolist', 'oldfiles'];

/** Calls that name the file, which are refused. */
const REFUSED: Readonly<Record<string, readonly object[]>> = {
  read_buffer: [key],
  edit_buffer: [{ ...key, edits: [{ old_text: 'SECRET', new_text: 'x' }] }],
  get_diagnostics: [{ ...key, max_wait_ms: 0 }],
  lsp_hover: [atKey],
  lsp_definition: [atKey],
  lsp_references: [atKey],
  lsp_symbols: [key],
  lsp_rename: [{ ...atKey, new_name: 'x' }],
  lsp_code_action: [atKey],
  treesitter_outline: [key],
  open_file: [key],
  set_quickfix: [{ items: [{ ...key, line: 1 }] }],
  format_buffer: [key],
  undo_history: [key],
};

/** Calls that do not, but whose answers could hold something of it. */
const SILENT: Readonly<Record<string, readonly object[]>> = {
  get_editor_state: [{}],
  get_diagnostics: [
    { max_wait_ms: 0 },
    { folder: '.', max_wait_ms: 0 },
    { path: 'a.scr', max_wait_ms: 0 },
  ],
  lsp_hover: [at],
  lsp_definition: [at],
  lsp_references: [at],
  lsp_symbols: [{ query: 'S' }],
  lsp_rename: [{ ...at, new_name: 'x' }],
  lsp_code_action: ['change', 'create', 'delete', 'rename'].map((apply) => ({ ...at, apply })),
  search_text: [
    { pattern: 'SECRE.', regex: true },
    { pattern: 'SECRET', path: 'secret' },
  ],
  get_quickfix: [{}],
  run_command_output: commands.map((command) => ({ command })),
};

const NEITHER = ['ask_user'];

async function answerOf({ client }: BridgedEditor, name: string, input: object) {
  return client
    .callTool({ name, arguments: { ...input } })
    .catch((error: Error) => ({ isError: true, content: error.message }));
}

it('all tools are among these', () => {
  const named = [...Object.keys(REFUSED), ...Object.keys(SILENT), ...NEITHER];
  expect(new Set(named)).toEqual(new Set(TOOLS.map(({ name }) => name)));
});

const allowed = { allow: true, tool: 'neovim/*', path: './**' };
const rules = (...list: object[]) => ({
  permissions: { rules: [{ allow: true, tool: 'neovim/*' }, allowed, ...list] },
});

describe.each<[string, Record<string, unknown>]>([
  ['the option deny', { deny: ['secret/**'], ...rules() }],
  ['a rule for the path', rules({ deny: true, path: 'secret/**' })],
  ['a rule for reading and the path', rules({ deny: true, kind: 'read', path: 'secret/**' })],
  ['a rule for the tools and the path', rules({ deny: true, tool: 'neovim/*', path: 'secret/**' })],
])('a file that is denied by %s', (_, setup) => {
  it('is in no answer', async () => {
    await using editor = await bridgedEditor({ setup, files: FILES, args: ['a.scr'], lua: SERVER });
    await editor.nvim.lua(`vim.cmd.stopinsert() require('acp').close()`);
    await editor.nvim.lua(WORK);
    await wait(() => editor.nvim.lua('return #vim.diagnostic.get() >= 2'), 'the diagnostics');
    for (const [name, inputs] of Object.entries(REFUSED)) {
      for (const input of inputs) {
        const answer = await answerOf(editor, name, input);
        expect(answer, name).toMatchObject({ isError: true });
        expect(JSON.stringify(answer), name).not.toMatch(/SECRET/);
      }
    }
    for (const [name, inputs] of Object.entries(SILENT)) {
      for (const input of inputs) {
        const answer = await answerOf(editor, name, input);
        expect(JSON.stringify(answer), `${name} ${JSON.stringify(input)}`).not.toMatch(
          /SECRET|key\.scr/,
        );
      }
    }
    const { resources } = await editor.client.listResources();
    expect(JSON.stringify(resources)).not.toContain('key.scr');
    expect(resources).toHaveLength(1);
    const uri = resources[0]?.uri.replace('a.scr', 'secret/key.scr') ?? '';
    await expect(editor.client.readResource({ uri })).rejects.not.toThrow('SECRET');
    await expect(editor.client.subscribeResource({ uri })).rejects.not.toThrow('SECRET');
    expect(await editor.nvim.lua(`return vim.fn.readfile('secret/key.scr')`)).toEqual([
      'SECRET = 1',
    ]);
  });
});
