import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  agentThat,
  ask,
  readFile,
  type ScriptedAgent,
  say,
  scriptAgent,
  toolCallUpdate,
  writeFile,
} from '../support/agent';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { answer, beRead, readable } from '../support/permission';
import { wait } from '../support/wait';

const OLD = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';
const NEW = OLD.replace('seven', 'SEVEN');
const path = '{{cwd}}/a.txt';

const fragment = (oldText: string, newText: string, of = path) => ({
  kind: 'edit',
  title: 'Edit',
  content: [{ type: 'diff', path: of, oldText, newText }],
});

interface Start {
  readonly options?: object;
  readonly files?: Record<string, string>;
  readonly size?: readonly [number, number];
}

async function start(agent: ScriptedAgent, { options = {}, files = {}, size }: Start = {}) {
  const nvim = await startNvim({
    config: `${agent.setup({ layout: { kind: 'right' }, ...options })}
      _G.reported = {}
      vim.notify = function(text) table.insert(_G.reported, text) end`,
    files: { 'a.txt': OLD, ...files },
    args: ['a.txt'],
    size: size ?? [180, 34],
  });
  await nvim.feed(':AcpChat<CR>');
  await nvim.feed('go<C-s>');
  return nvim;
}

const toQuestion = async (nvim: Nvim): Promise<void> => {
  await readable(nvim);
  await nvim.feed('<C-g>');
  await wait(
    async () => (await nvim.lua('return vim.bo.filetype')) === 'acppermission',
    () => `the question has the focus\n${nvim.screen.framed()}`,
  );
};

/** All that a preview must leave alone. */
const STATE = `
  local b = vim.fn.bufnr('a.txt')
  return {
    lines = vim.api.nvim_buf_get_lines(b, 0, -1, false),
    tick = vim.api.nvim_buf_get_changedtick(b),
    modified = vim.bo[b].modified,
    undo = vim.fn.undotree(b).seq_last,
  }`;
const MARKS = `
  local ns = vim.api.nvim_get_namespaces()['acp.proposal']
  local b = vim.fn.bufnr('a.txt')
  if not ns or b < 0 then return 0 end
  return #vim.api.nvim_buf_get_extmarks(b, ns, 0, -1, {})`;
const marks = (nvim: Nvim): Promise<number> => nvim.lua(MARKS);
const reported = async (nvim: Nvim): Promise<string> =>
  ((await nvim.lua('return _G.reported')) as string[]).join('\n');
const disk = (nvim: Nvim, name = 'a.txt'): string => readFileSync(join(nvim.dir, name), 'utf8');

describe('a fragment in a question', () => {
  it('is shown in place with real line numbers, as the user has the file now', async () => {
    const agent = agentThat(
      { do: 'gate', name: 'typed' },
      ask('t', fragment('seven\n', 'SEVEN\n')),
      say('done'),
    );
    await using nvim = await start(agent);
    await nvim.lua(`vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 0, true, { 'unsaved' })`);
    agent.open('typed');
    await nvim.screen.toContain(' 8    - seven');
    await nvim.screen.toContain(' 8 + SEVEN');
    await nvim.screen.toContain(' 7   six');
    // The text changes while it is asked.
    await nvim.lua(`
      vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), -1, -1, true, { 'seven' })
      vim.api.nvim_exec_autocmds('TextChanged', { buffer = vim.fn.bufnr('a.txt') })`);
    await nvim.screen.toContain('found 2 times in the file');
  });
});

/** Lines (from 1) of the current file that show a sign. */
const SIGNED = `
  local win = vim.iter(vim.api.nvim_list_wins()):find(function(win)
    return vim.fn.bufname(vim.api.nvim_win_get_buf(win)):find('a.txt', 1, true) ~= nil
  end)
  local rows = {}
  for row = 1, vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(win)) do
    local drawn = vim.api.nvim_eval_statusline('%s', { winid = win, use_statuscol_lnum = row })
    if vim.trim(drawn.str) ~= '' then table.insert(rows, row) end
  end
  return rows`;
/** Whether the change, of two rows, is above what stands on the file. */
const ABOVE_QUESTION = `
  local win = vim.fn.bufwinid('a.txt')
  local row = vim.fn.screenpos(win, 7, 1).row
  local question = vim.fn.win_screenpos(0)[1]
  return row > 0 and row + 1 < question - 1`;
/** How many windows show a chat. */
const CHATS = `
  return #vim.tbl_filter(function(win)
    return vim.bo[vim.api.nvim_win_get_buf(win)].filetype == 'acpchat'
  end, vim.api.nvim_list_wins())`;

describe('a preview in the buffer', () => {
  it('changes nothing, and goes with a key or the answer', async () => {
    const agent = agentThat(ask('t', fragment('seven\n', 'SEVEN\nand more\n')), say('done'));
    await using nvim = await start(agent);
    const before = await nvim.lua(STATE);
    await nvim.screen.toContain(' 7    - seven');
    await toQuestion(nvim);
    await nvim.feed('p');
    await nvim.screen.toContain('SEVEN');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn');
    expect(await nvim.lua(STATE)).toEqual(before);
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acppermission');
    // Of the lines that go, and of no other.
    expect(await nvim.lua(SIGNED)).toEqual([7]);
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) === 0, 'it is gone');
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn again');
    await answer(nvim, 'a');
    await wait(async () => (await marks(nvim)) === 0, 'it is gone with the answer');
    expect(await nvim.lua(STATE)).toEqual(before);
  });

  it('has a chat that floats step aside, which comes back with its end or the answer', async () => {
    const agent = agentThat(ask('t', fragment('seven\n', 'SEVEN\n')), say('done'));
    await using nvim = await start(agent, { options: { layout: { kind: 'float' } } });
    await nvim.screen.toContain(' 7    - seven');
    await toQuestion(nvim);
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn');
    expect(await nvim.lua(CHATS)).toBe(0);
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) === 0, 'it is gone');
    expect(await nvim.lua(CHATS)).toBe(1);
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acppermission');
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn again');
    await answer(nvim, 'a');
    await wait(async () => (await nvim.lua(CHATS)) === 1, 'the chat is back');
  });

  it.each<[number, number]>([
    [60, 20],
    [80, 24],
  ])('is in sight beside the question with %i columns and %i rows', async (...size) => {
    const agent = agentThat(ask('t', fragment('seven\n', 'SEVEN\n')), say('done'));
    const options = { layout: { kind: 'float' } };
    await using nvim = await start(agent, { options, size });
    await nvim.screen.toContain('Permission');
    await toQuestion(nvim);
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn');
    // The text that goes, and below it the one that comes.
    await wait(
      () => nvim.lua(ABOVE_QUESTION),
      () => `it is in sight\n${nvim.screen.framed()}`,
    );
  });
});

describe('after a preview and the answer the user is where they were before the question', () => {
  const PLACE = `return { vim.api.nvim_get_mode().mode, vim.fn.bufname(), vim.fn.col('.') }`;
  it.each([
    ['typing into a chat that floats', 'float', 'half a sentence', 'i', 'acp://scripted prompt'],
    ['in its prompt', 'float', 'half a sentence<Esc>', 'n', 'acp://scripted prompt'],
    [
      'typing into a chat beside the file',
      'right',
      'half a sentence',
      'i',
      'acp://scripted prompt',
    ],
    ['in the file', 'right', '<Esc><C-w>t', 'n', 'a.txt'],
  ])('%s', async (_, kind, keys, mode, name) => {
    const agent = agentThat(
      { do: 'gate', name: 'typed' },
      ask('t', fragment('seven\n', 'SEVEN\n')),
      say('done'),
    );
    await using nvim = await start(agent, { options: { layout: { kind } } });
    await nvim.feed(keys);
    const before = await nvim.lua(PLACE);
    expect(before.slice(0, 2)).toEqual([mode, name]);
    agent.open('typed');
    await readable(nvim);
    await nvim.lua(`require('acp.surface.dock').focus()`);
    await wait(
      async () => (await nvim.lua('return vim.bo.filetype')) === 'acppermission',
      'the question has the focus',
    );
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn');
    await answer(nvim, 'a');
    await nvim.screen.toContain('done');
    let now: unknown;
    await wait(
      async () => {
        now = await nvim.lua(PLACE);
        return isDeepStrictEqual(now, before);
      },
      () => `the user is at ${JSON.stringify(before)}, not ${JSON.stringify(now)}`,
    );
  });
});

describe('side by side', () => {
  it('opens a tab page, and leaves no trace', async () => {
    const agent = agentThat(ask('t', fragment('seven\n', 'SEVEN\n')), say('done'));
    await using nvim = await start(agent);
    await nvim.screen.toContain(' 7    - seven');
    await toQuestion(nvim);
    const TRACE = `
      local code = vim.fn.bufwinid('a.txt')
      return {
        tabs = #vim.api.nvim_list_tabpages(),
        buffers = #vim.tbl_filter(vim.api.nvim_buf_is_loaded, vim.api.nvim_list_bufs()),
        diff = vim.wo[code].diff,
        jumps = vim.fn.getjumplist(code),
        alternate = vim.api.nvim_win_call(code, function() return vim.fn.bufnr('#') end),
        foldmethod = vim.wo[code].foldmethod,
        scrollbind = vim.wo[code].scrollbind,
        filetype = vim.bo.filetype,
      }`;
    const before = await nvim.lua(TRACE);
    const text = await nvim.lua(STATE);
    await nvim.feed('s');
    await wait(
      async () => (await nvim.lua('return #vim.api.nvim_list_tabpages()')) === 2,
      'a tab page',
    );
    await nvim.screen.toContain('SEVEN');
    expect(await nvim.lua('return vim.wo.diff')).toBe(true);
    await nvim.feed('q');
    await wait(
      async () => isDeepStrictEqual(await nvim.lua(TRACE), before),
      () => `no trace\n${nvim.screen.framed()}`,
    );
    expect(await nvim.lua(STATE)).toEqual(text);
  });
});

const EDITS = { permissions: { rules: [{ ask: true, kind: 'edit' }] } };
const GEMINI = { initialize: { result: { agentInfo: { name: 'gemini-cli', version: '1' } } } };

const inText = (nvim: Nvim): Promise<unknown> =>
  wait(
    async () => (await nvim.lua('return vim.bo.buftype')) === 'acwrite',
    () => `the text can be edited\n${nvim.screen.framed()}`,
  );

/** Goes to the editable text, replaces a line of it and accepts with these keys. */
async function edit(nvim: Nvim, from: string, to: string): Promise<void> {
  await nvim.screen.toContain('e edit');
  await nvim.feed('e');
  await inText(nvim);
  await nvim.feed(`:%s/${from}/${to}/<CR>`);
}

async function accept(nvim: Nvim, isDone: () => unknown, keys = ':w<CR>'): Promise<void> {
  await inText(nvim);
  await beRead(nvim);
  await nvim.feed(keys);
  await wait(isDone, () => `it is accepted\n${nvim.screen.framed()}`);
}

const prompts = (agent: ScriptedAgent): string[] =>
  agent
    .calls('session/prompt')
    .map(({ params }) => params.prompt.map(({ text }: { text: string }) => text).join('\n'));

const lines = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.api.nvim_buf_get_lines(vim.fn.bufnr('a.txt'), 0, -1, true)`);

describe('a proposal that the user edits before they accept it', () => {
  it.each([
    ['our own question about a write', EDITS, {}, [writeFile(path, NEW)]],
    [
      'the question of an agent that writes through us',
      {},
      GEMINI,
      [ask('t', fragment(OLD, NEW)), writeFile(path, NEW)],
    ],
  ] as const)('is written as theirs: %s', async (_, options, replies, steps) => {
    const agent = scriptAgent({
      replies,
      prompts: [
        {
          match: 'go',
          // The next version is built on the agent's own.
          steps: [readFile(path), ...steps, { do: 'gate', name: 'later' }],
        },
        { match: 'next', steps: [say('heard')] },
      ],
    });
    await using nvim = await start(agent, { options });
    await nvim.screen.toContain('7 + SEVEN');
    await toQuestion(nvim);
    await edit(nvim, 'SEVEN', 'my seven');
    await accept(nvim, () => agent.answers('fs/write_text_file')[0]);
    expect(agent.answers('fs/write_text_file')[0]?.result).toEqual({});
    expect(disk(nvim)).toBe(OLD.replace('seven', 'my seven'));
    expect((await lines(nvim))[6]).toBe('my seven');
    await wait(async () => (await nvim.lua('return #vim.api.nvim_list_tabpages()')) === 1, 'left');
    // The user's line is nothing to review.
    await wait(async () => (await nvim.lua(`return #require('acp').hunks()`)) === 0, 'no hunks');
    agent.open('later');
    await nvim.lua(`require('acp').prompt('next')`);
    await wait(() => prompts(agent)[1], 'the next prompt');
    expect(prompts(agent)[1]).toContain('edited these changes of yours before they were written');
    expect(prompts(agent)[1]).toContain(`a.txt, line 7:\n    -SEVEN\n    +my seven`);
  });

  it.each([true, false])(
    'stays theirs when the agent goes on from its own text (loaded: %s)',
    async (isLoaded) => {
      const file = isLoaded ? path : '{{cwd}}/b.txt';
      const name = isLoaded ? 'a.txt' : 'b.txt';
      const agent = scriptAgent({
        replies: GEMINI,
        prompts: [
          {
            steps: [
              ask('t', fragment(OLD, NEW, file)),
              writeFile(file, NEW),
              writeFile(file, NEW.replace('two', 'TWO')),
            ],
          },
        ],
      });
      await using nvim = await start(agent, { files: { 'b.txt': OLD } });
      await nvim.screen.toContain('7 + SEVEN');
      await toQuestion(nvim);
      await edit(nvim, 'SEVEN', 'my seven');
      await accept(nvim, () => agent.answers('fs/write_text_file')[1], '<C-s>');
      expect(agent.answers('fs/write_text_file')[1]?.result).toEqual({});
      expect(disk(nvim, name)).toBe(OLD.replace('seven', 'my seven').replace('two', 'TWO'));
    },
  );

  it('goes back with q, and what was begun waits', async () => {
    const agent = agentThat(writeFile(path, NEW));
    await using nvim = await start(agent, { options: EDITS });
    await nvim.screen.toContain('7 + SEVEN');
    await toQuestion(nvim);
    await edit(nvim, 'SEVEN', 'begun');
    await nvim.feed('q');
    await wait(
      async () => (await nvim.lua('return vim.bo.filetype')) === 'acppermission',
      'the question has the focus',
    );
    expect(disk(nvim)).toBe(OLD);
    // Nor is it accepted by what writes all files.
    await beRead(nvim);
    await nvim.feed(':wall<CR>');
    const refused = /not accepted: the text is not on the screen/g;
    await wait(
      async () => (await reported(nvim)).match(refused)?.length === 1,
      'the first :wall is reported',
    );
    await nvim.feed('e');
    await inText(nvim);
    await nvim.screen.toContain('begun');
    await beRead(nvim);
    await nvim.feed('g<Tab>:wall<CR>');
    await wait(
      async () => (await reported(nvim)).match(refused)?.length === 2,
      'the second :wall is reported',
    );
    await nvim.feed('g<Tab>');
    expect(agent.answers('fs/write_text_file')[0]).toBeUndefined();
    await accept(nvim, () => agent.answers('fs/write_text_file')[0]);
    expect(disk(nvim)).toBe(OLD.replace('seven', 'begun'));
  });

  it('is not taken for another one that the agent makes of it meanwhile', async () => {
    const other = fragment(OLD, OLD.replace('ten', 'TEN'));
    const agent = scriptAgent({
      replies: GEMINI,
      prompts: [
        {
          steps: [
            ask('t', fragment(OLD, NEW), false),
            { do: 'gate', name: 'change' },
            toolCallUpdate('t', other),
            { do: 'answers' },
          ],
        },
      ],
    });
    await using nvim = await start(agent);
    await nvim.screen.toContain('7 + SEVEN');
    await toQuestion(nvim);
    await edit(nvim, 'SEVEN', 'my seven');
    agent.open('change');
    await wait(
      async () => (await reported(nvim)).includes('the agent has changed what it asks'),
      'the user is told',
    );
    await nvim.feed(':w<CR>');
    await wait(async () => (await reported(nvim)).includes('not asked any more'), 'not accepted');
    expect(agent.answers('session/request_permission')[0]).toBeUndefined();
    expect(disk(nvim)).toBe(OLD);
    // The text is still there.
    expect(await nvim.lua(`return vim.fn.search('my seven', 'nw')`)).toBeGreaterThan(0);
  });

  it('is not used for another text, which is asked about, and kept when it was not used', async () => {
    const agent = scriptAgent({
      replies: GEMINI,
      prompts: [
        { steps: [ask('t', fragment(OLD, NEW)), writeFile(path, OLD.replace('one', 'ONE'))] },
      ],
    });
    await using nvim = await start(agent);
    await nvim.screen.toContain('7 + SEVEN');
    await toQuestion(nvim);
    await edit(nvim, 'SEVEN', 'my seven');
    await accept(nvim, () => agent.answers('session/request_permission')[0]);
    await nvim.screen.toContain('1 + ONE');
    expect(disk(nvim)).toBe(OLD);
    await nvim.lua(`
      local asked = require('acp').permissions()[1]
      require('acp').respond(asked.id, 'no')`);
    await wait(
      async () => (await reported(nvim)).includes('the agent has not written this file'),
      'the user is told',
    );
    const kept = `
      for _, b in ipairs(vim.api.nvim_list_bufs()) do
        if vim.bo[b].buflisted and vim.api.nvim_buf_get_name(b):find('acp://proposal/', 1, true) then
          return table.concat(vim.api.nvim_buf_get_lines(b, 0, -1, false), ' ')
        end
      end`;
    expect(await nvim.lua(kept)).toContain('my seven');
    expect(disk(nvim)).toBe(OLD);
  });

  it('is not offered where it is not known how the agent writes', async () => {
    const agent = agentThat(ask('t', fragment(OLD, NEW)), writeFile(path, NEW));
    await using nvim = await start(agent);
    await nvim.screen.toContain('7 + SEVEN', { without: 'e edit' });
    await toQuestion(nvim);
    await nvim.feed('e');
    await wait(async () => (await reported(nvim)).includes('a yes or a no'), 'a reason');
  });
});

describe('all changes of a request', () => {
  it('are shown: several in one file, of several files, and what the raw input alone says', async () => {
    const agent = agentThat(
      ask('t', {
        kind: 'edit',
        title: 'Several',
        content: [
          { type: 'diff', path, oldText: 'two\n', newText: 'TWO\n' },
          { type: 'diff', path, oldText: 'nine\n', newText: 'NINE\n' },
          { type: 'diff', path: '{{cwd}}/b.txt', oldText: 'gone', newText: 'x' },
        ],
      }),
      ask('u', {
        kind: 'edit',
        title: 'Raw',
        rawInput: { file_path: path, edits: [{ old_string: 'six', new_string: 'SIX', all: true }] },
      }),
    );
    await using nvim = await start(agent, { files: { 'b.txt': 'other\n' } });
    await nvim.screen.toContain('a.txt  +2 −2');
    await nvim.screen.toContain(' 2 + TWO');
    await nvim.screen.toContain(' 9 + NINE');
    await nvim.screen.toContain('not found in the file as it is now');
    await nvim.lua(`require('acp').respond(require('acp').permissions()[1].id, 'once')`);
    await nvim.screen.toContain(' 6 + SIX');
    await nvim.screen.toContain('{ "edits": [ { "all": true } ] }');
  });

  it.each([
    ['outside of the folders', '/etc/hostname'],
    ['outside by ..', '{{cwd}}/../outside.txt'],
    ['outside by a link', '{{cwd}}/link.txt'],
    ['kept off by the deny list', '{{cwd}}/.env'],
    ['kept off by a rule', '{{cwd}}/secret.txt'],
    ['with control characters in its name', '{{cwd}}/a\u001b]0;x\u0007.txt'],
    ['a folder', '{{cwd}}'],
  ])('stand alone without an error for a file %s', async (_, of) => {
    const agent = agentThat(
      { do: 'gate', name: 'ready' },
      ask('t', fragment('hidden', 'seen', of)),
      say('done'),
    );
    const rules = [{ deny: true, kind: 'read', path: 'secret.txt' }];
    await using nvim = await start(agent, {
      options: { permissions: { rules }, deny: ['.env'] },
      files: { '.env': 'x\nhidden\n', 'secret.txt': 'x\nhidden\n' },
    });
    writeFileSync(join(nvim.dir, '../outside.txt'), 'x\nhidden\n');
    symlinkSync('../outside.txt', join(nvim.dir, 'link.txt'));
    agent.open('ready');
    await nvim.screen.toContain('│   - hidden');
    await toQuestion(nvim);
    await nvim.feed('p');
    await wait(
      async () => (await reported(nvim)).includes('it is not known where in the file this is'),
      'a reason',
    );
    expect(await nvim.lua('return vim.v.errmsg')).toBe('');
  });
});

describe('a preview of a file that is not loaded', () => {
  it('leaves no buffer and the window as it was', async () => {
    const agent = agentThat(ask('t', fragment('seven\n', 'SEVEN\n', '{{cwd}}/b.txt')), say('done'));
    await using nvim = await start(agent, { files: { 'b.txt': OLD } });
    await nvim.screen.toContain(' 7    - seven');
    await toQuestion(nvim);
    const WHERE = `
      local code = vim.fn.win_getid(1)
      return {
        vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(code)):match('[^/]+$'),
        vim.fn.bufexists(vim.fn.getcwd() .. '/b.txt'),
        vim.fn.getjumplist(code),
        vim.api.nvim_win_call(code, function() return vim.fn.bufnr('#') end),
      }`;
    const before = await nvim.lua(WHERE);
    await nvim.feed('p');
    await wait(async () => ((await nvim.lua(WHERE)) as unknown[])[0] === 'b.txt', 'it is shown');
    await nvim.screen.toContain('SEVEN');
    await nvim.feed('p');
    await wait(async () => isDeepStrictEqual(await nvim.lua(WHERE), before), 'all is as it was');
  });
});

describe('with the host', () => {
  it('previews and tab pages go; a text that was begun stays', async () => {
    const agent = agentThat(writeFile(path, NEW));
    await using nvim = await start(agent, { options: EDITS });
    await nvim.screen.toContain('7 + SEVEN');
    await toQuestion(nvim);
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn');
    await edit(nvim, 'SEVEN', 'begun');
    await killHost(nvim);
    await wait(async () => (await marks(nvim)) === 0, 'the preview is gone');
    await wait(async () => (await reported(nvim)).includes('the host has ended; nothing was'), '');
    expect(await nvim.lua(`return vim.fn.search('begun', 'nw')`)).toBeGreaterThan(0);
    expect(disk(nvim)).toBe(OLD);
  });
});

describe('a new file', () => {
  it('is edited before it is there', async () => {
    const fresh = '{{cwd}}/sub/new.txt';
    const agent = agentThat(writeFile(fresh, 'first\nsecond\n'));
    await using nvim = await start(agent, { options: EDITS });
    await nvim.screen.toContain('new file');
    await nvim.screen.toContain('2 + second');
    await toQuestion(nvim);
    await edit(nvim, 'second', 'mine');
    await accept(nvim, () => agent.answers('fs/write_text_file')[0]);
    expect(disk(nvim, 'sub/new.txt')).toBe('first\nmine\n');
  });
});

describe('a proposal that is edited while the file changes', () => {
  it('is not written over the change: the text stays, and the agent hears of it', async () => {
    const agent = agentThat(writeFile(path, NEW));
    await using nvim = await start(agent, { options: EDITS });
    await nvim.screen.toContain('7 + SEVEN');
    await toQuestion(nvim);
    await edit(nvim, 'SEVEN', 'begun');
    await nvim.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 6, 7, true, { 'meanwhile' })`,
    );
    await accept(nvim, () => agent.answers('fs/write_text_file')[0]);
    expect(agent.answers('fs/write_text_file')[0]?.error?.message).toContain('changed meanwhile');
    expect((await lines(nvim))[6]).toBe('meanwhile');
    await wait(async () => (await reported(nvim)).includes('your text is in acp://'), 'kept');
  });
});

describe.each([60, 80, 120])('with %i columns', (columns) => {
  it.each(['float', 'right'])('the question has numbers and its keys: %s', async (kind) => {
    const agent = agentThat(ask('t', fragment('seven\n', 'SEVEN\n')), say('done'));
    await using nvim = await start(agent, {
      options: { layout: { kind } },
      size: [columns, 30],
    });
    await nvim.screen.toContain(' 7    - seven');
    await nvim.screen.toContain(' 7 + SEVEN');
    await toQuestion(nvim);
    await nvim.feed('s');
    await nvim.screen.toContain('now');
    await nvim.screen.toContain('proposed');
    await nvim.feed('q');
    await wait(
      async () => (await nvim.lua('return vim.bo.filetype')) === 'acppermission',
      'the question has the focus',
    );
    await nvim.feed('p');
    await wait(async () => (await marks(nvim)) > 0, 'it is drawn');
    await nvim.screen.toContain('SEVEN');
    // In a small window the key scrolls until all was seen.
    await wait(async () => {
      if ((await nvim.lua('return vim.bo.filetype')) === 'acppermission') await nvim.feed('a');
      return agent.answers('session/request_permission')[0];
    }, 'the key answers');
    await wait(async () => (await marks(nvim)) === 0, 'it is gone');
  });
});
