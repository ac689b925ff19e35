import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { say, scriptAgent } from '../support/agent';
import { type Nvim, type NvimOptions, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const FILES = {
  'src/app.js': 'one\ntwo\n',
  'src/parser.js': '',
  'lib/ignored.js': '',
  'notes/to do.md': '',
  '.gitignore': 'lib\n',
  '.env': 'SECRET=1\n',
};

/** In the prompt, in insert mode, of a session in a git repository. */
async function open({ config = '', ...options }: NvimOptions = {}): Promise<Nvim> {
  const agent = scriptAgent({ prompts: [{ steps: [say('ok')] }] });
  const nvim = await startNvim({
    files: FILES,
    args: ['src/app.js'],
    ...options,
    config: `${agent.setup({ layout: { insert: true } })}\n${config}`,
  });
  execFileSync('git', ['-C', nvim.dir, 'init', '-q']);
  await nvim.lua(`require('acp').open()`);
  await wait(async () => (await nvim.lua(`return require('acp').state().id`)) !== '', 'a session');
  await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'i', 'insert mode');
  return nvim;
}

const text = (nvim: Nvim): Promise<string> =>
  nvim.lua(`return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')`);
const becomes = (nvim: Nvim, wanted: string): Promise<unknown> =>
  wait(async () => (await text(nvim)) === wanted, `the prompt is ${wanted}`);
const words = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.tbl_map(function(item) return item.word end,
    vim.fn.complete_info({ 'items' }).items)`);

/** Closes the popup of "@s", and types on. */
async function expectClosedForGood(nvim: Nvim): Promise<void> {
  await nvim.feed('<C-e>');
  await nvim.screen.toLose('parser.js');
  await nvim.feed('rc');
  await becomes(nvim, '@src');
  await nvim.screen.atRest();
  expect(await nvim.lua('return vim.fn.pumvisible()')).toBe(0);
}

describe('mentions', () => {
  it('pop up behind an @, narrow while typing, and take nothing but what is chosen', async () => {
    await using nvim = await open({ config: `vim.o.completeopt = 'menu,longest'` });
    await nvim.feed('see @');
    await nvim.screen.toContain('errors and warnings');
    const file = '@"notes/to do.md"';
    await wait(async () => (await words(nvim)).includes(file), 'the files are listed');
    const all = await words(nvim);
    expect(all).toEqual(expect.arrayContaining(['@diff', '@src/app.js', '@symbol:']));
    expect(all.filter((word) => /ignored|\.env/.test(word))).toEqual([]);
    expect(await text(nvim)).toBe('see @');
    await nvim.feed('srcpars');
    await wait(async () => (await words(nvim)).join() === '@src/parser.js', 'it is found');
    await nvim.feed('<C-n><C-y>');
    await becomes(nvim, 'see @src/parser.js');
    await nvim.screen.toContain('@ src/parser.js');
    await nvim.feed(' and more');
    await becomes(nvim, 'see @src/parser.js and more');
    expect(await nvim.lua('return vim.go.completeopt')).toBe('menu,longest');
    await nvim.expectNotBlocked();
  });

  it('do not come back by themselves where the user has closed them, but on demand', async () => {
    await using nvim = await open();
    await nvim.feed('@s');
    await nvim.screen.toContain('parser.js');
    await expectClosedForGood(nvim);
    await nvim.feed('<C-x><C-o>');
    await nvim.screen.toContain('parser.js');
    await nvim.feed('<C-e> @');
    await nvim.screen.toContain('errors and warnings');
  });

  it('do not come back where the user closes them and types on in one go', async () => {
    await using nvim = await open();
    await nvim.feed('@s');
    await nvim.screen.toContain('parser.js');
    await nvim.feed('<C-e>rc');
    await becomes(nvim, '@src');
    await nvim.screen.atRest();
    expect(await nvim.lua('return vim.fn.pumvisible()')).toBe(0);
  });

  it('do not come back where the user has closed them just when more was found', async () => {
    // What was found last arrives again, before it is known that the user has closed the popup.
    await using nvim = await open({
      config: `local host = require('acp.host')
        local notify, again = host.notify, function() end
        host.notify = function(event, payload, cb, ...)
          local function found(...)
            local arguments = { ... }
            again = function() cb(unpack(arguments)) end
            again()
          end
          return notify(event, payload, event == 'suggest_context' and found or cb, ...)
        end
        vim.api.nvim_create_autocmd('CompleteDone', { callback = function()
          if again_once then
            again_once = nil
            vim.schedule(again)
          end
        end })`,
    });
    await nvim.feed('@s');
    await nvim.screen.toContain('parser.js');
    await nvim.screen.atRest();
    await nvim.lua('again_once = true');
    await expectClosedForGood(nvim);
  });

  it('go on behind a folder', async () => {
    await using nvim = await open();
    await nvim.feed('@src/');
    await nvim.screen.toContain('src/parser.js');
    expect((await words(nvim)).every((word) => word.includes('src'))).toBe(true);
  });

  it('do not come up in words', async () => {
    await using nvim = await open();
    await nvim.feed('me@src');
    await becomes(nvim, 'me@src');
    await nvim.screen.atRest();
    expect(await nvim.lua('return vim.fn.pumvisible()')).toBe(0);
  });

  it('name the symbols that a language server knows', async () => {
    await using nvim = await open({
      config: `vim.g.symbols = {
        { name = 'greet', kind = 12, range = { start = { line = 0, character = 0 },
          ['end'] = { line = 1, character = 1 } } } }
      vim.api.nvim_create_autocmd('BufReadPost', { callback = function(event)
        vim.lsp.start({ name = 'fake', cmd = function()
          return {
            request = function(method, params, callback)
              callback(nil, method == 'initialize'
                and { capabilities = { documentSymbolProvider = true } } or vim.g.symbols)
              return true, 1
            end,
            notify = function() return true end,
            is_closing = function() return false end,
            terminate = function() end,
          }
        end }, { bufnr = event.buf })
      end })`,
    });
    await nvim.feed('@symbol:gre');
    await nvim.screen.toContain('function · src/app.js');
    await nvim.feed('<C-n><C-y> ');
    await becomes(nvim, '@src/app.js:1-2 ');
    await nvim.screen.toContain('@ src/app.js:1-2');
  });

  it('stand for the selection and for the buffer as they are then', async () => {
    await using nvim = await open();
    await nvim.lua(`local win = require('acp.ui.editor_window').find()
      vim.api.nvim_buf_set_mark(vim.api.nvim_win_get_buf(win), '<', 2, 0, {})
      vim.api.nvim_buf_set_mark(vim.api.nvim_win_get_buf(win), '>', 2, 0, {})`);
    await nvim.feed('@selection of @buffer is');
    await becomes(nvim, '@src/app.js:2 of @src/app.js is');
  });
});

/** A stand-in for blink.cmp with the functions that its manual names for plugins. */
const BLINK = `package.loaded['blink.cmp'] = {
  add_source_provider = function(id, config) _G.provider = { id = id, config = config } end,
  add_filetype_source = function(filetype, id) _G.filetype = { filetype, id } end,
}`;
/** The same for nvim-cmp. */
const CMP = `package.loaded.cmp = {
  register_source = function(name, source) _G.source = source end,
  get_config = function() return { sources = { { name = 'buffer' } } } end,
  setup = { filetype = function(filetype, config) _G.configured = { filetype, config } end },
}`;

const labels = (items: { label: string }[]): string[] => items.map(({ label }) => label);

describe('completion plugins', () => {
  it('have a source: blink.cmp', async () => {
    await using nvim = await open({ config: BLINK });
    expect(await nvim.lua('return { _G.provider, _G.filetype }')).toEqual([
      { id: 'acp', config: { name: 'acp', module: 'acp.prompt.blink', async: true } },
      ['acpprompt', 'acp'],
    ]);
    await nvim.feed('é @pars');
    await becomes(nvim, 'é @pars');
    await nvim.lua(`local source = require(_G.provider.config.module).new({}, {})
      assert(source:enabled() and vim.list_contains(source:get_trigger_characters(), '@'))
      local row, col = unpack(vim.api.nvim_win_get_cursor(0))
      source:get_completions({ bufnr = 0, cursor = { row, col }, bufnr = vim.api.nvim_get_current_buf(),
        line = vim.api.nvim_get_current_line() }, function(response) _G.response = response end)`);
    await wait(() => nvim.lua('return _G.response ~= nil'), 'an answer');
    const { items, is_incomplete_forward } = await nvim.lua('return _G.response');
    expect(is_incomplete_forward).toBe(true);
    expect(labels(items)).toEqual(['src/parser.js']);
    expect(items[0].textEdit).toEqual({
      newText: '@src/parser.js',
      range: { start: { line: 0, character: 3 }, end: { line: 0, character: 8 } },
    });
    expect(await nvim.lua('return vim.fn.pumvisible()')).toBe(0);
  });

  it('have a source: nvim-cmp, beside those of the user', async () => {
    await using nvim = await open({ config: CMP });
    expect(await nvim.lua('return _G.configured')).toEqual([
      'acpprompt',
      { sources: [{ name: 'acp' }, { name: 'buffer' }] },
    ]);
    await nvim.feed('@pars');
    await becomes(nvim, '@pars');
    await nvim.lua(`assert(_G.source:is_available())
      assert(vim.fn.matchstr('see @pars', _G.source:get_keyword_pattern({}) .. '$') == '@pars')
      _G.source:complete({ context = { bufnr = vim.api.nvim_get_current_buf(),
        cursor_before_line = '@pars', cursor = { row = 1 } } },
        function(response) _G.response = response end)`);
    await wait(() => nvim.lua('return _G.response ~= nil'), 'an answer');
    const { items, isIncomplete } = await nvim.lua('return _G.response');
    expect(isIncomplete).toBe(true);
    expect(items).toMatchObject([{ label: 'src/parser.js', filterText: '@pars' }]);
  });
});
