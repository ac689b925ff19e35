import { describe, expect, it } from 'vitest';
import type { Line } from '../../../src/view/block';
import { customBlock, customDrawing, plainDrawing } from '../../../src/view/custom';

const drawn = (fields: object, builtIn: readonly Line[] = []) =>
  customDrawing({ lines: ['one', 'two'], token: 7, ...fields }, builtIn);

describe('what a renderer answers', () => {
  it.each([
    false,
    null,
    'text',
    {},
    { lines: ['x'] },
    { lines: 'x', token: 1 },
    { lines: [1], token: 1 },
  ])('is no drawing when it is %j', (raw) => {
    expect(customDrawing(raw, [])).toBeUndefined();
  });

  it('is lines with marks, a fold and actions', () => {
    const drawing = drawn({
      marks: [
        [0, 0, 3, 'Title'],
        [1, 0, -1, '@markup.quote'],
      ],
      fold: { from: 0, to: 1, open: true },
      actions: [{ key: 'y', label: 'Yes' }],
    });
    expect(drawing).toEqual({
      lines: [
        { text: 'one', spans: [{ from: 0, to: 3, group: 'Title' }] },
        { text: 'two', lineGroup: '@markup.quote' },
      ],
      fold: {
        from: 0,
        to: 1,
        open: true,
        closed: expect.objectContaining({ text: 'one  ▸ +1 line' }),
      },
      actions: [{ lhs: 'y', label: 'Yes' }],
      token: 7,
    });
  });

  it('becomes safe to show', () => {
    const lines = ['a\u001b[31mb\u202ec', 'd\ne', 'x'.repeat(5000)];
    const marks = [[0, 0, 1, 'Title']];
    const [first, second, third] = drawn({ lines, marks })?.lines ?? [];
    expect(first).toBe('ab<U+202E>c');
    expect(second).toBe('d e');
    expect((third as string).length).toBe(4001);
  });

  it('has marks only where there is text, and of names that can be groups', () => {
    const marks = [
      [0, 1, 99, 'A'],
      [0, 3, 9, 'Behind'],
      [0, 2, 1, 'Backwards'],
      [0, -1, 2, 'Before'],
      [0, 0, 1, 'not a group'],
      [9, 0, 1, 'Nowhere'],
      [0.5, 0, 1, 'Between'],
      'nonsense',
    ];
    expect(drawn({ marks })?.lines).toEqual([
      { text: 'one', spans: [{ from: 1, to: 3, group: 'A' }] },
      'two',
    ]);
  });

  it('says how much of it is not shown', () => {
    const lines = Array.from({ length: 2200 }, (_, n) => `line ${n}`);
    const shown = drawn({ lines, omitted: 5 })?.lines ?? [];
    expect(shown).toHaveLength(2001);
    expect(shown.at(-1)).toMatchObject({ text: '  … 205 more lines' });
  });

  it.each([undefined, 1, { from: 1, to: 1 }, { from: -1, to: 1 }, { from: 'a', to: 1 }])(
    'has no fold that is %j',
    (fold) => {
      expect(drawn({ fold })).not.toHaveProperty('fold');
    },
  );

  it('has a fold that ends with it, and no action without a key that can be seen', () => {
    const actions = [{ key: '', label: 'x' }, { key: 'a\u0007', label: 'x' }, { key: 'b' }, 1];
    expect(drawn({ fold: { from: 0, to: 99 }, actions })).toMatchObject({
      fold: { from: 0, to: 1 },
      actions: [],
    });
  });
});

describe('the lines of the built-in drawing', () => {
  const target = { kind: 'file', path: '/p/a' } as const;
  const diff = { path: '/p/a', sign: 0, column: 1 };
  const builtIn: Line[] = [
    { text: 'Read a', target, spans: [{ from: 0, to: 4, group: 'AcpToolKind' }] },
    { text: '+new', diff, lineGroup: 'AcpDiffAdd' },
    'plain',
  ];

  it('come back as they were given', () => {
    const { lines, marks } = plainDrawing(builtIn);
    expect(drawn({ lines, marks }, builtIn)?.lines).toEqual(builtIn);
  });

  it('can still be opened, and are still code, with other marks and among other lines', () => {
    const lines = ['mine', 'Read a', 'mine', '+new'];
    expect(drawn({ lines, marks: [[1, 0, 6, 'Title']] }, builtIn)?.lines).toEqual([
      'mine',
      { text: 'Read a', target, spans: [{ from: 0, to: 6, group: 'Title' }] },
      'mine',
      { text: '+new', diff },
    ]);
  });
});

it('a block without lines shows nothing', () => {
  const drawing = drawn({ lines: [] });
  if (!drawing) throw new Error('no drawing');
  expect(customBlock({ id: 'e1', lines: ['x', ''], stops: ['tool'] }, drawing).lines).toEqual([]);
});

it('a block has its actions below, whose keys work on all of its lines', () => {
  const drawing = drawn({ actions: [{ key: 'y', label: 'Yes' }] });
  if (!drawing) throw new Error('no drawing');
  const builtInBlock = { id: 'e1', lines: ['x', ''], stops: ['tool'] } as const;
  expect(customBlock(builtInBlock, drawing)).toMatchObject({
    id: 'e1',
    stops: ['tool'],
    lines: ['one', 'two', { text: '  [y] Yes' }, ''],
    actions: { from: 0, to: 2, keys: ['y'], token: 7 },
  });
  expect(customBlock(builtInBlock, { ...drawing, actions: [] })).toEqual({
    id: 'e1',
    stops: ['tool'],
    lines: ['one', 'two', ''],
  });
});
