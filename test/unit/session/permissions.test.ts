import { beforeEach, describe, expect, it } from 'vitest';
import { changes } from '../../../src/model/changes';
import type { SessionEvent } from '../../../src/model/event';
import type { PermissionRequest } from '../../../src/model/state';
import type { RequestPermissionRequest } from '../../../src/protocol/schema.gen';
import type { Policy, PolicyAnswer } from '../../../src/session/permissions';
import type { Session } from '../../../src/session/session';
import { testSession } from '../../support/session';

const CANCELLED = { outcome: { outcome: 'cancelled' } };
const GO = { outcome: { outcome: 'selected', optionId: 'go' } };
const WITHDRAWN = { code: -32800 };

let session: Session;
let policy: Policy;
let answered: Extract<SessionEvent, { type: 'answered' }>[];

beforeEach(() => {
  policy = () => undefined;
  session = testSession({ policy: (request) => policy(request) });
  answered = [];
  session.onChange(({ event }) => {
    if (event.type === 'answered') answered.push(event);
  });
});

const request = (toolCallId: string, title = 'Run it'): RequestPermissionRequest => ({
  sessionId: 's',
  toolCall: { toolCallId, title, kind: 'execute' },
  options: [
    { optionId: 'go', name: 'Go', kind: 'allow_once' },
    { optionId: 'stop', name: 'Stop', kind: 'reject_once' },
  ],
});

const ask = (toolCallId: string, title?: string, abort = new AbortController()) =>
  session.ask(request(toolCallId, title), abort.signal);
const open = (): readonly PermissionRequest[] => session.state.permissions;
const calls = (): string[] => open().map(({ toolCallId }) => toolCallId);
const idOf = (toolCallId: string): string =>
  open().find((asked) => asked.toolCallId === toolCallId)?.id ?? '';
/** Lets all that is settled have its way. */
const settled = (): Promise<void> => new Promise(setImmediate);

function aborted(): AbortController {
  const abort = new AbortController();
  abort.abort();
  return abort;
}

describe('an open question', () => {
  it('is answered by nobody when its call has ended, and no other is', async () => {
    const [ended, lasting] = [ask('a'), ask('b')];
    session.update({ sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'completed' });
    expect(await ended).toEqual(CANCELLED);
    expect(calls()).toEqual(['b']);
    expect(answered).toMatchObject([{ by: 'cancelled', request: { toolCallId: 'a' } }]);
    session.answer(idOf('b'), 'go');
    expect(await lasting).toEqual(GO);
  });

  it('about a call that then ends never makes it a cancelled one', async () => {
    const states: string[] = [];
    session.onChange(({ event, before, after }) => {
      for (const change of changes({ event, before, after })) {
        if (change.event === 'AcpToolCall') states.push(change.call.state);
      }
    });
    const asked = ask('a');
    session.update({ sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'failed' });
    expect(await asked).toEqual(CANCELLED);
    expect(new Set(states)).toEqual(new Set(['approval-requested', 'output-error']));
    expect(session.state.entries.at(0)).toMatchObject({ call: { approval: { by: 'cancelled' } } });
  });

  it('is answered by the user with "cancelled" when no option is named', async () => {
    const asked = ask('a');
    expect(session.answer(idOf('a'))).toBe(true);
    expect(await asked).toEqual(CANCELLED);
    expect(answered).toMatchObject([{ by: 'user', outcome: { outcome: 'cancelled' } }]);
  });

  it('is settled once, whatever the agent does afterwards', async () => {
    const abort = new AbortController();
    const asked = ask('a', undefined, abort);
    session.answer(idOf('a'), 'go');
    abort.abort();
    expect(await asked).toEqual(GO);
    expect(answered).toHaveLength(1);
    expect(session.answer('v1.nonsense', 'go')).toBe(false);
  });

  it('that was withdrawn before it could be shown is not shown', async () => {
    await expect(ask('a', undefined, aborted())).rejects.toMatchObject(WITHDRAWN);
    expect(calls()).toEqual([]);
    expect(answered).toMatchObject([{ by: 'cancelled', outcome: { outcome: 'cancelled' } }]);
  });
});

describe('two questions about one call', () => {
  it('are two when they do not say the same', async () => {
    const asked = [ask('a', 'Run it'), ask('a', 'Run another')];
    expect(calls()).toEqual(['a', 'a']);
    for (const { id } of open()) session.answer(id, 'go');
    expect(await Promise.all(asked)).toEqual([GO, GO]);
  });

  it('stay one when the agent withdraws the second', async () => {
    const second = new AbortController();
    const first = ask('a');
    const duplicate = ask('a', undefined, second);
    second.abort();
    await expect(duplicate).rejects.toMatchObject(WITHDRAWN);
    await expect(ask('a', undefined, aborted())).rejects.toMatchObject(WITHDRAWN);
    expect(calls()).toEqual(['a']);
    expect(answered).toEqual([]);
    session.answer(idOf('a'), 'go');
    expect(await first).toEqual(GO);
  });

  it('leave the second on its own when the agent withdraws the first', async () => {
    const abort = new AbortController();
    const first = ask('a', undefined, abort);
    const second = ask('a');
    abort.abort();
    await expect(first).rejects.toMatchObject(WITHDRAWN);
    await settled();
    expect(calls()).toEqual(['a']);
    session.answer(idOf('a'), 'go');
    expect(await second).toEqual(GO);
  });

  it('come to the same end when the user cancels', async () => {
    const asked = [ask('a'), ask('a')];
    session.answer(idOf('a'));
    expect(await Promise.all(asked)).toEqual([CANCELLED, CANCELLED]);
    expect(answered).toHaveLength(1);
  });
});

it('the hundred-and-first question is refused, unless it is one that is open already', async () => {
  const asked = Array.from({ length: 100 }, (_, index) => ask(`call ${index}`));
  await expect(ask('one more')).rejects.toThrow('100 permissions are asked already');
  const duplicate = ask('call 7');
  expect(open()).toHaveLength(100);
  for (const { id } of open()) session.answer(id, 'go');
  expect(await Promise.all([...asked, duplicate])).toEqual(Array(101).fill(GO));
});

describe('rules that changed', () => {
  const rule = (optionId: string): PolicyAnswer => ({ optionId, by: 'rule', why: 'because' });

  it('answer the open questions that they cover, at once or later', async () => {
    const asked = [ask('now'), ask('later'), ask('never'), ask('failed')];
    policy = ({ toolCallId }) => {
      if (toolCallId === 'now') return rule('go');
      if (toolCallId === 'later') return Promise.resolve(rule('go'));
      return toolCallId === 'failed' ? Promise.reject(new Error('no')) : undefined;
    };
    session.reconsider();
    expect(calls()).toEqual(['later', 'never', 'failed']);
    await settled();
    expect(calls()).toEqual(['never', 'failed']);
    expect(await Promise.all(asked.slice(0, 2))).toEqual([GO, GO]);
    expect(answered).toMatchObject(Array(2).fill({ by: 'rule', why: 'because' }));
  });

  it('that name no option of the agent change nothing', () => {
    void ask('a');
    policy = () => rule('nonsense');
    session.reconsider();
    expect(calls()).toEqual(['a']);
    expect(answered).toEqual([]);
  });
});
