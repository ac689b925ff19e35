import { describe, expect, it } from 'vitest';
import {
  addComment,
  anchored,
  type Comment,
  type Comments,
  changeComment,
  commentsAt,
  commentsText,
  moveComments,
  NO_COMMENTS,
  removeComments,
  returnComments,
  sendComments,
  unsentComments,
} from '../../../../src/model/review/comments';

const comment = (more: Partial<Omit<Comment, 'id' | 'isSent'>> = {}): Omit<Comment, 'id'> => ({
  path: '/p/a.ts',
  project: '/p',
  from: 2,
  to: 4,
  lines: ['c', 'd'],
  text: 'why?',
  ...more,
});
const having = (...list: Omit<Comment, 'id'>[]): Comments => list.reduce(addComment, NO_COMMENTS);
const texts = ({ list }: Comments): string[] => list.map(({ text }) => text);

describe('comments', () => {
  it('are changed, and removed by an empty text', () => {
    const two = having(comment(), comment({ text: 'other' }));
    expect(texts(changeComment(two, 1, 'because'))).toEqual(['because', 'other']);
    expect(texts(changeComment(two, 1, '  '))).toEqual(['other']);
    expect(removeComments(two, [7])).toBe(two);
  });

  it('come back in their order when they could not be sent, beside those made since', () => {
    const sent = sendComments(having(comment({ text: 'one' }), comment({ text: 'two' })), [1, 2]);
    const since = addComment(sent, comment({ text: 'three' }));
    expect(unsentComments(since).map(({ text }) => text)).toEqual(['three']);
    const back = returnComments(since, [1, 2]);
    expect(unsentComments(back).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });

  it('move with the text', () => {
    const one = having(comment());
    const place = { from: 5, to: 6, lines: ['d'] };
    expect(moveComments(one, new Map([[1, place]])).list[0]).toMatchObject(place);
    const same = { from: 2, to: 4, lines: ['c', 'd'] };
    expect(moveComments(one, new Map([[1, same]]))).toBe(one);
  });

  it('are found again in a text that has changed, at the nearest of the same lines', () => {
    const [one] = having(comment()).list;
    if (!one) throw new Error('a comment');
    expect(anchored(one, ['x', 'a', 'b', 'c', 'd'])).toEqual({ from: 3, to: 5, lines: ['c', 'd'] });
    expect(anchored(one, ['c', 'd', 'x', 'c', 'd'])).toMatchObject({ from: 3 });
    expect(anchored(one, ['x'])).toEqual({ from: 1, to: 1, lines: [] });
  });

  it('are at lines that they share, or between', () => {
    const all = having(comment(), comment({ from: 6, to: 6, lines: [] }));
    const at = (from: number, to: number) =>
      commentsAt(all, '/p/a.ts', { from, to }).map(({ id }) => id);
    expect([at(0, 2), at(3, 4), at(4, 5), at(5, 6), at(0, 9)]).toEqual([[], [1], [], [2], [1, 2]]);
    expect(commentsAt(all, '/p/b.ts', { from: 0, to: 9 })).toEqual([]);
  });
});

describe('the prompt of comments', () => {
  const said = (...list: Omit<Comment, 'id'>[]): string =>
    commentsText(having(...list).list, (path) => path.slice(3));

  it('has file, lines and an excerpt of each', () => {
    expect(said(comment(), comment({ from: 0, to: 1, lines: ['a'], text: 'no\nnever' }))).toBe(
      [
        'Please look at these comments of mine:',
        '',
        'a.ts, lines 3-4:',
        '```',
        'c',
        'd',
        '```',
        'why?',
        '',
        'a.ts, line 1:',
        '```',
        'a',
        '```',
        'no',
        'never',
      ].join('\n'),
    );
  });

  it('shows what was replaced, and what was only taken out', () => {
    expect(said(comment({ removed: ['old'] }))).toContain('```diff\n-old\n+c\n+d\n```');
    expect(said(comment({ from: 2, to: 2, lines: [], removed: ['old'] }))).toContain(
      'a.ts, line 3:\n```diff\n-old\n```\nwhy?',
    );
    expect(said(comment({ from: 0, to: 0, lines: [] }))).toContain('a.ts, line 1:\nwhy?');
  });

  it('has fences that no line of an excerpt can end, and no excerpt without bounds', () => {
    expect(said(comment({ lines: ['````', 'x'] }))).toContain('`````\n````\nx\n`````\n');
    const long = said(comment({ lines: Array.from({ length: 90 }, () => 'x'.repeat(999)) }));
    expect(long).toContain('… 50 more');
    expect(long.length).toBeLessThan(20_000);
  });
});
