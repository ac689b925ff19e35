import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, type Step, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import {
  BEFORE,
  begin,
  ended,
  having,
  looks,
  numbered,
  settled,
  turn,
  write,
} from '../support/review';
import { wait } from '../support/wait';

const disk = (path: string, content: string | null): Step => ({ do: 'disk', path, content });

const EVENTS = `
  _G.events = {}
  vim.api.nvim_create_autocmd('User', { pattern = { 'AcpReview', 'AcpReviewDone' },
    callback = function(event)
      table.insert(_G.events, vim.tbl_extend('force', { name = event.match }, event.data))
    end })`;

interface Listed {
  readonly path: string;
  readonly start: number;
  readonly count: number;
  readonly old_lines: string[];
  readonly new_lines: string[];
}

interface Editor extends Nvim {
  readonly agent: ScriptedAgent;
}

async function started(agent: ScriptedAgent, options = {}): Promise<Editor> {
  const nvim = await startNvim({
    size: [100, 40],
    config: `${EVENTS}\n${agent.setup({ log: { level: 'debug' }, ...options })}`,
    files: { 'a.txt': BEFORE, 'b.txt': BEFORE },
    args: ['a.txt'],
  });
  return Object.assign(nvim, { agent });
}

const hunks = (nvim: Nvim): Promise<Listed[]> => nvim.lua(`return require('acp').hunks()`);
const lines = (nvim: Nvim): Promise<string[]> =>
  nvim.lua('return vim.api.nvim_buf_get_lines(vim.fn.bufnr("a.txt"), 0, -1, true)');
const onDisk = (nvim: Nvim, path: string): string => readFileSync(join(nvim.dir, path), 'utf8');
const nothingLeft = (nvim: Nvim): Promise<unknown> =>
  wait(async () => (await hunks(nvim)).length === 0, 'nothing is pending');

/** Its first turn changes two places of a.txt, the second line of b.txt, and makes c.txt. */
const agentWith = (...after: readonly Step[]): ScriptedAgent =>
  scriptAgent({
    prompts: [
      {
        steps: [
          { do: 'gate', name: 'go' },
          write('a.txt', having({ 3: 'three', 15: 'fifteen' })),
          disk('{{cwd}}/b.txt', having({ 2: 'two' })),
          write('c.txt', 'new\n'),
          ...after,
        ],
      },
    ],
  });

/** Begins a turn of an agent that waits for the gate of the prompt's name until it is known what the files hold. */
async function beginKnown(nvim: Editor, prompt = 'go'): Promise<void> {
  await settled(nvim);
  const before = await looks(nvim);
  await begin(nvim, prompt);
  // A session that is new looks at them, too.
  const wanted = before === 0 ? 2 : before + 1;
  await wait(async () => (await looks(nvim)) >= wanted, 'the files are known');
  nvim.agent.open(prompt);
}

/** The same to its end: what it does to files that nobody named may be seen only after that. */
async function changed(nvim: Editor): Promise<void> {
  await beginKnown(nvim);
  await ended(nvim);
  await wait(async () => (await hunks(nvim)).length === 4, 'all changes are seen');
}

const filesToReview = async (nvim: Nvim): Promise<number> =>
  (await nvim.lua(`return require('acp').status()`)).review?.files ?? 0;

describe('what an agent has changed', () => {
  it('is listed by hunks, with where it is from', async () => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    const found = await hunks(nvim);
    expect(found).toEqual([
      expect.objectContaining({
        path: join(nvim.dir, 'a.txt'),
        bufnr: 1,
        start: 3,
        count: 1,
        old_lines: ['line 3'],
        new_lines: ['three'],
        session: 'session-1',
        turn: 1,
        source: 'fs',
      }),
      expect.objectContaining({ start: 15, new_lines: ['fifteen'] }),
      expect.objectContaining({ path: join(nvim.dir, 'b.txt'), start: 2, source: 'disk' }),
      expect.objectContaining({ path: join(nvim.dir, 'c.txt'), start: 1, old_lines: [] }),
    ]);
    const event = await wait(
      async () => (await nvim.lua('return _G.events'))[0],
      'the event of the turn',
    );
    expect(event).toMatchObject({ name: 'AcpReview', session: 'session-1', turn: 1 });
    expect(event?.files).toContainEqual({
      path: join(nvim.dir, 'c.txt'),
      kind: 'created',
      added: 1,
      removed: 0,
    });
    await wait(
      async () => (await nvim.lua(`return require('acp').status()`)).review?.files === 3,
      'they are counted',
    );
    expect(await nvim.lua(`return require('acp').status().review`)).toEqual({
      files: 3,
      hunks: 4,
      added: 4,
      removed: 3,
    });
    expect(await nvim.lua(`return require('acp').statusline()`)).toContain('review 4');
  });

  it('is undone in its buffer as an edit that can be undone, and saved', async () => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    await nvim.lua(`vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp undo hunk')`);
    await wait(async () => (await lines(nvim))[2] === 'line 3', 'it is undone');
    expect((await lines(nvim))[14]).toBe('fifteen');
    await wait(() => onDisk(nvim, 'a.txt') === having({ 15: 'fifteen' }), 'it is saved');
    expect(await nvim.lua('return vim.bo.modified')).toBe(false);
    await nvim.lua('vim.cmd.undo()');
    expect((await lines(nvim))[2]).toBe('three');
    await nvim.expectNotBlocked();
  });

  it.each([
    ['one of its changes', 'hunk', 'a.txt, line 3'],
    ['all of them', 'file', 'a.txt, line 15'],
  ])('is to be reviewed again when the undo of %s is taken back', async (_, scope, note) => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    const before = await hunks(nvim);
    await nvim.lua(`vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp undo ' .. ...)`, scope);
    await wait(
      () => onDisk(nvim, 'a.txt') !== having({ 3: 'three', 15: 'fifteen' }),
      'it is undone',
    );
    await wait(async () => (await hunks(nvim)).length < 4, 'it is pending no more');
    await nvim.lua(`vim.cmd('Acp review') `);
    await nvim.screen.toContain(note);
    await nvim.lua(`vim.api.nvim_buf_call(vim.fn.bufnr('a.txt'), vim.cmd.undo)`);
    await wait(async () => isDeepStrictEqual(await hunks(nvim), before), 'all of it is pending');
    await nvim.screen.toContain('Review: 3 files +4 −3', { without: note });
    await nvim.lua(`vim.api.nvim_buf_call(vim.fn.bufnr('a.txt'), vim.cmd.redo)`);
    await wait(async () => (await hunks(nvim)).length < 4, 'it is undone again');
  });

  it('is undone altogether: every file is as it was, and nothing is pending', async () => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    await nvim.lua(`vim.cmd('Acp undo all')`);
    await nothingLeft(nvim);
    expect(await lines(nvim)).toEqual(numbered(20));
    expect(onDisk(nvim, 'a.txt')).toBe(BEFORE);
    expect(onDisk(nvim, 'b.txt')).toBe(BEFORE);
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(false);
    const names = () => nvim.lua('return vim.tbl_map(function(e) return e.name end, _G.events)');
    await wait(async () => (await names()).includes('AcpReviewDone'), 'all is decided');
    await nvim.expectNotBlocked();
  });

  it('keeps its mode on disk, and a deleted file comes back with its own', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          match: 'make',
          steps: [
            { do: 'gate', name: 'make' },
            { do: 'shell', command: 'chmod 750 b.txt && printf x > d.bin && chmod 600 d.bin' },
          ],
        },
        {
          steps: [
            { do: 'gate', name: 'go' },
            { do: 'shell', command: 'sed -i s/2/two/ b.txt; rm d.bin' },
          ],
        },
      ],
    });
    await using nvim = await started(agent);
    await beginKnown(nvim, 'make');
    await ended(nvim);
    // A file may be seen before its mode is what it is to be.
    await settled(nvim);
    await wait(async () => (await filesToReview(nvim)) === 2, 'both are seen');
    await nvim.lua(`require('acp').keep('all')`);
    await nothingLeft(nvim);
    // The count comes some time after what it counts.
    await wait(async () => (await filesToReview(nvim)) === 0, 'none is counted');
    await beginKnown(nvim, 'go');
    await ended(nvim);
    await settled(nvim);
    await wait(async () => (await filesToReview(nvim)) === 2, 'both are seen');
    await nvim.lua(`require('acp').undo('all')`);
    await wait(() => existsSync(join(nvim.dir, 'd.bin')), 'the file is back');
    await wait(() => onDisk(nvim, 'b.txt') === BEFORE, 'the text is back');
    const modes = ['b.txt', 'd.bin'].map((name) => statSync(join(nvim.dir, name)).mode & 0o777);
    expect(modes).toEqual([0o750, 0o600]);
  });

  it('is one change where a file was moved, which goes back to where it was', async () => {
    const move: Step = { do: 'disk', path: '{{cwd}}/b.txt', to: '{{cwd}}/moved.txt' };
    const agent = scriptAgent({ prompts: [{ steps: [{ do: 'gate', name: 'go' }, move] }] });
    await using nvim = await started(agent);
    await beginKnown(nvim);
    await ended(nvim);
    const reviewed = async () => (await nvim.lua(`return require('acp').status()`)).review;
    await wait(async () => (await reviewed())?.files === 1, 'it is one file');
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('moved.txt  +0 −0  renamed from b.txt');
    await nvim.feed('u');
    await wait(() => existsSync(join(nvim.dir, 'b.txt')), 'the file is back');
    await wait(async () => (await reviewed()) === undefined, 'nothing is pending');
    expect(onDisk(nvim, 'b.txt')).toBe(BEFORE);
    expect(existsSync(join(nvim.dir, 'moved.txt'))).toBe(false);
  });

  it('is kept by hunk, file and turn: the text stays, and it is pending no more', async () => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    await nvim.lua(`vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp keep hunk')`);
    await wait(async () => (await hunks(nvim)).length === 3, 'one is kept');
    await nvim.lua(`vim.cmd('Acp keep file')`);
    await wait(async () => (await hunks(nvim)).length === 2, 'the file is kept');
    await nvim.lua(`vim.cmd('Acp keep turn')`);
    await nothingLeft(nvim);
    expect(onDisk(nvim, 'a.txt')).toBe(having({ 3: 'three', 15: 'fifteen' }));
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(true);
  });

  it('stays undone when the agent writes on what it has written before', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          match: 'more',
          steps: [write('a.txt', having({ 3: 'three', 15: 'fifteen', 9: 'nine' }))],
        },
        { steps: [write('a.txt', having({ 3: 'three', 15: 'fifteen' }))] },
      ],
    });
    await using nvim = await started(agent);
    await turn(nvim);
    await nvim.lua(`vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp undo hunk')`);
    await wait(async () => (await hunks(nvim)).length === 1, 'one is undone');
    await turn(nvim, 'more');
    expect(onDisk(nvim, 'a.txt')).toBe(having({ 9: 'nine', 15: 'fifteen' }));
    expect((await hunks(nvim)).map(({ start }) => start)).toEqual([9, 15]);
  });
});

describe('what was undone', () => {
  const prompts = (agent: ScriptedAgent): string[] =>
    agent.calls('session/prompt').map(({ params }) => JSON.stringify(params.prompt));

  it('is said with the next prompt, once, unless the user takes it out', async () => {
    const agent = agentWith();
    await using nvim = await started(agent);
    await changed(nvim);
    await nvim.lua(`vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp undo hunk')`);
    await wait(async () => (await hunks(nvim)).length === 3, 'one is undone');
    await nvim.lua(`vim.api.nvim_win_set_cursor(0, { 15, 0 }) vim.cmd('Acp undo hunk')`);
    await wait(async () => (await hunks(nvim)).length === 2, 'another one is undone');
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('The next prompt says that you have undone');
    await nvim.screen.toContain('a.txt, line 15');
    await nvim.feed('Gd');
    await nvim.screen.toLose('a.txt, line 15');
    await nvim.feed('q');
    await turn(nvim, 'next');
    await turn(nvim, 'last');
    const [, next = '', last = ''] = prompts(agent);
    expect(next).toContain('The user has undone these changes of yours');
    expect(next).toContain('line 3');
    expect(next).not.toContain('line 15');
    expect(last).not.toContain('undone');
  });

  it.each([
    ['a message into the running turn', 'injected', '_session/steering'],
    ['the prompt that is sent in place of that', 'promptRequired', 'session/prompt'],
  ])('is said with %s, once', async (_, outcome, method) => {
    const agent = scriptAgent({
      prompts: [
        { match: 'go', steps: [write('a.txt', having({ 3: 'three' })), { do: 'waitCancel' }] },
        { steps: [] },
      ],
      replies: {
        initialize: { result: { _meta: { steering: { supported: true } } } },
        '_session/steering': { result: { outcome } },
      },
    });
    await using nvim = await started(agent);
    await begin(nvim, 'go');
    await wait(async () => (await hunks(nvim)).length === 1, 'it has written');
    await nvim.lua(`vim.cmd('3 | Acp undo hunk') vim.cmd('Acp undo hunk')`);
    await nothingLeft(nvim);
    expect((await lines(nvim))[2]).toBe('line 3');
    await nvim.lua(`vim.cmd('Acp steer otherwise')`);
    const { params } = await agent.called(method, method === 'session/prompt' ? 2 : 1);
    const said = JSON.stringify(params.prompt);
    expect(said).toContain('otherwise');
    expect(said).toContain('The user has undone these changes of yours');
    if (outcome === 'injected') await nvim.lua(`require('acp').cancel()`);
    await ended(nvim);
    await turn(nvim, 'last');
    expect(prompts(agent).at(-1)).not.toContain('undone');
  });

  it('is not said when the user does not want it, nor with a command for the agent', async () => {
    const agent = agentWith();
    await using nvim = await started(agent);
    await changed(nvim);
    await nvim.lua(`vim.cmd('Acp undo hunk')
      vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp undo hunk')`);
    await wait(async () => (await hunks(nvim)).length === 3, 'one is undone');
    await turn(nvim, '/compact');
    await nvim.lua(agent.setup({ report_undone: false }));
    await turn(nvim, 'next');
    expect(prompts(agent).filter((text) => text.includes('undone'))).toEqual([]);
  });
});

describe('the buffer of a file under review', () => {
  const shownIn = (nvim: Nvim, row: number): Promise<number> =>
    nvim.lua(
      `local count = 0
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('a.txt'), -1,
        { ... , 0 }, { ..., -1 }, { details = true })) do
        if (mark[4].line_hl_group or mark[4].sign_text or ''):find('%S') then count = count + 1 end
      end
      return count`,
      row,
    );

  it('shows its hunks, and what the user rewrites is kept', async () => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    await wait(async () => (await shownIn(nvim, 2)) > 0, 'the hunk is shown');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' })`);
    await wait(async () => (await hunks(nvim)).length === 3, 'it is kept');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 0, 0, true, { 'first' })`);
    await wait(async () => (await hunks(nvim))[0]?.start === 16, 'the other one has moved');
    await nvim.lua(`vim.cmd('Acp undo file')`);
    await wait(async () => (await lines(nvim))[15] === 'line 15', 'it is undone');
    expect((await lines(nvim)).slice(0, 4)).toEqual(['first', 'line 1', 'line 2', 'mine']);
    expect(await nvim.lua('return vim.bo.modified')).toBe(true);
    await wait(async () => (await shownIn(nvim, 15)) === 0, 'nothing is shown any more');
  });

  it.each([
    ['u', `vim.cmd('undo')`],
    [':edit!', `vim.cmd('edit!')`],
  ])('shows a hunk again that was rewritten, when %s takes that back', async (_, back) => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    const before = await hunks(nvim);
    await wait(async () => (await shownIn(nvim, 2)) > 0, 'the hunk is shown');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' })`);
    await wait(async () => (await hunks(nvim)).length === 3, 'it is kept');
    await nvim.lua(back);
    await wait(async () => isDeepStrictEqual(await hunks(nvim), before), 'it is pending again');
    await wait(async () => (await shownIn(nvim, 2)) > 0, 'the hunk is shown again');
    await nvim.lua(`vim.cmd('Acp undo file')`);
    await wait(async () => (await lines(nvim)).join('\n') === BEFORE.trimEnd(), 'it is undone');
  });

  it.each([
    ['that is gone', 'enew | bwipeout! a.txt'],
    ['that has taken that over', 'checktime'],
  ])(
    'of which git brings back what it held is pending no more, with a buffer %s',
    async (_, then) => {
      await using nvim = await started(agentWith());
      const git = (...args: string[]): string =>
        execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@localhost', ...args], {
          cwd: nvim.dir,
          encoding: 'utf8',
        });
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'first');
      await changed(nvim);
      await wait(async () => (await shownIn(nvim, 2)) > 0, 'the hunk is shown');
      git('checkout', '-q', '.');
      await nvim.lua('vim.cmd(...)', then);
      await nvim.lua(`vim.cmd('Acp review')`);
      await wait(async () => (await hunks(nvim)).length === 1, 'only the new file is pending');
    },
  );

  it('shows them when it is opened later, and keys act on what they stand on', async () => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    await nvim.lua(`vim.cmd('edit b.txt')
      vim.api.nvim_win_set_cursor(0, { 1, 0 })
      vim.keymap.set('n', 'gn', '<Plug>(acp-hunk-next)')
      vim.keymap.set('n', 'gu', '<Plug>(acp-undo)')`);
    await nvim.feed('gn');
    await wait(async () => (await nvim.lua('return vim.fn.line(".")')) === 2, 'the next hunk');
    await nvim.feed('gu');
    await wait(() => onDisk(nvim, 'b.txt') === BEFORE, 'it is undone');
  });
});

describe('an undo while the agent works', () => {
  const working = () => agentWith(say('working'), { do: 'gate', name: 'end' });

  async function during(nvim: Editor): Promise<void> {
    await beginKnown(nvim);
    await wait(async () => (await hunks(nvim)).length >= 2, 'the changes are there');
    await nvim.lua(`vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp undo hunk')`);
    await nvim.screen.toContain('undone when the turn ends');
  }

  it('waits for the end of the turn', async () => {
    const agent = working();
    await using nvim = await started(agent);
    await during(nvim);
    expect((await lines(nvim))[2]).toBe('three');
    agent.open('end');
    await wait(async () => (await lines(nvim))[2] === 'line 3', 'it is undone');
    await wait(
      async () => (await hunks(nvim)).every(({ start }) => start !== 3),
      'it is pending no more',
    );
    await wait(() => onDisk(nvim, 'a.txt') === having({ 15: 'fifteen' }), 'it is saved');
  });

  it('is done when the chat is closed before that', async () => {
    await using nvim = await started(working());
    await during(nvim);
    await nvim.lua(`vim.cmd('Acp close')`);
    await wait(async () => (await lines(nvim))[2] === 'line 3', 'it is undone');
    await wait(
      () => nvim.lua(`return #_G.events == 1 and _G.events[1].name == 'AcpReview'`),
      'the rest is to be reviewed',
    );
  });

  it('is done at once when it is asked for again', async () => {
    const agent = working();
    await using nvim = await started(agent);
    await during(nvim);
    await nvim.lua(`vim.cmd('Acp undo hunk')`);
    await wait(async () => (await lines(nvim))[2] === 'line 3', 'it is undone');
    agent.open('end');
    await wait(() => nvim.lua('return _G.done'), 'the turn ended');
    await wait(
      async () => (await hunks(nvim)).map(({ start }) => start).join() === '15,2,1',
      'all others are pending',
    );
  });
});

describe(':Acp review', () => {
  it('lists files and hunks, keeps and undoes them, and shows what is left', async () => {
    await using nvim = await started(agentWith());
    await changed(nvim);
    await nvim.lua(`vim.cmd('Acp review b.txt')`);
    await nvim.screen.toContain('Review: 3 files +4 −3');
    await nvim.screen.toContain('b.txt  +1 −1');
    await nvim.screen.toContain('- line 3');
    await nvim.screen.toContain('+ three');
    await nvim.screen.toContain('c.txt  +1 −0  new');
    await wait(
      async () => (await nvim.lua('return vim.fn.getline(".")')).startsWith('b.txt'),
      'the cursor is on the file',
    );
    await nvim.feed('u');
    await wait(() => onDisk(nvim, 'b.txt') === BEFORE, 'the file is as it was');
    await nvim.screen.toContain('Review: 2 files +3 −2');
    await nvim.feed('gg]ca');
    await nvim.screen.toContain('Review: 2 files +2 −1');
    expect((await hunks(nvim)).map(({ start }) => start)).toEqual([15, 1]);
    await nvim.feed('t');
    await nvim.screen.toContain('turn 1');
    await nvim.feed('ggu');
    await nvim.screen.toContain('Nothing to review');
    await nvim.feed('q');
    expect(onDisk(nvim, 'a.txt')).toBe(having({ 3: 'three' }));
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(false);
    await nvim.expectNotBlocked();
  });

  it('says so when there is nothing, and a wrong word is named', async () => {
    await using nvim = await started(agentWith());
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('there is nothing to review');
    await nvim.feed(':Acp keep everything<CR>');
    await nvim.screen.toContain('expected one of hunk, file, turn, all');
  });
});

describe('undoing a file that the agent has made', () => {
  const both = (): ScriptedAgent =>
    scriptAgent({ prompts: [{ steps: [write('c.txt', 'new\n'), write('d.txt', 'new\n')] }] });
  const isPending = (nvim: Nvim, count: number): Promise<unknown> =>
    wait(async () => (await hunks(nvim)).length === count, `${count} are pending`);

  it('takes its buffer along, and leaves the windows', async () => {
    await using nvim = await started(both());
    await turn(nvim);
    await isPending(nvim, 2);
    await nvim.lua(`vim.cmd('edit c.txt | split d.txt') _G.wins = vim.api.nvim_list_wins()`);
    await nvim.lua(`vim.cmd('Acp undo all')`);
    await nothingLeft(nvim);
    await wait(
      () => nvim.lua(`return vim.fn.bufexists('c.txt') + vim.fn.bufexists('d.txt') == 0`),
      'the buffers are gone',
    );
    expect(await nvim.lua('return vim.deep_equal(_G.wins, vim.api.nvim_list_wins())')).toBe(true);
    await nvim.lua(`vim.cmd('wall')`);
    expect([existsSync(join(nvim.dir, 'c.txt')), existsSync(join(nvim.dir, 'd.txt'))]).toEqual([
      false,
      false,
    ]);
    await nvim.expectNotBlocked();
  });

  it('is not done where the user has written into it: all texts are shown', async () => {
    await using nvim = await started(both());
    await turn(nvim);
    await isPending(nvim, 2);
    for (const name of ['c.txt', 'd.txt']) {
      await nvim.lua(
        `vim.cmd.edit(...) vim.api.nvim_buf_set_lines(0, 0, 0, true, { 'mine in ' .. ... })`,
        name,
      );
    }
    await nvim.lua(`vim.cmd('Acp undo all')`);
    await nvim.screen.toContain('mine in c.txt');
    await nvim.screen.toContain('mine in d.txt');
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(true);
    expect(await nvim.lua(`return vim.fn.getbufvar('c.txt', '&modified')`)).toBe(1);
    await nvim.expectNotBlocked();
  });
});
