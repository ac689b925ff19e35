import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FileImage, imageText, textImage } from '../../../../src/edit/file-image';
import { applyHunks } from '../../../../src/edit/hunks';
import { joinText, splitText } from '../../../../src/edit/text';
import { operationsTo } from '../../../../src/model/checkpoints/operations';
import { type ImageChange, takeBack } from '../../../../src/model/checkpoints/take-back';

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'd\r', '\uFEFFe'), { maxLength: 8 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));
const anyImage: fc.Arbitrary<FileImage | null> = fc.oneof(
  anyText.map((text) => textImage(text)),
  fc.constant(null),
  fc.constantFrom('one', 'two').map((target): FileImage => ({ content: { kind: 'link', target } })),
  fc
    .uint8Array({ maxLength: 3 })
    .map((bytes): FileImage => ({ content: { kind: 'binary', bytes } })),
);

/** From each image to the next one. */
const changesOf = (images: readonly (FileImage | null)[]): ImageChange[] =>
  images.slice(1).map((after, at) => ({ before: images[at] ?? null, after }));

const numbered = (changes: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 40 }, (_, row) => `${changes[row] ?? `line ${row}`}\n`).join('');

/** Other lines in rows that are one of these apart from each other. */
const rowsFrom = (first: number, mark: string): fc.Arbitrary<Record<number, string>> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { maxLength: 5 })
    .map((rows) => Object.fromEntries(rows.map((row) => [4 * row + first, `${mark} ${row}`])));

describe('taking changes back', () => {
  test('is exact where nobody else has changed the file', () => {
    fc.assert(
      fc.property(fc.array(anyImage, { minLength: 2, maxLength: 6 }), (images) => {
        const back = takeBack(images.at(-1) ?? null, changesOf(images));
        expect(back).toEqual({ kind: 'clean', image: images[0] });
      }),
      { numRuns: 500 },
    );
  });

  test('can be taken back itself', () => {
    fc.assert(
      fc.property(anyImage, anyImage, anyImage, (before, after, mine) => {
        const back = takeBack(mine, [{ before, after }]);
        if (back.kind !== 'clean') return;
        const again = takeBack(back.image, [{ before: mine, after: back.image }]);
        expect(again).toEqual({ kind: 'clean', image: mine });
      }),
      { numRuns: 500 },
    );
  });

  test('done a second time changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyImage, { minLength: 2, maxLength: 4 }), (images) => {
        const back = takeBack(
          images[0] ?? null,
          changesOf([images[0] ?? null, images.at(-1) ?? null]),
        );
        expect(back).toEqual({ kind: 'clean', image: images[0] });
      }),
    );
  });

  test('leaves what the user has changed elsewhere, before, between and after', () => {
    fc.assert(
      fc.property(
        rowsFrom(0, 'agent'),
        rowsFrom(0, 'agent again'),
        rowsFrom(2, 'between'),
        rowsFrom(2, 'after'),
        (one, two, between, after) => {
          const first = { before: numbered(), after: numbered(one) };
          const second = {
            before: numbered({ ...one, ...between }),
            after: numbered({ ...one, ...two, ...between }),
          };
          const mine = numbered({ ...one, ...two, ...between, ...after });
          const changes = [first, second].map((change) => ({
            before: textImage(change.before),
            after: textImage(change.after),
          }));
          const back = takeBack(textImage(mine), changes);
          const wanted = numbered({ ...between, ...after });
          expect(back).toEqual({ kind: 'clean', image: textImage(wanted) });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('loses no line of the user, whatever they have changed', () => {
    const marked = fc.array(fc.tuple(fc.nat(8), fc.nat(2)), { maxLength: 4 });
    fc.assert(
      fc.property(anyText, anyText, marked, (before, after, edits) => {
        let mine = splitText(after).lines;
        for (const [at, [row, del]] of edits.entries()) {
          mine = applyHunks(mine, [
            {
              row: Math.min(row, mine.length),
              del: Math.min(del, mine.length - Math.min(row, mine.length)),
              lines: [`mine ${at}`],
            },
          ]);
        }
        const kept = mine.filter((line) => line.startsWith('mine'));
        const text = `${mine.join('\n')}\n`;
        const back = takeBack(textImage(text), [
          { before: textImage(before), after: textImage(after) },
        ]);
        const now = back.kind === 'kept' ? text : (imageText(back.image) ?? '');
        expect(splitText(now).lines.filter((line) => line.startsWith('mine'))).toEqual(kept);
      }),
      { numRuns: 500 },
    );
  });

  test('gives what was there before where the user chooses that in each conflict', () => {
    const [before, after, mine] = [
      numbered(),
      numbered({ 3: 'agent', 20: 'agent too' }),
      numbered({ 3: 'agent, mine', 10: 'mine', 20: 'agent too' }),
    ];
    const back = takeBack(textImage(mine), [
      { before: textImage(before), after: textImage(after) },
    ]);
    if (back.kind !== 'conflict') throw new Error(back.kind);
    expect(imageText(back.image)).toBe(numbered({ 3: 'agent, mine', 10: 'mine' }));
    expect(back.conflicts).toMatchObject([{ row: 3, mine: ['agent, mine'], theirs: ['line 3'] }]);
    expect(joinText(back.theirs)).toBe(numbered({ 10: 'mine' }));
  });
});

describe('what cannot be merged', () => {
  const text = (content: string, more: Partial<FileImage> = {}): FileImage => ({
    ...textImage(content),
    ...more,
  });
  const bytes = (...values: number[]): FileImage => ({
    content: { kind: 'binary', bytes: new Uint8Array(values) },
  });
  const unknown: FileImage = { content: { kind: 'unknown', why: 'too large' } };

  test.each<[string, FileImage | null, FileImage | null, FileImage | null, unknown]>([
    [
      'a file that the user has deleted stays deleted',
      text('one\n'),
      text('two\n'),
      null,
      { kind: 'kept', why: 'deleted' },
    ],
    [
      'what has no lines stays as the user has changed it',
      bytes(0, 1),
      bytes(0, 2),
      bytes(0, 3),
      { kind: 'kept', why: 'changed' },
    ],
    [
      'what it held is not known',
      unknown,
      text('two\n'),
      text('two\n'),
      { kind: 'kept', why: 'unknown' },
    ],
    [
      'of a new file it is not known what of it is the user’s',
      null,
      unknown,
      text('two\n'),
      { kind: 'kept', why: 'unknown' },
    ],
    [
      'a deleted file that the user has made again is the user’s, with the old one beside it',
      text('old\n'),
      null,
      text('mine\n'),
      { kind: 'conflict', image: text('mine\n') },
    ],
    [
      'a new file with text of the user is not deleted',
      null,
      text('agent\n'),
      text('agent\nmine\n'),
      { kind: 'conflict', image: text('agent\nmine\n') },
    ],
    [
      'a new file that the user has emptied is deleted',
      null,
      text('agent\n'),
      text(''),
      { kind: 'clean', image: null },
    ],
  ])('%s', (_, before, after, mine, wanted) => {
    expect(takeBack(mine, [{ before, after }])).toMatchObject(wanted as object);
  });

  test('mode and encoding come back unless the user has changed them', () => {
    const old = {
      content: { kind: 'text', text: 'é\n', encoding: 'latin1' },
      mode: 0o644,
    } as const;
    const now = { content: { kind: 'text', text: 'é\n', encoding: 'utf-8' }, mode: 0o755 } as const;
    const change = { before: old, after: now };
    expect(takeBack(now, [change])).toEqual({ kind: 'clean', image: old });
    const mine = { ...now, mode: 0o600 };
    expect(takeBack(mine, [change])).toEqual({ kind: 'clean', image: { ...old, mode: 0o600 } });
  });
});

describe('the operations that a restore takes', () => {
  const file = (text: string, mode = 0o644): FileImage => ({ ...textImage(text), mode });

  test.each<[string, FileImage | null, FileImage | null, readonly string[]]>([
    ['none', file('a\n'), file('a\n'), []],
    ['an edit', file('a\n'), file('b\n'), ['edit']],
    ['a mode', file('a\n'), file('a\n', 0o755), ['mode']],
    ['both', file('a\n'), file('b\n', 0o755), ['edit', 'mode']],
    ['a file comes back', null, file('b\n'), ['create']],
    ['a file goes', file('a\n'), null, ['delete']],
    ['nothing to nothing', null, null, []],
    [
      'a link in the place of a text',
      file('a\n'),
      { content: { kind: 'link', target: 'b' } },
      ['replace'],
    ],
  ])('%s', (_, current, wanted, kinds) => {
    expect(operationsTo('/x', current, wanted).map(({ kind }) => kind)).toEqual(kinds);
  });
});
