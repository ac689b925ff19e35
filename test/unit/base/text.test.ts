import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteLength,
  displayWidth,
  oneLine,
  sanitize,
  sliceBytes,
  truncateDisplay,
  unfinishedTail,
} from '../../../src/base/text';

describe('sanitize', () => {
  it.each([
    ['plain text', 'tab\tand\nnewline: é 日本 👍', 'tab\tand\nnewline: é 日本 👍'],
    ['colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['colours with colons', '\x1b[38:2::1:2:3mred\x1b[m', 'red'],
    ['8-bit CSI', '\x9b31mred\x9b0m', 'red'],
    ['private modes', '\x1b[?1049hscreen\x1b[?25l', 'screen'],
    ['cursor moves and erasing', 'a\x1b[2K\x1b[1Gb', 'ab'],
    ['a title', '\x1b]0;owned\x07text', 'text'],
    ['a title ended by ST', '\x1b]2;owned\x1b\\text', 'text'],
    ['a hyperlink', '\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['8-bit OSC', '\x9d52;c;aGk=\x9ctext', 'text'],
    ['DCS', '\x1bP1$r0m\x1b\\text', 'text'],
    ['a string sequence without an end', '\x1b]0;title\nnext', '0;title\nnext'],
    ['a CSI without an end', 'a\x1b[31', 'a'],
    ['charset switches', '\x1b(0qqq\x1b(B', 'qqq'],
    ['a lone escape', 'a\x1b', 'a␛'],
    ['CR LF', 'a\r\nb\r\n', 'a\nb\n'],
    ['a lone CR', 'a\rb', 'a\nb'],
    ['other control characters', 'a\x00b\x07c\x08d\x7f', 'a␀b␇c␈d␡'],
    ['C1 controls', 'a\x85b', 'a<U+0085>b'],
    ['bidi overrides', 'a\u202eb\u2066c', 'a<U+202E>b<U+2066>c'],
    ['zero-width characters', 'r\u200bm\ufeff', 'r<U+200B>m<U+FEFF>'],
    ['joiners in ASCII', 'r\u200dm', 'r<U+200D>m'],
    ['joiners in emoji', '👩\u200d💻', '👩\u200d💻'],
    ['tag characters', 'a\u{e0041}', 'a<U+E0041>'],
    ['half a surrogate pair', 'a\ud83d b \udc4d', 'a\ufffd b \ufffd'],
  ])('handles %s', (_name, text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  it('never lets a control character through, however the text is cut into chunks', () => {
    const piece = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      '31',
      'm',
      '\x07',
      '\\',
      '\r',
      '\n',
      'a',
      '\x9b',
      '\x9d',
      '👍',
      '\u200d',
      '(',
      'P',
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece)), (chunks) => {
        const texts = chunks.map((chunk) => chunk.join(''));
        expect(inChunks(texts)).toBe(sanitize(texts.join('')));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
        expect(inChunks(texts)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes work in proportion to the text, whatever it is: more would not end in time', () => {
    const hostile = ['\x1b]', '\x1b[', 'x'.repeat(50), '\x1b[31m', '\x9d\x1b', '\r', '\ud83d'];
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(1e6 / piece.length));
      expect(sanitize(text), JSON.stringify(piece)).not.toContain('\x1b');
    }
  });
});

/** As a message that streams in is sanitised. */
function inChunks(chunks: readonly string[]): string {
  let waiting = '';
  let done = '';
  let before = '\n';
  for (const chunk of chunks) {
    const text = waiting + chunk;
    const ready = text.slice(0, text.length - unfinishedTail(text));
    waiting = text.slice(ready.length);
    done += sanitize(ready, { before });
    before = ready.at(-1) ?? before;
  }
  return done + sanitize(waiting, { before });
}

describe('unfinishedTail', () => {
  it('waits for the rest of an escape sequence, but not for ever', () => {
    expect(unfinishedTail('text')).toBe(0);
    expect(unfinishedTail('text\x1b')).toBe(1);
    expect(unfinishedTail('text\x1b[31')).toBe(4);
    expect(unfinishedTail('text\x1b]0;title')).toBe(9);
    expect(unfinishedTail('text\r')).toBe(1);
    expect(unfinishedTail('text\ud83d')).toBe(1);
    expect(unfinishedTail(`\x1b]0;${'x'.repeat(1000)}`)).toBe(0);
  });
});

describe('measuring and cutting', () => {
  it('puts everything on one line', () => {
    expect(oneLine('  a\n\tb \x1b[1mc\r\n')).toBe('a b c');
  });

  it('counts bytes and cells', () => {
    expect(byteLength('aé日👍')).toBe(10);
    expect(displayWidth('aé日👍')).toBe(6);
    expect(displayWidth('e\u0301')).toBe(1);
  });

  it('counts pictures as terminals do, also those made of several characters', () => {
    for (const wide of ['✅', '❌', '⭐', '⏳', '⚠\ufe0f', '🇩🇪', '👍🏽', '👩\u200d💻']) {
      expect([wide, displayWidth(wide)]).toEqual([wide, 2]);
    }
    for (const narrow of ['✓', '→', '⚠', '…', 'é']) {
      expect([narrow, displayWidth(narrow)]).toEqual([narrow, 1]);
    }
    expect(displayWidth('✅ a ⚠\ufe0f b 👩\u200d💻 c')).toBe(14);
  });

  it('truncates to cells without cutting a character', () => {
    expect(truncateDisplay('short', 5)).toBe('short');
    expect(truncateDisplay('longer', 5)).toBe('long…');
    expect(truncateDisplay('日本語', 4)).toBe('日…');
    expect(truncateDisplay('👍👍👍', 4)).toBe('👍…');
  });

  it('slices by bytes without cutting a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.integer({ min: 4, max: 40 }),
        (text, bytes) => {
          const cut = sliceBytes(text, bytes);
          expect(text.startsWith(cut)).toBe(true);
          expect(cut.length).toBeGreaterThan(0);
          expect(byteLength(cut)).toBeLessThanOrEqual(bytes);
          expect([...text].slice(0, [...cut].length).join('')).toBe(cut);
        },
      ),
    );
    expect(sliceBytes('👍a', 1)).toBe('👍');
  });
});
