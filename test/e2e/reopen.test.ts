import { describe, expect, it } from 'vitest';
import { ask, type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

const PROMPTS = [
  { match: 'die', steps: [say('last words'), { do: 'crash', code: 7 }] },
  {
    match: 'deaf',
    steps: [say('I do not listen'), { do: 'ignoreCancel' }, { do: 'silence' }],
  },
  { steps: [say('answer to {{prompt}}')] },
] as const;

const user = (text: string) =>
  ({
    do: 'update',
    update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } },
  }) as const;

const texts = async (nvim: Nvim): Promise<string[]> => {
  const { entries = [] } = await nvim.lua(`return require('acp').state()`);
  return entries.map((entry: { text?: string; kind: string }) => entry.text ?? entry.kind);
};

async function crashAndGoOn(agent: ScriptedAgent, nvim: Nvim): Promise<void> {
  await nvim.lua(`require('acp').open() require('acp').prompt('die')`);
  await nvim.screen.toContain('exited with code 7');
  await nvim.screen.toContain('or `:Acp restart`, goes on with the session');
  await nvim.lua(`require('acp').prompt('go on')`);
  await nvim.screen.toContain('answer to go on');
  expect(agent.calls('initialize')).toHaveLength(2);
}

describe('after the death of an agent', () => {
  it('the same session is resumed where that is advertised', async () => {
    const agent = scriptAgent({
      replies: {
        initialize: {
          result: { agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } } },
        },
        'session/resume': { result: {} },
      },
      prompts: PROMPTS,
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await crashAndGoOn(agent, nvim);
    expect(agent.calls('session/resume').map(({ params }) => params.sessionId)).toEqual([
      'session-1',
    ]);
    expect(agent.calls('session/new')).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)(
    'else it is loaded, and a replay %s the answer is not drawn again',
    async (when) => {
      const replay = [user('die'), say('last words')];
      const agent = scriptAgent({
        replies: {
          initialize: { result: { agentCapabilities: { loadSession: true } } },
          'session/load': { [when]: replay, result: {} },
        },
        prompts: PROMPTS,
      });
      await using nvim = await startNvim({ config: agent.setup() });
      await crashAndGoOn(agent, nvim);
      expect(agent.calls('session/load')).toHaveLength(1);
      const shown = await texts(nvim);
      expect(shown.filter((text) => text === 'last words')).toHaveLength(1);
      expect(shown.slice(-2)).toEqual(['go on', 'answer to go on']);
    },
  );

  it('a session that cannot be loaded any more is replaced by a new one, and this is said', async () => {
    const agent = scriptAgent({
      replies: {
        initialize: { result: { agentCapabilities: { loadSession: true } } },
        'session/load': { error: { code: -32002, message: 'no such session' } },
      },
      prompts: PROMPTS,
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await crashAndGoOn(agent, nvim);
    await nvim.screen.toContain('could not be continued: no such session');
    await nvim.screen.toContain('This is a new session');
  });
});

describe('what waits in the queue', () => {
  const prompt = (nvim: Nvim): Promise<string[]> =>
    nvim.lua(
      `return vim.api.nvim_buf_get_lines(require('acp.chat.views').current().prompt, 0, -1, false)`,
    );

  it('is back in the prompt when the agent dies', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          match: 'slow',
          steps: [say('slowly'), { do: 'gate', name: 'end' }, { do: 'crash', code: 7 }],
        },
        { steps: [say('answer to {{prompt}}')] },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>slow<C-s>');
    await nvim.screen.toContain('slowly');
    await nvim.feed('one<C-s>two<C-s>draft');
    await nvim.screen.toContain('2 queued');
    agent.open('end');
    await nvim.screen.toContain('exited with code 7');
    await wait(
      async () => (await prompt(nvim)).join('|') === 'one||two||draft',
      () => `all is back\n${nvim.screen.framed()}`,
    );
    expect(await nvim.messages()).toContain('what was not sent is back in the prompt');
    await nvim.expectNotBlocked();
    await nvim.feed('<C-s>');
    await nvim.screen.toContain('answer to one');
    expect(agent.calls('session/prompt')).toHaveLength(2);
  });

  it('is back in the prompt after :Acp stop, and of no chat when its chat is closed', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>deaf<C-s>');
    await nvim.screen.toContain('I do not listen');
    await nvim.feed('later<C-s>');
    await nvim.screen.toContain('1 queued');
    await nvim.feed('<Esc>:Acp stop<CR>');
    await wait(async () => (await prompt(nvim))[0] === 'later', 'it is back');
    await nvim.feed(':Acp close<CR>');
    await nvim.screen.toLose('later');
    await nvim.expectNotBlocked();
  });
});

/** Of an agent that opens a stored session without its history. */
const RESUMES = {
  initialize: { result: { agentCapabilities: { sessionCapabilities: { resume: {} } } } },
  'session/resume': { result: {} },
};

describe(':Acp restart', () => {
  it('helps when a cancel is not answered: the turn ends, what waits is sent', async () => {
    const agent = scriptAgent({
      replies: RESUMES,
      prompts: PROMPTS,
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open() require('acp').prompt('deaf')`);
    await nvim.screen.toContain('I do not listen');
    await nvim.lua(`require('acp').cancel() require('acp').prompt('waiting')`);
    await nvim.lua(`require('acp').cancel()`);
    await wait(
      async () => (await nvim.messages()).includes('was asked to cancel; :Acp restart ends it'),
      'the user hears that it is being cancelled',
    );
    await nvim.screen.toContain('`:Acp restart` ends it');
    await nvim.feed('<Esc>:Acp restart<CR>');
    await nvim.screen.toContain('answer to waiting');
    const shown = await texts(nvim);
    expect(shown).toEqual([
      'deaf',
      'I do not listen',
      expect.stringContaining('does not answer'),
      'Cancelled',
      'Restarted scripted',
      'waiting',
      'answer to waiting',
    ]);
    await nvim.expectNotBlocked();
  });

  it('keeps every session of the agent, and :Acp stop ends it without an error', async () => {
    const agent = scriptAgent({
      replies: RESUMES,
      prompts: PROMPTS,
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open() require('acp').prompt('one')`);
    await nvim.screen.toContain('answer to one');
    await nvim.lua(`require('acp').open({ new = true }) require('acp').prompt('two')`);
    await nvim.screen.toContain('answer to two');
    await nvim.turnOver();
    await nvim.feed('<Esc>:Acp restart<CR>');
    await agent.called('session/resume', 2);
    expect(
      agent
        .calls('session/resume')
        .map(({ params }) => params.sessionId)
        .sort(),
    ).toEqual(['session-1', 'session-2']);
    await nvim.screen.toContain('Restarted scripted');
    await nvim.feed(':Acp stop<CR>');
    await nvim.screen.toContain('Stopped scripted; the next prompt starts it again');
    expect((await texts(nvim)).join()).not.toContain('exited');
    await nvim.lua(`require('acp').prompt('three')`);
    await nvim.screen.toContain('answer to three');
  });
});

describe('several chats', () => {
  it('each keep their draft, their scroll position and their open questions', async () => {
    const slow = scriptAgent({
      prompts: [
        { match: 'long', steps: [{ do: 'repeat', times: 80, steps: [say('line {{i}}\n\n')] }] },
        { match: 'ask', steps: [ask('t', { title: 'May I?' }), say('answered')] },
      ],
    });
    const other = scriptAgent({ prompts: [{ steps: [say('other here')] }] });
    const agents = {
      scripted: { command: slow.command, args: slow.args },
      other: { command: other.command, args: other.args },
    };
    await using nvim = await startNvim({ config: slow.setup({ agents }) });
    await nvim.feed(':AcpChat scripted<CR>');
    await nvim.lua(`require('acp').prompt('long')`);
    await nvim.screen.toContain('line 79');
    await nvim.feed('<Esc>Ga draft<Esc><C-w>kgg10<C-e>');
    await nvim.screen.toLose('line 79');
    await nvim.screen.atRest();
    const before = nvim.screen.text();
    await nvim.feed(':AcpChat! other<CR>');
    await nvim.screen.toLose('draft');
    await nvim.lua(`require('acp').prompt('hello')`);
    await nvim.screen.toContain('other here');
    await nvim.feed('<Esc>:AcpChat scripted<CR>');
    await nvim.screen.toContain('draft');
    await nvim.screen.atRest();
    const inner = (text: string): string[] => text.split('\n').slice(3, 20);
    expect(inner(nvim.screen.text())).toEqual(inner(before));
    await nvim.lua(`require('acp').prompt('ask')`);
    await nvim.screen.toContain('May I?');
    await nvim.feed('<Esc>:AcpChat other<CR>');
    await nvim.screen.toContain('other here');
    expect(await nvim.lua(`return #require('acp').permissions()`)).toBe(1);
    expect(await nvim.lua(`return #require('acp').sessions()`)).toBe(2);
    await readable(nvim);
    await nvim.feed('<Esc>:Acp allow<CR>');
    await slow.answered('session/request_permission');
    await wait(
      async () => (await nvim.lua(`return #require('acp').permissions()`)) === 0,
      'nothing is open',
    );
  });
});
