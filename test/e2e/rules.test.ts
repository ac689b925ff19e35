import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentThat,
  ask,
  readFile,
  type ScriptedAgent,
  type Step,
  say,
  scriptAgent,
  toolCall,
  writeFile,
} from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { answer, readable } from '../support/permission';
import { wait } from '../support/wait';

const command = (line: string) => ({
  title: 'Run something',
  kind: 'execute',
  rawInput: { command: line },
});

const WRONG = { allow: true, colour: 'red' };
const RULES = [
  { allow: true, command: 'git status *' },
  { deny: true, command: 'rm' },
];

/** What `AcpPermissionDone` and `AcpToolCall` reported, in order. */
const RECORD = `
  reported, states = {}, {}
  require('acp').on('AcpPermissionDone', function(data) table.insert(reported, data) end)
  require('acp').on_tool_call(function(call) table.insert(states, call.toolCallId .. ' ' .. call.state) end)
`;

async function started(agent: ScriptedAgent, options = {}, config = ''): Promise<Nvim> {
  const nvim = await startNvim({ config: `${agent.setup(options)}\n${config}\n${RECORD}` });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  return nvim;
}

async function audit(nvim: Nvim, count: number): Promise<Record<string, unknown>[]> {
  const file = join(await nvim.lua(`return vim.fn.stdpath('log')`), 'acp-audit.jsonl');
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  await wait(() => lines().length >= count, `${count} lines in the audit log`);
  return lines().map((line) => JSON.parse(line));
}

const outcome = async (agent: ScriptedAgent, count = 1) =>
  (await agent.answered('session/request_permission', count)).result.outcome;

describe('rules', () => {
  it('answer without the user, by the options the agent offers, and say who answered', async () => {
    const agent = agentThat(
      ask('a', command('git status --short')),
      ask('b', command('git status && rm -rf /')),
      say('done'),
    );
    await using nvim = await started(agent, { permissions: { rules: RULES } });
    expect(await outcome(agent, 1)).toEqual({ outcome: 'selected', optionId: 'once' });
    expect(await outcome(agent, 2)).toEqual({ outcome: 'selected', optionId: 'no' });
    await nvim.screen.toContain('done');
    // The end of the turn ends what the agent has left open.
    await wait(() => nvim.lua('return #states == 6'), 'the turn is over');
    expect(await nvim.lua('return states')).toEqual([
      'a approval-requested',
      'a approval-responded',
      'b approval-requested',
      'b approval-responded',
      'b output-denied',
      'a cancelled',
    ]);
    expect(await nvim.lua('return reported')).toMatchObject([
      { by: 'rule', outcome: { optionId: 'once' }, rule: expect.stringContaining('git status') },
      { by: 'rule', outcome: { optionId: 'no' }, rule: expect.stringContaining('deny command=rm') },
    ]);
    expect(await audit(nvim, 2)).toMatchObject([
      {
        agent: 'scripted',
        kind: 'execute',
        command: 'git status --short',
        outcome: 'allow_once',
        by: 'rule',
        rule: '"allow command=git status *" (options) is about the command "git status --short"',
      },
      { command: 'git status && rm -rf /', outcome: 'reject_once', by: 'rule' },
    ]);
  });

  it('that deny hold also for what an agent does through the editor without asking', async () => {
    const run = (line: string): Step => ({
      do: 'request',
      method: 'terminal/create',
      params: { command: line },
    });
    const agent = agentThat(
      run('git status && rm -rf /'),
      { do: 'request', method: 'terminal/create', params: { command: 'rm', args: ['x'] } },
      run('echo fine'),
      readFile('{{cwd}}/secrets/key'),
      writeFile('{{cwd}}/secrets/new', 'text'),
      readFile('{{cwd}}/a.txt'),
      say('done'),
    );
    const rules = [...RULES, { deny: true, path: 'secrets/**' }];
    await using nvim = await startNvim({
      config: agent.setup({ permissions: { rules } }),
      files: { 'a.txt': 'open\n', 'secrets/key': 'hidden\n' },
    });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('done');
    for (const count of [1, 2]) {
      const { error } = await agent.answered('terminal/create', count);
      expect(error?.message).toMatch(/rules deny this .*deny command=rm.*: (git status|rm x)/);
    }
    expect((await agent.answered('terminal/create', 3)).result.terminalId).toBeTruthy();
    expect((await agent.answered('fs/read_text_file', 1)).error?.message).toMatch(/secrets/);
    expect((await agent.answered('fs/write_text_file')).error?.message).toMatch(/rules deny/);
    expect(existsSync(join(nvim.dir, 'secrets/new'))).toBe(false);
    expect((await agent.answered('fs/read_text_file', 2)).result).toEqual({ content: 'open\n' });
    expect(await audit(nvim, 4)).toMatchObject([
      { id: 'terminal/create', command: 'git status && rm -rf /', outcome: 'reject_once' },
      { id: 'terminal/create', command: 'rm x', by: 'rule' },
      { id: 'fs/read_text_file', kind: 'read', by: 'rule' },
      { id: 'fs/write_text_file', kind: 'edit', by: 'rule' },
    ]);
  });

  it('leave to the user what they do not know, and what the agent offers no single answer for', async () => {
    const agent = agentThat(
      ask('a', command('git status; make')),
      {
        do: 'ask',
        params: {
          toolCall: { toolCallId: 'b', ...command('git status') },
          options: [{ optionId: 'always', name: 'Always do', kind: 'allow_always' }],
        },
      },
      say('done'),
    );
    await using nvim = await started(agent, { permissions: { rules: RULES } });
    await nvim.screen.toContain('Allow once');
    await readable(nvim);
    await nvim.lua(`vim.cmd('Acp allow')`);
    await nvim.screen.toContain('Always do');
    const [pending] = await nvim.lua(`return require('acp').permissions()`);
    await nvim.lua(`require('acp').respond(...)`, pending.id, 'always');
    await nvim.screen.toContain('done');
    expect(await audit(nvim, 2)).toMatchObject([
      { by: 'user', outcome: 'allow_once', rule: 'no rule is about the command "make"' },
      {
        by: 'user',
        outcome: 'allow_always',
        rule: expect.stringContaining('offers no allow_once'),
      },
    ]);
  });

  it('allow reads below the project when the option says so, and never a link', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            ask('a', { kind: 'read', locations: [{ path: '{{cwd}}/a.txt' }] }),
            ask('b', { kind: 'fetch', title: 'Open https://example.com?' }),
            say('done'),
          ],
        },
      ],
    });
    await using nvim = await started(agent, {
      permissions: { allow_reads: true, rules: [{ allow: true, kind: 'fetch' }] },
    });
    expect(await outcome(agent, 1)).toEqual({ outcome: 'selected', optionId: 'once' });
    await nvim.screen.toContain('Open https://example.com?');
    await readable(nvim);
    await nvim.lua(`vim.cmd('Acp reject')`);
    expect(await outcome(agent, 2)).toEqual({ outcome: 'selected', optionId: 'no' });
  });

  it('let a function decide, and ask when it fails or takes too long', async () => {
    const agent = agentThat(
      ask('a', command('make one')),
      ask('b', command('make two')),
      ask('c', command('make three')),
      ask('d', command('make four')),
      say('done'),
    );
    const decide = `require('acp').setup({ permissions = { decide = function(request)
      if request.command == 'make one' then return 'allow' end
      if request.command == 'make two' then return 'deny' end
      if request.command == 'make three' then error('oops') end
      vim.uv.sleep(3000)
      return 'allow'
    end } })`;
    await using nvim = await started(agent, {}, decide);
    expect(await outcome(agent, 1)).toEqual({ outcome: 'selected', optionId: 'once' });
    expect(await outcome(agent, 2)).toEqual({ outcome: 'selected', optionId: 'no' });
    await nvim.screen.toContain('make three');
    await wait(
      async () => (await nvim.lua(`return #require('acp').permissions()`)) === 1,
      'the third is asked',
    );
    await readable(nvim);
    await nvim.lua(`vim.cmd('Acp reject')`);
    await nvim.screen.toContain('make four');
    await nvim.screen.toContain('Allow once');
    expect(agent.answers('session/request_permission')[3]).toBeUndefined();
    await readable(nvim);
    await nvim.lua(`vim.cmd('Acp allow')`);
    await nvim.screen.toContain('done');
    expect((await nvim.lua('return reported')).map((one: { by: string }) => one.by)).toEqual([
      'hook',
      'hook',
      'user',
      'user',
    ]);
    expect(await nvim.messages()).toContain('permissions.decide failed');
  });

  it('of a project count when its file is trusted', async () => {
    const agent = agentThat(ask('a', command('make')), say('done'));
    await using nvim = await startNvim({
      config: agent.setup(),
      files: {
        '.acp.json': '{ "permissions": { "rules": [{ "allow": true, "command": "make" }] } }',
      },
    });
    await nvim.lua(
      `vim.cmd.edit('.acp.json') vim.fn.mkdir(vim.fn.stdpath('state'), 'p') vim.secure.trust({ action = 'allow', bufnr = 0 })`,
    );
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    expect(await outcome(agent)).toEqual({ outcome: 'selected', optionId: 'once' });
    expect(await audit(nvim, 1)).toMatchObject([
      { by: 'rule', rule: expect.stringContaining('(project)') },
    ]);
  });

  it('of a project that is not trusted do not count', async () => {
    const agent = agentThat(ask('a', command('make')), say('done'));
    await using nvim = await startNvim({
      config: agent.setup(),
      files: {
        '.acp.json': '{ "permissions": { "rules": [{ "allow": true, "command": "make" }] } }',
      },
    });
    await nvim.lua(`vim.fn.mkdir(vim.fn.stdpath('state'), 'p')`);
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('(d)eny');
    await nvim.feed('d');
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('Allow once');
    await nvim.expectNotBlocked();
    expect(agent.answers('session/request_permission')[0]).toBeUndefined();
  });

  it('that are wrong are reported by name and left out', async () => {
    const agent = agentThat(ask('a', command('make')), say('done'));
    await using nvim = await startNvim({
      config: `_G.notes = {} vim.notify = function(text) table.insert(_G.notes, text) end
        ${agent.setup({ permissions: { rules: [WRONG, { allow: true, command: 'make' }] } })}`,
    });
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('Allow once');
    expect(await nvim.lua('return _G.notes[1]')).toMatch(
      /permissions\.rules\[1\]: expected \{ allow\|ask\|deny = true.*"colour":"red".*no rule of the options allows anything/,
    );
    await nvim.lua(
      `_G.notes = {} require('acp').setup({ permissions = { rules = { { deny = 1 } } } })`,
    );
    await wait(async () => (await nvim.lua('return #_G.notes')) === 1, 'it is reported again');
    expect(await nvim.lua('return _G.notes[1]')).toContain('permissions.rules[1]');
  });
});

describe('rejecting with a reason', () => {
  it('sends the reason as the next prompt', async () => {
    const agent = scriptAgent({
      prompts: [
        { match: 'go', steps: [toolCall('a'), ask('a', command('make')), say('rejected')] },
        { steps: [say('you said {{prompt}}')] },
      ],
    });
    await using nvim = await started(agent);
    await nvim.screen.toContain('Allow once');
    await nvim.lua(`require('acp.surface.dock').focus()`);
    await answer(nvim, 'x');
    await nvim.screen.toContain('Reject because');
    expect(agent.answers('session/request_permission')[0]).toBeUndefined();
    await nvim.feed('<C-u>use ninja instead<CR>');
    expect(await outcome(agent)).toEqual({ outcome: 'selected', optionId: 'no' });
    await nvim.screen.toContain('you said use ninja instead');
    expect((await agent.called('session/prompt', 2)).params.prompt).toEqual([
      { type: 'text', text: 'use ninja instead' },
    ]);
    expect(await audit(nvim, 1)).toMatchObject([{ by: 'user', outcome: 'reject_once' }]);
  });

  it('by :Acp reject and by the API, before what waits in the queue; never with an allowance', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          match: 'go',
          steps: [
            ask('a', command('make')),
            ask('b', command('make')),
            ask('c', command('make')),
            say('done'),
          ],
        },
        { steps: [say('you said {{prompt}}')] },
      ],
    });
    await using nvim = await started(agent);
    await nvim.screen.toContain('Allow once');
    await nvim.lua(`require('acp').prompt('later')`);
    await readable(nvim);
    await nvim.lua(`vim.cmd('Acp reject 1 use ninja')`);
    expect(await outcome(agent, 1)).toEqual({ outcome: 'selected', optionId: 'no' });
    const pending = async (): Promise<string> =>
      wait(async () => (await nvim.lua(`return require('acp').permissions()`))[0]?.id, 'asked');
    const respond = `
      local id, option, reason = ...
      problem = nil
      require('acp').respond(id, option, { reason = reason }, function(err) problem = err or 'none' end)`;
    await nvim.lua(respond, await pending(), 'once', 'because');
    await wait(() => nvim.lua('return problem'), 'an answer');
    expect(await nvim.lua('return problem')).toContain('a reason goes with a rejection');
    expect(agent.answers('session/request_permission')[1]).toBeUndefined();
    await nvim.lua(respond, await pending(), 'no', 'and cmake');
    expect(await outcome(agent, 2)).toEqual({ outcome: 'selected', optionId: 'no' });
    // That the agent has asked does not say that the host has heard it.
    await pending();
    await readable(nvim);
    await nvim.lua(`vim.cmd('Acp reject just do not')`);
    await nvim.screen.toContain('you said later');
    expect(agent.calls('session/prompt').map(({ params }) => params.prompt[0].text)).toEqual([
      'go',
      'just do not',
      'and cmake',
      'use ninja',
      'later',
    ]);
  });
});
