import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keep, undo } from '../../../../src/model/review/decide';
import { groupByFile, groupByTurn, totalsOf } from '../../../../src/model/review/overview';
import { EMPTY_REVIEW } from '../../../../src/model/review/state';
import {
  agentMade,
  changes,
  edited,
  fileOf,
  hunks,
  performOn,
  referenceOf,
  rewrite,
  rewritten,
  text,
  textOf,
} from './support';

const lines = (...list: string[]): string => `${list.join('\n')}\n`;
const turn = (number: number, session = 's') => ({ kind: 'turn', session, turn: number }) as const;

describe('turns that worked apart', () => {
  const [one, two, three] = [
    lines('a', 'b', 'c', 'd'),
    lines('A', 'b', 'c', 'd'),
    lines('A', 'b', 'C', 'd'),
  ];
  const review = edited(agentMade(one, two), two, three, { turn: 2, session: 't' });

  test('are undone apart', () => {
    expect(performOn(three, undo(review, turn(1)).operations)).toBe(lines('a', 'b', 'C', 'd'));
    expect(performOn(three, undo(review, turn(2, 't')).operations)).toBe(two);
    expect(undo(review, turn(2)).operations).toEqual([]);
  });

  test('are kept apart', () => {
    const kept = keep(review, turn(1)).review;
    expect(changes(kept)).toEqual([['c', 'C']]);
    expect(referenceOf(kept)).toBe(lines('A', 'b', 'c', 'd'));
  });

  test('have hunks that say whose they are', () => {
    expect(hunks(review).map(({ by }) => by)).toEqual([
      [{ session: 's', turn: 1, source: 'fs' }],
      [{ session: 't', turn: 2, source: 'fs' }],
    ]);
  });

  test('have hunks of their own where they touch', () => {
    const next = edited(review, three, lines('A', 'B', 'C', 'd'), { turn: 3 });
    expect(hunks(next).map(({ by }) => by.map((author) => author.turn))).toEqual([[1], [3], [2]]);
    expect(performOn(lines('A', 'B', 'C', 'd'), undo(next, turn(3)).operations)).toBe(three);
  });
});

describe('turns that worked on the same lines', () => {
  const one = lines('function f() {', '  old', '  body', '}');
  const two = lines('function g() {', '  first', '  second', '}');
  const three = lines('function g() {', '  first', '  SECOND', '}');
  const review = edited(agentMade(one, two), two, three, { turn: 2 });

  test('are one hunk of both', () => {
    expect(hunks(review).map(({ by }) => by.map((author) => author.turn))).toEqual([[1, 2]]);
  });

  test('are undone one after the other, the last first', () => {
    const last = undo(review, turn(2));
    expect(last.unclean).toEqual([]);
    expect(performOn(three, last.operations)).toBe(two);
    expect(hunks(last.review).map(({ id }) => id)).toEqual(hunks(review).map(({ id }) => id));
    expect(performOn(two, undo(last.review, turn(1)).operations)).toBe(one);
  });

  test('are not undone from below: both texts are shown, and nothing changes', () => {
    const first = undo(review, turn(1));
    expect(first.operations).toEqual([]);
    expect(first.unclean).toEqual([
      {
        path: '/project/a.txt',
        id: hunks(review)[0]?.id,
        why: 'others',
        row: 0,
        current: ['function g() {', '  first', '  SECOND'],
        reference: ['function f() {', '  old', '  body'],
      },
    ]);
    expect(changes(first.review)).toEqual(changes(review));
  });

  test('are kept one after the other, the first first', () => {
    const first = keep(review, turn(1));
    expect(referenceOf(first.review)).toBe(two);
    expect(changes(first.review)).toEqual([['  second', '  SECOND']]);
    expect(keep(review, turn(2)).unclean).toMatchObject([{ why: 'others' }]);
  });

  test('are undone from below where they did not meet', () => {
    const both = edited(
      agentMade(lines('a', 'b', 'c'), lines('x', 'y', 'z')),
      lines('x', 'y', 'z'),
      lines('x', 'y', 'Z'),
      {
        turn: 2,
      },
    );
    const first = undo(both, turn(1));
    expect(first.unclean).toMatchObject([{ why: 'others' }]);
    const long = edited(
      agentMade(lines('a', 'b', 'c'), lines('u', 'v', 'w', 'x', 'y', 'z')),
      lines('u', 'v', 'w', 'x', 'y', 'z'),
      lines('u', 'v', 'w', 'x', 'y'),
      { turn: 2 },
    );
    expect(performOn(lines('u', 'v', 'w', 'x', 'y'), undo(long, turn(2)).operations)).toBe(
      lines('u', 'v', 'w', 'x', 'y', 'z'),
    );
  });

  test('what the second takes back of the first is pending no longer', () => {
    expect(fileOf(edited(agentMade(one, two), two, one, { turn: 2 }))).toBeUndefined();
    const deleted = edited(
      agentMade(lines('a', 'b', 'c'), lines('a', 'c')),
      lines('a', 'c'),
      lines('a', 'b', 'c'),
      {
        session: 't',
      },
    );
    expect(fileOf(deleted)).toBeUndefined();
  });
});

test('undoing a turn that wrote lines of its own gives the text before it, whoever worked before', () => {
  const turns = fc.array(fc.array(rewrite, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(text, turns, (before, list) => {
      let [review, now, last] = [EMPTY_REVIEW, before, before];
      let count = 0;
      for (const [index, own] of list.entries()) {
        last = now;
        for (const change of own) {
          // What takes lines of an earlier turn out and puts none in leaves nothing to undo.
          const fresh = [...change.lines.slice(1), ''].map(() => `written ${count++}`);
          const next = rewritten(now, { ...change, lines: fresh });
          review = edited(review, now, next, { turn: index + 1 });
          now = next;
        }
      }
      const undone = undo(review, turn(list.length));
      expect(undone.unclean).toEqual([]);
      expect(performOn(now, undone.operations)).toBe(last);
      if (fileOf(undone.review)) expect(textOf(undone.review)).toBe(last);
      else expect(last).toBe(before);
    }),
    { numRuns: 500 },
  );
});

describe('counts', () => {
  const [one, two] = [lines('a', 'b', 'c'), lines('a', 'B', 'B2', 'c')];
  const first = edited(agentMade(one, two), null, lines('x', 'y'), { path: '/project/new' });
  const review = edited(first, lines('p', 'q'), null, { path: '/project/gone', turn: 2 });

  test('of each file and in total', () => {
    const files = groupByFile(review);
    expect(files).toMatchObject([
      { path: '/project/a.txt', kind: 'modified', added: 2, removed: 1 },
      { path: '/project/gone', kind: 'deleted', added: 0, removed: 2 },
      { path: '/project/new', kind: 'created', added: 2, removed: 0 },
    ]);
    expect(totalsOf(files)).toEqual({
      files: 3,
      added: 4,
      removed: 3,
      created: 1,
      deleted: 1,
      renamed: 0,
    });
  });

  test('of each turn', () => {
    const later = edited(review, two, lines('a', 'B', 'B2', 'C'), { turn: 2 });
    expect(groupByTurn(later)).toMatchObject([
      { session: 's', turn: 1, files: [{ added: 2, removed: 1 }, { path: '/project/new' }] },
      {
        session: 's',
        turn: 2,
        files: [
          { added: 1, removed: 1 },
          { path: '/project/gone', removed: 2 },
        ],
      },
    ]);
  });
});
