import { describe, expect, it, vi } from 'vitest';
import { AgentGoneError } from '../../../src/protocol/errors';
import { AgentAttachment, type Authorized } from '../../../src/session/agent-attachment';
import type { AgentSession } from '../../../src/session/agent-port';

function link(): AgentSession & { closed: number } {
  const made = {
    closed: 0,
    prompt: () => Promise.reject(new Error('not asked')),
    cancel: () => {},
    setMode: async () => {},
    setModel: async () => {},
    setConfig: async () => [],
    close: () => {
      made.closed++;
    },
  };
  return made;
}
/** Nobody has to sign in; the signals that would end the wait are kept. */
function authority(): { authorized: Authorized; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const authorized: Authorized = (ask, signal) => {
    signals.push(signal);
    return ask();
  };
  return { authorized, signals };
}
const NONE = 'the session has no agent; a prompt, or :Acp restart, starts it';

describe("a session's way to its agent", () => {
  it('is not there before it is opened, and requests fail with a message', async () => {
    const { authorized } = authority();
    const way = new AgentAttachment(authorized);
    expect(way.link).toBeUndefined();
    expect(() => way.needed()).toThrow(NONE);
    await expect(way.ask(async () => 1)).rejects.toThrow(NONE);
    expect(() => way.checkNotLost()).not.toThrow();
  });

  it('leads to the agent that is there when it is asked', async () => {
    const [first, second] = [link(), link()];
    const way = new AgentAttachment((ask) => {
      way.open(second);
      return ask();
    });
    way.open(first);
    expect(way.needed()).toBe(first);
    expect(await way.ask(async (asked) => asked)).toBe(second);
  });

  it('is closed with the session', () => {
    const { authorized } = authority();
    const way = new AgentAttachment(authorized);
    const open = link();
    way.close();
    way.open(open);
    way.close();
    expect(open.closed).toBe(1);
    expect(way.link).toBeUndefined();
  });

  it('may end by our wish, which is no loss', () => {
    const { authorized } = authority();
    const way = new AgentAttachment(authorized);
    way.open(link());
    expect(way.ending).toBe(false);
    way.end();
    expect([way.ending, way.link]).toEqual([true, undefined]);
    expect(() => way.checkNotLost()).not.toThrow();
    way.await();
    expect(way.ending).toBe(false);
  });

  it('may be lost, which is remembered until there is another', async () => {
    const { authorized, signals } = authority();
    const way = new AgentAttachment(authorized);
    way.open(link());
    await way.ask(async () => {});
    way.lose('it exited with code 1', 'last words');
    expect(way.link).toBeUndefined();
    const reason = signals[0]?.reason;
    expect(reason).toBeInstanceOf(AgentGoneError);
    expect(reason).toMatchObject({ message: 'it exited with code 1', detail: 'last words' });
    expect(() => way.checkNotLost()).toThrow(reason);
    way.open(link());
    expect(() => way.checkNotLost()).not.toThrow();
    await way.ask(async () => {});
    expect(signals[1]?.aborted).toBe(false);
  });

  it('is waited for no longer when the wait is given up, and the next wait is another', async () => {
    const { authorized, signals } = authority();
    const way = new AgentAttachment(authorized);
    way.open(link());
    await way.ask(async () => {});
    await way.ask(async () => {});
    way.giveUpWaiting();
    await way.ask(async () => {});
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  });
});

it('an agent that does not answer has not taken what goes into its turn', async () => {
  vi.useFakeTimers();
  try {
    const { authorized } = authority();
    const way = new AgentAttachment(authorized);
    way.open({ ...link(), steer: () => new Promise(() => {}) });
    const taken = way.steer([{ type: 'text', text: 'left' }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await taken).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
