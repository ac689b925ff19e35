import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { SessionEvent } from '../../../src/model/event';
import type { ToolCall } from '../../../src/model/state';
import type { Policy, PolicyAnswer } from '../../../src/session/permissions';
import { testSession } from '../../support/session';

const ASKED = {
  sessionId: 's',
  toolCall: { toolCallId: 't', kind: 'read', name: 'Read' },
  options: [
    { optionId: 'go', name: 'Go', kind: 'allow_once' },
    { optionId: 'stop', name: 'Stop', kind: 'reject_once' },
  ],
} as const;

function sessionWith(policy: Policy) {
  const session = testSession({ policy });
  const states: string[] = [];
  const answers: Extract<SessionEvent, { type: 'answered' }>[] = [];
  session.onChange(({ event, after }) => {
    if (event.type === 'answered') answers.push(event);
    const call = after.entries.find((entry) => entry.kind === 'tool')?.call as ToolCall;
    states.push(`${call.state}${after.permissions.length > 0 ? ' shown' : ''}`);
  });
  const abort = new AbortController();
  return { session, states, answers, abort, asked: session.ask(ASKED, abort.signal) };
}

const rule = (optionId: string): PolicyAnswer => ({ optionId, by: 'rule', why: 'because' });

describe('a policy', () => {
  it('answers without showing the question, and the call goes through the same states', async () => {
    const { asked, states, answers } = sessionWith(() => rule('go'));
    expect(await asked).toEqual({ outcome: { outcome: 'selected', optionId: 'go' } });
    expect(states).toEqual(['approval-requested', 'approval-responded']);
    expect(answers).toMatchObject([
      { by: 'rule', why: 'because', request: { name: 'Read', kind: 'read' } },
    ]);
  });

  it('that says nothing leaves the question to the user', async () => {
    const { session, asked, states, answers } = sessionWith(() => undefined);
    const [request] = session.state.permissions;
    expect(session.answer(request?.id ?? '', 'stop')).toBe(true);
    expect(await asked).toEqual({ outcome: { outcome: 'selected', optionId: 'stop' } });
    expect(states).toEqual(['approval-requested shown', 'output-denied']);
    expect(answers).toMatchObject([{ by: 'user' }]);
  });

  it('that leaves a question to the user says why, and the answer carries that', async () => {
    const { session, asked, states, answers } = sessionWith(() => ({ why: 'no rule is about it' }));
    session.answer(session.state.permissions[0]?.id ?? '', 'go');
    await asked;
    expect(states).toEqual(['approval-requested shown', 'approval-responded']);
    expect(answers).toMatchObject([{ by: 'user', why: 'no rule is about it' }]);
  });

  it('that leaves it to the user later says why then', async () => {
    const { session, answers } = sessionWith(() => Promise.resolve({ why: 'nobody knows' }));
    await new Promise(setImmediate);
    session.answer(session.state.permissions[0]?.id ?? '', 'go');
    expect(answers).toMatchObject([{ by: 'user', why: 'nobody knows' }]);
  });

  it('that takes its time keeps the question back, and then answers or shows it', async () => {
    const answer = new Deferred<PolicyAnswer | undefined>();
    const first = sessionWith(() => answer.promise);
    expect(first.states).toEqual(['approval-requested']);
    const second = sessionWith(() => answer.promise.then(() => undefined));
    const third = sessionWith(() => answer.promise.then(() => Promise.reject(new Error('no'))));
    answer.resolve(rule('stop'));
    expect(await first.asked).toEqual({ outcome: { outcome: 'selected', optionId: 'stop' } });
    await new Promise(setImmediate);
    expect(second.session.state.permissions).toHaveLength(1);
    expect(third.session.state.permissions).toHaveLength(1);
  });

  it('that names no option of the agent is not listened to', () => {
    const { session } = sessionWith(() => rule('nonsense'));
    expect(session.state.permissions).toHaveLength(1);
  });

  it('comes too late when the question was cancelled or withdrawn', async () => {
    const answer = new Deferred<PolicyAnswer | undefined>();
    const cancelled = sessionWith(() => answer.promise);
    await cancelled.session.close();
    expect(await cancelled.asked).toEqual({ outcome: { outcome: 'cancelled' } });
    const withdrawn = sessionWith(() => answer.promise);
    withdrawn.abort.abort();
    await expect(withdrawn.asked).rejects.toMatchObject({ code: -32800 });
    answer.resolve(rule('go'));
    await new Promise(setImmediate);
    for (const { session, answers } of [cancelled, withdrawn]) {
      expect(session.state.permissions).toHaveLength(0);
      expect(answers).toMatchObject([{ by: 'cancelled', outcome: { outcome: 'cancelled' } }]);
    }
  });
});
