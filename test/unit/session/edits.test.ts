import { describe, expect, test } from 'vitest';
import { type FileEdit, FileEdits } from '../../../src/session/edits';

const edit = (path: string, before: string | null, after: string | null, turn = 1): FileEdit => ({
  path,
  before,
  after,
  turn,
  road: 'disk',
});

function record(...edits: readonly FileEdit[]): FileEdits {
  const record = new FileEdits();
  for (const one of edits) record.add(one);
  return record;
}

describe('the record of what an agent has changed', () => {
  test('keeps edits in their order', () => {
    const edits = [edit('/a', 'x', 'y'), edit('/b', null, 'z')];
    expect(record(...edits).all).toEqual(edits);
  });

  test.each([
    ['gone first', edit('/old', 'text', null), edit('/new', null, 'text')],
    ['made first', edit('/new', null, 'text'), edit('/old', 'text', null)],
  ])('knows a moved file, %s', (_, first, second) => {
    const moved = record(first, second).all.find(({ path }) => path === '/new');
    expect(moved?.movedFrom).toBe('/old');
  });

  test.each([
    ['another text', edit('/old', 'text', null), edit('/new', null, 'other')],
    ['another turn', edit('/old', 'text', null), edit('/new', null, 'text', 2)],
    ['the same path', edit('/old', 'text', null), edit('/old', null, 'text')],
    ['a changed file', edit('/old', 'text', null), edit('/new', 'old', 'text')],
  ])('takes %s for no move', (_, first, second) => {
    expect(record(first, second).all).toEqual([first, second]);
  });

  test('lets go of the oldest when it grows too large', () => {
    const large = 'x'.repeat(20 * 1024 * 1024);
    const filled = record(...['/1', '/2', '/3', '/4'].map((path) => edit(path, null, large)));
    expect(filled.all.map(({ path }) => path)).toEqual(['/2', '/3', '/4']);
    const many = record(...Array.from({ length: 1100 }, (_, n) => edit(`/${n}`, 'a', 'b')));
    expect(many.all).toHaveLength(1000);
    expect(many.all[0]?.path).toBe('/100');
  });
});
