import { expect, it } from 'vitest';
import { RequestOwners } from '../../../../src/host/permissions/request-owners';
import { testSession } from '../../../support/session';

const OPTIONS = [{ optionId: 'go', name: 'Go', kind: 'allow_once' }] as const;
const signal = new AbortController().signal;

function owned(owners: RequestOwners<string>, key: string) {
  const ids: string[] = [];
  const session = testSession({ key });
  session.onChange(({ event }) => {
    owners.note(key, event);
    if (event.type === 'asked') ids.push(event.id);
    if (event.type === 'elicited' || event.type === 'reasked') ids.push(event.request.id);
  });
  const ask = (toolCallId: string) =>
    void session.ask({ sessionId: 's', toolCall: { toolCallId }, options: OPTIONS }, signal);
  return { session, ids, ask };
}

it('a request leads to its owner from the asking to the answer, and not after it', () => {
  const owners = new RequestOwners<string>();
  const one = owned(owners, 'one');
  const other = owned(owners, 'other');
  one.ask('t');
  other.ask('t');
  const ids = [...one.ids, ...other.ids];
  expect(ids.map((id) => owners.get(id))).toEqual(['one', 'other']);
  one.session.answer(one.ids[0] ?? '', 'go');
  expect(ids.map((id) => owners.get(id))).toEqual([undefined, 'other']);
  other.session.unlink('gone');
  expect(ids.map((id) => owners.get(id))).toEqual([undefined, undefined]);
});

it('a question that is changed is known by its new id alone', () => {
  const owners = new RequestOwners<string>();
  const { session, ask, ids } = owned(owners, 'one');
  ask('t');
  session.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Other' });
  expect(ids).toHaveLength(2);
  expect(ids.map((id) => owners.get(id))).toEqual([undefined, 'one']);
});

it('a form leads to its owner until it is answered or withdrawn', async () => {
  const owners = new RequestOwners<string>();
  const { session, ids } = owned(owners, 'one');
  const abort = new AbortController();
  const form = { mode: 'form', message: 'Who?', requestedSchema: { properties: {} } } as const;
  const first = session.elicit({ ...form, sessionId: 's' }, signal);
  const second = session.elicit({ ...form, sessionId: 's' }, abort.signal);
  expect(ids.map((id) => owners.get(id))).toEqual(['one', 'one']);
  session.elicitations.accept(ids[0] ?? '');
  abort.abort();
  await Promise.allSettled([first, second]);
  expect(ids.map((id) => owners.get(id))).toEqual([undefined, undefined]);
});

it('an owner that is gone is forgotten with all that it was asked', () => {
  const owners = new RequestOwners<string>();
  const one = owned(owners, 'one');
  const other = owned(owners, 'other');
  one.ask('a');
  one.ask('b');
  other.ask('c');
  owners.forget('one');
  expect([...one.ids, ...other.ids].map((id) => owners.get(id))).toEqual([
    undefined,
    undefined,
    'other',
  ]);
});
