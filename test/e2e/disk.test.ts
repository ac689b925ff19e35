import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentThat, type Step, say, scriptAgent, toolCall, toolCallUpdate } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { numbered, textOf } from '../support/review';
import { wait } from '../support/wait';

const withLine = (row: number, text: string): string =>
  textOf(numbered(20).map((line, index) => (index === row - 1 ? text : line)));

const disk = (path: string, content: string | null): Step => ({ do: 'disk', path, content });

const NOTHING_GUARDED = `return #vim.api.nvim_get_autocmds({ group = 'acp.guard' }) == 0`;

const EVENTS = `
  _G.events = {}
  vim.api.nvim_create_autocmd('User', { pattern = { 'AcpFileEdited', 'AcpConflict' },
    callback = function(event)
      table.insert(_G.events, vim.tbl_extend('force', { name = event.match }, event.data))
    end })`;

async function withFile(
  agent: ReturnType<typeof agentThat>,
  options: Record<string, unknown> = {},
): Promise<Nvim> {
  return startNvim({
    config: `${EVENTS}\n${agent.setup(options)}`,
    files: { 'a.txt': textOf(numbered(20)), 'b.txt': 'b\n' },
    args: ['a.txt'],
  });
}

async function turn(nvim: Nvim, text = 'go'): Promise<void> {
  await nvim.lua(
    `_G.done = nil require('acp').prompt('${text}', {}, function() _G.done = true end)`,
  );
  await wait(() => nvim.lua('return _G.done'), 'the turn ended');
}

const lines = (nvim: Nvim): Promise<string[]> =>
  nvim.lua('return vim.api.nvim_buf_get_lines(vim.fn.bufnr("a.txt"), 0, -1, true)');
const edited = (nvim: Nvim): Promise<Record<string, unknown>[]> => nvim.lua('return _G.events');

describe('a file that the agent changes on disk', () => {
  it('is taken over by its buffer while the turn runs: hunks, marks, one undo step', async () => {
    const agent = agentThat(disk('{{cwd}}/a.txt', withLine(5, 'changed')), say('done'), {
      do: 'gate',
      name: 'end',
    });
    await using nvim = await withFile(agent);
    await nvim.lua(`
      _G.ns = vim.api.nvim_create_namespace('test')
      _G.mark = vim.api.nvim_buf_set_extmark(0, _G.ns, 9, 2, {})
      require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(async () => (await lines(nvim))[4] === 'changed', 'the buffer has the change');
    expect(await nvim.lua('return vim.bo.modified')).toBe(false);
    await wait(async () => (await edited(nvim)).length > 0, 'the event');
    expect(await edited(nvim)).toEqual([
      {
        name: 'AcpFileEdited',
        source: 'disk',
        path: join(nvim.dir, 'a.txt'),
        bufnr: 1,
        hunks: [{ row: 4, del: 1, lines: ['changed'] }],
        session: 'session-1',
        turn: 1,
      },
    ]);
    expect(
      await nvim.lua('return vim.api.nvim_buf_get_extmark_by_id(0, _G.ns, _G.mark, {})'),
    ).toEqual([9, 2]);
    await nvim.lua('vim.cmd.undo()');
    expect(await lines(nvim)).toEqual(numbered(20));
    agent.open('end');
    await wait(() => nvim.lua('return _G.done'), 'the turn ended');
    await nvim.lua(`vim.cmd('checktime')`);
    await nvim.lua(`vim.cmd('silent write')`);
    await nvim.expectNotBlocked();
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(textOf(numbered(20)));
  });

  it('is merged into unsaved text, which stays unsaved; writing asks nothing', async () => {
    const agent = agentThat(disk('{{cwd}}/a.txt', withLine(15, 'theirs')), say('done'));
    await using nvim = await withFile(agent);
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' })`);
    await turn(nvim);
    await wait(async () => (await lines(nvim))[14] === 'theirs', 'the buffer has the change');
    expect((await lines(nvim))[2]).toBe('mine');
    expect(await nvim.lua('return vim.bo.modified')).toBe(true);
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(withLine(15, 'theirs'));
    await nvim.lua(`vim.cmd('checktime')`);
    await nvim.feed(':write<CR>');
    await wait(async () => !(await nvim.lua('return vim.bo.modified')), 'it is written');
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8').split('\n')[2]).toBe('mine');
    await nvim.expectNotBlocked();
  });

  it('is saved with the unsaved text when the user wants that', async () => {
    const agent = agentThat(disk('{{cwd}}/a.txt', withLine(15, 'theirs')), say('done'));
    await using nvim = await withFile(agent, { save_dirty: true });
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' })`);
    await turn(nvim);
    await wait(async () => !(await nvim.lua('return vim.bo.modified')), 'it is saved');
    const now = readFileSync(join(nvim.dir, 'a.txt'), 'utf8').split('\n');
    expect([now[2], now[14]]).toEqual(['mine', 'theirs']);
  });

  it('in the lines of unsaved text is a conflict: both versions are kept, and the transcript says where', async () => {
    const agent = agentThat(disk('{{cwd}}/a.txt', withLine(3, 'theirs')), say('done'));
    await using nvim = await withFile(agent);
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' })`);
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('go<C-s>');
    await nvim.screen.toContain('Conflict in a.txt');
    await nvim.screen.toContain(':Acp conflict next');
    expect((await lines(nvim))[2]).toBe('mine');
    const names = (await edited(nvim)).map(({ name }) => name);
    expect(names).toEqual(['AcpFileEdited', 'AcpConflict']);
    const theirs = await nvim.lua(
      `return vim.fn.getbufline(vim.fn.bufnr('acp://conflict' .. ...), 3)`,
      join(nvim.dir, 'a.txt'),
    );
    expect(theirs).toEqual(['theirs']);
    await nvim.lua(
      `vim.cmd.stopinsert() vim.cmd('tabnew a.txt')
      vim.cmd('Acp conflict diff')`,
    );
    await nvim.screen.toContain('theirs');
    await nvim.expectNotBlocked();
  });

  it('never asks, though Neovim looks before the buffer is brought up to date', async () => {
    const agent = agentThat(
      { do: 'gate', name: 'write' },
      disk('{{cwd}}/a.txt', withLine(15, 'theirs')),
      { do: 'gate', name: 'end' },
    );
    await using nvim = await withFile(agent);
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' })
      require('acp').prompt('go', {}, function() _G.done = true end)`);
    await agent.called('session/prompt');
    agent.open('write');
    await wait(async () => {
      await nvim.lua(`vim.cmd('checktime')`);
      return (await lines(nvim))[14] === 'theirs';
    }, 'the change is there');
    await nvim.expectNotBlocked();
    expect(await nvim.messages()).not.toMatch(/W1[12]/);
    agent.open('end');
  });

  it('and that the user saves meanwhile is no edit of the agent', async () => {
    const agent = agentThat({ do: 'gate', name: 'end' });
    await using nvim = await withFile(agent);
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await agent.called('session/prompt');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' }) vim.cmd('silent write')
      vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine, typed on' })`);
    agent.open('end');
    await wait(() => nvim.lua('return _G.done'), 'the turn ended');
    await wait(() => nvim.lua(NOTHING_GUARDED), 'the guard is gone');
    expect(await edited(nvim)).toEqual([]);
    expect((await lines(nvim))[2]).toBe('mine, typed on');
    expect(await nvim.lua('return { vim.bo.autoread == nil, vim.go.autoread }')).toEqual([
      true,
      true,
    ]);
  });

  it('and that is not loaded is reported, created and deleted ones too', async () => {
    const steps = [
      toolCall('t', {
        locations: [{ path: '{{cwd}}/b.txt' }],
        rawInput: { filePath: 'new.txt' },
        status: 'in_progress',
      }),
      { do: 'gate', name: 'named' } as const,
      disk('{{cwd}}/b.txt', null),
      disk('{{cwd}}/new.txt', 'new\n'),
      toolCallUpdate('t', { status: 'completed' }),
      say('done'),
    ];
    const agent = scriptAgent({ prompts: [{ match: 'hello', steps: [say('hello')] }, { steps }] });
    await using nvim = await withFile(agent);
    // No prompt waits long for what the folder holds: at the end of a turn it is known.
    await turn(nvim, 'hello');
    await wait(() => nvim.lua(NOTHING_GUARDED), 'the files have been looked at');
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(
      () => nvim.lua(`return next(require('acp').state().tools or {}) ~= nil`),
      'the call is known',
    );
    agent.open('named');
    await wait(async () => (await edited(nvim)).length === 2, 'both are reported');
    const reported = (await edited(nvim)).sort((a, b) => `${a.path}`.localeCompare(`${b.path}`));
    expect(reported).toMatchObject([
      { path: join(nvim.dir, 'b.txt'), hunks: [{ row: 0, del: 1, lines: [] }] },
      { path: join(nvim.dir, 'new.txt'), hunks: [{ row: 0, del: 0, lines: ['new'] }] },
    ]);
  });
});

describe('what an agent has changed', () => {
  const marks = (nvim: Nvim): Promise<number[]> =>
    nvim.lua(`return vim.tbl_map(function(mark) return mark[2] end, vim.api.nvim_buf_get_extmarks(
      vim.fn.bufnr('a.txt'), vim.api.nvim_create_namespace('acp.flash'), 0, -1, {}))`);

  it('is highlighted for a moment, in the lines that are on screen', async () => {
    const agent = agentThat(disk('{{cwd}}/a.txt', withLine(5, 'changed')), say('done'));
    await using nvim = await withFile(agent);
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    const marked = await wait(async () => {
      const rows = await marks(nvim);
      return rows.length > 0 && rows;
    }, 'the lines are marked');
    expect(marked).toEqual([4]);
    await wait(async () => (await marks(nvim)).length === 0, 'and not any more');
  });

  it('is not when the user does not want it', async () => {
    const agent = agentThat(disk('{{cwd}}/a.txt', withLine(5, 'changed')), say('done'));
    await using nvim = await withFile(agent, { highlight_edits: false });
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(async () => (await lines(nvim))[4] === 'changed', 'the change is there');
    expect(await marks(nvim)).toEqual([]);
  });
});

describe('the end of a turn', () => {
  const AT_END = `
    _G.seen = {}
    local function text()
      return vim.api.nvim_buf_get_lines(vim.fn.bufnr('a.txt'), 4, 5, true)[1]
    end
    vim.api.nvim_create_autocmd('User', { pattern = 'AcpTurnEnd', callback = function()
      local found = { text = text(), edits = #_G.events }
      found.phase = require('acp').state().turn.phase
      _G.seen.event = found
    end })
    require('acp').prompt('go', {}, function() _G.seen.callback = { text = text() } end)`;

  /** What a listener of the event finds, and the one who sent the prompt. */
  async function seenAtEnd(nvim: Nvim): Promise<unknown> {
    await nvim.lua(AT_END);
    return wait(
      () => nvim.lua('return _G.seen.event and _G.seen.callback and _G.seen'),
      'event and callback',
    );
  }

  const changed = disk('{{cwd}}/a.txt', withLine(5, 'changed'));
  const seenByBoth = {
    event: { text: 'changed', edits: 1, phase: 'idle' },
    callback: { text: 'changed' },
  };

  it.each<[string, readonly Step[]]>([
    ['with an answer', []],
    ['by refusing', [{ do: 'end', stopReason: 'refusal' }]],
    ['with an error', [{ do: 'error', error: { code: -32603, message: 'out of credit' } }]],
  ])('is reported when the buffers have what the agent wrote last: %s', async (_, steps) => {
    await using nvim = await withFile(agentThat(changed, ...steps));
    expect(await seenAtEnd(nvim)).toEqual(seenByBoth);
  });

  it('is reported when a file that was emptied just before it has its new text', async () => {
    // It is filled a moment after the agent has answered.
    const after: readonly Step[] = [{ do: 'sleep', ms: 30 }, changed];
    const agent = scriptAgent({
      prompts: [{ steps: [disk('{{cwd}}/a.txt', '')] }],
      replies: { 'session/prompt': { after } },
    });
    await using nvim = await withFile(agent);
    expect(await seenAtEnd(nvim)).toMatchObject({ event: { text: 'changed' } });
  });
});
