import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';
import { History } from '../../../src/session/history';

const said: SessionUpdate = {
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text: 'x' },
};
const commands: SessionUpdate = {
  sessionUpdate: 'available_commands_update',
  availableCommands: [],
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the replay of a session', () => {
  it('that is not expected changes nothing', () => {
    const history = new History();
    const ready = vi.fn();
    expect(history.replaying).toBe(false);
    expect(history.takes(said)).toBe(true);
    expect(history.begun).toBe(false);
    history.answered(ready);
    expect(ready).toHaveBeenCalledOnce();
    expect(history.waiting).toBe(false);
  });

  it('that comes before the answer may pause for as long as the agent likes', () => {
    const history = new History();
    history.expect(true);
    history.takes(said);
    vi.advanceTimersByTime(60_000);
    expect(history.replaying).toBe(true);
    expect(history.begun).toBe(true);
    history.answered(() => {});
    expect(history.replaying).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(history.replaying).toBe(false);
  });

  it('that came before the answer is over soon after it', () => {
    const history = new History();
    const ready = vi.fn();
    history.expect(true);
    expect(history.takes(said)).toBe(true);
    history.answered(ready);
    vi.advanceTimersByTime(300);
    expect(ready).toHaveBeenCalledOnce();
  });

  it('that comes after the answer is waited for until nothing comes any more', () => {
    const history = new History();
    const ready = vi.fn();
    history.expect(true);
    history.answered(ready);
    for (let count = 0; count < 10; count++) {
      vi.advanceTimersByTime(200);
      expect(history.takes(said)).toBe(true);
      expect(history.waiting).toBe(true);
    }
    vi.advanceTimersByTime(1000);
    expect(ready).toHaveBeenCalledOnce();
    expect(history.waiting).toBe(false);
  });

  it('that never comes, or never ends, keeps nobody for ever', () => {
    const empty = new History();
    const ready = vi.fn();
    empty.expect(true);
    empty.answered(ready);
    vi.advanceTimersByTime(1000);
    expect(ready).toHaveBeenCalledOnce();

    const endless = new History();
    endless.expect(true);
    endless.answered(ready);
    for (let count = 0; count < 150; count++) {
      vi.advanceTimersByTime(100);
      endless.takes(said);
    }
    expect(ready).toHaveBeenCalledTimes(2);
  });

  it('is dropped where it is on screen already, but other updates are not', () => {
    const history = new History();
    history.expect(false);
    expect(history.takes(said)).toBe(false);
    expect(history.takes(commands)).toBe(true);
    history.answered(() => {});
    vi.advanceTimersByTime(1000);
    expect(history.takes(said)).toBe(true);
  });
});

it('a second try does not take what came of the first for its own', () => {
  const history = new History();
  const ready = vi.fn();
  history.expect(true);
  history.takes(said);
  expect(history.begun).toBe(true);
  history.expect(true);
  expect(history.begun).toBe(false);
  history.answered(ready);
  // The first message of a replay may take longer than the next.
  vi.advanceTimersByTime(300);
  expect(ready).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(ready).toHaveBeenCalledOnce();
});

it('goes on after the host was stopped in the middle of it', async () => {
  vi.useRealTimers();
  // Node looks at its timers next, and at what comes in after that.
  await new Promise(setImmediate);
  const history = new History();
  history.expect(true);
  history.takes(said);
  const ready = vi.fn();
  history.answered(ready);
  // The rest is there, but the host does not run.
  const rest = stat('/').then(() => {
    expect(ready).not.toHaveBeenCalled();
    history.takes(said);
  });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  await rest;
  expect(history.waiting).toBe(true);
  history.end();
});
