import { describe, expect, test } from 'vitest';
import { type FileImage, imageText, textImage } from '../../../src/edit/file-image';
import { type FileEdit, FileEdits } from '../../../src/files/edits';

const edit = (path: string, before: string | null, after: string | null, turn = 1): FileEdit => ({
  path,
  before: textImage(before),
  after: textImage(after),
  turn,
  source: 'disk',
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

  test('lets go of the oldest when it grows too large, and says how much', () => {
    const large = 'x'.repeat(40 * 1024 * 1024);
    const filled = record(...['/1', '/2', '/3', '/4'].map((path) => edit(path, null, large)));
    expect(filled.all.map(({ path }) => path)).toEqual(['/2', '/3', '/4']);
    expect(filled.dropped).toBe(1);
    const many = record(...Array.from({ length: 20_100 }, (_, n) => edit(`/${n}`, 'a', 'b')));
    expect(many.all).toHaveLength(20_000);
    expect(many.all[0]?.path).toBe('/100');
    expect(many.dropped).toBe(100);
  });
});

describe('what has become of the files by a turn', () => {
  const net = (...edits: readonly FileEdit[]): unknown[] =>
    record(...edits)
      .net(1)
      .map(({ kind, path, from, before, after }) => [
        kind,
        path,
        ...(from === undefined ? [] : [from]),
        imageText(before),
        imageText(after),
      ]);

  test('joins the steps of a file, with their tool calls', () => {
    const steps = [
      { ...edit('/a', 'one', 'two'), toolCallId: 'x' },
      { ...edit('/a', 'two', 'three'), toolCallId: 'y' },
      edit('/a', 'three', 'four', 2),
    ];
    expect(net(...steps)).toEqual([['modified', '/a', 'one', 'three']]);
    expect(record(...steps).net(1)[0]?.toolCallIds).toEqual(['x', 'y']);
  });

  test('has no file that was created and deleted again, and none that is as it was', () => {
    expect(
      net(
        edit('/new', null, 'x'),
        edit('/new', 'x', null),
        edit('/a', 'one', 'two'),
        edit('/a', 'two', 'one'),
      ),
    ).toEqual([]);
  });

  test('has a file of which only the mode has changed', () => {
    const image = (mode: number): FileImage => ({ content: { kind: 'text', text: 'x' }, mode });
    const step = { ...edit('/a', null, null), before: image(0o644), after: image(0o755) };
    expect(net(step)).toEqual([['modified', '/a', 'x', 'x']]);
  });

  test.each([
    ['gone first', edit('/old', 'text', null), edit('/new', null, 'text')],
    ['made first', edit('/new', null, 'text'), edit('/old', 'text', null)],
  ])('knows a moved file, %s', (_, first, second) => {
    expect(net(first, second)).toEqual([['renamed', '/new', '/old', 'text', 'text']]);
  });

  test('knows a file that was moved and changed, and takes the one that is most like it', () => {
    const lines = (...words: string[]): string => words.map((word) => `${word} a line\n`).join('');
    const old = lines('one', 'two', 'three', 'four');
    const [near, far] = [lines('one', 'two', 'three', 'five'), lines('one', 'two', 'six', 'seven')];
    expect(
      net(edit('/old', old, null), edit('/far', null, far), edit('/near', null, near)),
    ).toEqual([
      ['created', '/far', null, far],
      ['renamed', '/near', '/old', old, near],
    ]);
  });

  test('knows moved links and binary files', () => {
    const binary = { content: { kind: 'binary', bytes: new Uint8Array([0, 1]) } } as const;
    const link = { content: { kind: 'link', target: 'x' } } as const;
    const kinds = record(
      { ...edit('/b', null, null), before: binary },
      { ...edit('/l', null, null), before: link },
      { ...edit('/m', null, null), after: link },
      { ...edit('/c', null, null), after: binary },
    ).net(1);
    expect(kinds.map(({ path, from }) => [path, from])).toEqual([
      ['/c', '/b'],
      ['/m', '/l'],
    ]);
  });

  test.each([
    ['another text', edit('/old', 'text', null), edit('/new', null, 'other')],
    ['another turn', edit('/old', 'text', null), edit('/new', null, 'text', 2)],
    ['a changed file', edit('/old', 'text', null), edit('/new', 'old', 'text')],
    ['an empty file', edit('/old', '', null), edit('/new', null, '')],
    ['blank lines', edit('/old', 'a\n\n\n', null), edit('/new', null, 'b\n\n\n')],
  ])('takes %s for no move', (_, first, second) => {
    expect(
      record(first, second)
        .net(1)
        .map(({ kind }) => kind),
    ).not.toContain('renamed');
  });
});
