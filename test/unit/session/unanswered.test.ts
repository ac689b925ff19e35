/** Requests and prompts that could be forgotten, and are not. */
import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { Emitter } from '../../../src/base/emitter';
import type { PromptResponse, RequestPermissionRequest } from '../../../src/protocol/schema.gen';
import type { AgentSession } from '../../../src/session/agent-port';
import type { Terminal } from '../../../src/session/ports';
import type { Session } from '../../../src/session/session';
import { SessionTerminals } from '../../../src/session/terminals';
import { testSession } from '../../support/session';
import { unhandled } from '../../support/unhandled';
import { wait } from '../../support/wait';

const QUESTION: RequestPermissionRequest = {
  sessionId: 's',
  toolCall: { toolCallId: 't' },
  options: [{ optionId: 'go', name: 'Go', kind: 'allow_once' }],
};

function linkTo(turn: Promise<PromptResponse>): AgentSession & { closed: number } {
  return {
    closed: 0,
    prompt: () => turn,
    cancel: () => {},
    setMode: async () => {},
    setModel: async () => {},
    setConfig: async () => [],
    close() {
      this.closed += 1;
    },
  };
}

const newSession = (): Session => testSession({ agent: 'fake' });

describe('a permission', () => {
  it('asked for after the cancel, before the agent has heard of it, is answered at once', async () => {
    const turn = new Deferred<PromptResponse>();
    const session = newSession();
    session.open({ sessionId: 's' }, linkTo(turn.promise), []);
    const result = session.prompt([{ type: 'text', text: 'go' }]);
    session.cancel();
    const answer = session.ask(QUESTION, new AbortController().signal);
    expect(await answer).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(session.state.permissions).toEqual([]);
    turn.resolve({ stopReason: 'end_turn' });
    expect(await result).toEqual({ ok: true, stopReason: 'cancelled' });
  });

  it('of a session that is closed or has lost its agent is answered', async () => {
    for (const end of ['close', 'unlink', 'detach'] as const) {
      const session = newSession();
      session.open({ sessionId: 's' }, linkTo(new Promise(() => {})), []);
      const answer = session.ask(QUESTION, new AbortController().signal);
      if (end === 'unlink') session.unlink('gone');
      else void session[end]();
      expect(await answer, end).toEqual({ outcome: { outcome: 'cancelled' } });
    }
  });
});

it('whatever is asked of a closed session is answered at once', async () => {
  const session = newSession();
  await session.close();
  const { signal } = new AbortController();
  expect(await session.ask(QUESTION, signal)).toEqual({ outcome: { outcome: 'cancelled' } });
  const form = {
    mode: 'form',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: { q: { type: 'string' } } },
  } as const;
  expect(await session.elicit({ sessionId: 's', ...form }, signal)).toEqual({ action: 'cancel' });
});

it('a session that is closed while the agent opens it is closed with the agent as well', async () => {
  const session = newSession();
  const queued = session.prompt([{ type: 'text', text: 'go' }]);
  await session.close();
  const link = linkTo(new Promise(() => {}));
  session.open({ sessionId: 's' }, link, []);
  expect(link.closed).toBe(1);
  expect(session.linked).toBe(false);
  expect(await queued).toMatchObject({ ok: false });
});

it('a turn that was about to begin when the agent died fails with the reason', async () => {
  const ready = new Deferred<void>();
  const session = testSession({ turnHooks: { before: () => ready.promise } });
  session.open({ sessionId: 's' }, linkTo(new Promise(() => {})), []);
  const result = session.prompt([{ type: 'text', text: 'go' }]);
  session.unlink('fake exited with code 7', 'last words');
  ready.resolve();
  expect(await result).toEqual({ ok: false, error: 'fake exited with code 7' });
  expect(session.state.entries.at(-1)).toMatchObject({ level: 'error', detail: 'last words' });
  expect(session.state.turn.phase).toBe('idle');
});

it('a turn that has ended but is not over yet is not cancelled, and the end of its agent is reported', async () => {
  const left = new Deferred<void>();
  const session = testSession({ turnHooks: { after: () => left.promise } });
  session.open({ sessionId: 's' }, linkTo(Promise.resolve({ stopReason: 'end_turn' })), []);
  const result = session.prompt([{ type: 'text', text: 'go' }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(session.state.turn.phase).toBe('running');
  expect(session.cancel()).toBe(false);
  session.unlink('fake exited with code 7', 'last words');
  left.resolve();
  expect(await result).toEqual({ ok: true, stopReason: 'end_turn' });
  const notices = session.state.entries.filter((entry) => entry.kind === 'notice');
  expect(notices.map(({ text }) => text)).toContain('fake exited with code 7');
  expect(session.state.turn.phase).toBe('idle');
});

it('a command that starts while the session ends is ended, and its request answered', async () => {
  const started = new Deferred<Terminal>();
  let ended = 0;
  const terminals = new SessionTerminals(
    { create: () => started.promise },
    () => 'id',
    () => {},
  );
  const created = terminals.create({ sessionId: 's', command: 'sleep 100' }, '/project');
  await terminals.endAll();
  started.resolve({
    read: () => ({ output: '', truncated: false }),
    exited: new Promise(() => {}),
    onText: () => ({ dispose: () => {} }),
    end: async () => {
      ended += 1;
    },
  });
  await expect(created).rejects.toMatchObject({ code: -32800 });
  expect(ended).toBe(1);
});

it('a listener that throws stops neither the others nor the one who fires', async () => {
  using raised = unhandled();
  const emitter = new Emitter<string>();
  const heard: string[] = [];
  emitter.on(() => {
    throw new Error('odd');
  });
  emitter.on((value) => heard.push(value));
  emitter.fire('news');
  expect(heard).toEqual(['news']);
  await wait(() => raised.problems.length > 0, 'raised');
  expect(raised.problems).toMatchObject([{ message: 'odd' }]);
});
