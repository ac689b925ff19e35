import { expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { ActionTools } from '../../../src/host/lua-door/action-tools';
import { act } from '../../../src/host/lua-door/dispatch';
import type { Lua } from '../../../src/nvim/lua';
import { line } from '../../../src/view/line';
import { surfacesOver } from '../../support/surfaces';

/** A list of words in an editor that answers each call when the test says so. */
function list(words: readonly string[]) {
  const calls: { readonly args: readonly unknown[]; readonly answered: Deferred<boolean> }[] = [];
  const call = (...args: unknown[]): Promise<boolean> => {
    const answered = new Deferred<boolean>();
    calls.push({ args, answered });
    return answered.promise;
  };
  const surfaces = surfacesOver({ call } as unknown as Lua);
  let shown = words;
  const taken: (string | undefined)[] = [];
  const surface = surfaces.open<readonly string[], string>({
    definition: {
      kind: 'words',
      heading: 'Words',
      place: { kind: 'center', zindex: 1, minWidth: 1 },
      keys: [],
      content: (all) => ({
        title: 'Words',
        blocks: all.map((word) => ({ id: word, lines: [line([word])], item: word })),
      }),
      hints: () => [],
    },
    model: () => shown,
    actions: { take: ({ item }) => void taken.push(item) },
  });
  const tools = { surfaces } as unknown as ActionTools;
  const idOf = (): unknown => calls[0]?.args[1];
  return {
    taken,
    called: (count: number) => expect.poll(() => calls.length).toBe(count),
    answer: () => calls.at(-1)?.answered.resolve(true),
    change: (to: readonly string[]) => {
      shown = to;
      surface.update();
    },
    press: (row: number) => {
      const id = (idOf() as { readonly id: string }).id;
      return act(tools, 'surface_action', { id, action: 'take', row, end_row: row, count: 1 });
    },
  };
}

it('a key is meant for the row that the editor shows, while another is being drawn there', async () => {
  const t = list(['old', 'same']);
  await t.called(1);
  t.answer();
  await t.press(0);
  t.change(['new', 'old', 'same']);
  await t.called(2);
  await t.press(0);
  expect(t.taken).toEqual(['old', 'old']);
});

it('a key that comes right behind the answer of the editor is meant for what it has just drawn', async () => {
  const t = list(['old']);
  await t.called(1);
  t.answer();
  await t.press(0);
  t.change(['new', 'old']);
  await t.called(2);
  t.answer();
  await t.press(0);
  expect(t.taken).toEqual(['old', 'new']);
});
