import { describe, expect, it } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import { commentedOn } from '../../../../src/host/review/commented';
import { quickfixEntries } from '../../../../src/host/review/quickfix';
import { agentEdited } from '../../../../src/model/review/review';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import { reviewSurface } from '../../../../src/view/surfaces/review';
import type { ReviewItem } from '../../../../src/view/surfaces/review-file';

const edited = (review: Review, path: string, before: string | null, after: string | null) =>
  agentEdited(review, {
    path,
    before: textImage(before),
    after: textImage(after),
    session: 's',
    turn: 1,
    source: 'fs',
  });

const TEXT = 'a\nb\nc\nd\ne\nf\ng\nh\n';
const REVIEW = edited(
  edited(
    edited(EMPTY_REVIEW, '/p/b', TEXT, TEXT.replace('b', '  B').replace('h\n', '')),
    '/p/gone',
    'x\n',
    null,
  ),
  '/p/c',
  null,
  'new\nlines\n',
);

describe('the quickfix list of changes', () => {
  it('has an entry for each hunk, and one for a file without lines', () => {
    expect(
      quickfixEntries(REVIEW).map(({ ids, ...entry }) => ({ ...entry, ids: ids.length })),
    ).toEqual([
      { path: '/p/b', line: 2, endLine: 2, text: '+1 −1  B', ids: 1 },
      { path: '/p/b', line: 8, endLine: 8, text: '+0 −1  h', ids: 1 },
      { path: '/p/c', line: 1, endLine: 2, text: '+2 −0  new', ids: 1 },
      { path: '/p/gone', line: 1, endLine: 1, text: 'deleted', ids: 1 },
    ]);
  });

  it('is of one file when one is named', () => {
    expect(quickfixEntries(REVIEW, '/p/c')).toHaveLength(1);
    expect(quickfixEntries(EMPTY_REVIEW)).toEqual([]);
  });
});

describe('what a comment in the list is about', () => {
  const model = {
    review: REVIEW,
    grouping: 'file',
    comments: [],
    cwd: '/p',
    isReporting: true,
  } as const;
  const items: readonly ReviewItem[] = reviewSurface
    .content({ ...model, titleOf: () => '' })
    .blocks.flatMap(({ items: own = [] }) => own);
  const ofFile = (path: string) => items.filter((item) => 'path' in item && item.path === path);

  it('is the hunk of the row, with what it has replaced', () => {
    const [, first] = ofFile('/p/b');
    expect(commentedOn(REVIEW, first ? [first] : [])).toEqual({
      path: '/p/b',
      from: 1,
      to: 2,
      lines: ['  B'],
      removed: ['b'],
    });
  });

  it('is the selected lines', () => {
    // The head, and then: a, -b, +B, c, d, e.
    expect(commentedOn(REVIEW, ofFile('/p/b').slice(4, 6))).toEqual({
      path: '/p/b',
      from: 2,
      to: 4,
      lines: ['c', 'd'],
    });
  });

  it('is the file as a whole on its head, and where it is gone', () => {
    for (const path of ['/p/b', '/p/gone']) {
      expect(commentedOn(REVIEW, ofFile(path).slice(0, 1))).toEqual({
        path,
        from: 0,
        to: 0,
        lines: [],
      });
    }
    expect(commentedOn(REVIEW, [])).toBeUndefined();
  });
});
