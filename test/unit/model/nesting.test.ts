import { describe, expect, it } from 'vitest';
import { parentsOf } from '../../../src/model/nesting';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

const under = (parent: string) => ({ _meta: { claudeCode: { parentToolUseId: parent } } });
const call = (toolCallId: string, fields: object = {}): object => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: toolCallId,
  ...fields,
});
const say = (text: string, fields: object = {}): object => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...fields,
});

function replay(...updates: object[]): SessionState {
  const begun = reduce(newSession('a', '/p'), { type: 'prompted', content: [] });
  return updates.reduce<SessionState>(
    (state, update) => reduce(state, { type: 'update', update: update as SessionUpdate }),
    begun,
  );
}

/** Each entry after the prompt: what it is, and under what. */
function shape({ entries }: SessionState): string[] {
  return entries.map((entry) => {
    const above = parentsOf(entry, entries).map(({ call: { toolCallId } }) => toolCallId);
    return [entry.kind === 'tool' ? entry.call.toolCallId : entry.kind, ...above].join(' < ');
  });
}

describe('what a sub-agent does', () => {
  it('stands under the call that started it, however they mix', () => {
    const state = replay(
      call('A'),
      call('B'),
      call('b1', under('B')),
      call('a1', under('A')),
      call('b2', { _meta: { parentToolCallId: 'b1' } }),
      call('top'),
    );
    expect(shape(state).slice(1)).toEqual(['A', 'B', 'b1 < B', 'a1 < A', 'b2 < b1 < B', 'top']);
    const [, , b] = state.entries;
    expect(b?.kind === 'tool' && [...(b.children ?? [])]).toEqual([3]);
  });

  it('may be said to do so after it began', () => {
    const late = { ...call('a1', under('A')), sessionUpdate: 'tool_call_update' };
    const state = replay(call('A'), call('a1'), late, late);
    expect(shape(state).slice(1)).toEqual(['A', 'a1 < A']);
    const [, a] = state.entries;
    expect(a?.kind === 'tool' && [...(a.children ?? [])]).toEqual([2]);
  });

  it('stands alone where nobody knows its call, or that came later, or in another turn', () => {
    expect(shape(replay(call('a1', under('A')), call('A'))).slice(1)).toEqual(['a1', 'A']);
    expect(shape(replay(call('A', under('A')))).slice(1)).toEqual(['A']);
    const next = reduce(replay(call('A')), { type: 'turnEnded', stopReason: 'end_turn' });
    const prompted = reduce(next, { type: 'prompted', content: [] });
    const update = call('a1', under('A')) as SessionUpdate;
    expect(shape(reduce(prompted, { type: 'update', update }))).not.toContain('a1 < A');
  });

  it('says what it says in messages of its own', () => {
    const state = replay(
      call('A'),
      say('the agent '),
      say('the helper ', under('A')),
      say('goes on', under('A')),
      say('again', under('nobody')),
      say(', and again', under('nobody')),
    );
    expect(shape(state).slice(1)).toEqual(['A', 'agent', 'agent < A', 'agent']);
    const texts = state.entries.flatMap((entry) =>
      entry.kind === 'agent' ? entry.content.map((part) => (part as { text: string }).text) : [],
    );
    expect(texts).toEqual(['the agent ', 'the helper goes on', 'again, and again']);
  });

  it('was told nothing by the user', () => {
    const idle = reduce(replay(call('A')), { type: 'turnEnded', stopReason: 'end_turn' });
    const update = { ...say('Find it', under('A')), sessionUpdate: 'user_message_chunk' };
    expect(reduce(idle, { type: 'update', update: update as SessionUpdate })).toBe(idle);
  });
});
