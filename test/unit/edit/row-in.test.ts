import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowIn } from '../../../src/edit/row-in';

const lines = (text: string): string[] => [...text];

describe('where a line is by now', () => {
  test('is where it was moved to', () => {
    expect(rowIn(lines('xyabcd'), lines('abcd'), 1)).toBe(3);
    expect(rowIn(lines('xabyczd'), lines('abcd'), 2)).toBe(4);
    expect(rowIn(lines('cd'), lines('abcd'), 3)).toBe(1);
  });

  test('is where a part of the text was found', () => {
    expect(rowIn(lines('aabcaade'), lines('aad'), 2)).toBe(6);
  });

  test('is what took its place, else what is beside it', () => {
    expect(rowIn(lines('aXYd'), lines('abcd'), 2)).toBe(2);
    expect(rowIn(lines('aXd'), lines('abcd'), 2)).toBe(1);
    expect(rowIn(lines('ad'), lines('abcd'), 2)).toBe(1);
  });

  test('is nowhere where nothing is left of the text', () => {
    expect(rowIn(lines('xyz'), lines('abcd'), 2)).toBeUndefined();
    expect(rowIn([], lines('abcd'), 2)).toBeUndefined();
    expect(rowIn(lines('abc'), [], 0)).toBeUndefined();
  });

  test('is the line itself, whatever is put in around it', () => {
    const some = fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 8 });
    fc.assert(
      fc.property(some, some, (above, below) => {
        expect(rowIn([...above, 'one', 'two', ...below], ['one', 'two'], 1)).toBe(above.length + 1);
      }),
    );
  });
});
