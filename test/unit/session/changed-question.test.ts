import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { SessionEvent } from '../../../src/model/event';
import type { PermissionRequest } from '../../../src/model/state';
import type { ToolCallUpdate } from '../../../src/protocol/schema.gen';
import type { Policy, PolicyAnswer } from '../../../src/session/permissions';
import type { Session } from '../../../src/session/session';
import { testSession } from '../../support/session';

const OPTIONS = [
  { optionId: 'go', name: 'Go', kind: 'allow_once' },
  { optionId: 'stop', name: 'Stop', kind: 'reject_once' },
] as const;
const RUN: ToolCallUpdate = {
  toolCallId: 't',
  title: 'Run',
  kind: 'execute',
  rawInput: { command: 'make' },
};

const newSession = (policy?: Policy) => testSession(policy ? { policy } : {});
const ask = (session: Session, toolCall: ToolCallUpdate = RUN) =>
  session.ask({ sessionId: 's', toolCall, options: OPTIONS }, new AbortController().signal);
const change = (session: Session, fields: Partial<ToolCallUpdate>) =>
  session.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });
const only = (session: Session): PermissionRequest => {
  expect(session.state.permissions).toHaveLength(1);
  return session.state.permissions[0] as PermissionRequest;
};
const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });
const allowing = (optionId: string): PolicyAnswer => ({ optionId, by: 'rule', why: 'because' });

describe('a question whose call the agent changes', () => {
  it.each<[string, Partial<ToolCallUpdate>]>([
    ['title', { title: 'Run it' }],
    ['name', { name: 'Shell' }],
    ['kind', { kind: 'edit' }],
    ['input', { rawInput: { command: 'rm' } }],
    ['content', { content: [{ type: 'diff', path: '/a', newText: 'b' }] }],
    ['locations', { locations: [{ path: '/a' }] }],
  ])(
    'in its %s is another one in its place, which says what was asked before',
    async (_, fields) => {
      const session = newSession();
      const answer = ask(session);
      const first = only(session);
      change(session, fields);
      const second = only(session);
      expect(second).toMatchObject({ ...fields, before: first, changes: 1, replaces: first.id });
      expect(session.answer(first.id, 'go')).toBe(false);
      expect(session.answer(second.id, 'go')).toBe(true);
      expect(await answer).toEqual(selected('go'));
    },
  );

  it('stays the same when nothing of it is said anew', () => {
    const session = newSession();
    void ask(session);
    const first = only(session);
    change(session, { status: 'in_progress', rawOutput: 'working' });
    change(session, { ...RUN, rawInput: { command: 'make' } });
    void ask(session, { ...RUN });
    expect(only(session)).toBe(first);
  });

  it('keeps one version of its past, however often it changes', () => {
    const session = newSession();
    void ask(session);
    const first = only(session);
    for (const command of ['one', 'two']) change(session, { rawInput: { command } });
    const { id } = only(session);
    // What came first is what was asked: a change of something else does not hide an earlier one.
    change(session, { title: 'Harmless' });
    expect(only(session)).toMatchObject({ before: first, changes: 3, replaces: id });
    expect(only(session).before).not.toHaveProperty('before');
  });

  it('is changed by another question about the call as well, and each is answered by itself', async () => {
    const session = newSession();
    const first = ask(session);
    const second = ask(session, { ...RUN, rawInput: { command: 'rm' } });
    const [one, two] = session.state.permissions;
    expect(one).toMatchObject({ rawInput: { command: 'rm' }, changes: 1 });
    expect(two).not.toHaveProperty('before');
    session.answer(one?.id ?? '', 'stop');
    session.answer(two?.id ?? '', 'go');
    expect([await first, await second]).toEqual([selected('stop'), selected('go')]);
  });

  it('can be withdrawn and cancelled under its new id', async () => {
    const session = newSession();
    const abort = new AbortController();
    const answer = session.ask({ sessionId: 's', toolCall: RUN, options: OPTIONS }, abort.signal);
    change(session, { title: 'Other' });
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    expect(session.state.permissions).toEqual([]);
  });

  it('is judged anew: an answer that was being found for what it was does not count', async () => {
    const found = new Deferred<PolicyAnswer | undefined>();
    const session = newSession(({ rawInput }) =>
      JSON.stringify(rawInput).includes('make') ? found.promise : undefined,
    );
    const answer = ask(session);
    expect(session.state.permissions).toEqual([]);
    change(session, { rawInput: { command: 'rm' } });
    const { id } = only(session);
    found.resolve(allowing('go'));
    await new Promise(setImmediate);
    expect(only(session).id).toBe(id);
    session.answer(id, 'stop');
    expect(await answer).toEqual(selected('stop'));
  });

  it('is not answered with the reason for what it was before', () => {
    const answers: SessionEvent[] = [];
    const session = newSession(({ title }) => (title === 'Run' ? { why: 'so it was' } : undefined));
    session.onChange(({ event }) => {
      if (event.type === 'answered') answers.push(event);
    });
    void ask(session);
    change(session, { title: 'Other' });
    session.answer(only(session).id, 'stop');
    expect(answers).toMatchObject([{ by: 'user' }]);
    expect(answers[0]).not.toHaveProperty('why');
  });

  it('is answered by a rule for what it has become', async () => {
    const session = newSession(({ rawInput }) =>
      JSON.stringify(rawInput).includes('rm') ? allowing('stop') : undefined,
    );
    const answer = ask(session);
    change(session, { rawInput: { command: 'rm' } });
    expect(session.state.permissions).toEqual([]);
    expect(await answer).toEqual(selected('stop'));
  });

  it('stays pending while a rule may still answer what it has become, then is shown', async () => {
    const found = new Deferred<PolicyAnswer | undefined>();
    let policy: Policy = () => undefined;
    const session = newSession((request) => policy(request));
    void ask(session);
    policy = () => found.promise;
    change(session, { title: 'Other' });
    expect(session.state.permissions).toEqual([]);
    found.resolve(undefined);
    await new Promise(setImmediate);
    expect(only(session)).toMatchObject({ title: 'Other', before: { title: 'Run' } });
  });
});

it('is not asked, or any more, when it is nested too deeply to be shown', async () => {
  const session = newSession();
  const rawInput = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  const answer = ask(session);
  change(session, { rawInput });
  expect(await answer).toEqual({ outcome: { outcome: 'cancelled' } });
  await expect(ask(session, { ...RUN, rawInput })).rejects.toThrow('nested too deeply');
  expect(session.state.permissions).toEqual([]);
});

describe('new rules and an open question', () => {
  it('answer it at once, or once a function has decided', async () => {
    for (const later of [() => allowing('go'), () => Promise.resolve(allowing('go'))]) {
      let policy: Policy = () => undefined;
      const session = newSession((request) => policy(request));
      const answer = ask(session);
      policy = later;
      session.reconsider();
      expect(await answer).toEqual(selected('go'));
      expect(session.state.permissions).toEqual([]);
    }
  });

  it('leave it open when nothing is decided, the function fails, or it was changed meanwhile', async () => {
    let policy: Policy = () => undefined;
    const session = newSession((request) => policy(request));
    void ask(session);
    const decided = new Deferred<PolicyAnswer | undefined>();
    const policies = [
      () => Promise.resolve(undefined),
      () => Promise.reject(new Error('no')),
      () => decided.promise,
    ];
    for (const later of policies) {
      policy = later;
      session.reconsider();
      await new Promise(setImmediate);
      only(session);
    }
    policy = () => undefined;
    change(session, { title: 'Other' });
    decided.resolve(allowing('go'));
    await new Promise(setImmediate);
    expect(only(session)).toMatchObject({ title: 'Other' });
  });
});
