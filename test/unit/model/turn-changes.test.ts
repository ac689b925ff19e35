import { expect, test } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import type { TurnFile } from '../../../src/model/review/turn-files';
import { newSession, type SessionState } from '../../../src/model/state';

const file = (path: string): TurnFile => ({ path, kind: 'modified', added: 1, removed: 0 });
const text = (words: string) => [{ type: 'text', text: words }] as const;
const prompted = (state: SessionState): SessionState =>
  reduce(state, { type: 'prompted', content: text('go') });
const ended = (state: SessionState): SessionState =>
  reduce(state, { type: 'turnEnded', stopReason: 'end_turn' });
const changed = (state: SessionState, turn: number, ...paths: string[]): SessionState =>
  reduce(state, { type: 'turnChanged', turn, files: paths.map(file) });
const shown = ({ entries }: SessionState) =>
  entries.map((entry) =>
    entry.kind === 'changes' ? entry.files.map(({ path }) => path).join() : entry.kind,
  );

const once = changed(ended(prompted(newSession('a', '/p'))), 1, 'x');

test('what a turn has changed stands behind it, and changes in its place', () => {
  const twice = changed(ended(prompted(once)), 2, 'y');
  const next = changed(twice, 1, 'x', 'z');
  expect(shown(next)).toEqual(['user', 'notice', 'x,z', 'user', 'notice', 'y']);
  // What has not changed is the same object.
  expect(next.entries.at(5)).toBe(twice.entries.at(5));
  expect(shown(changed(next, 1))).toEqual(['user', 'notice', '', 'user', 'notice', 'y']);
});

test('a turn that changed nothing has nothing behind it, and none is added to an earlier one', () => {
  const state = ended(prompted(once));
  expect(changed(state, 2)).toBe(state);
  const third = ended(prompted(state));
  expect(changed(third, 2, 'y')).toBe(third);
});

test('a copy of the session does not claim them', () => {
  const copy = reduce(newSession('a', '/p'), { type: 'adopted', source: once });
  expect(shown(copy)).toEqual(['user', 'notice', '']);
});
