import { beforeEach, describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { SessionRouter } from '../../../src/client/session-router';
import { AgentGoneError } from '../../../src/protocol/errors';
import type { CreateElicitationRequest, SessionUpdate } from '../../../src/protocol/schema.gen';
import type { Session } from '../../../src/session/session';
import { testSession } from '../../support/session';
import { TestLog } from '../../support/wire';

const MAX_EARLY = 50_000;

const chunk = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});
const newSession = (key: string): Session => testSession({ key, agent: 'fake', cwd: '/p' });
const said = ({ state }: Session): string =>
  JSON.stringify(state.entries.flatMap((entry) => ('content' in entry ? entry.content : [])));
const form = (sessionId?: string): CreateElicitationRequest => ({
  ...(sessionId === undefined ? { requestId: 7 } : { sessionId }),
  mode: 'form',
  message: 'Which team?',
  requestedSchema: { type: 'object', properties: { team: { type: 'string' } } },
});

let log: TestLog;
let router: SessionRouter;
beforeEach(() => {
  log = new TestLog();
  router = new SessionRouter(log);
});

/** Begins to open a session; what ends it is returned. */
function opening(session: Session): { done: Deferred<void>; over: Promise<void> } {
  const done = new Deferred<void>();
  return { done, over: router.opening(session, () => done.promise) };
}

describe('an update', () => {
  it('goes to the session that it names, and to no other', () => {
    const [one, two] = [newSession('1'), newSession('2')];
    router.set('a', one);
    router.set('b', two);
    router.update({ sessionId: 'b', update: chunk('hello') });
    expect([said(one), said(two)]).toEqual(['[]', expect.stringContaining('hello')]);
    expect(router.all).toEqual([one, two]);
    expect([router.has('a'), router.has('x')]).toEqual([true, false]);
    router.delete('b');
    router.update({ sessionId: 'b', update: chunk('late') });
    expect(said(two)).not.toContain('late');
  });

  it('for a session that is neither known nor being opened is logged', () => {
    router.update({ sessionId: 'x', update: chunk('lost') });
    expect(log.of('warn')).toHaveLength(1);
    expect(log.of('warn')[0]).toContain('update for an unknown session');
    expect(router.takeEarly('x')).toEqual([]);
  });

  it('is kept, in order, while a session is being made, and handed out once', async () => {
    const { done, over } = opening(newSession('1'));
    for (const [sessionId, text] of [
      ['a', '1'],
      ['b', 'x'],
      ['a', '2'],
    ] as const) {
      router.update({ sessionId, update: chunk(text) });
    }
    expect(router.takeEarly('a')).toEqual([chunk('1'), chunk('2')]);
    expect(router.takeEarly('a')).toEqual([]);
    expect(log.lines).toEqual([]);
    done.resolve();
    await over;
    expect(log.of('warn')).toHaveLength(1);
    expect(log.of('warn')[0]).toContain('never named');
    expect(router.takeEarly('b')).toEqual([]);
  });

  it('is kept as long as one session is still being made', async () => {
    const [first, second] = [opening(newSession('1')), opening(newSession('2'))];
    router.update({ sessionId: 'b', update: chunk('x') });
    first.done.resolve();
    await first.over;
    expect(log.lines).toEqual([]);
    expect(router.takeEarly('b')).toEqual([chunk('x')]);
    second.done.reject(new Error('refused'));
    await expect(second.over).rejects.toThrow('refused');
    router.update({ sessionId: 'b', update: chunk('y') });
    expect(router.takeEarly('b')).toEqual([]);
  });

  it('is not kept without end', async () => {
    const { done, over } = opening(newSession('1'));
    for (let n = 0; n < MAX_EARLY; n++) router.update({ sessionId: 'a', update: chunk('x') });
    expect(log.lines).toEqual([]);
    router.update({ sessionId: 'b', update: chunk('one too many') });
    expect(log.of('warn')).toHaveLength(1);
    expect(router.takeEarly('b')).toEqual([]);
    // What is handed out makes room, and what is dropped does.
    expect(router.takeEarly('a')).toHaveLength(MAX_EARLY);
    for (let n = 0; n < MAX_EARLY; n++) router.update({ sessionId: 'b', update: chunk('x') });
    done.resolve();
    await over;
    const again = opening(newSession('2'));
    router.update({ sessionId: 'c', update: chunk('x') });
    expect(router.takeEarly('c')).toHaveLength(1);
    again.done.resolve();
    await again.over;
  });
});

describe('a request for a session', () => {
  it('finds it, and is refused when there is none', async () => {
    const session = newSession('1');
    router.set('a', session);
    expect(await router.find('a')).toBe(session);
    await expect(router.find('x')).rejects.toMatchObject({
      code: -32602,
      message: 'unknown session "x"',
    });
  });

  it('waits until the session that is being made has its name', async () => {
    const [one, two] = [newSession('1'), newSession('2')];
    const [first, second] = [opening(one), opening(two)];
    const found = router.find('b');
    const unknown = router.find('x');
    router.set('a', one);
    first.done.resolve();
    await first.over;
    router.set('b', two);
    second.done.resolve();
    expect(await found).toBe(two);
    await expect(unknown).rejects.toThrow('unknown session "x"');
  });

  it('is refused when none could be made', async () => {
    const { done, over } = opening(newSession('1'));
    const found = router.find('a');
    done.reject(new Error('no'));
    await expect(over).rejects.toThrow('no');
    await expect(found).rejects.toThrow('unknown session "a"');
  });
});

describe('a form', () => {
  const never = new AbortController().signal;
  const isAsked = (session: Session): boolean => session.state.elicitations.length > 0;

  it('of a session is asked there', () => {
    const [one, two, three] = [newSession('1'), newSession('2'), newSession('3')];
    router.set('a', one);
    router.set('b', two);
    void opening(three);
    void router.elicit(form('a'), never);
    expect([one, two, three].map(isAsked)).toEqual([true, false, false]);
  });

  it('of an unknown session, or of none, is asked where one is being made', () => {
    for (const id of ['x', undefined]) {
      router = new SessionRouter(log);
      const [open, made, later] = [newSession('1'), newSession('2'), newSession('3')];
      router.set('a', open);
      void opening(made);
      void opening(later);
      void router.elicit(form(id), never);
      expect([open, made, later].map(isAsked)).toEqual([false, true, false]);
    }
  });

  it('of no session is else asked in the newest, and cancelled where there is none', async () => {
    expect(await router.elicit(form(), never)).toEqual({ action: 'cancel' });
    const [one, two] = [newSession('1'), newSession('2')];
    router.set('a', one);
    router.set('b', two);
    void router.elicit(form(), never);
    expect([one, two].map(isAsked)).toEqual([false, true]);
    await expect(router.elicit(form('x'), never)).rejects.toThrow('unknown session "x"');
  });
});

it('what was asked is done in whichever session it was asked', async () => {
  const [one, two] = [newSession('1'), newSession('2')];
  router.set('a', one);
  router.set('b', two);
  const url = { mode: 'url', message: 'Sign in', elicitationId: 'e', url: 'https://x/' } as const;
  const asked = router.elicit({ ...url, sessionId: 'b' }, new AbortController().signal);
  expect(two.state.elicitations).toHaveLength(1);
  router.elicitationComplete('other');
  expect(two.state.elicitations).toHaveLength(1);
  router.elicitationComplete('e');
  expect(two.state.elicitations).toEqual([]);
  expect(await asked).toEqual({ action: 'cancel' });
});

it('each session of an agent learns of its end, and the agent has none any more', () => {
  const [one, two] = [newSession('1'), newSession('2')];
  router.set('a', one);
  router.set('b', two);
  router.unlink(new AgentGoneError('it exited with code 1', 'last words'));
  expect(router.all).toEqual([]);
  for (const { state } of [one, two]) {
    expect([...state.entries]).toMatchObject([
      { kind: 'notice', level: 'error', text: 'it exited with code 1', detail: 'last words' },
    ]);
  }
});
