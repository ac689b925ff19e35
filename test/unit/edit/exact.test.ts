import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignHunks } from '../../../src/edit/align';
import { applyHunks, diffLines } from '../../../src/edit/hunks';
import { joinText, splitText } from '../../../src/edit/text';
import { randomOf } from '../../support/soak';

const WORDS = ['', '}', 'é', '𝄞 日本', 'local x = 1', 'a\r', '\r', '\0', '\uFEFF'];

interface Change {
  readonly kind: 'put in' | 'take out' | 'change' | 'move' | 'repeat';
  /** Where and how long, as shares of the text. */
  readonly at: number;
  readonly long: number;
}

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom<Change['kind'][]>('put in', 'take out', 'change', 'move', 'repeat'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    long: fc.double({ min: 0, max: 0.2, noNaN: true }),
  }),
  { maxLength: 12 },
);

/** Lines of which some occur often and others once. */
function linesOf(count: number, seed: number): string[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, row) =>
    random(3) === 0 ? (WORDS[random(WORDS.length)] as string) : `line ${row} ${random(50)}`,
  );
}

function rework(lines: readonly string[], { kind, at, long }: Change): string[] {
  const from = Math.floor(lines.length * at);
  const part = lines.slice(from, from + Math.ceil(lines.length * long));
  const [head, tail] = [lines.slice(0, from), lines.slice(from + part.length)];
  const made: Record<Change['kind'], () => string[][]> = {
    'put in': () => [head, ['new', 'é\r', ''], part, tail],
    'take out': () => [head, tail],
    change: () => [head, part.map((line, row) => (row % 7 === 0 ? `${line}𝄞` : line)), tail],
    move: () => [part, head, tail],
    repeat: () => [head, part, part, tail],
  };
  return made[kind]().flat();
}

test('the edits between any two texts of 0 to 200,000 lines give exactly the wanted one', () => {
  const sizes = fc.oneof(fc.nat(5), fc.nat(2000), fc.constantFrom(100_000, 200_000));
  const ends = fc.constantFrom('', '\n', '\r\n', '\r');
  const joint = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(sizes, fc.nat(), changes, joint, ends, ends, (size, seed, list, by, end, other) => {
      const lines = linesOf(size, seed);
      const before = splitText(lines.join(by) + end);
      const wanted = list.reduce(rework, lines).join(by) + other;
      const after = splitText(wanted, before);
      const hunks = alignHunks(before.lines, diffLines(before.lines, after.lines));
      expect(joinText({ ...after, lines: applyHunks(before.lines, hunks) }) === wanted).toBe(true);
    }),
    // Shrinking texts of this size would take for ever.
    { numRuns: 40, endOnFailure: true },
  );
}, 60_000);
