import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelOf } from '../../../src/model/nesting';
import { reduce } from '../../../src/model/reduce';
import { type Entry, newSession, type SessionState } from '../../../src/model/state';
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

const nameOf = (entry: Entry): string =>
  entry.kind === 'tool' ? entry.call.toolCallId : entry.kind;

/** What the entry of this index stands under, the nearest first. */
function above({ entries }: SessionState, index: number): Entry[] {
  const found: Entry[] = [];
  let entry = entries.at(index);
  while (entry && 'parent' in entry && entry.parent !== undefined) {
    entry = entries.at(entry.parent);
    if (entry) found.push(entry);
    expect(found.length).toBeLessThan(entries.length);
  }
  return found;
}

/** Each entry after the prompt: what it is, and under what. */
function shape(state: SessionState): string[] {
  return [...state.entries].map((entry, index) => {
    const calls = above(state, index);
    expect(levelOf(entry)).toBe(calls.length);
    return [entry, ...calls].map(nameOf).join(' < ');
  });
}

/** The children of each call, as it says. */
function childrenOf({ entries }: SessionState): Record<string, string[]> {
  const nested = entries.flatMap((entry): [string, string[]][] => {
    if (entry.kind !== 'tool' || !entry.children) return [];
    const names = entry.children.map((child) => entries.at(child)).map((one) => one && nameOf(one));
    return [[nameOf(entry), names.map(String)]];
  });
  return Object.fromEntries(nested);
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

  it('stands alone where nobody knows its call, or that is in another turn', () => {
    expect(shape(replay(call('a1', under('A')), call('B'))).slice(1)).toEqual(['a1', 'B']);
    const again = (state: SessionState, update: object): SessionState => {
      const over = reduce(state, { type: 'turnEnded', stopReason: 'end_turn' });
      const prompted = reduce(over, { type: 'prompted', content: [] });
      return reduce(prompted, { type: 'update', update: update as SessionUpdate });
    };
    expect(shape(again(replay(call('A')), call('a1', under('A'))))).not.toContain('a1 < A');
    expect(shape(again(replay(call('a1', under('A'))), call('A')))).not.toContain('a1 < A');
  });

  it('moves under its call when that comes later, with all below it', () => {
    const early = replay(
      call('a2', under('a1')),
      call('other'),
      say('the helper', under('A')),
      call('a1', under('A')),
      call('a3', { ...under('A'), status: 'completed' }),
    );
    expect(shape(early).slice(1)).toEqual(['a2 < a1', 'other', 'agent', 'a1', 'a3']);
    const state = reduce(early, { type: 'update', update: call('A') as SessionUpdate });
    expect(shape(state).slice(1)).toEqual([
      'a2 < a1 < A',
      'other',
      'agent < A',
      'a1 < A',
      'a3 < A',
      'A',
    ]);
    expect(childrenOf(state)).toEqual({ a1: ['a2'], A: ['agent', 'a1', 'a3'] });
    const late = { ...call('A', { status: 'completed' }), sessionUpdate: 'tool_call_update' };
    const over = reduce(state, { type: 'update', update: late as SessionUpdate });
    expect(childrenOf(over)).toEqual(childrenOf(state));
  });

  it('may be said to belong to another call while it waits, or to one that came after it', () => {
    const update = (id: string, parent: string) => ({
      ...call(id, under(parent)),
      sessionUpdate: 'tool_call_update',
    });
    const waits = replay(call('c', under('A')), update('c', 'B'), call('A'), call('B'));
    expect(childrenOf(waits)).toEqual({ B: ['c'] });
    const later = replay(call('c'), call('A'), update('c', 'A'));
    expect(childrenOf(later)).toEqual({ A: ['c'] });
    const twice = replay(call('c', under('A')), update('c', 'A'), update('c', 'A'), call('A'));
    expect(childrenOf(twice)).toEqual({ A: ['c'] });
  });

  it('stays where it is, when its calls stand in a circle', () => {
    expect(shape(replay(call('A', under('A')), call('A', under('A')))).slice(1)).toEqual(['A']);
    const two = replay(call('A', under('B')), call('B', under('A')));
    expect(shape(two).slice(1)).toEqual(['A', 'B < A']);
    const three = replay(call('A', under('B')), call('B', under('C')), call('C', under('A')));
    expect(shape(three).slice(1)).toEqual(['A < B', 'B', 'C < A < B']);
  });

  it('stands side by side below a certain depth', () => {
    const count = 200;
    const chain = Array.from({ length: count }, (_, n) => call(`c${n}`, under(`c${n - 1}`)));
    const forwards = shape(replay(...chain));
    expect(forwards).toHaveLength(count + 1);
    expect(forwards.at(-1)).toBe(forwards.at(-2)?.replace(`c${count - 2}`, `c${count - 1}`));
    expect(forwards.at(-1)?.split(' < ')).toHaveLength(21);
    const backwards = shape(replay(...chain.reverse()));
    expect(backwards).toHaveLength(count + 1);
    expect(backwards.at(1)).toContain(' < c198 < c197 < ');
    const deepest = replay(
      ...chain.reverse(),
      say('deep', under('c199')),
      say('er', under('c199')),
    );
    expect(deepest.entries.filter(({ kind }) => kind === 'agent')).toHaveLength(1);
  });

  it('changes nothing but the calls that it moves', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => call(`c${n}`));
    const before = replay(...many, call('a1', under('A')));
    const after = reduce(before, { type: 'update', update: call('A') as SessionUpdate });
    const changed = after.entries.chunks.filter((chunk, at) => chunk !== before.entries.chunks[at]);
    expect(changed).toHaveLength(1);
    expect(childrenOf(after)).toEqual({ A: ['a1'] });
  });

  it('ends up under its call in whatever order they come, and is in one place', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const update = fc.record({
      id: fc.constantFrom(...ids),
      parent: fc.constantFrom(...ids, 'nobody', ''),
      says: fc.boolean(),
      announces: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(update, { maxLength: 25 }), (updates) => {
        const state = replay(
          ...updates.map(({ id, parent, says, announces }) => {
            const fields = parent === '' ? {} : under(parent);
            if (says) return say(id, fields);
            const sessionUpdate = announces ? 'tool_call' : 'tool_call_update';
            return { ...call(id, fields), sessionUpdate };
          }),
        );
        const lines = shape(state);
        const nested = lines.filter((line) => line.includes(' < ')).length;
        expect(Object.values(childrenOf(state)).flat()).toHaveLength(nested);
      }),
    );
    const tree = fc.tuple(...ids.map((_, n) => fc.integer({ min: -1, max: n - 1 })));
    const order = fc.shuffledSubarray(ids, { minLength: ids.length });
    fc.assert(
      fc.property(tree, order, (parents, shuffled) => {
        const parentOf = (id: string): string | undefined => ids[parents[ids.indexOf(id)] ?? -1];
        const calls = shuffled.map((id) => {
          const parent = parentOf(id);
          return call(id, parent === undefined ? {} : under(parent));
        });
        const chain = (id: string | undefined): string[] =>
          id === undefined ? [] : [id, ...chain(parentOf(id))];
        const expected = shuffled.map((id) => chain(id).join(' < '));
        expect(shape(replay(...calls)).slice(1)).toEqual(expected);
      }),
    );
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
