import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentThat, type Step, say, toolCall, toolCallUpdate } from '../support/agent';
import { makeFolder, runGit } from '../support/folder';
import { hostPid } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { expectNoneLeft } from '../support/process';
import { wait } from '../support/wait';

const EVENTS = `
  _G.events = {}
  vim.api.nvim_create_autocmd('User', { pattern = 'AcpFileEdited',
    callback = function(event) table.insert(_G.events, event.data) end })`;

const FILES = {
  '.gitignore': 'out/\n',
  'a.txt': 'one\ntwo\nthree\n',
  'b.txt': 'b\n',
  'c.txt': 'c\n',
  'loaded.txt': 'loaded\n',
};

/** The agent waits for the gate `go` before these. */
const later = (...steps: readonly Step[]) => agentThat({ do: 'gate', name: 'go' }, ...steps);
const shell = (command: string): Step => ({ do: 'shell', command });

async function open(
  agent: ReturnType<typeof agentThat>,
  { files = FILES, ...options }: Parameters<typeof startNvim>[0] & { readonly plain?: true } = {},
): Promise<Nvim> {
  const nvim = await startNvim({
    config: `${EVENTS}\n${agent.setup({ log: { level: 'debug' } })}`,
    files,
    ...options,
  });
  if (options.plain) return nvim;
  runGit(nvim.dir, ['init', '-q']);
  runGit(nvim.dir, ['add', '-A']);
  return nvim;
}

/** Begins a turn, and opens the gate when it is known what the files hold. */
async function begin(nvim: Nvim, agent: ReturnType<typeof agentThat>): Promise<void> {
  await nvim.lua(`_G.done = nil require('acp').prompt('go', {}, function() _G.done = true end)`);
  await agent.called('session/prompt');
  const log: string = await nvim.lua(`return vim.fn.stdpath('log') .. '/acp-host.log'`);
  await wait(
    () => (readFileSync(log, 'utf8').match(/record: \d+ files looked at/g) ?? []).length >= 2,
    'the files are known',
  );
  agent.open('go');
}

async function ended(nvim: Nvim): Promise<void> {
  await wait(() => nvim.lua('return _G.done'), 'the turn ended');
  await wait(
    () => nvim.lua(`return #vim.api.nvim_get_autocmds({ group = 'acp.guard' }) == 0`),
    'all is looked at',
  );
}

interface Edited {
  readonly path: string;
  readonly source: string;
  readonly hunks: unknown;
  readonly bufnr?: number;
}

/** Each as [name, hunks], sorted. */
async function edited(nvim: Nvim): Promise<unknown[]> {
  const events: Edited[] = await nvim.lua('return _G.events');
  return events.map(({ path, hunks }) => [path.slice(nvim.dir.length + 1), hunks]).sort();
}

const CHANGED = [
  ['a.txt', [{ row: 1, del: 1, lines: ['TWO'] }]],
  ['b.txt', [{ row: 0, del: 1, lines: [] }]],
  ['c.txt', [{ row: 0, del: 1, lines: [] }]],
  ['made/new.txt', [{ row: 0, del: 0, lines: ['new'] }]],
  ['moved.txt', [{ row: 0, del: 0, lines: ['c'] }]],
];
const CHANGE = [
  shell(`sed -i s/two/TWO/ a.txt && rm b.txt && mv c.txt moved.txt`),
  shell(`mkdir -p made out && echo new > made/new.txt && echo ignored > out/x.txt`),
];

describe('files that an agent changes by shell commands, and that nobody has named', () => {
  it.each([
    ['in a repository', {}],
    ['in a plain folder', { plain: true as const }],
  ])('are reported, %s: changed, deleted, moved and created ones', async (_, options) => {
    const agent = later(...CHANGE, say('done'));
    await using nvim = await open(agent, options);
    await begin(nvim, agent);
    await ended(nvim);
    const ignored =
      'plain' in options ? [['out/x.txt', [{ row: 0, del: 0, lines: ['ignored'] }]]] : [];
    expect(await edited(nvim)).toEqual([...CHANGED, ...ignored].sort());
    const events: Edited[] = await nvim.lua('return _G.events');
    expect(events.every(({ source, bufnr }) => source === 'disk' && bufnr === undefined)).toBe(
      true,
    );
  });

  it('are reported while the turn still runs, after the tool call', async () => {
    const agent = later(
      toolCall('t', { kind: 'execute', title: 'sed', status: 'in_progress' }),
      ...CHANGE,
      toolCallUpdate('t', { status: 'completed' }),
      { do: 'gate', name: 'end' },
    );
    await using nvim = await open(agent);
    await begin(nvim, agent);
    await wait(async () => (await edited(nvim)).length === CHANGED.length, 'all are reported');
    expect(await nvim.lua('return _G.done == nil')).toBe(true);
    agent.open('end');
    await ended(nvim);
    expect(await edited(nvim)).toEqual(CHANGED);
  });

  it('are reported once, whatever other source finds them', async () => {
    const agent = later(
      toolCall('t', {
        kind: 'edit',
        status: 'in_progress',
        locations: [{ path: '{{cwd}}/b.txt' }],
      }),
      shell('echo B > b.txt; echo LOADED > loaded.txt'),
      {
        do: 'request',
        method: 'fs/write_text_file',
        params: { path: '{{cwd}}/c.txt', content: 'C\n' },
      },
      {
        do: 'request',
        method: 'fs/write_text_file',
        params: { path: '{{cwd}}/new.txt', content: 'new\n' },
      },
      shell('echo D >> c.txt'),
      toolCallUpdate('t', { status: 'completed' }),
      // Named only when it is done.
      shell('echo A > a.txt'),
      toolCall('u', { kind: 'edit', status: 'completed', locations: [{ path: '{{cwd}}/a.txt' }] }),
      say('done'),
    );
    await using nvim = await open(agent, { args: ['loaded.txt'] });
    await begin(nvim, agent);
    await ended(nvim);
    expect(await edited(nvim)).toEqual([
      ['a.txt', [{ row: 0, del: 3, lines: ['A'] }]],
      ['b.txt', [{ row: 0, del: 1, lines: ['B'] }]],
      ['c.txt', [{ row: 0, del: 1, lines: ['C'] }]],
      ['c.txt', [{ row: 1, del: 0, lines: ['D'] }]],
      ['loaded.txt', [{ row: 0, del: 1, lines: ['LOADED'] }]],
      ['new.txt', [{ row: 0, del: 0, lines: ['new'] }]],
    ]);
    expect(await nvim.lua('return vim.api.nvim_buf_get_lines(1, 0, -1, true)')).toEqual(['LOADED']);
  });

  it('and that the user opens before that are in their buffers then', async () => {
    const agent = later({ do: 'gate', name: 'opened' }, ...CHANGE, say('done'));
    await using nvim = await open(agent);
    await begin(nvim, agent);
    await nvim.lua(`vim.cmd.edit('a.txt') vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine' })`);
    agent.open('opened');
    await ended(nvim);
    expect(await nvim.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, true)')).toEqual([
      'one',
      'TWO',
      'mine',
    ]);
    expect(await edited(nvim)).toEqual(CHANGED);
    await nvim.expectNotBlocked();
  });

  it('are not those that the user writes meanwhile, from whatever buffer', async () => {
    const agent = later({ do: 'gate', name: 'end' });
    await using nvim = await open(agent);
    await begin(nvim, agent);
    await nvim.lua(`vim.cmd.edit('a.txt') vim.fn.setline(1, 'mine') vim.cmd('silent write')
      vim.cmd('silent write copy.txt') vim.cmd('silent 1write! b.txt')
      vim.cmd('silent 1write >> c.txt') vim.cmd('silent saveas other.txt')`);
    agent.open('end');
    await ended(nvim);
    expect(await edited(nvim)).toEqual([]);
  });

  it('are not those that changed between two turns', async () => {
    const agent = later(say('done'));
    await using nvim = await open(agent);
    await begin(nvim, agent);
    await ended(nvim);
    runGit(nvim.dir, ['rm', '-q', '-f', 'a.txt']);
    await begin(nvim, agent);
    await ended(nvim);
    expect(await edited(nvim)).toEqual([]);
  });

  it('stay an agent’s while another session begins a turn in the same folder', async () => {
    const agent = later({ do: 'gate', name: 'end' });
    await using nvim = await open(agent);
    await begin(nvim, agent);
    appendFileSync(join(nvim.dir, 'b.txt'), 'more\n');
    await nvim.lua(`require('acp').new({}, function(err, session)
      require('acp').prompt('go', { session = session.id }, function() _G.other = true end) end)`);
    await wait(async () => (await edited(nvim)).length > 0, 'the change is reported');
    agent.open('end');
    await wait(() => nvim.lua('return _G.other'), 'the other turn ended');
    await ended(nvim);
    expect(await edited(nvim)).toEqual([['b.txt', [{ row: 1, del: 0, lines: ['more'] }]]]);
  });

  it('may be many', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, n) => [`f/${n}.txt`, `${n}\n`]),
    );
    const agent = later(shell('for file in f/*; do echo more >> "$file"; done'), say('done'));
    await using nvim = await open(agent, { files });
    await begin(nvim, agent);
    await ended(nvim);
    // Nobody waits for ever until so many are found.
    await wait(async () => (await edited(nvim)).length >= 600, 'all are reported');
    const reported = await edited(nvim);
    expect(reported).toHaveLength(600);
    expect(reported[0]).toEqual(['f/0.txt', [{ row: 1, del: 0, lines: ['more'] }]]);
  });

  it('leave nothing in the folder for temporary files, however the editor ends', async () => {
    using temporary = makeFolder({});
    const left = (): string[] =>
      readdirSync(temporary.dir).filter((name) => name.startsWith('acp-record-'));
    const agent = later(...CHANGE, { do: 'silence' });
    await using nvim = await open(agent, { plain: true, env: { TMPDIR: temporary.dir } });
    await begin(nvim, agent);
    await wait(() => existsSync(join(nvim.dir, 'made/new.txt')), 'the agent works');
    expect(left()).toEqual([]);
    nvim.process.kill('SIGKILL');
    await nvim.exited;
    await expectNoneLeft(nvim.mark, 5000);
    expect(left()).toEqual([]);
  });

  it('leave what they held to nobody but the user, and what a host that is killed has kept to the next one', async () => {
    const agent = later(...CHANGE, { do: 'gate', name: 'end' });
    await using nvim = await open(agent);
    const state: string = await nvim.lua(`return vim.fn.stdpath('state') .. '/acp-host/ledger'`);
    const hosts = (): string[] => (existsSync(state) ? readdirSync(state) : []);
    const kept = (): string[] => hosts().flatMap((host) => readdirSync(join(state, host)));
    await begin(nvim, agent);
    agent.open('end');
    await ended(nvim);
    await wait(() => kept().length >= 5, 'the contents are kept');
    const [host = ''] = hosts();
    expect(statSync(join(state, host)).mode & 0o777).toBe(0o700);
    const pid = await hostPid(nvim);
    process.kill(pid, 'SIGKILL');
    const isOther = `local c = require('acp.host').channel() return c and vim.fn.jobpid(c) ~= ... or false`;
    await nvim.lua(`require('acp').prompt('again', {}, function() end)`);
    await wait(() => nvim.lua(isOther, pid), 'there is another host');
    await wait(() => !hosts().includes(host), 'it has cleaned up');
  });

  it('are forgotten with the session, and with the host', async () => {
    const agent = later(...CHANGE, say('done'));
    await using nvim = await open(agent);
    const state: string = await nvim.lua(`return vim.fn.stdpath('state') .. '/acp-host/ledger'`);
    const kept = (): string[] =>
      existsSync(state) ? readdirSync(state).flatMap((host) => readdirSync(join(state, host))) : [];
    await begin(nvim, agent);
    await ended(nvim);
    await wait(() => kept().length >= 5, 'the contents are kept');
    await nvim.lua(`vim.cmd('Acp close')`);
    await wait(() => kept().length === 0, 'they are gone');
    await nvim.lua(`vim.schedule(function() vim.cmd('qall!') end)`);
    await nvim.exited;
    await expectNoneLeft(nvim.mark, 5000);
    expect(readdirSync(state)).toEqual([]);
  });
});
