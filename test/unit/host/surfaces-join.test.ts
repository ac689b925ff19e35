import { expect, it } from 'vitest';
import type { Surfaces } from '../../../src/host/surfaces';
import type { Lua } from '../../../src/nvim/lua';
import { surfacesOver } from '../../support/surfaces';

function surfaces(problems: string[]): Surfaces {
  return surfacesOver({} as Lua, { notify: (_, text) => void problems.push(text) });
}

it('the keys of a window that others place act on what its rows show, until it is gone', async () => {
  const problems: string[] = [];
  const done: unknown[] = [];
  const all = surfaces(problems);
  const joined = all.join('chat-1', (row) => ['a', undefined, 'b'][row], {
    open: (selection) => void done.push(selection),
    fail: () => Promise.reject(new Error('no such file')),
  });
  await all.act('chat-1', 'open', { row: 0, endRow: 2, count: 3 });
  expect(done).toEqual([{ item: 'a', items: ['a', 'b'], count: 3 }]);
  await all.act('chat-1', 'fail', { row: 0, endRow: 0, count: 1 });
  expect(problems).toEqual(['no such file']);
  joined.dispose();
  await all.act('chat-1', 'open', { row: 0, endRow: 0, count: 1 });
  expect(done).toHaveLength(1);
});
