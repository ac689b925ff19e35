import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { pickOf, type Random, randomOf } from '../support/soak';

/** One seed in every run; ACP_SOAK_SEED and ACP_SOAK_STEPS look for more. */
const SEED = Number(process.env.ACP_SOAK_SEED ?? 20261121);
const STEPS = Number(process.env.ACP_SOAK_STEPS ?? 150);

/** A language server in Neovim's own process: it believes what it gets, and notices what cannot be right. */
const SERVER = `
Believed, Faults = {}, {}
local kind, encoding = ...
local function starts_of(text)
  local starts, at = { 1 }, 1
  while at <= #text do
    local byte = text:sub(at, at)
    at = at + (text:sub(at, at + 1) == '\\r\\n' and 2 or 1)
    if byte == '\\r' or byte == '\\n' then table.insert(starts, at) end
  end
  return starts
end
local function offset(text, place)
  local start = starts_of(text)[place.line + 1] or #text + 1
  local line = text:sub(start):match('^[^\\r\\n]*')
  if encoding == 'utf-8' then return start + place.character end
  return start + vim.str_byteindex(line, place.character, true)
end
local function changed(text, change)
  if not change.range then return change.text end
  local from, to = offset(text, change.range.start), offset(text, change.range['end'])
  return text:sub(1, from - 1) .. change.text .. text:sub(to)
end
local reported = {
  ['textDocument/didOpen'] = function(document)
    if Believed[document.uri] then table.insert(Faults, 'opened twice') end
    Believed[document.uri] = { text = document.text, version = document.version, language = document.languageId }
  end,
  ['textDocument/didClose'] = function(document)
    if not Believed[document.uri] then table.insert(Faults, 'closed twice') end
    Believed[document.uri] = nil
  end,
  ['textDocument/didChange'] = function(document, params)
    local known = Believed[document.uri]
    if document.version <= known.version then
      table.insert(Faults, known.version .. ' is followed by ' .. document.version)
    end
    known.version = document.version
    for _, change in ipairs(params.contentChanges) do known.text = changed(known.text, change) end
  end,
}
local capabilities = {
  textDocumentSync = { openClose = true, change = kind },
  positionEncoding = encoding,
  hoverProvider = true,
}
local config = {
  name = 'believer',
  root_dir = vim.fn.getcwd(),
  cmd = function()
    return {
      request = function(method, _, answer)
        answer(nil, method == 'initialize' and { capabilities = capabilities } or vim.NIL)
        return true, 1
      end,
      notify = function(method, params)
        if reported[method] then reported[method](params.textDocument, params) end
        return true
      end,
      is_closing = function() return false end,
      terminate = function() end,
    }
  end,
}
-- As plugins do it: a buffer whose file is read anew is attached again.
vim.api.nvim_create_autocmd('FileType', { callback = function() vim.lsp.start(config) end })
vim.lsp.start(config)
vim.wait(5000, function() return vim.tbl_count(Believed) == 1 end, 5)`;

interface Beliefs {
  readonly believed: string;
  readonly language: string;
  readonly faults: string[];
}

/** A request goes out after all changes that wait to be sent. */
const beliefs = (desk: Desk): Promise<Beliefs> =>
  desk.lua(`vim.lsp.buf_request(0, 'textDocument/hover', {
      textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 0, character = 0 } }, function() end)
    local known = Believed[vim.uri_from_bufnr(0)]
    return { believed = known.text, language = known.language, faults = Faults }`);

/** The text as Neovim would write it. */
const written = (desk: Desk): Promise<string> =>
  desk.lua(`local ending = ({ unix = '\\n', dos = '\\r\\n', mac = '\\r' })[vim.bo.fileformat]
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), ending)
    return text .. (vim.bo.endofline and ending or '')`);

async function open(text: string, kind: number, encoding = 'utf-16'): Promise<Desk> {
  const desk = await openDesk({ files: { 'a.lua': text, 'b.lua': text } });
  await desk.edit('a.lua');
  await desk.lua(SERVER, kind, encoding);
  await desk.read('a.lua');
  await desk.begin();
  return desk;
}

async function expectTold(desk: Desk, story = ''): Promise<void> {
  const { believed, faults, language } = await beliefs(desk);
  expect(believed, story).toBe(await written(desk));
  expect(faults, story).toEqual([]);
  expect(language, story).toBe('lua');
}

const SOURCES = {
  fs: (desk: Desk, text: string) => desk.write('a.lua', text),
  disk: (desk: Desk, text: string) => desk.tool('a.lua', text),
} as const;
type Source = keyof typeof SOURCES;

const UNIX = 'one\ntwo\nthree\n';
const DOS = UNIX.replaceAll('\n', '\r\n');
const KINDS = [
  ['all of the text', 1],
  ['changes', 2],
] as const;

describe.each(KINDS)('a language server that is sent %s', (_, kind) => {
  describe.each(Object.keys(SOURCES) as Source[])('knows what came by the source %s:', (source) => {
    test.each([
      ['other line ends', UNIX, DOS],
      ['other line ends, back', DOS, UNIX],
      ['other line ends and lines', UNIX, DOS.replace('two', 'agent\r\nagent')],
      ['no final newline any more', UNIX, UNIX.trimEnd()],
      ['a final newline', UNIX.trimEnd(), UNIX],
      ['no final newline and a line', UNIX, `${UNIX}four`],
      ['a final newline and a line', UNIX.trimEnd(), `${UNIX}four\n`],
      ['a last line less', UNIX.trimEnd(), 'one\ntwo'],
      ['lines', UNIX, UNIX.replace('two', 'agent')],
    ])('%s', async (_what, before, after) => {
      await using desk = await open(before, kind);
      await SOURCES[source](desk, after);
      await expectTold(desk);
      await desk.lua(`vim.api.nvim_buf_set_lines(0, 1, 1, true, { 'mine' })`);
      await expectTold(desk);
      await SOURCES[source](desk, after.replace('three', '3'));
      await expectTold(desk);
    });
  });
});

const ATTACH_AGAIN = `local client = vim.lsp.get_clients({ bufnr = 0 })[1]
vim.lsp.buf_detach_client(0, client.id)
vim.lsp.buf_attach_client(0, client.id)`;

const WORDS = ['', 'word', 'é→𝄞', 'a longer line of words', '\t'];

function randomText(random: Random): string {
  const ending = pickOf(random, ['\n', '\n', '\r\n']);
  const lines = Array.from({ length: 1 + random(6) }, () => pickOf(random, WORDS) + random(3));
  return lines.join(ending) + pickOf(random, [ending, ending, '']);
}

test.each(
  KINDS.flatMap(([, kind]) => ['utf-8', 'utf-16'].map((encoding) => [kind, encoding] as const)),
)(
  `a language server knows the text after any change (sync %s, %s, seed ${SEED})`,
  async (kind, encoding) => {
    const random = randomOf(SEED + kind);
    await using desk = await open(UNIX, kind, encoding);
    for (let step = 0; step < STEPS; step++) {
      const [source, text, row] = [
        pickOf(random, ['fs', 'disk'] as const),
        randomText(random),
        random(9),
      ];
      const story = `step ${step}: ${source} ${JSON.stringify(text)}`;
      await SOURCES[source](desk, text).catch((error: Error) => {
        if (!/was not written|was written only in part/.test(error.message)) throw error;
      });
      await expectTold(desk, story);
      const acts = [
        `vim.api.nvim_buf_set_lines(0, 0, 0, true, { 'mine' .. ... })`,
        `vim.cmd('silent! undo')`,
        `vim.cmd('silent write!')`,
        `vim.cmd('silent edit!')`,
        `vim.api.nvim_buf_set_lines(0, (...) % vim.fn.line('$'), -1, true, { 'last' })`,
      ];
      await desk.lua(pickOf(random, acts), row);
      // Neovim itself reports a last line without an end wrongly: that is no change of an agent.
      const { believed } = await beliefs(desk);
      if (believed !== (await written(desk))) await desk.lua(ATTACH_AGAIN);
    }
  },
  60_000 + STEPS * 400,
);
