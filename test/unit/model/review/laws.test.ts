import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import { applyHunks, type Hunk } from '../../../../src/edit/hunks';
import { joinText, splitText } from '../../../../src/edit/text';
import { keep, undo } from '../../../../src/model/review/decide';
import { userChanged, userEdited } from '../../../../src/model/review/review';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import {
  edited,
  fileOf,
  hunks,
  imageIn,
  PATH,
  performOn,
  referenceOf,
  rewrite,
  rewritten,
  text,
  textOf,
} from './support';

/** Several agents' edits in a row, each of one of two sessions and one of three turns. */
const edits = fc.array(
  fc.record({
    change: rewrite,
    session: fc.constantFrom('s', 't'),
    turn: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** The review and the text after them. */
function afterEdits(
  before: string,
  list: typeof edits extends fc.Arbitrary<infer T> ? T : never,
): [Review, string] {
  return list.reduce<[Review, string]>(
    ([review, now], { change, session, turn }) => {
      const next = rewritten(now, change);
      return [edited(review, now, next, { session, turn }), next];
    },
    [EMPTY_REVIEW, before],
  );
}

describe('without edits of the user', () => {
  test('the review knows the text exactly, and what it was before', () => {
    fc.assert(
      fc.property(text, edits, (before, list) => {
        const [review, now] = afterEdits(before, list);
        if (!fileOf(review)) expect(now).toBe(before);
        else {
          expect(textOf(review)).toBe(now);
          expect(referenceOf(review)).toBe(before);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('texts of any kind are known exactly, too', () => {
    fc.assert(
      fc.property(text, text, text, (one, two, three) => {
        const review = edited(edited(EMPTY_REVIEW, one, two), two, three);
        if (fileOf(review)) {
          expect(textOf(review)).toBe(three);
          expect(referenceOf(review)).toBe(one);
        } else expect(three).toBe(one);
      }),
      { numRuns: 500 },
    );
  });

  test('keeping all does nothing to the file, and leaves nothing pending', () => {
    fc.assert(
      fc.property(text, edits, (before, list) => {
        const [review] = afterEdits(before, list);
        const kept = keep(review, { kind: 'all' });
        expect(kept.unclean).toEqual([]);
        expect(kept.review.files.size).toBe(0);
      }),
    );
  });

  test('undoing all restores the text exactly', () => {
    fc.assert(
      fc.property(text, edits, (before, list) => {
        const [review, now] = afterEdits(before, list);
        const undone = undo(review, { kind: 'all' });
        expect(performOn(now, undone.operations)).toBe(before);
        expect(undone.unclean).toEqual([]);
        expect(undone.review.files.size).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test('undoing some hunks, in any order, reverts just these', () => {
    fc.assert(
      fc.property(
        text,
        edits,
        fc.infiniteStream(fc.boolean()),
        fc.nat(),
        (before, list, chosen, seed) => {
          const [review, now] = afterEdits(before, list);
          const all = hunks(review);
          const picked = all.filter(() => chosen.next().value);
          const expected = applyHunks(
            splitText(now).lines,
            joined(
              picked.map(({ row, current, reference }) => ({
                row,
                del: current.length,
                lines: reference,
              })),
            ),
          );
          const order = picked.map(({ id }) => id);
          order.push(...order.splice(0, order.length ? seed % order.length : 0).reverse());
          const [after, disk] = order.reduce<[Review, string]>(
            ([one, on], id) => {
              const undone = undo(one, { kind: 'ids', ids: [id] });
              return [undone.review, performOn(on, undone.operations) ?? ''];
            },
            [review, now],
          );
          expect(disk).toBe(
            joinText({ ...splitText(now), ...fileOf(review)?.text?.format, lines: expected }),
          );
          expect(hunks(after).map(({ id }) => id)).toEqual(
            all.filter((one) => !picked.includes(one)).map(({ id }) => id),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Hunks that touch, as one. */
function joined(list: readonly Hunk[]): Hunk[] {
  const result: Hunk[] = [];
  for (const one of list) {
    const last = result.at(-1);
    if (!last || last.row + last.del < one.row) result.push(one);
    else {
      const lines = [...last.lines, ...one.lines];
      result[result.length - 1] = { row: last.row, del: last.del + one.del, lines };
    }
  }
  return result;
}

/** Agents and the user by turns; what the user writes is told by its lines. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      who: fc.constant('agent' as const),
      change: rewrite,
      turn: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ who: fc.constant('user' as const), change: rewrite, turn: fc.constant(0) }),
    fc.record({ who: fc.constant('undo' as const), change: rewrite, turn: fc.nat(20) }),
    fc.record({ who: fc.constant('keep' as const), change: rewrite, turn: fc.nat(20) }),
    fc.record({
      who: fc.constant('undo turn' as const),
      change: rewrite,
      turn: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ who: fc.constant('undo lines' as const), change: rewrite, turn: fc.nat(6) }),
  ),
  { minLength: 1, maxLength: 10 },
);

describe('with edits of the user in between', () => {
  test('no line of the user is lost, and the review always knows the text', () => {
    fc.assert(
      fc.property(text, steps, fc.boolean(), (before, list, isWhole) => {
        let [review, disk]: [Review, string] = [EMPTY_REVIEW, before];
        let count = 0;
        let own: string[] = [];
        const seen = new Set<number>();
        const gone = new Set<number>();
        for (const { who, change, turn } of list) {
          if (who === 'agent') {
            const next = rewritten(disk, change);
            review = edited(review, disk, next, { turn });
            disk = next;
            // What an agent takes away is not lost: it can be undone.
          } else if (who === 'user') {
            const lines = change.lines.map(() => `user ${count++}`);
            const next = rewritten(disk, { ...change, lines });
            const split = splitText(disk);
            const start = Math.min(change.at, split.lines.length);
            const removed = Math.min(change.del, split.lines.length - start);
            const taken = new Set(split.lines.slice(start, start + removed));
            own = [...own.filter((line) => !taken.has(line)), ...lines];
            review = isWhole
              ? userChanged(review, PATH, textImage(next))
              : userEdited(review, PATH, { start, removed, lines });
            disk = next;
          } else if (who === 'keep') {
            const all = hunks(review);
            const one = all[turn % Math.max(1, all.length)];
            review = keep(review, { kind: 'ids', ids: one ? [one.id] : [] }).review;
            // An agent's taking away of a user's line, kept.
            own = own.filter(
              (line) => splitText(disk).lines.includes(line) || referenceOf(review)?.includes(line),
            );
          } else {
            const all = hunks(review);
            const one = all[turn % Math.max(1, all.length)];
            const selection =
              who === 'undo turn'
                ? ({ kind: 'turn', session: 's', turn } as const)
                : who === 'undo lines'
                  ? ({ kind: 'lines', path: PATH, from: change.at, to: change.at + turn } as const)
                  : ({ kind: 'ids', ids: one ? [one.id] : [] } as const);
            const undone = undo(review, selection);
            disk = performOn(disk, undone.operations) ?? '';
            review = undone.review;
          }
          if (fileOf(review))
            expect(splitText(textOf(review) ?? '').lines).toEqual(splitText(disk).lines);
          const ids = hunks(review).map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.filter((id) => gone.has(id))).toEqual([]);
          for (const id of seen) if (!ids.includes(id)) gone.add(id);
          for (const id of ids) seen.add(id);
          const reference = referenceOf(review) ?? disk;
          for (const line of own) {
            expect(
              splitText(disk).lines.includes(line) || splitText(reference).lines.includes(line),
            ).toBe(true);
          }
        }
        const undone = undo(review, { kind: 'all' });
        const left = splitText(performOn(disk, undone.operations) ?? '').lines;
        for (const line of own) expect(left).toContain(line);
      }),
      { numRuns: 800 },
    );
  });

  test('edits outside the hunks survive undoing all exactly', () => {
    fc.assert(
      fc.property(text, edits, fc.array(rewrite, { maxLength: 4 }), (before, list, changes) => {
        let [review, now] = afterEdits(before, list);
        if (!fileOf(review)) return;
        for (const [index, change] of changes.entries()) {
          const rows = hunks(review);
          const { lines } = splitText(now);
          const start = Math.min(change.at, lines.length);
          const end = Math.min(start + change.del, lines.length);
          const isInside = rows.some(
            ({ row, current }) => row <= end && start <= row + current.length,
          );
          if (isInside) continue;
          const mine = change.lines.map((_, at) => `user ${index}.${at}`);
          const shift = rows.reduce(
            (sum, { row, current, reference }) =>
              row < start ? sum + reference.length - current.length : sum,
            0,
          );
          const reference = splitText(referenceOf(review) ?? '');
          const expected = reference.lines.toSpliced(start + shift, end - start, ...mine);
          review = userEdited(review, PATH, { start, removed: end - start, lines: mine });
          now = joinText({
            ...splitText(now),
            lines: lines.toSpliced(start, end - start, ...mine),
          });
          expect(referenceOf(review)).toBe(joinText({ ...reference, lines: expected }));
          expect(hunks(review).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        }
        const { operations } = undo(review, { kind: 'all' });
        expect(performOn(now, operations)).toBe(referenceOf(review));
        expect(imageIn(review)).toMatchObject({ content: { text: now } });
      }),
      { numRuns: 500 },
    );
  });
});
