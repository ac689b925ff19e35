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

  test('a conflict names where theirs is in their text', () => {
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
        const last = conflicts.at(-1)?.theirs ?? [];
        expect(theirs.lines.slice(theirs.lines.length - last.length)).toEqual(last);
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

  test('nor is it though mine changed the next line as well', () => {
    const mine = ['one', 'new', 'TWO', 'three', 'four', 'five'];
    const merged = merge(mine, ['one', 'new', 'two', 'three', 'four', 'five']);
    expect(merged).toEqual({ lines: mine, conflicts: [] });
  });

  test('an insertion before a line that the other one changed is a conflict', () => {
    const mine = ['one', 'TWO', 'three', 'four', 'five'];
    const { conflicts } = merge(mine, ['one', 'new', 'two', 'three', 'four', 'five']);
    expect(conflicts).toEqual([
      { row: 1, theirRow: 1, base: ['two'], mine: ['TWO'], theirs: ['new', 'two'] },
    ]);
  });

  test('a line that is gone behind one that the other one changed is a conflict', () => {
    const mine = ['one', 'TWO', 'three', 'four', 'five'];
    const { conflicts } = merge(mine, ['one', 'two', 'four', 'five']);
    expect(conflicts).toEqual([
      { row: 1, theirRow: 1, base: ['two', 'three'], mine: ['TWO', 'three'], theirs: ['two'] },
    ]);
  });

  test('a conflict is no wider than what differs', () => {
    const around = (line: string) => [
      'one',
      'same start',
      line,
      'same end',
      'three',
      'four',
      'five',
    ];
    expect(merge(around('mine'), around('theirs'))).toEqual({
      lines: around('mine'),
      conflicts: [{ row: 2, theirRow: 2, base: ['two'], mine: ['mine'], theirs: ['theirs'] }],
    });
  });

  test('a line that one side has twice is in conflict once', () => {
    expect(mergeLines(['old'], ['new'], ['new', 'new'])).toEqual({
      lines: ['new'],
      conflicts: [{ row: 1, theirRow: 1, base: ['old'], mine: [], theirs: ['new'] }],
    });
  });

  test('a conflict below lines that each side has put in names its row in both texts', () => {
    const { conflicts } = merge(
      ['mine 1', 'mine 2', 'one', 'two', 'three', 'four', 'mine'],
      ['one', 'theirs 1', 'two', 'three', 'four', 'theirs'],
    );
    expect(conflicts).toEqual([
      { row: 7, theirRow: 5, base: ['five'], mine: ['mine'], theirs: ['theirs'] },
    ]);
  });

  test('hunks between the merged text and mine are only what theirs changed', () => {
    const mine = ['ONE', 'two', 'three', 'four', 'five'];
    const { lines } = merge(mine, ['one', 'two', 'three', 'four', 'FIVE']);
    expect(diffLines(mine, lines)).toEqual([{ row: 4, del: 1, lines: ['FIVE'] }]);
  });

  const text = (content: string) => splitText(content);

  test.each([
    ['a line ending at the end', 'a\nb\n', 'a\nb'],
    ['none at the end', 'a\nb', 'a\nb\n'],
    ['a byte order mark', 'a\nb\n', '\uFEFFa\nb\n'],
    ['dos lines', 'a\nb\n', 'a\r\nb\r\n'],
  ])('who leaves %s as it was gets what the other one made of it', (_, before, after) => {
    expect(mergeTexts(text(before), text(before), text(after)).text).toEqual(text(after));
    expect(mergeTexts(text(before), text(after), text(before)).text).toEqual(text(after));
  });

  test('a fact is taken from one side and the lines from the other', () => {
    const { text: merged } = mergeTexts(text('a\nb\nc\n'), text('A\nb\nc\n'), text('a\nb\nC'));
    expect(joinText(merged)).toBe('A\nb\nC');
  });
});

describe('how a text ends', () => {
  const text = (content: string) => splitText(content);

  test('is open with the last of the conflicts, and mine for now', () => {
    const base = text('one\n\ntwo\n\nthree\n');
    const theirs = text('1\n\n2\n\n3\n');
    const merge = mergeTexts(base, text('I\n\nII\n\nIII'), theirs);
    expect(joinText(merge.text)).toBe('I\n\nII\n\nIII');
    expect(merge.conflicts).toEqual([
      { row: 0, theirRow: 0, base: ['one'], mine: ['I'], theirs: ['1'] },
      { row: 2, theirRow: 2, base: ['two'], mine: ['II'], theirs: ['2'] },
      { row: 4, theirRow: 4, base: ['three'], mine: ['III'], theirs: ['3'], endofline: true },
    ]);
  });

  test('is not open where the last lines are not in conflict', () => {
    const merge = mergeTexts(text('one\n\ntwo\n'), text('I\n\ntwo'), text('1\n\ntwo\n'));
    expect(joinText(merge.text)).toBe('I\n\ntwo');
    expect(merge.conflicts.map(({ endofline }) => endofline)).toEqual([undefined]);
  });

  test('is not open where both end alike', () => {
    const { conflicts } = mergeTexts(text('one\n'), text('I'), text('1'));
    expect(conflicts.map(({ endofline }) => endofline)).toEqual([undefined]);
  });

  test('is as it was in what both agree on', () => {
    const merge = (base: string, mine: string, theirs: string) =>
      withoutConflicts(text(theirs), mergeTexts(text(base), text(mine), text(theirs)).conflicts);
    expect(joinText(merge('one\n', 'I\n', '1'))).toBe('one\n');
    expect(joinText(merge('one\n', 'I', '1\n'))).toBe('one');
    expect(joinText(merge('one\n\ntwo\n', 'I\n\nII\n', '1\n\n2'))).toBe('one\n\ntwo\n');
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
