import { expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { UserEvent } from '../../../src/model/user-events';
import { batchEvents } from '../../../src/nvim/event-batch';
import type { Lua } from '../../../src/nvim/lua';
import { FakeClock, settlePromises } from '../../support/clock';

/** A door whose calls of `events.fire_all` are answered one by one, each after some milliseconds. */
function door({ answersAfter = 1000 } = {}) {
  const calls: unknown[][] = [];
  const answers: Deferred<void>[] = [];
  const call = async (fn: string, ...args: unknown[]): Promise<void> => {
    calls.push([fn, ...args]);
    if (fn !== 'events.fire_all') return;
    const answer = new Deferred<void>();
    answers.push(answer);
    await answer.promise;
  };
  const clock = new FakeClock();
  const lua = batchEvents({ call } as unknown as Lua, clock);
  return {
    calls,
    fire: (name: string) => lua.call('events.fire', name as UserEvent, {} as never),
    notify: () => lua.call('ui.notify.show', 'info', 'text'),
    pass: (ms: number) => clock.run(ms),
    answer: async () => {
      await clock.run(answersAfter);
      answers.shift()?.resolve();
      await settlePromises();
    },
    fail: () => answers.shift()?.reject(new Error('no editor')),
  };
}

const fired = (...names: string[]) => ['events.fire_all', names.map((name) => [name, {}])];

it('fires the first event at once, and together what comes until the editor has answered', async () => {
  const t = door();
  for (const name of ['a', 'b', 'c']) void t.fire(name);
  expect(t.calls).toEqual([fired('a')]);
  await t.answer();
  expect(t.calls).toEqual([fired('a'), fired('b', 'c')]);
  await t.answer();
  void t.fire('d');
  expect(t.calls.at(-1)).toEqual(fired('d'));
});

it('lets no other call overtake an event', async () => {
  const t = door();
  for (const name of ['a', 'b']) void t.fire(name);
  void t.notify();
  void t.fire('c');
  expect(t.calls).toEqual([fired('a'), fired('b'), ['ui.notify.show', 'info', 'text']]);
  await t.answer();
  expect(t.calls).toHaveLength(3);
  await t.answer();
  expect(t.calls.at(-1)).toEqual(fired('c'));
});

it('does not wait for ever more of them', () => {
  const t = door();
  for (let n = 0; n < 65; n++) void t.fire(`e${n}`);
  expect(t.calls.map(([, events]) => (events as unknown[]).length)).toEqual([1, 64]);
});

it('leaves the editor a pause between calls', async () => {
  const t = door({ answersAfter: 1 });
  for (const name of ['a', 'b']) void t.fire(name);
  await t.answer();
  void t.fire('c');
  expect(t.calls).toEqual([fired('a')]);
  await t.pass(9);
  expect(t.calls).toEqual([fired('a'), fired('b', 'c')]);
});

it('says of each event whether it was fired', async () => {
  const t = door();
  const first = t.fire('a');
  const second = t.fire('b');
  t.fail();
  await expect(first).rejects.toThrow('no editor');
  await t.answer();
  await expect(second).resolves.toBeUndefined();
});
