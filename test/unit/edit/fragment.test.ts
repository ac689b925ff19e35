import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFragment, plainText, spliced } from '../../../src/edit/fragment';
import { splitText } from '../../../src/edit/text';

const find = (file: string, oldText: string, newText = 'NEW') => {
  const text = plainText(splitText(file));
  const search = findFragment(text, { oldText, newText });
  return search.splice ? spliced(text, search.splice) : search.times;
};

describe('a fragment in a text', () => {
  it.each([
    ['once, as whole lines', 'a\nb\nc\n', 'b\n', 'B\n', 'a\nB\nc\n'],
    ['once, inside of a line', 'a\nabcd\n', 'bc', 'X', 'a\naXd\n'],
    ['with other line ends than the file', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\ny\nc\n'],
    ['with line ends that the file does not have', 'a\nb\nc\n', 'a\r\nb', 'x\r\ny', 'x\ny\nc\n'],
    ['in a file that mixes line ends', 'a\r\nb\nc\r\n', 'a\r\nb', 'x', 'x\nc\r\n'],
    ['of an old Mac', 'a\rb\rc\r', 'a\nb', 'x', 'x\rc\r'],
    ['after a byte order mark', '\uFEFFa\nb\n', 'a\n', 'x\n', 'x\nb\n'],
    ['with a byte order mark of its own', 'a\nb\n', '\uFEFFa\n', 'x\n', 'x\nb\n'],
    ['at an end without a line end', 'a\nb', 'b\n', 'x\n', 'a\nx'],
    ['that is all of the text', 'a\nb\n', 'a\nb\n', '', ''],
  ])('is found %s', (_, file, oldText, newText, result) => {
    const isMac = !file.includes('\n');
    const text = isMac ? plainText(splitText(file, MAC)) : plainText(splitText(file));
    const { splice } = findFragment(text, { oldText, newText });
    const found = splice && spliced(text, splice);
    expect(found).toBe(isMac ? result.replaceAll('\r', '\n') : result);
  });

  it.each([
    ['not there', 'a\nb\n', 'c', 0],
    ['nothing', 'a\nb\n', '', 0],
    ['there twice', 'a\nb\na\n', 'a\n', 2],
    ['there twice, one over the other', 'aba\nbab\n', 'a', 3],
    ['there twice in what it shares', 'ababa\n', 'aba', 2],
    ['longer than the text', 'a\n', 'a\nb\n', 0],
    ['the end of a line, with a line end, but not at the end', 'xa\nb', 'a\nc\n', 0],
  ])('that is %s has no place', (_, file, oldText, times) => {
    expect(find(file, oldText)).toBe(times);
  });

  it('is counted to a limit', () => {
    expect(find('a'.repeat(5000), 'a')).toBe(99);
  });

  it('is looked for in linear time, whatever both hold', () => {
    const text = 'a'.repeat(2_000_000);
    expect(find(text, `b${'a'.repeat(500_000)}`)).toBe(0);
    expect(find(text, `${'a'.repeat(500_000)}b`)).toBe(0);
  });

  it('is found where a plain search finds it', () => {
    const small = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 });
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(small, part, (text, oldText) => {
        const starts = [...text].flatMap((_, at) => (text.startsWith(oldText, at) ? [at] : []));
        const { times, splice } = findFragment(text, { oldText, newText: 'x' });
        if (starts.length === 0) return times === 0 || splice?.to === text.length;
        return times === starts.length && (times > 1 || splice?.from === starts[0]);
      }),
    );
  });
});

const MAC = { fileformat: 'mac', endofline: true, bomb: false } as const;
