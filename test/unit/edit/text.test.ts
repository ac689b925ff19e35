import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Fileformat,
  joinLines,
  joinRaw,
  joinText,
  splitIncoming,
  splitNext,
  splitRaw,
  splitText,
} from '../../../src/edit/text';

/** Texts made of everything that makes line splitting hard. */
const texts = fc
  .array(fc.constantFrom('a', 'é', '𝄞', '\r', '\n', '\r\n', '\0', '\uFEFF', ' '), { maxLength: 30 })
  .map((parts) => parts.join(''));
const formats = fc.constantFrom<Fileformat>('unix', 'dos', 'mac');
const facts = fc.record({ fileformat: formats, endofline: fc.boolean(), bomb: fc.boolean() });
const unix = { fileformat: 'unix', endofline: true, bomb: false } as const;
const dos = { ...unix, fileformat: 'dos' } as const;

describe('exact text', () => {
  test('splitting and joining gives every text back, whatever file it is meant for', () => {
    fc.assert(
      fc.property(texts, fc.option(facts, { nil: undefined }), (text, like) => {
        expect(joinText(splitText(text, like))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('no line holds a line feed, as the editor demands', () => {
    fc.assert(
      fc.property(texts, facts, (text, like) => {
        expect(splitText(text, like).lines.join('')).not.toContain('\n');
      }),
    );
  });

  test.each([
    ['', { lines: [], ...unix }],
    ['\n', { lines: [''], ...unix }],
    ['a\nb\n', { lines: ['a', 'b'], ...unix }],
    ['a\nb', { lines: ['a', 'b'], ...unix, endofline: false }],
    ['a\r\nb\r\n', { lines: ['a', 'b'], ...dos }],
    ['a\r\nb', { lines: ['a', 'b'], ...dos, endofline: false }],
    ['a\r\nb\n', { lines: ['a\r', 'b'], ...unix }],
    ['a\rb', { lines: ['a\rb'], ...unix, endofline: false }],
    ['\uFEFFa\n', { lines: ['a'], ...unix, bomb: true }],
    ['\uFEFF', { lines: [], ...unix, bomb: true }],
  ])('%j is taken apart as Neovim does it', (text, split) => {
    expect(splitText(text)).toEqual(split);
  });

  test('a mac file keeps its format, its line feeds seen as carriage returns', () => {
    const mac = { ...unix, fileformat: 'mac' } as const;
    expect(splitText('a\nb\rc\r', mac)).toEqual({ ...mac, lines: ['a\rb', 'c'] });
  });

  test.each<[Fileformat, string, Fileformat]>([
    ['dos', 'no ending', 'dos'],
    ['mac', 'no ending', 'mac'],
    ['unix', 'no ending', 'unix'],
    ['dos', 'a\n', 'unix'],
    ['mac', 'a\nb\n', 'unix'],
    ['mac', 'a\r\nb\r\n', 'dos'],
    ['mac', 'a\rb\n', 'mac'],
  ])('for a %s file %j becomes a %s text', (fileformat, text, becomes) => {
    expect(splitText(text, { ...unix, fileformat }).fileformat).toBe(becomes);
  });
});

describe('raw lines, as the editor hands them over', () => {
  test.each([
    ['', []],
    ['\n', ['']],
    ['\none\ntwo', ['one', 'two']],
  ])('%j are the lines %j', (raw, lines) => {
    const split = splitRaw(raw, dos);
    expect(split).toEqual({ ...dos, lines });
    // Cut once, however often somebody looks.
    expect(split.lines).toBe(split.lines);
  });

  test('make the same text before they are cut as after', () => {
    const part = { first: true, last: true };
    fc.assert(
      fc.property(texts, facts, (text, like) => {
        const split = splitText(text, like);
        const raw = split.lines.map((line) => `\n${line}`).join('');
        expect(joinRaw(raw, split, part)).toBe(text);
        expect(joinText(splitRaw(raw, split))).toBe(text);
      }),
    );
  });
});

describe('slices of a text', () => {
  test('slices that follow one another make up the whole text', () => {
    fc.assert(
      fc.property(texts, facts, fc.integer({ min: 1, max: 20 }), (text, like, cut) => {
        const split = splitText(text, like);
        expect(joinLines(split, 0, cut) + joinLines(split, cut, 99)).toBe(text);
      }),
    );
  });

  test('a slice keeps the endings of the file', () => {
    expect(joinLines(splitText('a\r\nb\r\nc'), 1, 2)).toBe('b\r\n');
    expect(joinLines(splitText('a\r\nb\r\nc'), 1, 9)).toBe('b\r\nc');
  });

  test('a slice past the end, or of no lines, is empty', () => {
    expect(joinLines(splitText('\uFEFFa\n'), 5, 9)).toBe('');
    expect(joinLines(splitText('\uFEFFa\n'), 0, 0)).toBe('');
  });
});

describe('text from an agent', () => {
  const unixFile = { ...unix, lines: ['a'] };
  const dosFile = { ...dos, lines: ['a'] };

  test('plain lines for a dos file keep it a dos file', () => {
    expect(splitIncoming('a\nb\n', dosFile)).toEqual({ ...dos, lines: ['a', 'b'] });
    expect(joinText(splitIncoming('a\nb\n', dosFile))).toBe('a\r\nb\r\n');
  });

  test('plain lines for a mac file keep it a mac file', () => {
    expect(joinText(splitIncoming('a\nb', { ...dosFile, fileformat: 'mac' }))).toBe('a\rb');
  });

  test('dos lines for a unix file make it a dos file', () => {
    expect(splitIncoming('a\r\nb\r\n', unixFile)).toEqual({ ...dos, lines: ['a', 'b'] });
  });

  test('a unix file whose lines end in carriage returns keeps them as text', () => {
    const like = { ...unix, lines: ['a\r', 'b\r'] };
    expect(splitIncoming('a\r\nc\r\n', like)).toEqual({ ...unix, lines: ['a\r', 'c\r'] });
  });

  test('one line that ends in a carriage return is enough for that', () => {
    const like = { ...unix, lines: ['a\r', 'b'] };
    expect(splitIncoming('a\r\n', like)).toEqual({ ...unix, lines: ['a\r'] });
  });

  test('plain lines keep a dos file a dos file though its lines end in carriage returns', () => {
    const like = { ...dos, lines: ['a\r', 'b'] };
    expect(splitIncoming('a\nb\n', like)).toEqual({ ...dos, lines: ['a', 'b'] });
  });

  test('mixed endings are kept as they are', () => {
    expect(joinText(splitIncoming('a\r\nb\n', dosFile))).toBe('a\r\nb\n');
  });

  test('a byte order mark stays though the agent left it out', () => {
    expect(joinText(splitIncoming('a\n', { ...unixFile, bomb: true }))).toBe('\uFEFFa\n');
    expect(joinText(splitIncoming('\uFEFFa\n', { ...unixFile, bomb: true }))).toBe('\uFEFFa\n');
  });

  test('for a plain unix file every text arrives exactly', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(joinText(splitIncoming(text, unixFile))).toBe(text);
      }),
    );
  });
});

describe("a text of a buffer with 'binary'", () => {
  const binary = { fileformat: 'unix', endofline: true, bomb: false, binary: true } as const;

  test('is what stands between line feeds, whatever that is', () => {
    const file = { ...binary, lines: ['a'] };
    for (const split of [splitText, splitIncoming, splitNext]) {
      expect(split('\uFEFFa\r\nb\r\n', file)).toEqual({ ...binary, lines: ['\uFEFFa\r', 'b\r'] });
      expect(split('a\rb', file)).toEqual({ ...binary, endofline: false, lines: ['a\rb'] });
      expect(split('', file)).toEqual({ ...binary, lines: [] });
    }
  });

  test('is joined exactly', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(joinText(splitText(text, binary))).toBe(text);
      }),
    );
  });
});
