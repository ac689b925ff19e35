import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { ConflictNotices } from '../../../../src/files/conflicts/conflict-notices';
import type { Lua } from '../../../../src/nvim/lua';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function makeNotices() {
  const shown: unknown[] = [];
  const lua = {
    call: async (name: string, ...args: unknown[]) => {
      if (name === 'ui.notify.show') shown.push(args);
    },
  } as unknown as Lua;
  const notices = new ConflictNotices({
    lua,
    log: silentLogger,
    chat: () => undefined,
    fire: () => {},
  });
  const conflict = (name: string, fresh: number): void =>
    notices.conflict({
      session: 'one',
      path: `/project/${name}`,
      bufnr: 1,
      places: ['5'],
      fresh,
      theirs: [],
    });
  return { shown, conflict };
}

test('the user is notified once of all conflicts that come together', () => {
  const { shown, conflict } = makeNotices();
  conflict('file.txt', 2);
  conflict('file.txt', 0);
  expect(shown).toEqual([]);
  vi.runAllTimers();
  expect(shown).toEqual([
    ['warn', '2 conflicts in file.txt, your text was kept (:Acp conflict next)'],
  ]);
  vi.runAllTimers();
  expect(shown).toHaveLength(1);
});

test('files are named while there is one, else counted; what comes later is another message', () => {
  const { shown, conflict } = makeNotices();
  conflict('a.txt', 1);
  vi.runAllTimers();
  conflict('a.txt', 1);
  conflict('b.txt', 2);
  vi.runAllTimers();
  expect(shown).toEqual([
    ['warn', 'a conflict in a.txt, your text was kept (:Acp conflict next)'],
    ['warn', '3 conflicts in 2 files, your text was kept (:Acp conflict next)'],
  ]);
});

test('what was on show already is nothing to report', () => {
  const { shown, conflict } = makeNotices();
  conflict('a.txt', 0);
  vi.runAllTimers();
  expect(shown).toEqual([]);
});
