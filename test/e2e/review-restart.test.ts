import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ScriptedAgent, type Step, say, scriptAgent } from '../support/agent';
import { type Folder, makeFolder } from '../support/folder';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { BEFORE, begin, ended, having, looks, settled, turn, write } from '../support/review';
import { wait } from '../support/wait';

/** Of a.txt: two places. Of b.txt: one. And c.txt is new. */
const STEPS: readonly Step[] = [
  write('a.txt', having({ 3: 'three', 15: 'fifteen' })),
  write('b.txt', having({ 2: 'two' })),
  write('c.txt', 'new\n'),
];
const CHANGED = [
  ['a.txt', ['line 3'], ['three']],
  ['a.txt', ['line 15'], ['fifteen']],
  ['b.txt', ['line 2'], ['two']],
  ['c.txt', [], ['new']],
];

const user = (text: string): Step => ({
  do: 'update',
  update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } },
});

function agentWith(steps: readonly Step[] = STEPS, how: 'load' | 'resume' = 'load'): ScriptedAgent {
  const sessionCapabilities = how === 'resume' ? { resume: {} } : {};
  return scriptAgent({
    replies: {
      initialize: { result: { agentCapabilities: { loadSession: true, sessionCapabilities } } },
      'session/load': { before: [user('go'), say('the old answer')], result: {} },
      'session/resume': { result: {} },
    },
    prompts: [
      { match: 'go', steps },
      { match: 'more', steps: [write('b.txt', having({ 2: 'two', 9: 'nine' }))] },
      { steps: [say('heard')] },
    ],
  });
}

interface Project extends Folder {
  readonly agent: ScriptedAgent;
  /** A Neovim in the project, of a user who has one state folder. */
  start(...args: readonly string[]): Promise<Nvim>;
  /** The stored review. */
  stored(): string | undefined;
}

function project(agent = agentWith(), options: Record<string, unknown> = {}): Project {
  const folder = makeFolder({ 'p/a.txt': BEFORE, 'p/b.txt': BEFORE, 'state/x': '' });
  onTestFinished(() => folder[Symbol.dispose]());
  const projects = folder.path('state/nvim/acp-host/projects');
  return {
    ...folder,
    dir: folder.path('p'),
    path: (name) => folder.path(`p/${name}`),
    write: (name, text) => folder.write(`p/${name}`, text),
    agent,
    start: (...args) =>
      startNvim({
        size: [100, 40],
        cwd: folder.path('p'),
        env: { XDG_STATE_HOME: folder.path('state') },
        config: agent.setup(options),
        args: ['-i', 'NONE', ...args],
      }),
    stored: () =>
      ifThere(() => readdirSync(projects))
        ?.map((name) => join(projects, name, 'review.json'))
        .find((path) => ifThere(() => statSync(path))),
  };
}

function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

interface Listed {
  readonly path: string;
  readonly old_lines: string[];
  readonly new_lines: string[];
  readonly session: string;
  readonly turn: number;
}

const hunks = (nvim: Nvim): Promise<Listed[]> => nvim.lua(`return require('acp').hunks()`);
const short = (found: readonly Listed[]): unknown[] =>
  found.map(({ path, old_lines, new_lines }) => [path.split('/').at(-1), old_lines, new_lines]);

/** A list that takes long is answered as it was until then. */
async function waitForPending(nvim: Nvim, wanted: readonly unknown[]): Promise<void> {
  let found: unknown[] = [];
  await wait(
    async () => {
      found = short(await hunks(nvim));
      return isDeepStrictEqual(found, wanted);
    },
    () => `what is pending is ${JSON.stringify(wanted)}, not ${JSON.stringify(found)}`,
  );
}

/** Until what is pending is on disk. */
async function changed(nvim: Nvim, at: Project): Promise<void> {
  await turn(nvim);
  await waitForPending(nvim, CHANGED);
  await isStored(at, 'c.txt');
}

async function isStored(at: Project, text: string): Promise<void> {
  await wait(() => {
    const path = at.stored();
    return path !== undefined && readFileSync(path, 'utf8').includes(text);
  }, `"${text}" is stored`);
}

async function quit(nvim: Nvim): Promise<void> {
  nvim.lua('vim.cmd.qall { bang = true }').catch(() => {});
  await nvim.exited;
}

const signs = (nvim: Nvim): Promise<number> =>
  nvim.lua(`local count = 0
    for name, id in pairs(vim.api.nvim_get_namespaces()) do
      if name:find('^acp') then
        count = count + #vim.api.nvim_buf_get_extmarks(0, id, 0, -1, {})
      end
    end
    return count`);

const command = (nvim: Nvim, text: string): Promise<unknown> => nvim.lua('vim.cmd(...)', text);
const read = (at: Project, name: string): string => readFileSync(at.path(name), 'utf8');
const said = (nvim: Nvim, text: string): Promise<unknown> =>
  wait(async () => (await nvim.messages()).includes(text), `"${text}" is said`);

describe('what is pending', () => {
  it('is there again after Neovim was quit, and is undone to the last byte', async () => {
    const at = project();
    {
      await using nvim = await at.start('a.txt');
      await changed(nvim, at);
      await command(nvim, '15');
      await command(nvim, 'Acp keep hunk');
      await wait(async () => (await hunks(nvim)).length === 3, 'one is kept');
      await quit(nvim);
    }
    await using nvim = await at.start('a.txt');
    expect(await nvim.lua(`return require('acp.host').channel() == nil`)).toBe(true);
    await waitForPending(
      nvim,
      CHANGED.filter((_, index) => index !== 1),
    );
    await wait(async () => (await signs(nvim)) > 0, 'its signs are shown');
    await command(nvim, 'edit b.txt');
    await wait(async () => (await signs(nvim)) > 0, 'those of a buffer that is loaded later');
    await command(nvim, 'Acp undo all');
    await wait(async () => (await hunks(nvim)).length === 0, 'nothing is pending');
    expect([read(at, 'a.txt'), read(at, 'b.txt')]).toEqual([having({ 15: 'fifteen' }), BEFORE]);
    expect(readdirSync(at.dir)).toEqual(['a.txt', 'b.txt']);
    await nvim.expectNotBlocked();
  });

  it('is what was undone before, when that undo is taken back in another Neovim', async () => {
    const at = project();
    const undofile = ['--cmd', 'set undofile', 'a.txt'];
    {
      await using nvim = await at.start(...undofile);
      await changed(nvim, at);
      await command(nvim, 'Acp undo all');
      await wait(async () => (await hunks(nvim)).length === 0, 'all is undone');
      await quit(nvim);
    }
    await using nvim = await at.start(...undofile);
    expect(await hunks(nvim)).toEqual([]);
    await command(nvim, 'undo');
    await waitForPending(nvim, CHANGED.slice(0, 2));
    await wait(async () => (await signs(nvim)) > 0, 'its signs are shown');
    at.write('b.txt', having({ 2: 'two' }));
    await command(nvim, 'Acp review');
    await waitForPending(nvim, CHANGED.slice(0, 3));
    await command(nvim, 'Acp undo all');
    await waitForPending(nvim, []);
    expect([read(at, 'a.txt'), read(at, 'b.txt')]).toEqual([BEFORE, BEFORE]);
    await nvim.expectNotBlocked();
  });

  it('is undone in one of the files that an agent has made one, and not in the other', async () => {
    const link: Step = { do: 'shell', command: 'ln -f b.txt a.txt' };
    const agent = agentWith([{ do: 'gate', name: 'go' }, link]);
    const at = project(agent, { log: { level: 'debug' } });
    at.write('b.txt', having({ 2: 'two' }));
    const pending = [['a.txt', ['line 2'], ['two']]];
    {
      await using nvim = await at.start();
      await settled(nvim);
      await begin(nvim, 'go');
      await wait(async () => (await looks(nvim)) >= 2, 'the files are known');
      at.agent.open('go');
      await ended(nvim);
      await waitForPending(nvim, pending);
      await isStored(at, '"inodes":{"/');
      await quit(nvim);
    }
    await using nvim = await at.start();
    await waitForPending(nvim, pending);
    await command(nvim, 'Acp undo all');
    await waitForPending(nvim, []);
    expect([read(at, 'a.txt'), read(at, 'b.txt')]).toEqual([BEFORE, having({ 2: 'two' })]);
  });

  it('has no file when all is decided and no agent is to be told of it', async () => {
    const at = project();
    await using nvim = await at.start();
    await changed(nvim, at);
    await command(nvim, 'Acp keep all');
    await wait(() => at.stored() === undefined, 'there is no file');
  });

  it('opens with :Acp review, without a chat', async () => {
    const at = project();
    {
      await using nvim = await at.start();
      await changed(nvim, at);
    }
    await using nvim = await at.start();
    await command(nvim, 'Acp review');
    await nvim.screen.toContain('fifteen');
    await nvim.screen.toContain('c.txt');
    await nvim.expectNotBlocked();
  });

  it('is the user’s own, in a folder and a file of their own', async () => {
    const at = project();
    await using nvim = await at.start();
    await changed(nvim, at);
    const path = at.stored() ?? '';
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, '../..')).mode & 0o777).toBe(0o700);
  });

  it('survives a SIGKILL of Neovim in the middle of a turn; what was queued is undone', async () => {
    const at = project(agentWith([...STEPS, { do: 'gate', name: 'end' }]));
    {
      await using nvim = await at.start('a.txt');
      await nvim.lua(`require('acp').prompt('go')`);
      await wait(async () => (await hunks(nvim)).length === 4, 'all changes are seen');
      await command(nvim, '3');
      await command(nvim, 'Acp undo hunk');
      await isStored(at, '"queued"');
      nvim.process.kill('SIGKILL');
      await nvim.exited;
    }
    await using nvim = await at.start('a.txt');
    await wait(async () => (await hunks(nvim)).length === 3, 'the queued one is undone');
    await wait(() => read(at, 'a.txt') === having({ 15: 'fifteen' }), 'it is saved');
    await waitForPending(nvim, CHANGED.slice(1));
  });

  it('survives a SIGKILL of the host; the session that goes on is the author', async () => {
    const at = project();
    await using nvim = await at.start('a.txt');
    await nvim.lua(`require('acp').open()`);
    await changed(nvim, at);
    await killHost(nvim);
    await nvim.screen.toContain('the session goes on');
    await wait(async () => (await hunks(nvim)).length === 4, 'all is pending again');
    expect(await hunks(nvim)).toMatchObject([{ session: 'session-1', turn: 1 }, {}, {}, {}]);
    await nvim.lua(`require('acp').undo('turn')`);
    await wait(async () => (await hunks(nvim)).length === 0, 'its turn is undone');
    await turn(nvim, 'what is new?');
    const prompts = at.agent.calls('session/prompt').map(({ params }) => JSON.stringify(params));
    expect(prompts.at(-1)).toContain('The user has undone these changes of yours');
    expect(prompts.at(-1)).toContain('c.txt');
  });

  it('keeps its turns apart from those of a session that is resumed without its history', async () => {
    const at = project(agentWith(STEPS, 'resume'));
    {
      await using nvim = await at.start();
      await changed(nvim, at);
    }
    await using nvim = await at.start();
    await command(nvim, 'Acp resume');
    await at.agent.called('session/resume');
    await turn(nvim, 'more');
    await wait(async () => (await hunks(nvim)).length === 5, 'both turns are pending');
    const of = (await hunks(nvim)).map(({ session, turn: number }) => `${session} ${number}`);
    expect(of.filter((one) => one === 'session-1 1')).toHaveLength(4);
    expect(of.filter((one) => one === 'session-1 2')).toHaveLength(1);
    await nvim.lua(`require('acp').undo('turn')`);
    await wait(async () => (await hunks(nvim)).length === 4, 'the last turn is undone');
    expect(read(at, 'b.txt')).toBe(having({ 2: 'two' }));
  });
});

describe('comments that are not sent', () => {
  /** Rows with a comment, 1-based. */
  const commented = (nvim: Nvim): Promise<number[]> =>
    nvim.lua(`local id = vim.api.nvim_create_namespace('acp.review.comments')
      return vim.tbl_map(function(mark) return mark[2] + 1 end,
        vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('a.txt'), id, 0, -1, {}))`);
  const count = (nvim: Nvim): Promise<number | null> =>
    nvim.lua(`return require('acp').status().comments`);
  const restartHost = async (nvim: Nvim): Promise<void> => {
    await killHost(nvim);
    await nvim.screen.toContain('the session goes on');
  };

  it('survive a SIGKILL of the host, beside their lines', async () => {
    const at = project();
    await using nvim = await at.start('a.txt');
    await nvim.lua(`require('acp').open()`);
    await changed(nvim, at);
    await command(nvim, 'stopinsert | 1wincmd w | buffer a.txt');
    await command(nvim, '3Acp comment why three');
    await isStored(at, 'why three');
    await restartHost(nvim);
    await nvim.lua(`vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 0, true, { 'above' })`);
    await wait(async () => (await count(nvim)) === 1, 'it is there again');
    await wait(async () => isDeepStrictEqual(await commented(nvim), [4]), 'it is shown again');
    await command(nvim, 'Acp comments send');
    await at.agent.called('session/prompt', 2);
    expect(at.agent.calls('session/prompt')[1]?.params.prompt[0].text).toContain(
      'a.txt, line 4:\n```\nthree\n```\nwhy three',
    );
    await wait(async () => (await count(nvim)) === null, 'none is left');
    await wait(() => !readFileSync(at.stored() ?? '', 'utf8').includes('why'), 'it is not kept');
  });

  it('are there again in another Neovim, also when nothing is pending', async () => {
    const at = project();
    {
      await using nvim = await at.start('a.txt');
      await changed(nvim, at);
      await command(nvim, '3Acp comment why three');
      await nvim.screen.toContain('┃ why three');
      await command(nvim, 'Acp keep all');
      await wait(async () => (await hunks(nvim)).length === 0, 'all is kept');
      await quit(nvim);
    }
    at.write('a.txt', `above\n${read(at, 'a.txt')}`);
    await using nvim = await at.start('a.txt');
    await command(nvim, 'Acp review');
    await nvim.screen.toContain('Other comments');
    await nvim.screen.toContain('a.txt, line 4');
    await command(nvim, 'quit');
    await nvim.screen.toContain('three  ┃ why three');
    await command(nvim, 'Acp comments clear');
    await wait(() => at.stored() === undefined, 'nothing is kept');
  });

  it('that wait in the queue when the host is killed are not lost', async () => {
    const at = project(agentWith([...STEPS, { do: 'gate', name: 'end' }]));
    await using nvim = await at.start('a.txt');
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await wait(async () => (await hunks(nvim)).length === 4, 'all changes are seen');
    await command(nvim, 'stopinsert | 1wincmd w | buffer a.txt');
    await command(nvim, '3Acp comment why three');
    await wait(async () => (await count(nvim)) === 1, 'it is made');
    await command(nvim, 'Acp comments send');
    await wait(async () => (await count(nvim)) === null, 'it waits for the end of the turn');
    await isStored(at, 'why three');
    await restartHost(nvim);
    await wait(async () => (await count(nvim)) === 1, 'it is there again');
  });
});

describe('what has changed while no Neovim ran', () => {
  async function changedMeanwhile(change: (at: Project) => void): Promise<[Project, Nvim]> {
    const at = project();
    {
      await using nvim = await at.start();
      await changed(nvim, at);
    }
    change(at);
    return [at, await at.start()];
  }

  it('moves hunks, and what was rewritten or undone by hand is pending no more', async () => {
    const [at, started] = await changedMeanwhile((there) => {
      there.write('a.txt', `above\n${having({ 3: 'three', 15: 'MINE' })}`);
      there.write('b.txt', BEFORE);
    });
    await using nvim = started;
    await waitForPending(nvim, [CHANGED[0], CHANGED[3]]);
    expect((await hunks(nvim))[0]).toMatchObject({ start: 4 });
    await command(nvim, 'Acp undo all');
    await wait(async () => (await hunks(nvim)).length === 0, 'nothing is pending');
    expect(read(at, 'a.txt')).toBe(`above\n${having({ 15: 'MINE' })}`);
  });

  it('takes files that are gone, or no text any more, out of the review', async () => {
    const [, started] = await changedMeanwhile((there) => {
      rmSync(there.path('a.txt'));
      writeFileSync(there.path('b.txt'), Buffer.from([0, 1, 2, 255]));
    });
    await using nvim = started;
    await waitForPending(nvim, [CHANGED[3]]);
  });
});

describe('two Neovims in one project', () => {
  it('do not write the same review: the second says so, once', async () => {
    const at = project();
    await using first = await at.start();
    await changed(first, at);
    const before = readFileSync(at.stored() ?? '', 'utf8');
    await using second = await at.start();
    await turn(second, 'more');
    await said(second, 'what is pending is not stored: another Neovim has');
    await wait(async () => (await hunks(second)).length > 0, 'it works all the same');
    await command(second, 'Acp keep all');
    await wait(async () => (await hunks(second)).length === 0, 'all is kept');
    expect((await second.messages()).split('another Neovim has').length).toBe(2);
    expect(readFileSync(at.stored() ?? '', 'utf8')).toBe(before);
  });
});

describe('a stored review that cannot be used', () => {
  it.each([
    ['half', (text: string) => text.slice(0, text.length / 2), 'it is damaged'],
    ['too new', (text: string) => text.replace('"version":1', '"version":99'), 'another version'],
    ['foreign', (text: string) => text.replace('"project":"', '"project":"/x'), 'another project'],
  ])('is set aside with a message: %s', async (_, spoil, why) => {
    const at = project();
    {
      await using nvim = await at.start();
      await changed(nvim, at);
    }
    const path = at.stored() ?? '';
    writeFileSync(path, spoil(readFileSync(path, 'utf8')));
    await using nvim = await at.start();
    await hunks(nvim);
    await said(nvim, why);
    expect(await hunks(nvim)).toEqual([]);
    expect(readdirSync(join(path, '..'))).toContain('review.json.unreadable');
    await turn(nvim, 'more');
    await wait(async () => (await hunks(nvim)).length > 0, 'there is a review again');
    await isStored(at, 'nine');
    await nvim.expectNotBlocked();
  });
});

describe('a git commit', () => {
  function repository(options: Record<string, unknown> = {}): Project {
    const at = project(agentWith(), options);
    at.git('-C', 'p', 'init', '-q');
    commit(at, 'a.txt', 'b.txt');
    return at;
  }

  function commit(at: Project, ...names: readonly string[]): void {
    at.git('-C', 'p', 'add', ...names);
    at.git('-C', 'p', ...AUTHOR, 'commit', '-q', '-m', 'x');
  }

  const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];

  /** Stages a.txt with its first change only, as `git add -p` does. */
  function stagePart(at: Project): void {
    const whole = read(at, 'a.txt');
    at.write('a.txt', having({ 3: 'three' }));
    at.git('-C', 'p', 'add', 'a.txt');
    at.write('a.txt', whole);
  }

  it('of whole files keeps what it has', async () => {
    const at = repository();
    await using nvim = await at.start('a.txt');
    await changed(nvim, at);
    commit(at, 'a.txt', 'c.txt');
    await wait(async () => (await hunks(nvim)).length === 1, 'what is committed is kept');
    await waitForPending(nvim, [CHANGED[2]]);
    await wait(async () => (await signs(nvim)) === 0, 'its signs are gone');
    expect(read(at, 'a.txt')).toBe(having({ 3: 'three', 15: 'fifteen' }));
  });

  it('of a part of a file keeps that', async () => {
    const at = repository();
    await using nvim = await at.start();
    await changed(nvim, at);
    // What is changed on disk just after a turn may still be its agent's.
    await settled(nvim);
    stagePart(at);
    at.git('-C', 'p', ...AUTHOR, 'commit', '-q', '-m', 'x');
    await wait(async () => (await hunks(nvim)).length === 3, 'what is committed is kept');
    await waitForPending(nvim, CHANGED.slice(1));
    // Nothing of it is new in the next one.
    at.git('-C', 'p', ...AUTHOR, 'commit', '-q', '--amend', '-m', 'y');
    at.git('-C', 'p', 'checkout', '-q', '-b', 'other');
    await command(nvim, 'Acp review');
    await nvim.screen.toContain('fifteen');
    await waitForPending(nvim, CHANGED.slice(1));
  });

  it('while no Neovim ran does so, too', async () => {
    const at = repository();
    {
      await using nvim = await at.start();
      await changed(nvim, at);
    }
    commit(at, 'a.txt', 'b.txt');
    await using nvim = await at.start();
    await waitForPending(nvim, [CHANGED[3]]);
  });

  it('says nothing about a change that goes back to what was committed before', async () => {
    const at = repository();
    at.write('b.txt', having({ 2: 'two' }));
    at.write('a.txt', `${BEFORE}mine\n`);
    const back = scriptAgent({ prompts: [{ steps: [write('a.txt', BEFORE)] }] });
    Object.assign(at, { agent: back });
    await using nvim = await startNvim({
      cwd: at.dir,
      env: { XDG_STATE_HOME: join(at.dir, '../state') },
      config: back.setup(),
    });
    await turn(nvim);
    await wait(async () => (await hunks(nvim)).length === 1, 'it is pending');
    commit(at, 'b.txt');
    await command(nvim, 'Acp review');
    await nvim.screen.toContain('mine');
    await waitForPending(nvim, [['a.txt', ['mine'], []]]);
  });

  it('by the agent itself, in its turn, is no decision of the user', async () => {
    const git = `git ${AUTHOR.join(' ')}`;
    const own: Step = { do: 'shell', command: `git add a.txt && ${git} commit -q -m x` };
    const at = project(agentWith([...STEPS, own]));
    at.git('-C', 'p', 'init', '-q');
    commit(at, 'a.txt', 'b.txt');
    await using nvim = await at.start();
    await changed(nvim, at);
    commit(at, 'b.txt');
    await wait(async () => (await hunks(nvim)).length === 3, 'the user’s is');
    await waitForPending(nvim, [CHANGED[0], CHANGED[1], CHANGED[3]]);
  });

  it('is nothing to the review when the user wants it so', async () => {
    const at = repository({ keep_committed: false });
    await using nvim = await at.start();
    await changed(nvim, at);
    commit(at, 'a.txt');
    await turn(nvim, 'anything else');
    expect(await hunks(nvim)).toHaveLength(4);
  });
});
