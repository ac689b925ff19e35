import { describe, expect, it } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import { queueUndo, undo } from '../../../../src/model/review/decide';
import { agentEdited } from '../../../../src/model/review/review';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import { noteEdited, noteRestored } from '../../../../src/model/review/unsent-notes';
import { textOf } from '../../../../src/view/line';
import { type ReviewModel, reviewSurface } from '../../../../src/view/surfaces/review';
import { itemAt, rowOf } from '../../../../src/view/surfaces/surface';

const BEFORE = Array.from({ length: 12 }, (_, row) => `line ${row + 1}\n`).join('');

const edited = (
  review: Review,
  path: string,
  before: string | null,
  after: string | null,
  turn = 1,
) =>
  agentEdited(review, {
    path,
    before: textImage(before),
    after: textImage(after),
    session: 's',
    turn,
    source: 'fs',
  });

const REVIEW = [
  (review: Review) => edited(review, '/p/a', BEFORE, BEFORE.replace('line 10', 'ten')),
  (review: Review) => edited(review, '/p/b', null, 'a\u001b[31mb\n', 2),
].reduce((review, edit) => edit(review), EMPTY_REVIEW);

const modelOf = (review: Review, more: Partial<ReviewModel> = {}): ReviewModel => ({
  review,
  grouping: 'file',
  comments: [],
  cwd: '/p',
  isReporting: true,
  titleOf: (session, turn) => `${session} ${turn}`,
  ...more,
});
const content = (model: ReviewModel) => reviewSurface.content(model);
const shown = (model: ReviewModel): string[] =>
  content(model).blocks.flatMap(({ lines }) => lines.map(textOf));

describe('the window of what is to be reviewed', () => {
  it('has files with counts, and hunks with their surroundings and line numbers', () => {
    const model = modelOf(REVIEW);
    expect(content(model).title).toBe('Review: 2 files +2 −1');
    expect(shown(model)).toEqual([
      'a  +1 −1',
      '   7  7   line 7',
      '   8  8   line 8',
      '   9  9   line 9',
      '  10    - line 10',
      '     10 + ten',
      '  11 11   line 11',
      '  12 12   line 12',
      '',
      'b  +1 −0  new',
      '  the file is new',
      expect.stringMatching(/^ {4}1 \+ a.*b$/),
      '',
    ]);
  });

  it('shows no control character of a file', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(shown(modelOf(REVIEW)).join('')).not.toMatch(/[\u0000-\u001f]/);
  });

  it('knows what each row is about', () => {
    const { blocks } = content(modelOf(REVIEW));
    const kinds = [0, 1, 4, 8, 9].map((row) => itemAt(blocks, row)?.kind);
    expect(kinds).toEqual(['file', 'change', 'change', undefined, 'file']);
    const rows = [1, 4, 5, 6, 7].map((row) => itemAt(blocks, row));
    expect(rows).toMatchObject([6, 9, 9, 10, 11].map((row) => ({ path: '/p/a', row })));
    expect(rowOf(blocks, (item) => item.kind === 'file' && item.path === '/p/b')).toBe(9);
  });

  it('shows lines between near hunks once, a gap between far ones, and what a deleted file held', () => {
    const near = BEFORE.replace('line 1\n', 'one\n')
      .replace('line 3', 'three')
      .replace('line 12', 'x');
    const rows = shown(modelOf(edited(EMPTY_REVIEW, '/p/a', BEFORE, near)));
    expect(rows.filter((row) => row.endsWith(' line 2'))).toHaveLength(1);
    expect(rows.indexOf('  ⋯')).toBe(rows.findIndex((row) => row.endsWith('line 6')) + 1);
    const gone = edited(edited(EMPTY_REVIEW, '/p/c', 'a\n', 'a\nb\n'), '/p/c', 'a\nb\n', null, 2);
    expect(shown(modelOf(gone))).toEqual([
      'c  +0 −1  deleted',
      '  the file was deleted',
      '  1   - a',
      '',
    ]);
  });

  it('cuts a hunk of thousands of lines, and folds its file', () => {
    const many = Array.from({ length: 5000 }, (_, row) => `${row}\n`).join('');
    const [block] = content(modelOf(edited(EMPTY_REVIEW, '/p/a', BEFORE, many))).blocks;
    expect(block?.lines.length).toBeLessThan(700);
    expect(block?.lines.map(textOf)).toContain('  … 4700 more lines');
    expect(block?.fold?.open).toBeUndefined();
  });

  it('lists no more than an editor should keep: further files have their heads', () => {
    const many = Array.from({ length: 400 }, (_, row) => `${row}\n`).join('');
    let review = EMPTY_REVIEW;
    for (let file = 0; file < 400; file++) {
      review = edited(review, `/p/${String(file).padStart(3, '0')}`, null, many);
    }
    const { blocks } = content(modelOf(review));
    const rows = blocks.reduce((sum, { lines }) => sum + lines.length, 0);
    expect(rows).toBeLessThan(101_000);
    expect(shown(modelOf(review)).filter((row) => row.endsWith('+400 −0  new'))).toHaveLength(400);
    expect(itemAt(blocks, rows - 3)).toMatchObject({ kind: 'file', path: '/p/399' });
  });

  it('shows comments under their hunks, and others below', () => {
    const comment = {
      path: '/p/a',
      project: '/p',
      from: 9,
      to: 10,
      lines: ['ten'],
      text: 'why?\nreally',
    };
    const comments = [
      { ...comment, id: 1 },
      { ...comment, id: 2, path: '/p/other' },
      { ...comment, id: 3, from: 1, to: 2 },
    ];
    const model = modelOf(REVIEW, { comments });
    expect(content(model).title).toBe('Review: 2 files +2 −1, 3 comments');
    const change = { kind: 'change', path: '/p/a', id: 1, row: 9 } as const;
    const labels = reviewSurface.hints?.(model, change).map(([, label]) => label);
    expect(labels).toEqual(['keep', 'undo', 'comment', 'send', 'keys']);
    const rows = shown(model);
    const at = rows.indexOf('  ┃ why?');
    expect(rows.slice(at - 1, at + 3)).toEqual(['  12 12   line 12', '  ┃ why?', '  ┃ really', '']);
    expect(itemAt(content(model).blocks, at)).toEqual({
      kind: 'comment',
      id: 1,
      path: '/p/a',
      row: 9,
    });
    expect(rows.slice(rows.indexOf('Other comments'))).toEqual([
      'Other comments',
      '  other, line 10',
      '  ┃ why?',
      '  ┃ really',
      '  a, line 2',
      '  ┃ why?',
      '  ┃ really',
      '',
    ]);
  });

  it('is grouped by turn', () => {
    const heads = shown(modelOf(REVIEW, { grouping: 'turn' })).filter((line) => /^s /.test(line));
    expect(heads).toEqual(['s 1  +1 −1', 's 2  +1 −0']);
  });

  it('draws a file again only when its review has changed', () => {
    const [a, b] = content(modelOf(REVIEW)).blocks;
    const next = content(modelOf(queueUndo(REVIEW, { kind: 'file', path: '/p/a' }))).blocks;
    expect(next[0]).not.toBe(a);
    expect(next[1]).toBe(b);
    expect(textOf(next[0]?.lines[1] ?? '')).toBe('  undone when the turn ends');
  });

  it('says what the next prompt will say, unless that is switched off', () => {
    const { review } = undo(REVIEW, { kind: 'file', path: '/p/a' }, 'too long');
    expect(shown(modelOf(review)).slice(-2)).toEqual([
      'The next prompt says that you have undone',
      '  a, line 10: too long',
    ]);
    expect(shown(modelOf(review, { isReporting: false })).at(-1)).toBe('');
  });

  it('says apart what was undone, restored and edited', () => {
    const { review } = undo(REVIEW, { kind: 'file', path: '/p/a' });
    const restored = noteRestored(review, 's', ['/p/c'], 'gone back to before “go”');
    const place = { from: 2, to: 2, agents: ['x'], users: ['y'] };
    const all = noteEdited(restored, { session: 's', path: '/p/d' }, [place]);
    const said = ['The next prompt says that you have edited before it was written', '  d, line 2'];
    expect(shown(modelOf(all)).slice(-6)).toEqual([
      'The next prompt says that you have undone',
      '  a, line 10',
      'The next prompt says that you have restored',
      '  c: gone back to before “go”',
      ...said,
    ]);
    // An agent is told in any case that its text was not written.
    expect(shown(modelOf(all, { isReporting: false })).slice(-3)).toEqual(['', ...said]);
  });

  it('says so when there is nothing', () => {
    expect(shown(modelOf(EMPTY_REVIEW))).toEqual(['  Nothing to review', '']);
  });
});
