import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { type EditedWrite, ProposedWrites } from '../../../src/session/proposed-writes';

function edited(fields: Partial<EditedWrite> = {}) {
  const outcomes: (string | undefined)[] = [];
  const write: EditedWrite = {
    path: '/p/a',
    before: 'old\n',
    after: 'agents\n',
    text: 'users\n',
    settled: (outcome) => outcomes.push(outcome),
    ...fields,
  };
  return { write, outcomes };
}

describe('what the user has made of a write', () => {
  it('is taken once, for the text that it was made of, however that ends its lines', () => {
    const writes = new ProposedWrites();
    const { write } = edited();
    writes.accept(write);
    expect(writes.take('/p/b', ['agents\n'])).toBeUndefined();
    expect(writes.take('/p/a', ['other\n'])).toBeUndefined();
    expect(writes.awaits('/p/a')).toBe(true);
    expect(writes.take('/p/a', ['other\n', '\uFEFFagents\r\n'])).toBe(write);
    expect(writes.take('/p/a', ['agents\n'])).toBeUndefined();
    expect(writes.awaits('/p/a')).toBe(false);
  });

  it.each(['cancelling', 'turnEnded', 'turnFailed'])('is not used after the turn: %s', (type) => {
    const writes = new ProposedWrites();
    const { write, outcomes } = edited();
    writes.accept(write);
    writes.note({ type: 'prompted' } as SessionEvent);
    expect(outcomes).toEqual([]);
    writes.note({ type } as SessionEvent);
    expect(outcomes).toEqual(['the agent has not written this file']);
    expect(writes.take('/p/a', ['agents\n'])).toBeUndefined();
  });

  it('gives way to what they make of it later', () => {
    const writes = new ProposedWrites();
    const [first, second] = [edited(), edited({ text: 'newer\n' })];
    writes.accept(first.write);
    writes.accept(second.write);
    expect(first.outcomes).toEqual(['there is a newer text of yours']);
    expect(writes.take('/p/a', ['agents\n'])).toBe(second.write);
  });

  it('is known by the call of our own question, as long as that is open', () => {
    const writes = new ProposedWrites();
    const { write } = edited();
    const asking = writes.asking('editor-1', write);
    expect(writes.askedBy('editor-1')).toBe(write);
    asking.dispose();
    expect(writes.askedBy('editor-1')).toBeUndefined();
  });
});
