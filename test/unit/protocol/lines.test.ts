import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LineEnds, LineSplitter } from '../../../src/protocol/lines';

function split(chunks: readonly Buffer[], limit = 1000): string[] {
  const splitter = new LineSplitter(limit);
  const lines = chunks.flatMap((chunk) => [...splitter.push(chunk)]);
  return [...lines, splitter.rest()];
}

/** Cuts at the given fractions of the length. */
function cut(bytes: Buffer, fractions: readonly number[]): Buffer[] {
  const ends = [...fractions.map((f) => Math.floor(f * bytes.length)), bytes.length].sort(
    (a, b) => a - b,
  );
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('LineSplitter', () => {
  it('gives the same lines wherever the bytes are cut', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(text),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (parts, cuts) => {
          const whole = Buffer.from(parts.join('\n'));
          expect(split(cut(whole, cuts), 10_000)).toEqual(whole.toString().split('\n'));
        },
      ),
    );
  });

  it('keeps characters whole when every byte comes alone', () => {
    const whole = Buffer.from('"é€😀"\n\n日本\nlast');
    const bytes = [...whole].map((byte) => Buffer.from([byte]));
    expect(split(bytes)).toEqual(['"é€😀"', '', '日本', 'last']);
  });

  it.each([
    ['in one chunk', ['aaaaaaaaaaa\n']],
    ['in many chunks', ['aaaaaa', 'aaaaaa']],
    ['after a good line', ['ok\naaaaaaaa', 'aaa', 'a\n']],
  ])('stops at a line that is too long, %s', (_where, chunks) => {
    expect(() =>
      split(
        chunks.map((c) => Buffer.from(c)),
        10,
      ),
    ).toThrow('a line is longer than 10 bytes');
  });

  it('leaves out lines that are too long, when somebody wants to know', () => {
    const left: LineEnds[] = [];
    const splitter = new LineSplitter(10, (line) => left.push(line));
    const chunks = ['a\nbbbbbbbbbbb', 'bbb', 'bbbbbbbbbbbbbbb', 'b\nc\nddddddddddd\ne\nff', 'f\n'];
    const lines = chunks.flatMap((chunk) => [...splitter.push(Buffer.from(chunk))]);
    expect(lines).toEqual(['a', 'c', 'e', 'fff']);
    const [whole, short] = [`${'b'.repeat(30)}`, 'd'.repeat(11)];
    expect(left).toEqual([
      { start: 'b'.repeat(11), end: whole },
      { start: short, end: short },
    ]);
  });

  it.each([1, 7, 512, 5000])('keeps the ends of such a line, in chunks of %i bytes', (size) => {
    const left: LineEnds[] = [];
    const splitter = new LineSplitter(2000, (line) => left.push(line));
    const text = Buffer.from(`${'a'.repeat(600)}${'-'.repeat(4000)}${'z'.repeat(600)}\nnext\n`);
    const lines: string[] = [];
    for (let at = 0; at < text.length; at += size) {
      lines.push(...splitter.push(text.subarray(at, at + size)));
    }
    expect(lines).toEqual(['next']);
    expect(left).toEqual([{ start: 'a'.repeat(512), end: 'z'.repeat(512) }]);
  });

  it('takes a line of exactly the longest length', () => {
    expect(split([Buffer.from('aaaaa'), Buffer.from('aaaaa\nb')], 10)).toEqual(['aaaaaaaaaa', 'b']);
    expect(split([Buffer.from('b\naaaaa'), Buffer.from('aaaaa\n')], 10)).toEqual([
      'b',
      'aaaaaaaaaa',
      '',
    ]);
  });
});
