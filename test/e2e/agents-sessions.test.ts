/** How published agents make, load and describe sessions: the odd behaviours 24 to 26 that were seen on the wire. */
import { describe, expect, it } from 'vitest';
import { type Script, type Step, say, scriptAgent, toolCall } from '../support/agent';
import { startNvim } from '../support/nvim';
import { transcript } from '../support/summary';
import { talkTo } from '../support/talk';

const user = (text: string): Step => ({
  do: 'update',
  sessionId: 'stored',
  update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } },
});

const HISTORY: readonly Step[] = [
  user('what is this?'),
  { ...say('a program'), sessionId: 'stored' } as Step,
  {
    ...toolCall('t', { title: 'Read', status: 'completed', rawInput: null }),
    sessionId: 'stored',
  } as Step,
  user('thanks'),
];

const loading = (reply: object): Script => ({
  replies: {
    initialize: { result: { agentCapabilities: { loadSession: true } } },
    'session/load': reply,
  },
});

const opening = { how: 'load', sessionId: 'stored' } as const;

describe('24. session/load', () => {
  const shown = [
    'user: what is this?',
    'agent: a program',
    'tool other "Read": output-available',
    'user: thanks',
  ];

  it('replays before the answer', async () => {
    await using talk = await talkTo(scriptAgent(loading({ result: {}, before: HISTORY })), {
      opening,
    });
    expect(transcript(talk.session.state)).toEqual(shown);
    expect(talk.session.state).toMatchObject({ id: 'stored', turns: 2, turn: { phase: 'idle' } });
  });

  it('replays after the answer', async () => {
    await using talk = await talkTo(scriptAgent(loading({ result: {}, after: HISTORY })), {
      opening,
    });
    await talk.until(({ entries }) => entries.length === 4, 'the history is there');
    expect(transcript(talk.session.state)).toEqual(shown);
  });

  it('replays a part before the answer and the rest after it: a prompt waits for all of it', async () => {
    const [first, ...rest] = HISTORY as [Step, ...Step[]];
    const script = loading({ result: {}, before: [first], after: rest });
    const agent = scriptAgent({ ...script, prompts: [{ steps: [say('hello again')] }] });
    await using talk = await talkTo(agent, { opening });
    await talk.prompt('hello');
    expect(transcript(talk.session.state)).toEqual([...shown, 'user: hello', 'agent: hello again']);
  });

  it('answers null', async () => {
    // Our second request: the first is initialize.
    const answer: Step = { do: 'send', message: { id: 1, result: null } };
    const agent = scriptAgent(loading({ silent: true, before: [...HISTORY, answer] }));
    await using talk = await talkTo(agent, { opening });
    expect(agent.calls('session/load')[0]?.id).toBe(1);
    expect(talk.session.linked).toBe(true);
  });
});

describe('25. what is not known or not said', () => {
  it.each([-32002, -32602, -32603])(
    'load of an unknown session fails with %i and a message',
    async (code) => {
      const agent = scriptAgent(loading({ error: { code, message: 'Session not found: stored' } }));
      await using talk = await talkTo(agent, { open: false });
      await expect(talk.agent.open(talk.session, [], opening)).rejects.toThrow('Session not found');
      expect(talk.session.linked).toBe(false);
      await talk.agent.open(talk.session, []);
      expect(talk.session.linked).toBe(true);
    },
  );

  it('a session_info_update without a title keeps it, null clears it', async () => {
    const info = (fields: object): Step => ({
      do: 'update',
      update: { sessionUpdate: 'session_info_update', ...fields },
    });
    const agent = scriptAgent({
      prompts: [
        { match: 'clear', steps: [info({ title: null }), say('cleared')] },
        {
          steps: [
            info({ title: 'A title' }),
            info({ _meta: { codex: { state: 'x' } } }),
            info({ updatedAt: '2026-01-01T00:00:00Z' }),
            say('kept'),
          ],
        },
      ],
    });
    await using talk = await talkTo(agent);
    await talk.prompt('keep');
    expect(talk.session.state).toMatchObject({
      title: 'A title',
      updatedAt: '2026-01-01T00:00:00Z',
    });
    await talk.prompt('clear');
    expect(talk.session.state.title).toBeUndefined();
  });
});

it('26. session/new always says mcpServers and an absolute folder', async () => {
  const agent = scriptAgent({});
  await using nvim = await startNvim({ config: agent.setup({ editor_tools: false }) });
  await nvim.lua(`require('acp').open()`);
  const { params } = await agent.called('session/new');
  expect(params).toMatchObject({ mcpServers: [], cwd: nvim.dir });
});
