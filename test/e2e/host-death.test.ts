import { describe, expect, it } from 'vitest';
import { type Script, type ScriptedAgent, type Step, say, scriptAgent } from '../support/agent';
import { hostPidNow } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const user = (text: string): Step => ({
  do: 'update',
  update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } },
});

const able = (how: 'load' | 'resume' | 'neither') => ({
  result: {
    agentCapabilities: {
      loadSession: how === 'load',
      sessionCapabilities: how === 'resume' ? { resume: {} } : {},
    },
  },
});

/** Answers "one" with "first answer" and keeps the turn of "work" running. */
function agentOf(how: 'load' | 'resume' | 'neither', more: Script['replies'] = {}): ScriptedAgent {
  return scriptAgent({
    replies: {
      initialize: able(how),
      'session/load': { before: [user('one'), say('first answer')], result: {} },
      'session/resume': { result: {} },
      ...more,
    },
    prompts: [
      { match: 'one', steps: [say('first answer')] },
      { match: 'work', steps: [say('busy with it'), { do: 'silence' }] },
      { steps: [say('heard {{prompt}}')] },
    ],
  });
}

async function killHost(nvim: Nvim): Promise<void> {
  const pid = await hostPidNow(nvim);
  process.kill(pid, 'SIGKILL');
  await wait(async () => {
    const now = await hostPidNow(nvim);
    return now !== pid;
  }, 'the editor has seen the end of the host');
}

/** A chat in which something was said. */
async function talked(agent: ScriptedAgent): Promise<Nvim> {
  const nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>');
  await nvim.feed('one<C-s>');
  await nvim.screen.toContain('first answer');
  await nvim.turnOver();
  return nvim;
}

const transcript = (nvim: Nvim): Promise<string> =>
  nvim.lua(`
    local view = require('acp.chat.views').current()
    return table.concat(vim.api.nvim_buf_get_lines(view.chat, 0, -1, false), '\\n')`);

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('when the host dies', () => {
  it('the session is loaded again by itself, and the conversation is shown once', async () => {
    const agent = agentOf('load');
    await using nvim = await talked(agent);
    const before = await nvim.lua(`return vim.api.nvim_list_wins()`);
    await nvim.feed('a draft');
    await killHost(nvim);
    await nvim.screen.toContain('was started again; the session goes on');
    expect((await agent.called('session/load')).params.sessionId).toBe('session-1');
    const text = await transcript(nvim);
    expect(count(text, 'first answer')).toBe(1);
    expect(text).toContain('The host ended (exit code 137)');
    expect(await nvim.lua(`return vim.api.nvim_list_wins()`)).toEqual(before);
    await nvim.screen.toContain('a draft');
    expect(await nvim.messages()).toContain('the host ended and starts again');
    await nvim.feed(' sent<C-s>');
    await nvim.screen.toContain('heard a draft sent');
    expect(agent.calls('session/new')).toHaveLength(1);
    await nvim.expectNotBlocked();
  });

  it('a session that can only be resumed goes on below what is shown', async () => {
    const agent = agentOf('resume');
    await using nvim = await talked(agent);
    await killHost(nvim);
    await nvim.screen.toContain('was started again; the session goes on');
    await nvim.feed('more<C-s>');
    await nvim.screen.toContain('heard more');
    await nvim.turnOver();
    const text = await transcript(nvim);
    expect(text).toMatch(/one.*first answer.*the session goes on.*more.*heard more/s);
    expect(agent.calls('session/prompt').map(({ params }) => params.sessionId)).toEqual([
      'session-1',
      'session-1',
    ]);
    await killHost(nvim);
    await nvim.feed('again<C-s>');
    await nvim.screen.toContain('heard again');
    const again = await transcript(nvim);
    expect(again.startsWith(text.trimEnd())).toBe(true);
    expect(count(again, 'goes on')).toBe(2);
  });

  it('calls that were under way say that they were cut short', async () => {
    const call = (toolCallId: string, status: string): Step => ({
      do: 'update',
      update: { sessionUpdate: 'tool_call', toolCallId, title: toolCallId, kind: 'edit', status },
    });
    const question = {
      toolCall: { toolCallId: 'third call' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    };
    const agent = scriptAgent({
      replies: { initialize: able('resume'), 'session/resume': { result: {} } },
      prompts: [
        {
          steps: [
            call('first call', 'completed'),
            call('second call', 'in_progress'),
            call('third call', 'pending'),
            { do: 'ask', params: question },
          ],
        },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('work<C-s>');
    await wait(async () => (await transcript(nvim)).includes('asks'), 'the agent asks');
    await killHost(nvim);
    await wait(async () => (await transcript(nvim)).includes('the session goes on'), 'it goes on');
    const rows = (await transcript(nvim)).split('\n').filter((row) => row.includes(' call'));
    expect(rows).toEqual([
      expect.stringMatching(/first call$/),
      expect.stringMatching(/second call.* ⊘ cut short/),
      expect.stringMatching(/third call.* ⊘ cut short$/),
    ]);
  });

  it('rows that the other host has drawn are read, folded and yanked; other keys say why not', async () => {
    const agent = scriptAgent({
      replies: { initialize: able('resume'), 'session/resume': { result: {} } },
      prompts: [{ steps: [say('See:\n\n```js\ncode()\n```\n\nfirst answer')] }],
    });
    await using nvim = await talked(agent);
    // A message folds when it is complete, which is drawn a moment after its turn is over.
    await wait(
      () =>
        nvim.lua(`local view = require('acp.chat.views').current()
          return #require('acp.surface.ranges').folds(view.chat) > 0`),
      'the message folds',
    );
    await killHost(nvim);
    await nvim.screen.toContain('was started again; the session goes on');
    await nvim.lua(`vim.cmd.stopinsert()
      vim.api.nvim_set_current_win(require('acp.chat.windows').get().chat)
      vim.cmd('normal! gg')`);
    await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'n', 'normal mode');
    await nvim.feed(']]');
    const here = `return vim.fn.getline('.')`;
    await wait(async () => (await nvim.lua(here)) === 'See:', 'the next message');
    await nvim.feed(']c');
    await wait(async () => (await nvim.lua(here)) !== 'See:', 'the code block');
    await nvim.lua(`vim.fn.search('^code')`);
    await nvim.feed('gy');
    await wait(async () => (await nvim.lua(`return vim.fn.getreg('"')`)) === 'code()\n', 'yanked');
    await nvim.feed('o');
    await wait(async () => (await nvim.lua(`return vim.fn.foldclosed('.')`)) > 0, 'it is folded');
    await nvim.feed('o');
    await wait(async () => (await nvim.lua(`return vim.fn.foldclosed('.')`)) === -1, 'it is open');
    for (const key of ['gY', 'c', 'ga', 'gf']) {
      await nvim.lua('vim.cmd.messages("clear")');
      await nvim.feed(key);
      await wait(
        async () => (await nvim.messages()).includes('drawn by a host that has ended'),
        `${key} says why not`,
      );
    }
  });

  it('an agent that can do neither begins a new session and says so', async () => {
    const agent = agentOf('neither');
    await using nvim = await talked(agent);
    await killHost(nvim);
    await nvim.screen.toContain('This is a new session: the agent does not know');
    await nvim.screen.toContain('The host ended (exit code 137) and was started again');
    expect(await transcript(nvim)).toContain('first answer');
    await agent.called('session/new', 2);
  });

  it('an agent that refuses to load says why, and begins a new session', async () => {
    const agent = agentOf('load', {
      'session/load': { error: { code: -32002, message: 'no such session here' } },
    });
    await using nvim = await talked(agent);
    await killHost(nvim);
    await nvim.screen.toContain('could not be continued: no such session here');
    await nvim.screen.toContain('This is a new session');
    expect(await transcript(nvim)).toContain('first answer');
  });

  it('what waited in the queue is back in the prompt, above the draft', async () => {
    const agent = agentOf('load');
    await using nvim = await talked(agent);
    await nvim.feed('work<C-s>');
    await nvim.screen.toContain('busy with it');
    await nvim.feed('second<C-s>third<C-s>the draft');
    await nvim.screen.toContain('2 queued');
    await killHost(nvim);
    await nvim.screen.toContain('(exit code 137, in the middle of a turn)');
    const lines = await nvim.lua(
      `return vim.api.nvim_buf_get_lines(require('acp.chat.views').current().prompt, 0, -1, false)`,
    );
    expect(lines).toEqual(['second', '', 'third', '', 'the draft']);
    expect(await nvim.messages()).toContain('unsent prompts are handed back');
    expect(agent.calls('session/prompt')).toHaveLength(2);
    // The agent replays only the turn before: what was said in this one stays all the same.
    expect(await transcript(nvim)).toMatch(/first answer.*work.*busy with it.*was started again/s);
    expect(count(await transcript(nvim), 'first answer')).toBe(1);
  });

  it('each chat goes on with its own session', async () => {
    const first = agentOf('load');
    const second = agentOf('load', {
      'session/new': { result: { sessionId: 'other-1' } },
    });
    await using nvim = await startNvim({
      config: first.setup({
        agents: {
          scripted: { command: first.command, args: first.args },
          other: { command: second.command, args: second.args },
        },
      }),
    });
    await nvim.lua(`require('acp').open() require('acp').prompt('one')`);
    await nvim.screen.toContain('first answer');
    await nvim.lua(`require('acp').open({ agent = 'other' }) require('acp').prompt('one')`);
    await second.called('session/prompt');
    await wait(
      async () =>
        (await nvim.lua(`return vim.tbl_count(vim.tbl_filter(function(v)
          return v.session ~= nil end, require('acp.chat.views').all()))`)) === 2,
      'both last',
    );
    await killHost(nvim);
    expect((await first.called('session/load')).params.sessionId).toBe('session-1');
    expect((await second.called('session/load')).params.sessionId).toBe('other-1');
    await wait(
      async () =>
        (await nvim.lua(`return #require('acp').sessions()`)) === 2 &&
        (await nvim.lua(`return require('acp').status().phase`)) === 'ready',
      'both are there',
    );
  });

  it('a second time soon after, the next use goes on', async () => {
    const agent = agentOf('load');
    await using nvim = await talked(agent);
    await killHost(nvim);
    await nvim.screen.toContain('the session goes on');
    await killHost(nvim);
    await nvim.screen.toContain('failed: the host ended');
    expect(await hostPidNow(nvim)).toBe(0);
    await nvim.feed('<Esc>:Acp restart<CR>');
    await agent.called('session/load', 2);
    await nvim.feed('imore<C-s>');
    await nvim.screen.toContain('heard more');
    expect(agent.calls('session/load')).toHaveLength(2);
    expect(agent.calls('session/new')).toHaveLength(1);
  });

  describe('follow mode is as it was:', () => {
    const follows = (nvim: Nvim, wanted: string): Promise<unknown> =>
      wait(
        async () => (await nvim.lua(`return require('acp').status().follow`)) === wanted,
        `follow is ${wanted}`,
      );

    it('on, and off although it is on by default', async () => {
      const agent = agentOf('load');
      await using nvim = await talked(agent);
      await nvim.feed('<Esc>:Acp follow on<CR>');
      await follows(nvim, 'on');
      await killHost(nvim);
      await agent.called('session/load');
      await follows(nvim, 'on');
      await nvim.lua(`require('acp').setup({ follow = true })`);
      await nvim.feed(':Acp follow off<CR>');
      await follows(nvim, 'off');
      await killHost(nvim);
      await nvim.feed(':AcpChat<CR>');
      await agent.called('session/load', 2);
      await follows(nvim, 'off');
    });

    it('paused, in the window that it had', async () => {
      const agent = agentOf('load');
      await using nvim = await talked(agent);
      await nvim.lua(`vim.fn.writefile({ 'b' }, 'b.txt') require('acp').close()`);
      await nvim.feed('<Esc>:Acp follow on<CR>');
      await follows(nvim, 'on');
      await nvim.lua(`require('acp.follow').go(vim.fs.joinpath(vim.fn.getcwd(), 'b.txt'))`);
      await nvim.feed(':edit a.txt<CR>');
      await follows(nvim, 'paused');
      await killHost(nvim);
      await agent.called('session/load');
      await follows(nvim, 'paused');
      await nvim.screen.toContain('following paused');
      const went = `return require('acp.follow').go(vim.fs.joinpath(vim.fn.getcwd(), 'b.txt'))`;
      expect(await nvim.lua(went)).toBe('paused');
    });
  });

  it('the window stays where the user reads', async () => {
    const lines = Array.from({ length: 80 }, (_, n) => `line ${n}`).join('\n\n');
    const agent = scriptAgent({
      replies: {
        initialize: able('load'),
        'session/load': { before: [user('go'), say(lines)], result: {} },
      },
      prompts: [{ steps: [say(lines)] }],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>go<C-s>');
    await nvim.screen.toContain('line 79');
    await nvim.turnOver();
    await nvim.feed('<Esc><C-w>kgg20j');
    await nvim.screen.toContain('line 5');
    await nvim.screen.toLose('line 79');
    const place = `return vim.api.nvim_win_call(require('acp.chat.windows').get().chat, vim.fn.winsaveview).topline`;
    const before = await nvim.lua(place);
    await killHost(nvim);
    await wait(async () => (await transcript(nvim)).includes('the session goes on'), 'it goes on');
    expect(await nvim.lua(place)).toBe(before);
    expect(count(await transcript(nvim), 'line 79')).toBe(1);
  });
});

it('a list that its host has left says so, answers no key, and can be closed', async () => {
  await using nvim = await talked(agentOf('load'));
  await nvim.feed('<Esc>:Acp sessions<CR>');
  await nvim.screen.toContain('<CR> show');
  await killHost(nvim);
  await nvim.screen.toContain('the host has ended ╯');
  await nvim.feed('x');
  await wait(
    async () => (await nvim.messages()).includes('close this window and open it again'),
    'a message',
  );
  expect(await nvim.lua(`return #require('acp').sessions()`)).toBe(1);
  await nvim.feed('q');
  await nvim.screen.toLose('the host has ended ╯');
  await nvim.feed(':Acp sessions<CR>');
  await nvim.screen.toContain(/one +scripted +this one/);
});
