import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyHunks, diffLines } from '../../../src/edit/hunks';
import { mergeLines, mergeTexts, withoutConflicts } from '../../../src/edit/merge';
import { joinText, splitText } from '../../../src/edit/text';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'é', '}'), { maxLength: 30 });

/** A side's version of a base: a few places changed, its new lines marked with its own name. */
const sideOf = (name: string) =>
  fc
    .array(fc.record({ at: fc.nat(20), del: fc.nat(2), add: fc.nat(2) }), { maxLength: 4 })
    .map((edits) => (base: readonly string[]): string[] => {
      const result = [...base];
      edits.forEach(({ at, del, add }, index) => {
        const row = Math.min(at, result.length);
        const added = Array.from({ length: add }, (_, n) => `${name} ${index}.${n}`);
        result.splice(row, del, ...added);
      });
      return result;
    });

describe('the laws of merging', () => {
  test('who changed nothing gets what the other one changed', () => {
    fc.assert(
      fc.property(lines, lines, (base, other) => {
        expect(mergeLines(base, base, other)).toEqual({ lines: other, conflicts: [] });
        expect(mergeLines(base, other, base)).toEqual({ lines: other, conflicts: [] });
      }),
    );
  });

  test('equal changes are taken once', () => {
    fc.assert(
      fc.property(lines, lines, (base, other) => {
        expect(mergeLines(base, other, other)).toEqual({ lines: other, conflicts: [] });
      }),
    );
  });

  test('what mine wrote is always in the merged text', () => {
    fc.assert(
      fc.property(lines, sideOf('mine'), sideOf('theirs'), (base, edit, rewrite) => {
        const mine = edit(base);
        const merged = mergeLines(base, mine, rewrite(base)).lines;
        const own = mine.filter((line) => line.startsWith('mine'));
        expect(merged.filter((line) => line.startsWith('mine'))).toEqual(own);
      }),
      { numRuns: 1000 },
    );
  });

  test('without conflict what theirs wrote is in it too, and it does not matter who is who', () => {
    fc.assert(
      fc.property(lines, sideOf('mine'), sideOf('theirs'), (base, edit, rewrite) => {
        const [mine, theirs] = [edit(base), rewrite(base)];
        const merge = mergeLines(base, mine, theirs);
        const other = mergeLines(base, theirs, mine);
        expect(other.conflicts.length).toBe(merge.conflicts.length);
        if (merge.conflicts.length > 0) return;
        const own = theirs.filter((line) => line.startsWith('theirs'));
        expect(merge.lines.filter((line) => line.startsWith('theirs'))).toEqual(own);
        expect(other.lines).toEqual(merge.lines);
      }),
      { numRuns: 1000 },
    );
  });

  test('at a conflict the merged text holds mine, at the row it names', () => {
    fc.assert(
      fc.property(lines, sideOf('mine'), sideOf('theirs'), (base, edit, rewrite) => {
        const merge = mergeLines(base, edit(base), rewrite(base));
        for (const { row, mine } of merge.conflicts) {
          expect(merge.lines.slice(row, row + mine.length)).toEqual(mine);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('taking theirs at every conflict leaves nothing of theirs out', () => {
    fc.assert(
      fc.property(lines, sideOf('mine'), sideOf('theirs'), (base, edit, rewrite) => {
        const theirs = rewrite(base);
        const merge = mergeLines(base, edit(base), theirs);
        const chosen = applyHunks(
          merge.lines,
          merge.conflicts.map((c) => ({ row: c.row, del: c.mine.length, lines: c.theirs })),
        );
        const own = theirs.filter((line) => line.startsWith('theirs'));
        expect(chosen.filter((line) => line.startsWith('theirs'))).toEqual(own);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Texts that end with a line ending or without one. */
const facts = fc
  .boolean()
  .map((endofline) => ({ fileformat: 'unix' as const, endofline, bomb: false }));

describe('the laws of what stays open', () => {
  const both = fc.record({
    base: lines,
    edit: sideOf('mine'),
    rewrite: sideOf('theirs'),
    facts: fc.tuple(facts, facts, facts),
  });
  type Given = typeof both extends fc.Arbitrary<infer T> ? T : never;
  const merged = (given: Omit<Given, 'base'> & { readonly base: readonly string[] }) => {
    const base = { lines: given.base, ...given.facts[0] };
    const mine = { lines: given.edit(given.base), ...given.facts[1] };
    const theirs = { lines: given.rewrite(given.base), ...given.facts[2] };
    return { mine, theirs, ...mergeTexts(base, mine, theirs) };
  };

  test('a conflict names where theirs stands in their text', () => {
    fc.assert(
      fc.property(both, (given) => {
        const { theirs, conflicts } = merged(given);
        for (const conflict of conflicts) {
          const { theirRow } = conflict;
          expect(theirs.lines.slice(theirRow, theirRow + conflict.theirs.length)).toEqual(
            conflict.theirs,
          );
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('the same text again changes nothing, and is a conflict again, where no two lines are alike', () => {
    fc.assert(
      fc.property(both, (some) => {
        const given = { ...some, base: some.base.map((line, row) => `${line} ${row}`) };
        const { text, theirs, conflicts } = merged(given);
        const again = mergeTexts(withoutConflicts(theirs, conflicts), text, theirs);
        expect(again.text).toEqual(text);
        expect(again.conflicts.length > 0).toBe(conflicts.length > 0);
      }),
      { numRuns: 2000 },
    );
  });

  test('how the text ends is mine as long as the last lines are in conflict', () => {
    fc.assert(
      fc.property(both, (given) => {
        const { text, mine, theirs, conflicts } = merged(given);
        const end = conflicts.at(-1)?.endofline;
        if (end === undefined) return;
        expect([text.endofline, end]).toEqual([mine.endofline, theirs.endofline]);
        expect(end).not.toBe(text.endofline);
      }),
      { numRuns: 1000 },
    );
  });

  test('a text without its conflicts holds nothing of mine', () => {
    fc.assert(
      fc.property(both, (given) => {
        const { theirs, conflicts } = merged(given);
        const agreed = withoutConflicts(theirs, conflicts).lines;
        expect(agreed.filter((line) => line.startsWith('mine'))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('merging by example', () => {
  const base = ['one', 'two', 'three', 'four', 'five'];
  const merge = (mine: string[], theirs: string[]) => mergeLines(base, mine, theirs);

  test('changes far apart are both taken', () => {
    expect(
      merge(['ONE', 'two', 'three', 'four', 'five'], ['one', 'two', 'three', 'four', 'FIVE']),
    ).toEqual({
      lines: ['ONE', 'two', 'three', 'four', 'FIVE'],
      conflicts: [],
    });
  });

  test('changes of neighbouring lines are both taken', () => {
    expect(
      merge(['one', 'TWO', 'three', 'four', 'five'], ['one', 'two', 'THREE', 'four', 'five']).lines,
    ).toEqual(['one', 'TWO', 'THREE', 'four', 'five']);
  });

  test('different changes of one line are a conflict with both sides', () => {
    expect(
      merge(['one', 'mine', 'three', 'four', 'five'], ['one', 'theirs', 'three', 'four', 'five']),
    ).toEqual({
      lines: ['one', 'mine', 'three', 'four', 'five'],
      conflicts: [{ row: 1, theirRow: 1, base: ['two'], mine: ['mine'], theirs: ['theirs'] }],
    });
  });

  test('a line that mine changed and theirs deleted is a conflict', () => {
    const { conflicts } = merge(
      ['one', 'mine', 'three', 'four', 'five'],
      ['one', 'three', 'four', 'five'],
    );
    expect(conflicts).toEqual([{ row: 1, theirRow: 1, base: ['two'], mine: ['mine'], theirs: [] }]);
  });

  test('different insertions at one place are a conflict', () => {
    const { conflicts } = merge([...base, 'mine'], [...base, 'theirs']);
    expect(conflicts).toEqual([
      { row: 5, theirRow: 5, base: [], mine: ['mine'], theirs: ['theirs'] },
    ]);
  });

  test('an insertion made by both is not doubled though theirs changed the next line as well', () => {
    const merged = merge(
      ['one', 'new', 'two', 'three', 'four', 'five'],
      ['one', 'new', 'TWO', 'three', 'four', 'five'],
    );
    expect(merged).toEqual({
      lines: ['one', 'new', 'TWO', 'three', 'four', 'five'],
      conflicts: [],
    });
  });

  test('hunks between the merged text and mine are only what theirs changed', () => {
    const mine = ['ONE', 'two', 'three', 'four', 'five'];
    const { lines } = merge(mine, ['one', 'two', 'three', 'four', 'FIVE']);
    expect(diffLines(mine, lines)).toEqual([{ row: 4, del: 1, lines: ['FIVE'] }]);
  });

  test('a fact of the file that one side changed is taken from that side', () => {
    const text = (content: string) => splitText(content);
    const { text: merged } = mergeTexts(text('a\nb\nc\n'), text('A\nb\nc\n'), text('a\nb\nC'));
    expect(joinText(merged)).toBe('A\nb\nC');
  });
});

test('of two conflicts the last one has how the text ends', () => {
  const base = splitText('a\nb\nc\nd\ne');
  const mine = splitText('mine a\nb\nc\nd\nmine e');
  const theirs = splitText('theirs a\nb\nnew\nc\nd\ntheirs e\n');
  const { text, conflicts } = mergeTexts(base, mine, theirs);
  expect(conflicts.map(({ row, endofline }) => [row, endofline])).toEqual([
    [0, undefined],
    [5, true],
  ]);
  expect(joinText(text)).toBe('mine a\nb\nnew\nc\nd\nmine e');
  const known = withoutConflicts(theirs, conflicts);
  expect(joinText(known)).toBe('a\nb\nnew\nc\nd\ne');
  expect(mergeTexts(known, mergeTexts(base, mine, theirs).text, theirs).conflicts).toHaveLength(2);
  const [first] = conflicts;
  expect(joinText(withoutConflicts(theirs, first ? [first] : []))).toBe(
    'a\nb\nnew\nc\nd\ntheirs e\n',
  );
});
