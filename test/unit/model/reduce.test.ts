import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState, type ToolCall } from '../../../src/model/state';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

const start = newSession('scripted', '/project');

const play = (...events: SessionEvent[]): SessionState => events.reduce(reduce, start);
const update = (update: SessionUpdate): SessionEvent => ({ type: 'update', update });
const say = (text: string, messageId?: string): SessionEvent =>
  update({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
    ...(messageId ? { messageId } : {}),
  });
const think = (text: string): SessionEvent =>
  update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
const prompted = (text: string): SessionEvent => ({
  type: 'prompted',
  content: [{ type: 'text', text }],
});
const tool = (fields: Record<string, unknown>): SessionEvent =>
  update({
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    title: 'Tool',
    ...fields,
  } as SessionUpdate);
const patch = (fields: Record<string, unknown>): SessionEvent =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields } as SessionUpdate);
const YES_NO = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
] as const;
const ask = (id: string, toolCallId = 't', fields = {}): SessionEvent => ({
  type: 'asked',
  id,
  toolCall: { toolCallId, ...fields },
  options: YES_NO,
});
const answered = (id: string, optionId?: string): SessionEvent => ({
  type: 'answered',
  id,
  outcome: optionId ? { outcome: 'selected', optionId } : { outcome: 'cancelled' },
  by: 'user',
  request: {
    id,
    toolCallId: 't',
    title: 't',
    kind: 'other',
    options: YES_NO,
    content: [],
    locations: [],
  },
});

const kinds = (state: SessionState): string[] => state.entries.map((entry) => entry.kind);
const texts = (state: SessionState): string[] =>
  state.entries.map((entry) =>
    'content' in entry
      ? entry.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')
      : entry.kind === 'notice'
        ? entry.text
        : entry.kind,
  );
const call = (state: SessionState, index = -1): ToolCall => {
  const found = state.entries.filter((entry) => entry.kind === 'tool').at(index);
  if (!found) throw new Error('no tool call');
  return found.call;
};

describe('messages', () => {
  it('join neighbouring chunks verbatim', () => {
    expect(texts(play(say('Hel'), say('lo\n'), say('  there ')))).toEqual(['Hello\n  there ']);
  });

  it('start anew when the message id changes, and when another entry came between', () => {
    expect(texts(play(say('a', '1'), say('b', '2')))).toEqual(['a', 'b']);
    expect(texts(play(say('a'), think('hm'), say('b')))).toEqual(['a', 'hm', 'b']);
  });

  it('leave empty chunks out', () => {
    expect(kinds(play(say(''), think('')))).toEqual([]);
  });

  it('leave out what is meant for the model alone', () => {
    const annotated = (audience: ('user' | 'assistant')[] | null): SessionEvent =>
      update({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: String(audience), annotations: { audience } },
      });
    const state = play(
      annotated(['assistant']),
      annotated(['user', 'assistant']),
      annotated(['assistant']),
      annotated([]),
      annotated(null),
    );
    expect([...state.entries]).toMatchObject([{ content: [{ text: 'user,assistantnull' }] }]);
  });

  it('keep other content beside text', () => {
    const image = update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', data: 'AA==', mimeType: 'image/png' },
    });
    const state = play(say('look: '), image, say('nice'));
    expect(state.entries).toHaveLength(1);
    expect(texts(state)).toEqual(['look: imagenice']);
  });

  it('of the user are dropped while our own turn runs and kept when replayed', () => {
    const echo = update({
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: 'hi' },
    });
    expect(kinds(play(prompted('hi'), echo))).toEqual(['user']);
    const replayed = play(echo);
    expect(texts(replayed)).toEqual(['hi']);
    expect(replayed.turns).toBe(1);
  });

  it('leave untouched entries the same objects', () => {
    const before = play(say('a'), think('b'), say('c'));
    const after = reduce(before, say('d'));
    expect(after.entries.at(0)).toBe(before.entries.at(0));
    expect(after.entries.at(1)).toBe(before.entries.at(1));
    expect(after.entries.at(2)).not.toBe(before.entries.at(2));
  });
});

describe('tool calls', () => {
  it('live from input to output', () => {
    const events = [
      tool({ rawInput: {} }),
      patch({ rawInput: { path: 'a' } }),
      { type: 'inputSettled', toolCallId: 't', turn: 0 } as const,
      patch({ status: 'in_progress' }),
      patch({ status: 'completed' }),
    ];
    const states = events.map((_, index) => play(...events.slice(0, index + 1)));
    expect(states.map((state) => call(state).state)).toEqual([
      'input-streaming',
      'input-streaming',
      'input-available',
      'running',
      'output-available',
    ]);
  });

  it('keep what a patch leaves out, take null as absent and an empty list as cleared', () => {
    const location = [{ path: '/project/a', line: 3 }];
    const full = play(tool({ kind: 'edit', locations: location, rawInput: { a: 1 } }));
    const same = reduce(full, patch({ locations: null, kind: null, _meta: null }));
    expect(same).toBe(full);
    expect(call(reduce(full, patch({ locations: [] }))).locations).toEqual([]);
  });

  it('are made by an update that was never announced', () => {
    const state = play(patch({ title: 'Late', status: 'completed' }));
    expect(call(state)).toMatchObject({ title: 'Late', kind: 'other', state: 'output-available' });
  });

  it('do not fall back to pending when announced after their first updates', () => {
    const state = play(patch({ status: 'in_progress' }), tool({ status: 'pending', kind: 'read' }));
    expect(state.entries).toHaveLength(1);
    expect(call(state)).toMatchObject({ status: 'in_progress', state: 'running', kind: 'read' });
  });

  it('of the same id in a later turn are another call', () => {
    const state = play(
      prompted('1'),
      tool({ status: 'completed' }),
      { type: 'turnEnded', stopReason: 'end_turn' },
      prompted('2'),
      tool({ title: 'Again' }),
    );
    expect(state.entries.filter((entry) => entry.kind === 'tool')).toHaveLength(2);
    expect(call(state, 0).state).toBe('output-available');
  });

  it('take a late update after their turn without coming back to life', () => {
    const state = play(
      prompted('1'),
      tool({ status: 'in_progress' }),
      { type: 'cancelling' },
      { type: 'turnEnded', stopReason: 'cancelled' },
      patch({ content: [{ type: 'content', content: { type: 'text', text: 'tick 6' } }] }),
    );
    expect(call(state).state).toBe('cancelled');
    expect(call(state).content).toHaveLength(1);
  });

  it('that are still open at the end of the turn are closed', () => {
    const state = play(prompted('1'), tool({ status: 'in_progress' }), {
      type: 'turnEnded',
      stopReason: 'end_turn',
    });
    expect(call(state).state).toBe('cancelled');
  });

  it('survive ids that are names of object members', () => {
    const state = play(tool({ toolCallId: '__proto__' }), patch({ toolCallId: 'constructor' }));
    expect(kinds(state)).toEqual(['tool', 'tool']);
  });
});

describe('permissions', () => {
  it('may be the first mention of their tool call', () => {
    const state = play(ask('p1', 't', { title: 'Edit a', kind: 'edit' }));
    expect(call(state)).toMatchObject({ title: 'Edit a', state: 'approval-requested' });
    expect(state.permissions).toMatchObject([{ id: 'p1', title: 'Edit a', kind: 'edit' }]);
  });

  it('stay open when the call reports progress meanwhile', () => {
    const state = play(tool({}), ask('p1'), patch({ status: 'in_progress' }));
    expect(call(state).state).toBe('approval-requested');
    expect(call(reduce(state, answered('p1', 'yes'))).state).toBe('running');
  });

  it('answered by a reject option deny the call, by cancelled cancel it', () => {
    const asked = play(tool({}), ask('p1'));
    expect(call(reduce(asked, answered('p1', 'no'))).state).toBe('output-denied');
    expect(call(reduce(asked, answered('p1'))).state).toBe('cancelled');
    expect(call(reduce(asked, answered('p1', 'yes'))).state).toBe('approval-responded');
  });

  it('of one call wait for the last answer', () => {
    const state = play(tool({}), ask('p1'), ask('p2'), answered('p2', 'yes'));
    expect(call(state).state).toBe('approval-requested');
    expect(state.permissions.map((request) => request.id)).toEqual(['p1']);
  });

  it('keep the state of a call that failed after a denial', () => {
    const state = play(tool({}), ask('p1'), answered('p1', 'no'), patch({ status: 'failed' }));
    expect(call(state).state).toBe('output-denied');
  });
});

describe('the turn', () => {
  it('counts any answer after a cancel as cancelled', () => {
    const state = play(
      prompted('x'),
      { type: 'cancelling' },
      { type: 'turnEnded', stopReason: 'end_turn' },
    );
    expect(state.turn).toEqual({ phase: 'idle', stopReason: 'cancelled' });
  });

  it('says why it ended when the answer does not', () => {
    const said = (stopReason: string): string | undefined =>
      texts(play(prompted('x'), say('y'), { type: 'turnEnded', stopReason })).at(-1);
    expect(said('end_turn')).toBe('y');
    expect(said('max_tokens')).toMatch(/token limit/);
    expect(said('refusal')).toMatch(/dropped "x" and what followed/);
    expect(said('out_of_cheese')).toBe('The agent stopped: out_of_cheese');
    expect(said('constructor')).toBe('The agent stopped: constructor');
  });

  it('that ends without a word gets a notice', () => {
    const state = play(prompted('x'), { type: 'turnEnded', stopReason: 'end_turn' });
    expect(texts(state).at(-1)).toBe('The agent ended the turn without an answer');
  });

  it('that ends with nothing but thoughts and notices gets one, too', () => {
    const state = play(
      prompted('x'),
      update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } }),
      { type: 'noticed', level: 'info', text: 'by the way' },
      { type: 'turnEnded', stopReason: 'end_turn' },
    );
    expect(texts(state).at(-1)).toBe('The agent ended the turn without an answer');
  });
});

describe('the rest of the state', () => {
  it('replaces the plan of the turn in place and clears it by an empty list', () => {
    const entry = { content: 'one', priority: 'high', status: 'pending' } as const;
    const plan = (entries: (typeof entry)[]): SessionEvent =>
      update({ sessionUpdate: 'plan', entries });
    expect(kinds(play(plan([])))).toEqual([]);
    const state = play(prompted('x'), plan([entry]), say('y'), plan([entry, entry]));
    expect(kinds(state)).toEqual(['user', 'plan', 'agent']);
    expect(state.plan).toHaveLength(2);
    expect(reduce(state, plan([])).plan).toEqual([]);
  });

  it('keeps the title when it is omitted and clears it by null', () => {
    const info = (fields: object): SessionEvent =>
      update({ sessionUpdate: 'session_info_update', ...fields });
    const titled = play(info({ title: 'T', updatedAt: '2026-01-01' }));
    expect(reduce(titled, info({ _meta: {} }))).toMatchObject({ title: 'T' });
    expect(reduce(titled, info({ title: null })).title).toBeUndefined();
  });

  it('upserts compaction by its id', () => {
    const chunk = update({
      sessionUpdate: 'compaction_summary_chunk',
      compactionId: 'c',
      content: { type: 'text', text: 'short' },
    });
    const done = update({
      sessionUpdate: 'compaction_update',
      compactionId: 'c',
      status: 'completed',
    });
    const state = play(chunk, say('x'), done);
    expect(kinds(state)).toEqual(['notice', 'agent']);
    expect(state.entries.at(0)).toMatchObject({
      text: 'The context was compacted',
      detail: 'short',
    });
  });

  it('takes current mode, options, commands and usage as they come', () => {
    const state = play(
      update({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' }),
      update({ sessionUpdate: 'usage_update', used: 5, size: 10 }),
      update({
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'help', description: 'Help' }],
      }),
    );
    expect(state.modes?.currentModeId).toBe('plan');
    expect(state.usage).toEqual({ used: 5, size: 10 });
    expect(state.commands.map((command) => command.name)).toEqual(['help']);
  });
});

it('never throws and never uses an entry id twice, whatever comes in whatever order', () => {
  const id = fc.constantFrom('t', 'u', '__proto__');
  const event: fc.Arbitrary<SessionEvent> = fc.oneof(
    fc.string().map((text) => say(text)),
    fc.string().map(think),
    fc.string().map(prompted),
    id.map((toolCallId) => tool({ toolCallId })),
    fc
      .tuple(id, fc.constantFrom('pending', 'in_progress', 'completed', 'failed', undefined))
      .map(([toolCallId, status]) => patch({ toolCallId, status })),
    id.map((toolCallId) => ask('p', toolCallId)),
    fc.constantFrom<SessionEvent>(
      answered('p', 'yes'),
      answered('p'),
      { type: 'cancelling' },
      { type: 'turnEnded', stopReason: 'end_turn' },
      { type: 'turnFailed', text: 'no' },
    ),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const state = play(...events);
      const ids = state.entries.map((entry) => entry.id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});
