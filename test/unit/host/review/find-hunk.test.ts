import { describe, expect, it } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import { hunkAt, neighbourOf, newestTurn } from '../../../../src/host/review/find-hunk';
import { listHunks } from '../../../../src/host/review/hunk-list';
import { agentEdited } from '../../../../src/model/review/review';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';

const lines = (...of: readonly string[]): string => of.map((line) => `${line}\n`).join('');
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface Edit {
  readonly path?: string;
  readonly before?: string | null;
  readonly after: string | null;
  readonly session?: string;
  readonly turn?: number;
}

function edited(review: Review, edit: Edit): Review {
  const { path = '/p/a', before = lines(...LETTERS), after, session = 's', turn = 1 } = edit;
  const images = { before: textImage(before), after: textImage(after) };
  return agentEdited(review, { path, ...images, session, turn, source: 'fs' });
}

/** `c` is changed, `f` and `g` are gone; another file is new, and one is deleted. */
const REVIEW = [
  { after: lines('a', 'b', 'C', 'd', 'e', 'h') },
  { path: '/p/b', before: null, after: lines('new'), turn: 2 },
  { path: '/p/c', after: null, session: 't', turn: 1 },
].reduce(edited, EMPTY_REVIEW);

describe('the hunk at a row', () => {
  it.each([
    [2, ['c']],
    [4, ['f', 'g']],
    [5, ['f', 'g']],
  ])('%i', (row, reference) => {
    expect(hunkAt(REVIEW, { path: '/p/a', row })?.reference).toEqual(reference);
  });

  it.each([
    ['/p/a', 0],
    ['/p/a', 3],
    ['/p/none', 0],
  ])('is none in %s at %i', (path, row) => {
    expect(hunkAt(REVIEW, { path, row })).toBeUndefined();
  });
});

describe('the hunk after a place, and before it', () => {
  it.each([
    ['next', { path: '/p/a', row: 0 }, { path: '/p/a', row: 2 }],
    ['next', { path: '/p/a', row: 2 }, { path: '/p/a', row: 5 }],
    ['next', { path: '/p/a', row: 5 }, { path: '/p/b', row: 0 }],
    ['next', { path: '/p/b', row: 0 }, { path: '/p/a', row: 2 }],
    ['prev', { path: '/p/a', row: 2 }, { path: '/p/b', row: 0 }],
    ['prev', { path: '/p/b', row: 0 }, { path: '/p/a', row: 5 }],
    ['next', {}, { path: '/p/a', row: 2 }],
  ] as const)('%s of %o', (direction, from, to) => {
    expect(neighbourOf(REVIEW, direction, from)).toEqual(to);
  });

  it.each([
    ['next', 2, { path: '/p/a', row: 5 }],
    ['next', 3, { path: '/p/b', row: 0 }],
    ['next', 4, { path: '/p/a', row: 2 }],
    ['prev', 1, { path: '/p/b', row: 0 }],
    ['prev', 3, { path: '/p/a', row: 2 }],
    ['prev', 5, { path: '/p/a', row: 5 }],
  ] as const)('%s, %i times', (direction, count, to) => {
    expect(neighbourOf(REVIEW, direction, { path: '/p/a', row: 0 }, count)).toEqual(to);
  });

  it('is none when nothing is pending', () => {
    expect(neighbourOf(EMPTY_REVIEW, 'next', {})).toBeUndefined();
  });
});

it('the newest turn is that of the session, else of all', () => {
  expect(newestTurn(REVIEW, 's')).toEqual({ kind: 'turn', session: 's', turn: 2 });
  expect(newestTurn(REVIEW, undefined)).toEqual({ kind: 'turn', session: 't', turn: 1 });
  expect(newestTurn(REVIEW, 'none')).toBeUndefined();
});

it('all hunks are listed, with the session by its id', () => {
  expect(listHunks(REVIEW, (key) => `id of ${key}`)).toEqual([
    {
      path: '/p/a',
      start: 3,
      count: 1,
      old_lines: ['c'],
      new_lines: ['C'],
      session: 'id of s',
      turn: 1,
      source: 'fs',
    },
    expect.objectContaining({ start: 6, count: 0, old_lines: ['f', 'g'], new_lines: [] }),
    expect.objectContaining({ path: '/p/b', turn: 2, old_lines: [], new_lines: ['new'] }),
  ]);
});
