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
    steer: async () => false,
    interrupt: () => {},
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

const said = ({ state }: ReturnType<typeof setup>): readonly unknown[] =>
  [...state().entries].flatMap((entry) => (entry.kind === 'user' ? [entry.content] : []));

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

  it('that had to wait say what they say when they go, not what they said when they were queued', async () => {
    const made = setup();
    const { turns, sent, events } = made;
    const contents: unknown[] = [];
    const renewed = new Deferred<ContentBlock[]>();
    void turns.add(text('1'), { renew: () => Promise.reject(new Error('not asked')) });
    void turns.add(text('old'), { renew: () => renewed.promise, onSent: () => contents.push('2') });
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    void turns.add(text('3'), { onSent: () => contents.push('3') });
    expect(sent).toHaveLength(1);
    expect(queue(made)).toEqual([text('old'), text('3')]);
    renewed.resolve(text('new'));
    await settled();
    expect(said(made)).toEqual([text('1'), text('new')]);
    sent[1]?.resolve({ stopReason: 'end_turn' });
    await settled();
    expect(contents).toEqual(['2', '3']);
    expect(events.filter((type) => type === 'prompted')).toHaveLength(3);
  });

  it('that have nothing to say any more come back, and what is behind them waits', async () => {
    const made = setup();
    const { turns, sent } = made;
    void turns.add(text('1'));
    const result = turns.add(text('2'), { renew: () => Promise.reject(new Error('it is gone')) });
    void turns.add(text('3'));
    sent[0]?.resolve({ stopReason: 'end_turn' });
    expect(await result).toEqual({ ok: false, error: 'it is gone', unsent: true, refused: true });
    expect(queue(made)).toEqual([text('3')]);
    expect(made.state().queuePaused).toBe(true);
    turns.resume();
    expect(sent).toHaveLength(2);
  });

  it('that are taken out while they are renewed are not sent', async () => {
    const made = setup();
    const { turns, sent } = made;
    const renewed = new Deferred<ContentBlock[]>();
    void turns.add(text('1'));
    void turns.add(text('2'), { renew: () => renewed.promise });
    void turns.add(text('3'));
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    turns.remove('q2');
    renewed.resolve(text('2'));
    await settled();
    expect(said(made)).toEqual([text('1'), text('3')]);
  });

  it('of the queue that are sent now are renewed, too', async () => {
    const steered: unknown[] = [];
    const { turns } = setup({
      steer: async (content) => {
        steered.push(content);
        return true;
      },
    });
    void turns.add(text('1'));
    void turns.add(text('old'), { renew: async () => text('new') });
    turns.promote('q2');
    await settled();
    expect(steered).toEqual([text('new')]);
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
    void turns.add(text('1'), { more: () => ({ content: text(known), onSent: () => {} }) });
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

describe('a paused queue', () => {
  const paused = () => {
    const made = setup();
    void made.turns.add(text('runs'));
    for (const name of ['1', '2']) void made.turns.add(text(name));
    made.apply({ type: 'cancelling' });
    made.turns.pause();
    return made;
  };
  const end = async ({ sent }: ReturnType<typeof setup>): Promise<void> => {
    sent.at(-1)?.resolve({ stopReason: 'end_turn' });
    await settled();
  };

  it('sends nothing at the end of a turn, all when the user goes on', async () => {
    const made = paused();
    await end(made);
    expect([made.sent.length, made.state().queuePaused]).toEqual([1, true]);
    made.turns.resume();
    expect([made.sent.length, made.state().queuePaused]).toEqual([2, false]);
    await end(made);
    expect(made.sent).toHaveLength(3);
  });

  it('does not hold up what is said after the cancellation, in its order', async () => {
    const made = paused();
    void made.turns.add(text('a'));
    void made.turns.add(text('b'));
    expect(queue(made)).toEqual(['a', 'b', '1', '2'].map(text));
    await end(made);
    expect(queue(made)).toEqual(['b', '1', '2'].map(text));
    await end(made);
    expect([made.sent.length, queue(made)]).toEqual([3, ['1', '2'].map(text)]);
    await end(made);
    expect([made.sent.length, made.state().queuePaused]).toEqual([3, true]);
    void made.turns.add(text('c'));
    expect(made.sent).toHaveLength(4);
    expect(queue(made)).toEqual(['1', '2'].map(text));
  });

  it('does not hold up what belongs to a question of a later turn', async () => {
    const made = paused();
    void made.turns.add(text('a'));
    await end(made);
    void made.turns.add(text('because'), { first: true });
    void made.turns.add(text('b'));
    expect(queue(made)).toEqual(['because', '1', '2', 'b'].map(text));
    await end(made);
    expect([made.sent.length, queue(made)]).toEqual([3, ['1', '2', 'b'].map(text)]);
  });

  it('is paused no more when it is empty', () => {
    const made = paused();
    made.turns.drop('closed');
    expect(made.state().queuePaused).toBe(false);
    made.turns.pause();
    expect(made.state().queuePaused).toBe(false);
  });
});

describe('a prompt that waits', () => {
  const waiting = (options: Partial<TurnsOptions> = {}) => {
    const made = setup(options);
    void made.turns.add(text('runs'));
    const results = ['1', '2', '3'].map((name) => made.turns.add(text(name)));
    const ids = made.state().queue.map(({ id }) => id);
    return { ...made, made, results, id: (at: number) => ids[at] ?? '' };
  };

  it('moves as far as there are places', () => {
    const { made, turns, id } = waiting();
    turns.move(id(0), 1);
    expect(queue(made)).toEqual(['2', '1', '3'].map(text));
    turns.move(id(2), -9);
    expect(queue(made)).toEqual(['3', '2', '1'].map(text));
    turns.move(id(2), -1);
    turns.move('unknown', 1);
    expect(queue(made)).toEqual(['3', '2', '1'].map(text));
  });

  it('is taken out by the user, who is not told that it was not sent', async () => {
    const { made, turns, results, id } = waiting();
    expect(turns.remove(id(1))).toEqual(text('2'));
    expect(await results[1]).toMatchObject({ ok: false, unsent: true, removed: true });
    expect(queue(made)).toEqual(['1', '3'].map(text));
    expect(turns.remove(id(1))).toBeUndefined();
  });

  it('goes into the running turn where the agent takes it, and ends with that', async () => {
    const steered: unknown[] = [];
    const steer = async (content: unknown) => steered.push(content) > 0;
    const { made, turns, sent, results, events, id } = waiting({ steer });
    turns.promote(id(1));
    await settled();
    expect([steered, sent.length]).toEqual([[text('2')], 1]);
    expect(events.at(-1)).toBe('steered');
    expect(queue(made)).toEqual(['1', '3'].map(text));
    sent[0]?.resolve({ stopReason: 'end_turn' });
    expect(await results[1]).toEqual({ ok: true, stopReason: 'end_turn' });
  });

  it.each([true, false])(
    'says what the agent is to read besides once (taken: %s)',
    async (taken) => {
      const steered: unknown[] = [];
      const made = setup({
        steer: async (content) => {
          steered.push(content);
          return taken;
        },
      });
      const { turns, sent } = made;
      void turns.add(text('1'), {});
      let said = 0;
      const more = () => ({ content: text('more'), onSent: () => said++ });
      void turns.steer(text('2'), { more });
      await settled();
      expect([steered, said]).toEqual([[[...text('2'), ...text('more')]], taken ? 1 : 0]);
      expect(queue(made)).toEqual(taken ? [] : [text('2')]);
      sent[0]?.resolve({ stopReason: 'end_turn' });
      await settled();
      expect([sent.length, said]).toEqual([taken ? 1 : 2, 1]);
    },
  );

  it('is the next, in place of the turn that runs, where the agent does not', async () => {
    const interrupt = vi.fn();
    const { made, turns, sent, id } = waiting({ interrupt });
    turns.promote(id(2));
    await settled();
    expect(interrupt).toHaveBeenCalledOnce();
    expect(queue(made)).toEqual(['3', '1', '2'].map(text));
    sent[0]?.resolve({ stopReason: 'cancelled' });
    await settled();
    expect(made.state().entries.at(-1)).toMatchObject({ content: text('3') });
  });

  it('goes before the others where the turn ends just when it is to go', async () => {
    const interrupt = vi.fn();
    const renewed = new Deferred<ContentBlock[]>();
    const made = setup({ interrupt });
    const { turns, sent } = made;
    void turns.add(text('runs'));
    void turns.add(text('1'));
    void turns.add(text('2'), { renew: () => renewed.promise });
    turns.promote('q3');
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    expect(queue(made)).toEqual([text('1')]);
    renewed.resolve(text('2'));
    await settled();
    expect(said(made)).toEqual([text('runs'), text('2')]);
    expect(interrupt).not.toHaveBeenCalled();
    sent[1]?.resolve({ stopReason: 'end_turn' });
    await settled();
    expect(said(made)).toEqual([text('runs'), text('2'), text('1')]);
  });

  it('goes before the others where the agent refuses it after the turn', async () => {
    const answer = new Deferred<boolean>();
    const interrupt = vi.fn();
    const { made, turns, sent, id } = waiting({ steer: () => answer.promise, interrupt });
    turns.promote(id(1));
    await settled();
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    expect(sent).toHaveLength(1);
    answer.resolve(false);
    await settled();
    expect(said(made)).toEqual([text('runs'), text('2')]);
    expect(interrupt).not.toHaveBeenCalled();
  });

  it('lets the others go on where the agent has taken it into a turn that is over by then', async () => {
    const answer = new Deferred<boolean>();
    const { made, turns, sent, results, id } = waiting({ steer: () => answer.promise });
    turns.promote(id(2));
    await settled();
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    answer.resolve(true);
    await settled();
    expect(await results[2]).toEqual({ ok: true, stopReason: 'end_turn' });
    expect(said(made)).toEqual(['runs', '3', '1'].map(text));
  });

  it('does not go into a turn that is being cancelled', async () => {
    const steer = vi.fn(async () => true);
    const { made, turns, sent, id } = waiting({ steer });
    made.apply({ type: 'cancelling' });
    turns.pause();
    turns.promote(id(2));
    await settled();
    expect(steer).not.toHaveBeenCalled();
    expect(queue(made)).toEqual(['3', '1', '2'].map(text));
    sent[0]?.resolve({ stopReason: 'cancelled' });
    await settled();
    expect(said(made)).toEqual(['runs', '3'].map(text));
  });

  it('is sent in the order in which they were to go, and kept back by a cancellation', async () => {
    const { made, turns, sent, id } = waiting();
    turns.promote(id(1));
    turns.promote(id(2));
    await settled();
    expect(queue(made)).toEqual(['2', '3', '1'].map(text));
    sent[0]?.resolve({ stopReason: 'cancelled' });
    await settled();
    made.apply({ type: 'cancelling' });
    turns.pause();
    sent[1]?.resolve({ stopReason: 'cancelled' });
    await settled();
    expect([sent.length, queue(made)]).toEqual([2, ['3', '1'].map(text)]);
  });

  it('is given back where its agent is gone just when it is to go', async () => {
    const answer = new Deferred<boolean>();
    const { made, turns, results, id } = waiting({ steer: () => answer.promise });
    turns.promote(id(1));
    await settled();
    turns.drop('gone');
    answer.resolve(false);
    for (const result of results) {
      expect(await result).toEqual({ ok: false, error: 'gone', unsent: true });
    }
    await settled();
    expect(queue(made)).toEqual([]);
  });

  it('is sent at once when nothing runs any more', async () => {
    const { made, turns, sent, id } = waiting();
    turns.pause();
    sent[0]?.resolve({ stopReason: 'end_turn' });
    await settled();
    turns.promote(id(1));
    await settled();
    expect(made.state().entries.at(-1)).toMatchObject({ content: text('2') });
    expect(queue(made)).toEqual(['1', '3'].map(text));
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
