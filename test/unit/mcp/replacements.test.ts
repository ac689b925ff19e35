import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Replacement, replaceTexts } from '../../../src/mcp/replacements';

const TEXT = 'one\n  two\nthree\ntwo\n';

function made(...edits: Replacement[]): string {
  return replaceTexts(TEXT, edits).text;
}

function failure(edits: readonly Replacement[], text = TEXT): string {
  try {
    replaceTexts(text, edits);
  } catch (error) {
    return (error as Error).message;
  }
  return 'it did not fail';
}

test.each<[string, Replacement, string]>([
  ['a text', { old_text: 'three', new_text: '3' }, 'one\n  two\n3\ntwo\n'],
  ['a text of several lines', { old_text: 'one\n  two\n', new_text: '1\n' }, '1\nthree\ntwo\n'],
  ['all places', { old_text: 'two', new_text: '2', replace_all: true }, 'one\n  2\nthree\n2\n'],
  ['a line', { old_text: 'two', new_text: '2', start_line: 4 }, 'one\n  two\nthree\n2\n'],
  [
    'a line with its end',
    { old_text: 'two\n', new_text: '2\n', start_line: 4, end_line: 4 },
    'one\n  two\nthree\n2\n',
  ],
  ['lines that go', { old_text: 'three\ntwo', new_text: '', start_line: 3 }, 'one\n  two\n'],
  [
    'an inserted line',
    { old_text: '', new_text: 'zero', start_line: 1, end_line: 0 },
    `zero\n${TEXT}`,
  ],
  [
    'a line at the end',
    { old_text: '', new_text: 'end', start_line: 5, end_line: 4 },
    `${TEXT}end\n`,
  ],
  [
    'an empty line in between',
    { old_text: '', new_text: '\n', start_line: 2, end_line: 1 },
    'one\n\n  two\nthree\ntwo\n',
  ],
  [
    'a "$" in the new text',
    { old_text: 'three', new_text: "$& $1 $'" },
    "one\n  two\n$& $1 $'\ntwo\n",
  ],
])('%s is replaced', (_, edit, expected) => {
  expect(made(edit)).toBe(expected);
});

test('edits are about the text before the first of them, and say where they are after all', () => {
  const { text, changed } = replaceTexts(TEXT, [
    { old_text: 'three', new_text: 'one' },
    { old_text: 'one', new_text: 'a\nb' },
    { old_text: 'two\n', new_text: '', start_line: 4 },
  ]);
  expect(text).toBe('a\nb\n  two\none\n');
  expect(changed).toEqual([
    { start_line: 1, end_line: 2 },
    { start_line: 4, end_line: 4 },
    { start_line: 5, end_line: 5 },
  ]);
});

test.each<[string, Replacement[], string]>([
  [
    'two',
    [{ old_text: 'two', new_text: '' }],
    'old_text was found 2 times, at lines 2, 4. Give more',
  ],
  ['nothing like it', [{ old_text: 'nine', new_text: '' }], 'None of its lines is in the file'],
  [
    'indentation',
    [{ old_text: 'one\ntwo\n', new_text: '' }],
    'most like it are now:\n1: one\n2:   two\n3: three\n4: two',
  ],
  [
    'other lines',
    [{ old_text: 'two', new_text: '', start_line: 2 }],
    'lines 2-2 are not old_text. They are now:\n1: one\n2:   two',
  ],
  [
    'too few lines',
    [{ old_text: 'x', new_text: '', start_line: 5 }],
    'the file has 4 lines, not 5',
  ],
  [
    'lines far away',
    [{ old_text: '', new_text: 'x', start_line: 9, end_line: 8 }],
    'the file has 4 lines, not 9',
  ],
  [
    'a wrong range',
    [{ old_text: 'x', new_text: '', start_line: 3, end_line: 1 }],
    'end_line (1) is before start_line (3)',
  ],
  ['no place', [{ old_text: '', new_text: 'x' }], 'old_text is empty'],
  [
    'an end without a start',
    [{ old_text: 'one', new_text: 'x', end_line: 1 }],
    'end_line needs start_line',
  ],
  ['no change', [{ old_text: 'one', new_text: 'one' }], 'would change nothing'],
  [
    'overlaps',
    [
      { old_text: 'one\n  two', new_text: '' },
      { old_text: '  two\nthree', new_text: '' },
    ],
    'edits 1 and 2 overlap at line 2',
  ],
])('%s is a failure', (_, edits, why) => {
  expect(failure(edits)).toContain(why);
});

test('an empty text gets lines by an insertion', () => {
  const insertion = { old_text: '', new_text: 'a\nb', start_line: 1, end_line: 0 };
  expect(replaceTexts('', [insertion]).text).toBe('a\nb\n');
  expect(failure([{ old_text: 'a', new_text: '' }], '')).toContain('None of its lines');
});

test('a long failure is cut', () => {
  const text = `${'x'.repeat(5000)}\n`.repeat(200);
  expect(
    failure([{ old_text: `${'x'.repeat(5000)}\ny\n`, new_text: '' }], text).length,
  ).toBeLessThan(10_000);
  expect(failure([{ old_text: 'x', new_text: '' }], text).length).toBeLessThan(500);
});

test('every line can be replaced by its number, whatever the others are', () => {
  const line = fc.constantFrom('a', 'b', '', ' a', 'ab');
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      line,
      (lines, row, next) => {
        const at = row % lines.length;
        fc.pre(lines[at] !== next && next !== '');
        const text = lines.map((one) => `${one}\n`).join('');
        const edit = {
          old_text: lines[at] ?? '',
          new_text: next,
          start_line: at + 1,
          end_line: at + 1,
        };
        const expected = lines
          .with(at, next)
          .map((one) => `${one}\n`)
          .join('');
        const { text: made, changed } = replaceTexts(text, [edit]);
        expect(made).toBe(expected);
        expect(changed).toEqual([{ start_line: at + 1, end_line: at + 1 }]);
      },
    ),
  );
});

test('where an edit says that it is, there is its text', () => {
  const word = fc.constantFrom('x', 'y\n', '\n', 'zz');
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 6 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      (around, words) => {
        const [before, after] = [around.slice(0, 3).join(''), around.slice(3).join('')];
        const added = words.join('');
        const { text, changed } = replaceTexts(`${before}MARK${after}\n`, [
          { old_text: 'MARK', new_text: added },
        ]);
        const [{ start_line, end_line } = { start_line: 0, end_line: 0 }] = changed;
        const part = text
          .split('\n')
          .slice(start_line - 1, end_line)
          .join('\n');
        expect(part).toContain(added.replace(/\n$/, ''));
      },
    ),
  );
});

test.each([
  [{ old_text: '\ud83d', new_text: 'x' }, 'old_text holds half a character'],
  [{ old_text: '😀', new_text: '\ude00' }, 'new_text holds half a character'],
  [{ old_text: '😀', new_text: 'a\0' }, 'new_text holds a NUL character'],
])('what no text file can hold is refused: %j', (edit, why) => {
  expect(failure([edit], 'a 😀\n')).toContain(why);
});

test('NUL characters stay possible in a file that has some', () => {
  const edit = { old_text: 'b\0', new_text: 'c\0' };
  expect(replaceTexts('a\0b\0\n', [edit]).text).toBe('a\0c\0\n');
});
