/** How published agents report their tool calls: the odd behaviours 1 to 10 that were seen on the wire. */
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/model/state';
import type { ToolState } from '../../src/model/tool-life';
import {
  agentThat,
  ask,
  OPTIONS,
  type Step,
  say,
  scriptAgent,
  toolCall,
  toolCallUpdate,
} from '../support/agent';
import { startNvim } from '../support/nvim';
import { transcript } from '../support/summary';
import { type Talk, talkTo } from '../support/talk';
import { wait } from '../support/wait';

/** Answers the oldest open question with this option. */
async function respond(talk: Talk, optionId: string): Promise<void> {
  await talk.until((state) => state.permissions.length > 0, 'a question is open');
  expect(talk.session.answer(talk.session.state.permissions[0]?.id ?? '', optionId)).toBe(true);
}

function toolState(state: SessionState | undefined, toolCallId: string): ToolState | undefined {
  const entry = state?.entries.findLast(
    (one) => one.kind === 'tool' && one.call.toolCallId === toolCallId,
  );
  return entry?.kind === 'tool' ? entry.call.state : undefined;
}

/** The states that listeners were shown of a call, each once. */
function life(talk: Talk, toolCallId = 't'): ToolState[] {
  const all = talk.changes.flatMap((change) =>
    change.event === 'AcpToolCall' && change.call.toolCallId === toolCallId
      ? [change.call.state]
      : [],
  );
  return all.filter((state, index) => state !== all[index - 1]);
}

describe('1. no tool_call at all', () => {
  const edit = {
    title: 'Edit app.js',
    kind: 'edit',
    content: [{ type: 'diff', path: '/project/app.js', oldText: 'a', newText: 'b' }],
  };

  it('makes the entry from the permission and completes it by the update', async () => {
    await using talk = await talkTo(
      agentThat(ask('t', edit), toolCallUpdate('t', { status: 'completed' }), say('done')),
    );
    const turn = talk.prompt('go');
    await respond(talk, 'once');
    await turn;
    expect(transcript(talk.session.state)).toEqual([
      'user: go',
      'tool edit "Edit app.js": output-available',
      'agent: done',
    ]);
  });

  it('makes a rejected call out of the permission alone', async () => {
    await using talk = await talkTo(agentThat(ask('t', edit), say('as you wish')));
    const turn = talk.prompt('go');
    await respond(talk, 'no');
    await turn;
    const entry = talk.session.state.entries.at(1);
    expect(entry).toMatchObject({
      kind: 'tool',
      call: { title: 'Edit app.js', state: 'output-denied', content: edit.content },
    });
  });
});

it('2. a tool_call_update before its tool_call, and a late pending announcement', async () => {
  await using talk = await talkTo(
    agentThat(
      toolCallUpdate('t', { status: 'pending', title: 'Read' }),
      ask('t'),
      toolCallUpdate('t', { status: 'in_progress' }),
      toolCall('t', { status: 'pending', kind: 'read', title: 'Read app.js' }),
      toolCallUpdate('t', { status: 'completed' }),
    ),
  );
  const turn = talk.prompt('go');
  await respond(talk, 'once');
  await turn;
  expect(transcript(talk.session.state)).toEqual([
    'user: go',
    'tool read "Read app.js": output-available',
  ]);
  expect(life(talk)).toEqual([
    'input-streaming',
    'approval-requested',
    'approval-responded',
    'running',
    'output-available',
  ]);
});

describe('3. the permission first, the tool_call after the answer', () => {
  const command = { title: 'npm test', kind: 'execute' };

  it('is one call', async () => {
    await using talk = await talkTo(
      agentThat(
        ask('t', command),
        toolCall('t', { ...command, status: 'in_progress' }),
        toolCallUpdate('t', { status: 'completed' }),
      ),
    );
    const turn = talk.prompt('go');
    await respond(talk, 'once');
    await turn;
    expect(transcript(talk.session.state)).toEqual([
      'user: go',
      'tool execute "npm test": output-available',
    ]);
  });

  it('stays rejected when the agent never comes back to it', async () => {
    await using talk = await talkTo(agentThat(ask('t', command)));
    const turn = talk.prompt('go');
    await respond(talk, 'no');
    await turn;
    expect(toolState(talk.session.state, 't')).toBe('output-denied');
  });
});

it('4. a permission racing its own update', async () => {
  await using talk = await talkTo(
    agentThat(
      toolCall('t', { status: 'pending' }),
      ask('t', {}, false),
      toolCallUpdate('t', { status: 'in_progress' }),
      { do: 'answers' },
      toolCallUpdate('t', { status: 'completed' }),
    ),
  );
  const turn = talk.prompt('go');
  await talk.until(
    ({ entries }) =>
      entries.some((one) => one.kind === 'tool' && one.call.status === 'in_progress'),
    'the update has come',
  );
  expect(toolState(talk.session.state, 't')).toBe('approval-requested');
  await respond(talk, 'once');
  await turn;
  expect(life(talk)).toEqual([
    'input-streaming',
    'approval-requested',
    'approval-responded',
    'running',
    'output-available',
  ]);
});

it('5. a tool_call_update without status, title, kind or anything but _meta', async () => {
  const content = (text: string) => [{ type: 'content', content: { type: 'text', text } }];
  const usual = { title: 'Search', kind: 'search', status: 'in_progress', content: content('1') };
  const script = agentThat(
    toolCall('t', usual),
    { do: 'gate', name: 'meta' },
    toolCallUpdate('t', { _meta: { terminal_output: {} } }),
    toolCallUpdate('t', { status: null, title: null, kind: null, locations: null }),
    say('in between'),
    { do: 'gate', name: 'content' },
    toolCallUpdate('t', { content: content('2') }),
    toolCallUpdate('t', { status: 'completed' }),
  );
  await using talk = await talkTo(script);
  const turn = talk.prompt('go');
  await talk.until(({ entries }) => entries.length === 2, 'the call is there');
  const before = talk.session.state.entries.at(1);
  script.open('meta');
  await talk.until(({ entries }) => entries.length === 3, 'the empty updates are through');
  expect(talk.session.state.entries.at(1)).toBe(before);
  script.open('content');
  await turn;
  expect(talk.session.state.entries.at(1)).toMatchObject({
    call: { title: 'Search', kind: 'search', status: 'completed', content: content('2') },
  });
});

describe('6. tool calls left open', () => {
  const open: Step[] = [
    toolCall('running', { status: 'in_progress' }),
    toolCall('waiting', { status: 'pending' }),
  ];

  it('are closed when the turn ends', async () => {
    await using talk = await talkTo(agentThat(...open));
    await talk.prompt('go');
    expect(toolState(talk.session.state, 'running')).toBe('cancelled');
    expect(toolState(talk.session.state, 'waiting')).toBe('cancelled');
  });

  it('are closed when the user rejects or cancels', async () => {
    await using talk = await talkTo(agentThat(...open, ask('asked'), { do: 'silence' }));
    const turn = talk.prompt('go');
    await respond(talk, 'no');
    talk.session.cancel();
    await turn;
    expect(transcript(talk.session.state)).toEqual([
      'user: go',
      'tool other "running": cancelled',
      'tool other "waiting": cancelled',
      'tool other "asked": output-denied',
      'info: Cancelled',
    ]);
  });

  it('are not shown as running by the editor', async () => {
    await using nvim = await startNvim({ config: agentThat(...open, say('that was all')).setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('that was all');
    await nvim.screen.toContain('⊘ cancelled', { without: '◐' });
  });
});

it('7. live arguments as content, an empty rawInput and a later title', async () => {
  const streamed = (text: string): Step =>
    toolCallUpdate('t', { content: [{ type: 'content', content: { type: 'text', text } }] });
  await using talk = await talkTo(
    agentThat(
      toolCall('t', { title: 'bash', rawInput: {} }),
      streamed('{"comm'),
      streamed('{"command":"ls"}'),
      toolCallUpdate('t', { title: 'List files', rawInput: { command: 'ls' } }),
      toolCallUpdate('t', { status: 'completed', content: [] }),
    ),
  );
  await talk.prompt('go');
  expect(talk.session.state.entries).toHaveLength(2);
  expect(talk.session.state.entries.at(1)).toMatchObject({
    call: { title: 'List files', rawInput: { command: 'ls' }, content: [] },
  });
  expect(life(talk)).toEqual(['input-streaming', 'input-available', 'output-available']);
});

describe('8. terminals that the agent made itself', () => {
  const terminal = (terminalId: string) => ({ content: [{ type: 'terminal', terminalId }] });

  it.each([
    ['whole pieces', 'terminal_output'],
    ['deltas', 'terminal_output_delta'],
  ])('are shown when their output comes as %s in _meta', async (_, key) => {
    const agent = agentThat(
      toolCall('t', { ...terminal('t'), kind: 'execute', _meta: { terminal_info: {} } }),
      toolCallUpdate('t', { _meta: { [key]: { data: 'compiling\r\n' } } }),
      toolCallUpdate('t', { _meta: { [key]: { data: 'broken\r\n' } } }),
      toolCallUpdate('t', { status: 'failed', _meta: { terminal_exit: { exit_code: 2 } } }),
      say('that was it'),
    );
    await using talk = await talkTo(agent);
    await talk.prompt('go');
    expect([...talk.session.state.terminals.values()]).toMatchObject([
      {
        output: expect.stringMatching(/compiling\r?\nbroken/),
        exitStatus: { exitCode: 2 },
      },
    ]);
  });

  it('do no harm when nobody knows them', async () => {
    const agent = agentThat(
      toolCall('t', terminal('unheard-of')),
      { do: 'request', method: 'terminal/output', params: { terminalId: 'unheard-of' } },
      toolCallUpdate('t', { status: 'completed' }),
      say('survived'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('survived');
    expect(agent.answers('terminal/output')[0]?.error?.code).toBe(-32602);
  });
});

it('9. odd ids, and the same id again in another turn', async () => {
  const id = '8:call_Ab__read_file';
  const agent = scriptAgent({
    prompts: [
      {
        match: 'first',
        steps: [toolCall(id, { title: 'One' }), toolCallUpdate(id, { status: 'completed' })],
      },
      { steps: [toolCall(id, { title: 'Two' }), toolCallUpdate(id, { status: 'failed' })] },
    ],
  });
  await using talk = await talkTo(agent);
  await talk.prompt('first');
  await talk.prompt('second');
  expect(transcript(talk.session.state)).toEqual([
    'user: first',
    'tool other "One": output-available',
    'user: second',
    'tool other "Two": output-error',
  ]);
});

it('10. every kind of tool, and one that nobody knows', async () => {
  const known = ['read', 'edit', 'execute', 'search', 'fetch', 'think', 'switch_mode', 'other'];
  const kinds = [...known, 'delete', 'move', 'telepathy'];
  const steps = kinds.map((kind) => toolCall(kind, { kind, status: 'completed' }));
  const agent = agentThat(...steps, say('all done'));
  await using nvim = await startNvim({ config: agent.setup(), size: [100, 50] });
  await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
  await wait(() => nvim.lua('return _G.done'), 'the turn ended');
  const { tools } = await nvim.lua(`return require('acp').state()`);
  expect(kinds.map((kind) => tools[kind]?.kind)).toEqual([...kinds.slice(0, -1), 'other']);
});

describe('permission options', () => {
  it('keep the order of the agent, several of one kind, and are answered by their id', async () => {
    const options = [
      { optionId: 'user', name: 'Always (user)', kind: 'allow_always' },
      { optionId: 'project', name: 'Always (project)', kind: 'allow_always' },
      ...OPTIONS,
    ];
    const agent = agentThat({ do: 'ask', params: { toolCall: { toolCallId: 't' }, options } });
    await using talk = await talkTo(agent);
    const turn = talk.prompt('go');
    await talk.until(({ permissions }) => permissions.length === 1, 'asked');
    expect(talk.session.state.permissions[0]?.options).toEqual(options);
    await respond(talk, 'project');
    await turn;
    expect(agent.answers('session/request_permission')[0]?.result).toEqual({
      outcome: { outcome: 'selected', optionId: 'project' },
    });
  });
});
