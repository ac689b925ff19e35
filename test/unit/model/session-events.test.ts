import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { type Elicitation, newSession, type SessionState } from '../../../src/model/state';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

const start = newSession('scripted', '/project');
const play = (...events: SessionEvent[]): SessionState => events.reduce(reduce, start);
const update = (fields: object): SessionEvent => ({
  type: 'update',
  update: fields as SessionUpdate,
});
const text = (value: string) => ({ type: 'text', text: value }) as const;
const said = (kind: string, value: string): SessionEvent =>
  update({ sessionUpdate: `${kind}_chunk`, content: text(value) });
const prompted: SessionEvent = { type: 'prompted', content: [text('x')] };
const tool = (toolCallId: string): SessionEvent =>
  update({ sessionUpdate: 'tool_call', toolCallId, title: toolCallId });
const asked = (id: string, pending?: true): SessionEvent => ({
  type: 'asked',
  id,
  toolCall: { toolCallId: id },
  options: [],
  ...(pending ? { pending } : {}),
});
const plan = update({
  sessionUpdate: 'plan',
  entries: [{ content: 'one', priority: 'high', status: 'pending' }],
});

describe('an opened session', () => {
  it('takes what the agent sends, and keeps what it does not send', () => {
    const modes = { currentModeId: 'ask', availableModes: [] };
    const models = { currentModelId: 'big', availableModels: [] };
    const configOptions = [
      { type: 'boolean', id: 'fast', name: 'Fast', currentValue: true } as const,
    ];
    const full = play({ type: 'opened', id: 's', modes, models, configOptions });
    expect(full).toMatchObject({ id: 's', modes, models, configOptions });
    const again = reduce(full, { type: 'opened', id: 't' });
    expect(again).toMatchObject({ id: 't', modes, models, configOptions });
    expect(play({ type: 'opened', id: 's' })).toEqual({ ...start, id: 's' });
  });

  it('goes on with no call of its replay, but with one of a turn that runs', () => {
    const replayed = play(tool('t'), { type: 'opened', id: 's' });
    expect(replayed.entries.at(0)).toMatchObject({ call: { state: 'cancelled' } });
    const running = play(prompted, tool('t'), { type: 'opened', id: 's' });
    expect(running.entries.at(-1)).toMatchObject({ call: { state: 'input-streaming' } });
  });
});

describe('a copy of a session', () => {
  const source = play(
    { type: 'opened', id: 's' },
    prompted,
    plan,
    tool('t'),
    { type: 'terminal', id: 'x', now: { output: 'out' } },
    update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'help' }] }),
    said('agent_message', 'half'),
  );
  const copy = reduce({ ...start, title: 'Old' }, { type: 'adopted', source });

  it('says what the other has said, and nothing of it goes on', () => {
    expect(copy.entries.map(({ kind }) => kind)).toEqual(['user', 'plan', 'tool', 'agent']);
    expect(copy.entries.at(2)).toMatchObject({ call: { state: 'cancelled' } });
    expect(copy.entries.at(-1)).toMatchObject({ done: true });
    expect(copy.turn).toEqual({ phase: 'idle' });
    expect(copy.id).toBe('');
  });

  it('has its plan, commands and terminals', () => {
    expect(copy).toMatchObject({ turns: 1, plan: [{ content: 'one' }] });
    expect(copy.commands).toEqual(source.commands);
    expect(copy.terminals.get('x')).toEqual({ output: 'out' });
  });

  it('has its title, where it has one', () => {
    expect(copy.title).toBe('Old');
    const titled = { ...source, title: 'New' };
    expect(reduce(start, { type: 'adopted', source: titled }).title).toBe('New');
  });

  it('finds the calls that it has taken over', () => {
    const done = update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      title: 'Later',
    });
    const after = reduce(copy, done);
    expect(after.entries).toHaveLength(4);
    expect(after.entries.at(2)).toMatchObject({ call: { title: 'Later' } });
  });
});

it('of a history that was lost only notices are left, and the next one begins anew', () => {
  const lost = play(
    { type: 'noticed', level: 'info', text: 'hello' },
    said('user_message', 'x'),
    tool('t'),
    plan,
    { type: 'historyLost' },
  );
  expect(lost).toMatchObject({ turns: 0, plan: [] });
  expect([...lost.entries]).toMatchObject([{ kind: 'notice', text: 'hello' }]);
  const reported = reduce(lost, tool('t'));
  expect(reported.entries.map(({ kind }) => kind)).toEqual(['notice', 'tool']);
});

it('a compaction goes on in its notice after a history was lost', () => {
  const compaction = (status: string): SessionEvent =>
    update({ sessionUpdate: 'compaction_update', compactionId: 'c', status });
  const state = play(
    said('user_message', 'x'),
    compaction('in_progress'),
    { type: 'historyLost' },
    compaction('completed'),
  );
  expect([...state.entries]).toMatchObject([{ text: 'The context was compacted' }]);
});

it('the model that was chosen is the current one, where there are models', () => {
  const models = { currentModelId: 'small', availableModels: [{ modelId: 'big', name: 'Big' }] };
  const opened = play({ type: 'opened', id: 's', models });
  const chosen = reduce(opened, { type: 'modelSet', modelId: 'big' });
  expect(chosen.models).toEqual({ ...models, currentModelId: 'big' });
  expect(play({ type: 'modelSet', modelId: 'big' })).toBe(start);
});

it('prompts wait in their order, an urgent one before all others', () => {
  const queued = (id: string, first?: true): SessionEvent => ({
    type: 'queued',
    id,
    content: [text(id)],
    ...(first ? { at: 0 } : {}),
  });
  const state = play(queued('a'), queued('b'), queued('c', true), { type: 'unqueued', id: 'a' });
  expect(state.queue).toEqual([
    { id: 'c', content: [text('c')] },
    { id: 'b', content: [text('b')] },
  ]);
});

describe('questions', () => {
  it('that a rule is answering are not shown', () => {
    const state = play(asked('p', true));
    expect(state.permissions).toEqual([]);
    expect(state.entries.at(0)).toMatchObject({ call: { state: 'approval-requested' } });
  });

  it('that were changed keep their places', () => {
    const state = play(asked('p'), asked('q'));
    const [first, second] = state.permissions;
    if (!first) throw new Error('nothing is asked');
    const request = { ...first, id: 'p2', title: 'Changed' };
    const reasked = (id: string, pending?: true): SessionState =>
      reduce(state, { type: 'reasked', id, request, ...(pending ? { pending } : {}) });
    expect(reasked('p').permissions).toEqual([request, second]);
    expect(reasked('unknown').permissions).toEqual([first, second, request]);
    expect(reasked('p', true).permissions).toEqual([second]);
  });

  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'never', name: 'Never', kind: 'reject_always' },
  ] as const;
  const question: SessionEvent = { type: 'asked', id: 'p', toolCall: { toolCallId: 't' }, options };
  const answer = (state: SessionState, optionId: string): SessionState => {
    const [request] = state.permissions;
    if (!request) throw new Error('nothing is asked');
    const outcome = { outcome: 'selected', optionId } as const;
    return reduce(state, { type: 'answered', id: 'p', outcome, by: 'user', request });
  };
  const stateOf = (state: SessionState): unknown => {
    const entry = state.entries.at(0);
    return entry?.kind === 'tool' && entry.call.state;
  };

  it('rejected for ever deny the call', () => {
    expect(stateOf(answer(play(question), 'never'))).toBe('output-denied');
  });

  it('answered after their call has ended leave it as it ended', () => {
    const ended = play(
      question,
      update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }),
    );
    expect(stateOf(answer(ended, 'never'))).toBe('output-available');
    expect(answer(ended, 'never').permissions).toEqual([]);
  });
});

it('a form holds what was filled in until it is closed', () => {
  const form = (id: string): Elicitation => ({ id, message: 'Who?', values: {} });
  const state = play(
    { type: 'elicited', request: form('a') },
    { type: 'elicited', request: form('b') },
    { type: 'filled', id: 'b', values: { name: 'Ada' } },
  );
  expect(state.elicitations).toEqual([form('a'), { ...form('b'), values: { name: 'Ada' } }]);
  expect(reduce(state, { type: 'elicitationClosed', id: 'a' }).elicitations).toMatchObject([
    { id: 'b' },
  ]);
});

describe('a turn', () => {
  it('that is being cancelled cancels its calls', () => {
    const state = play(prompted, tool('t'), { type: 'cancelling' });
    expect(state.turn).toEqual({ phase: 'cancelling' });
    expect(state.entries.at(-1)).toMatchObject({ call: { state: 'cancelled' } });
  });

  it('that failed says why, and its message grows no more', () => {
    const failed = play(prompted, said('agent_message', 'half'), {
      type: 'turnFailed',
      text: 'no model',
      detail: 'trace',
    });
    expect(failed.turn).toEqual({ phase: 'idle', stopReason: 'error' });
    expect([...failed.entries]).toMatchObject([
      { kind: 'user' },
      { kind: 'agent', done: true },
      { kind: 'notice', level: 'error', text: 'no model', detail: 'trace' },
    ]);
    const next = reduce(failed, said('agent_message', 'more'));
    expect(next.entries).toHaveLength(4);
  });

  it.each([
    ['cancelled', 'info', 'Cancelled'],
    ['max_tokens', 'warn', 'The agent reached its token limit and stopped'],
    ['max_turn_requests', 'warn', 'The agent reached its limit of steps and stopped'],
  ])('that ended by %s is remarked on', (stopReason, level, remark) => {
    const state = play(prompted, said('agent_message', 'y'), { type: 'turnEnded', stopReason });
    expect(state.entries.at(-1)).toMatchObject({ kind: 'notice', level, text: remark });
    expect(state.entries.at(1)).toMatchObject({ kind: 'agent', done: true });
    expect(state.turn).toEqual({ phase: 'idle', stopReason });
  });

  it('that was refused names the prompt which the agent has dropped', () => {
    const refused = (content: object[]): unknown =>
      play({ type: 'prompted', content: content as never }, said('agent_message', 'y'), {
        type: 'turnEnded',
        stopReason: 'refusal',
      }).entries.at(-1);
    expect(refused([text('Why?')])).toMatchObject({
      level: 'warn',
      text: 'The agent refused; it has dropped "Why?" and what followed from its context',
    });
    expect(refused([{ type: 'image', data: '', mimeType: 'image/png' }])).toMatchObject({
      text: 'The agent refused; it has dropped this prompt and what followed from its context',
    });
  });

  it('without a prompt that ends at once is not called silent', () => {
    expect(play({ type: 'turnEnded', stopReason: 'end_turn' }).entries).toHaveLength(0);
    const answered = play(prompted, tool('t'), { type: 'turnEnded', stopReason: 'end_turn' });
    expect(answered.entries.map(({ kind }) => kind)).toEqual(['user', 'tool']);
  });
});

describe('updates', () => {
  it('replace options, and have the cost where it is known', () => {
    const configOptions = [{ type: 'boolean', id: 'fast', name: 'Fast', currentValue: true }];
    const cost = { amount: 1, currency: 'USD' };
    const state = play(
      update({ sessionUpdate: 'config_option_update', configOptions }),
      update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost }),
    );
    expect(state.configOptions).toEqual(configOptions);
    expect(state.usage).toEqual({ used: 1, size: 2, cost });
  });

  it('of the mode keep the modes there are', () => {
    const availableModes = [{ id: 'ask', name: 'Ask' }];
    const opened = play({ type: 'opened', id: 's', modes: { currentModeId: 'x', availableModes } });
    const mode = update({ sessionUpdate: 'current_mode_update', currentModeId: 'ask' });
    expect(reduce(opened, mode).modes).toEqual({ currentModeId: 'ask', availableModes });
    expect(play(mode).modes).toEqual({ currentModeId: 'ask', availableModes: [] });
  });

  it('that are notices, or of an unknown kind, change nothing', () => {
    expect(play(update({ sessionUpdate: 'notice', message: 'hi' }))).toBe(start);
    expect(play(update({ sessionUpdate: 'unheard_of' }))).toBe(start);
  });

  it('keep the time of a session as they keep its title', () => {
    const info = (fields: object): SessionEvent =>
      update({ sessionUpdate: 'session_info_update', ...fields });
    const state = play(info({ title: 'T', updatedAt: '2026-01-01' }), info({ title: 'U' }));
    expect(state).toMatchObject({ title: 'U', updatedAt: '2026-01-01' });
    expect(reduce(state, info({ updatedAt: null }))).not.toHaveProperty('updatedAt');
    expect(reduce(state, info({ title: null }))).not.toHaveProperty('title');
  });

  it('of the plan make one for each turn, and change none of an earlier', () => {
    const entries = [
      { content: 'one', priority: 'high', status: 'pending' },
      { content: 'two', priority: 'high', status: 'pending' },
    ];
    const state = play(prompted, plan, prompted, update({ sessionUpdate: 'plan', entries }));
    expect([...state.entries].filter(({ kind }) => kind === 'plan')).toMatchObject([
      { turn: 1, plan: entries.slice(0, 1) },
      { turn: 2, plan: entries },
    ]);
    const cleared = reduce(state, update({ sessionUpdate: 'plan', entries: [] }));
    expect(cleared.entries.at(-1)).toMatchObject({ plan: [] });
  });
});

describe('a replayed prompt', () => {
  it('counts once, however many chunks it comes in', () => {
    const state = play(said('user_message', 'a'), said('user_message', 'b'));
    expect(state.turns).toBe(1);
    expect([...state.entries]).toMatchObject([{ kind: 'user', content: [text('ab')] }]);
    expect(
      play(said('user_message', 'a'), said('agent_message', 'b'), said('user_message', 'c')).turns,
    ).toBe(2);
  });
});

describe('a long message', () => {
  const long = 'x'.repeat(32 * 1024);

  it('goes on in another part, which says that it continues', () => {
    const state = play(
      said('agent_message', long),
      said('agent_message', 'y'),
      said('agent_message', 'z'),
    );
    expect([...state.entries]).toMatchObject([
      { content: [text(long), { ...text('yz'), continues: true }] },
    ]);
  });

  it('is one part until it is full', () => {
    const short = long.slice(1);
    const state = play(said('agent_message', short), said('agent_message', 'y'));
    expect([...state.entries]).toMatchObject([{ content: [{ text: `${short}y` }] }]);
  });

  it('has an id only where the agent gives one, and an empty chunk changes nothing', () => {
    const state = play(said('agent_message', 'y'));
    expect(state.entries.at(0)).toEqual({
      kind: 'agent',
      id: 'e1',
      content: [text('y')],
      done: false,
    });
    expect(reduce(state, said('agent_message', ''))).toBe(state);
    const named = play(
      update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('y') }),
    );
    expect(named.entries.at(0)).toMatchObject({ messageId: 'm' });
  });
});

it('a notice has more lines only where there are any', () => {
  const bare = play({ type: 'noticed', level: 'info', text: 'x' });
  expect(bare.entries.at(0)).toEqual({ kind: 'notice', id: 'e1', level: 'info', text: 'x' });
});
