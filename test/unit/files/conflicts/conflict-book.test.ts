import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeTexts } from '../../../../src/edit/merge';
import { joinText, splitText } from '../../../../src/edit/text';
import {
  ConflictBook,
  mergeProposal,
  placesOf,
  regionsOf,
} from '../../../../src/files/conflicts/conflict-book';

const BASE = splitText('one\nsame\ntwo\nthree\nfour\nfive\n');
const MINE = splitText('one\nsame\nmine\nmore\nthree\nfour\n');
const THEIRS = splitText('ONE\nsame\ntheirs\nthree\nfour\nFIVE\n');
const merged = mergeTexts(BASE, MINE, THEIRS);

function proposed(book = new ConflictBook()) {
  const proposal = book.draft('session', 'file', THEIRS, merged);
  book.keep(proposal);
  const ids = proposal.entries.map(({ id }) => id);
  return { book, proposal, ids: ids as [number, number] };
}

describe('what an agent is taken to know', () => {
  test('has what was there before in the lines that were not taken', () => {
    expect(joinText(proposed().proposal.known)).toBe('ONE\nsame\ntwo\nthree\nfour\nfive\n');
  });

  test('has its own lines where they were chosen, until that is undone', () => {
    const { book, ids, proposal } = proposed();
    const [first, second] = ids;
    const known = (chosen: ReturnType<ConflictBook['choose']>) =>
      chosen && joinText(chosen.after.known);
    expect(known(book.choose(first, 'theirs'))).toBe('ONE\nsame\ntheirs\nthree\nfour\nfive\n');
    expect(known(book.choose(second, 'both'))).toBe('ONE\nsame\ntheirs\nthree\nfour\nFIVE\n');
    expect(known(book.choose(first, 'mine'))).toBe('ONE\nsame\ntwo\nthree\nfour\nFIVE\n');
    expect(known(book.choose(second, 'open'))).toBe(joinText(proposal.known));
  });

  test('never has a line of the user’s, whatever is chosen', () => {
    const choices = fc.array(
      fc.tuple(fc.nat(1), fc.constantFrom('open', 'mine', 'theirs', 'both')),
    );
    fc.assert(
      fc.property(choices, (list) => {
        const { book, ids } = proposed();
        for (const [index, choice] of list) book.choose(ids[index] as number, choice);
        const known = joinText(book.get('session', 'file')?.known ?? BASE);
        expect(known).not.toMatch(/mine|more/);
      }),
    );
  });
});

describe('what is proposed again', () => {
  // Few and alike, so that comparing finds many ways.
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  const textOf = (given: readonly string[]) => splitText(given.map((line) => `${line}\n`).join(''));

  test('changes nothing, and stays open as before', () => {
    fc.assert(
      fc.property(lines, lines, lines, (old, own, other) => {
        const [base, mine, theirs] = [textOf(old), textOf(own), textOf(other)];
        const merge = mergeTexts(base, mine, theirs);
        const proposal = new ConflictBook().draft('', 'file', theirs, merge);
        const again = mergeProposal(proposal, proposal.known, merge.text, textOf(other));
        expect(again).toEqual(merge);
      }),
      { numRuns: 5000 },
    );
  });

  test('is merged anew when the user has changed something since', () => {
    const { proposal } = proposed();
    const now = splitText(joinText(merged.text).replace('mine', 'mine, too'));
    const again = mergeProposal(proposal, proposal.known, now, THEIRS);
    expect(joinText(again.text)).toBe(joinText(now));
    expect(again.conflicts[0]?.mine).toEqual(['mine, too', 'more']);
  });
});

describe('what is asked', () => {
  test('leaves out what the user has declined, as long as the agent wants the same', () => {
    const { book, ids } = proposed();
    book.choose(ids[0], 'mine');
    const again = book.draft('session', 'file', THEIRS, merged);
    expect(regionsOf(again).map(({ row }) => row)).toEqual([merged.conflicts[1]?.row]);
    const other = splitText('ONE\nsame\nother\nthree\nfour\nFIVE\n');
    const merge = mergeTexts(BASE, MINE, other);
    expect(regionsOf(book.draft('session', 'file', other, merge))).toHaveLength(2);
  });

  test('is forgotten with its session', () => {
    const { book, ids } = proposed();
    book.forget('session');
    expect(book.get('session', 'file')).toBeUndefined();
    expect(book.choose(ids[0], 'mine')).toBeUndefined();
  });

  test('is shown without control characters, and not all of it when it is long', () => {
    const lines = ['\u001b[31mred\u0007\r', '\ttab', ...Array.from({ length: 20 }, () => 'x')];
    const theirs = { ...BASE, lines };
    const conflict = { row: 0, theirRow: 0, base: [], mine: ['mine'], theirs: lines };
    const [region] = regionsOf(
      new ConflictBook().draft('', 'file', theirs, { text: theirs, conflicts: [conflict] }),
    );
    expect(region?.shown.slice(0, 3)).toEqual(['red␇␍', '\ttab', 'x']);
    expect(region?.shown).toHaveLength(11);
    expect(region?.theirs).toEqual(lines);
  });

  test('is named by the lines of the user, from the first to the last', () => {
    expect(placesOf(merged.conflicts)).toEqual(['3-4', '7']);
  });
});
