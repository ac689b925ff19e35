import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { reduce } from '../../../src/model/reduce';
import { newSession } from '../../../src/model/state';
import { AcpError, AgentGoneError } from '../../../src/protocol/errors';
import type { ContentBlock, PromptResponse } from '../../../src/protocol/schema.gen';
import { Turns, type TurnsOptions } from '../../../src/session/turns';

const text = (value: string): ContentBlock[] => [{ type: 'text', text: value }];
const settled = async (): Promise<void> => {
  for (let count = 0; count < 20; count++) await Promise.resolve();
};

/** Turns whose prompts wait for the test to end them. */
function setup(options: Partial<TurnsOptions> = {}) {
  let state = newSession('scripted', '/p');
  let ids = 0;
  const events: string[] = [];
  const sent: Deferred<PromptResponse>[] = [];
  const turns = new Turns({
    state: () => state,
    apply: (event) => {
      events.push(event.type);
      state = reduce(state, event);
    },
    newId: () => `q${++ids}`,
    isReady: () => true,
    send: () => {
      const turn = new Deferred<PromptResponse>();
      sent.push(turn);
      return turn.promise;
    },
    isEnding: () => false,
    onEnd: () => events.push('end'),
    settle: () => undefined,
    ...options,
  });
  const apply = (event: Parameters<typeof reduce>[1]): void => {
    state = reduce(state, event);
  };
  return { turns, events, sent, apply, state: () => state };
}

const queue = ({ state }: ReturnType<typeof setup>): readonly unknown[] =>
  state().queue.map(({ content }) => content);

describe('prompts', () => {
  it('wait in their order, an urgent one before the others, and each says when it is sent', async () => {
    const made = setup();
    const { turns, sent } = made;
    const begun: string[] = [];
    const add = (name: string, first = false) =>
      turns.add(text(name), { first, onSent: () => begun.push(name) });
    void add('1');
    void add('2');
    void add('3', true);
    expect(begun).toEqual(['1']);
    expect(queue(made)).toEqual([text('3'), text('2')]);
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    expect(begun).toEqual(['1', '3']);
    expect(queue(made)).toEqual([text('2')]);
    sent[1]?.resolve({ stopReason: 'end_turn' });
    await settled();
    expect(begun).toEqual(['1', '3', '2']);
  });

  it('are not sent before all is ready', () => {
    let ready = false;
    const { turns, sent } = setup({ isReady: () => ready });
    void turns.add(text('1'), {});
    turns.startNext();
    expect(sent).toHaveLength(0);
    ready = true;
    turns.startNext();
    turns.startNext();
    expect(sent).toHaveLength(1);
  });

  it('wait while turns are held, and are told what is known when they go out', () => {
    const sent: (readonly ContentBlock[])[] = [];
    const made = setup({
      send: (content) => {
        sent.push(content);
        return new Deferred<PromptResponse>().promise;
      },
    });
    const { turns } = made;
    const holds = [turns.hold(), turns.hold()];
    let known = 'early';
    void turns.add(text('1'), { more: () => text(known) });
    known = 'late';
    holds[0]?.dispose();
    holds[0]?.dispose();
    expect(queue(made)).toEqual([text('1')]);
    expect(sent).toEqual([]);
    holds[1]?.dispose();
    expect(sent).toEqual([[...text('1'), ...text('late')]]);
    expect(queue(made)).toEqual([]);
  });

  it('that are dropped are answered so, and the one that runs goes on', async () => {
    const made = setup();
    const { turns, sent } = made;
    const running = turns.add(text('1'), {});
    const waiting = turns.add(text('2'), {});
    turns.drop('closed');
    expect(await waiting).toEqual({ ok: false, error: 'closed', unsent: true });
    expect(queue(made)).toEqual([]);
    sent[0]?.resolve({ stopReason: 'end_turn' });
    expect(await running).toEqual({ ok: true, stopReason: 'end_turn' });
    expect(sent).toHaveLength(1);
  });
});

describe('a turn that the agent has ended', () => {
  it('is over when what it has left is settled, and nobody is asked any more', async () => {
    const left = new Deferred<void>();
    const { turns, events, sent } = setup({ settle: () => left.promise });
    const result = turns.add(text('1'), {});
    void turns.add(text('2'), {});
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    expect(turns.settling).toBe(true);
    expect(events).toEqual(['prompted', 'queued', 'end']);
    left.resolve();
    await result;
    await settled();
    expect(turns.settling).toBe(false);
    expect(events.slice(3)).toEqual(['end', 'turnEnded', 'unqueued', 'prompted']);
  });

  it('by its own end fails at once with its last words, and nothing more is sent', async () => {
    const settle = vi.fn();
    const { turns, sent, state } = setup({ settle });
    const result = turns.add(text('1'), {});
    void turns.add(text('2'), {});
    sent[0]?.reject(new AgentGoneError('gone', 'trace'));
    expect(await result).toEqual({ ok: false, error: 'gone' });
    await settled();
    expect(settle).not.toHaveBeenCalled();
    expect(sent).toHaveLength(1);
    expect(state().entries.at(-1)).toMatchObject({ text: 'gone', detail: 'trace' });
  });

  it('by its own end fails also while it is being cancelled, unless the user wanted the end', async () => {
    const gone = async (isEnding: boolean): Promise<unknown> => {
      const { turns, sent, apply } = setup({ isEnding: () => isEnding });
      const result = turns.add(text('1'), {});
      apply({ type: 'cancelling' });
      sent[0]?.reject(new AgentGoneError('gone'));
      return result;
    };
    expect(await gone(false)).toEqual({ ok: false, error: 'gone' });
    expect(await gone(true)).toEqual({ ok: true, stopReason: 'cancelled' });
  });

  it('by an error has no details', async () => {
    const { turns, sent, state } = setup();
    const result = turns.add(text('1'), {});
    sent[0]?.reject(AcpError.internal('no model'));
    expect(await result).toEqual({ ok: false, error: 'no model' });
    expect(state().entries.at(-1)).not.toHaveProperty('detail');
    expect(state().turn).toEqual({ phase: 'idle', stopReason: 'error' });
  });
});

describe('a cancellation that the agent does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const warned = ({ state }: ReturnType<typeof setup>): boolean =>
    state().entries.some((entry) => entry.kind === 'notice' && entry.text.includes(':Acp restart'));

  it('is reported after a while, with what else the user can do', () => {
    const made = setup();
    void made.turns.add(text('1'), {});
    made.apply({ type: 'cancelling' });
    made.turns.cancel();
    vi.advanceTimersByTime(7999);
    expect(warned(made)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(warned(made)).toBe(true);
    expect(made.state().entries.at(-1)).toMatchObject({ level: 'warn' });
  });

  it('is not reported once the turn has ended, also while the next is being cancelled', async () => {
    const made = setup();
    void made.turns.add(text('1'), {});
    made.apply({ type: 'cancelling' });
    made.turns.cancel();
    made.sent[0]?.resolve({ stopReason: 'cancelled' });
    await settled();
    void made.turns.add(text('2'), {});
    made.apply({ type: 'cancelling' });
    vi.advanceTimersByTime(10_000);
    expect(warned(made)).toBe(false);
  });

  it('is not reported where it was answered', async () => {
    const made = setup();
    void made.turns.add(text('1'), {});
    made.apply({ type: 'cancelling' });
    made.turns.cancel();
    made.sent[0]?.resolve({ stopReason: 'cancelled' });
    await settled();
    vi.advanceTimersByTime(10_000);
    expect(warned(made)).toBe(false);
  });
});

it('what a turn is doing is cancelled from its cancellation to its end, and the next turn is not', async () => {
  const made = setup();
  void made.turns.add(text('1'), {});
  const { cancelled } = made.turns;
  expect(cancelled.aborted).toBe(false);
  made.apply({ type: 'cancelling' });
  made.turns.cancel();
  expect([cancelled.aborted, made.turns.cancelled.aborted]).toEqual([true, true]);
  made.sent[0]?.resolve({ stopReason: 'cancelled' });
  await settled();
  expect([cancelled.aborted, made.turns.cancelled.aborted]).toEqual([true, false]);
});
