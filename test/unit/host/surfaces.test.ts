import { expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { Lua } from '../../../src/nvim/lua';
import { line } from '../../../src/view/line';
import { DOCK } from '../../../src/view/surfaces/question';
import { surfacesOver } from '../../support/surfaces';

/** An editor that shows whatever it gets, and a window in it about a subject that the test may change. */
function asking(answered: Promise<unknown> = Promise.resolve()) {
  const reported: string[] = [];
  const done: unknown[] = [];
  const calls: unknown[][] = [];
  const lua = {
    call: async (...call: unknown[]) => {
      calls.push(call);
      await answered;
      return true;
    },
  } as unknown as Lua;
  const surfaces = surfacesOver(lua, { notify: (_, text) => reported.push(text) });
  let subject = 'first';
  const surface = surfaces.open({
    definition: {
      kind: 'ask',
      heading: 'Ask',
      place: DOCK,
      keys: [],
      content: () => ({ title: subject, blocks: [{ id: subject, lines: [line([subject])] }] }),
      hints: () => [],
      subject: () => ({ id: subject, early: 'it has just changed', order: 1 }),
    },
    model: () => subject,
    actions: { yes: ({ choice, text }) => void done.push([choice, text]) },
    onClosed: () => reported.push('closed'),
  });
  return {
    surfaces,
    surface,
    reported,
    done,
    calls,
    change: (to: string) => {
      subject = to;
      surface.update();
    },
    shown: async () => {
      await expect.poll(() => calls.length).toBeGreaterThan(0);
      return calls.at(-1)?.[1] as { id: string };
    },
  };
}

const on = { row: 0, endRow: 0, count: 1 };

it('an answer to what was shown is none to what has come in its place', async () => {
  const { surfaces, reported, done, change, shown } = asking();
  const { id } = await shown();
  await surfaces.act(id, 'yes', { ...on, subject: 'first', choice: 2 });
  await surfaces.act(id, 'yes', { ...on, subject: 'first', text: 'words' });
  change('second');
  // The editor still shows the first.
  await surfaces.act(id, 'yes', { ...on, subject: 'first' });
  expect(done).toEqual([
    [2, undefined],
    [undefined, 'words'],
  ]);
  expect(reported).toEqual(['not answered: it has just changed']);
  await surfaces.act(id, 'yes', { ...on, subject: 'second' });
  expect(done).toHaveLength(3);
});

it('an answer to what is asked no more says so', async () => {
  const { surfaces, surface, reported, done, shown } = asking();
  const { id } = await shown();
  surface.close();
  await expect.poll(() => reported).toEqual(['closed']);
  await surfaces.act(id, 'yes', { ...on, subject: 'first' });
  expect(done).toEqual([]);
  expect(reported).toEqual(['closed', 'not answered: it is not asked any more']);
});

it('a window is up when the editor has shown it, or when it is closed before', async () => {
  const drawn = new Deferred<void>();
  const { surfaces, shown } = asking(drawn.promise);
  const seen: string[] = [];
  const up = surfaces.allUp().then(() => seen.push('up'));
  await shown();
  seen.push('asked for');
  drawn.resolve();
  await up;
  expect(seen).toEqual(['asked for', 'up']);

  const never = asking(new Promise(() => {}));
  const { id } = await never.shown();
  const closed = never.surfaces.allUp();
  never.surfaces.closed(id);
  await closed;
});
