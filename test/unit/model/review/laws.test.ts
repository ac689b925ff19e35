import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import { applyHunks, type Hunk, pushHunk } from '../../../../src/edit/hunks';
import { joinText, type SplitText, splitText } from '../../../../src/edit/text';
import { keep, undo } from '../../../../src/model/review/decide';
import { currentText } from '../../../../src/model/review/images';
import type { HunkView } from '../../../../src/model/review/overview';
import { committed, userChanged, userEdited } from '../../../../src/model/review/review';
import { referenceLines } from '../../../../src/model/review/segment';
import type { Selection } from '../../../../src/model/review/selection';
import { changeOf, EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import {
  anyText,
  edited,
  fileOf,
  hunks,
  imageIn,
  PATH,
  performInBuffer,
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
      fc.property(anyText, edits, (before, list) => {
        const [review, now] = afterEdits(before, list);
        if (!fileOf(review)) expect(now).toBe(before);
        else {
          expect(textOf(review)).toBe(now);
          expect(referenceOf(review)).toBe(before);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('texts of any kind are known exactly, too', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (one, two, three) => {
        const review = edited(edited(EMPTY_REVIEW, one, two), two, three);
        if (fileOf(review)) {
          expect(textOf(review)).toBe(three);
          expect(referenceOf(review)).toBe(one);
        } else expect(three).toBe(one);
      }),
      { numRuns: 300 },
    );
  });

  test('keeping all does nothing to the file, and leaves nothing pending', () => {
    fc.assert(
      fc.property(anyText, edits, (before, list) => {
        const [review] = afterEdits(before, list);
        const kept = keep(review, { kind: 'all' });
        expect(kept.unclean).toEqual([]);
        expect(kept.review.files.size).toBe(0);
      }),
    );
  });

  test('undoing all restores the text exactly', () => {
    fc.assert(
      fc.property(anyText, edits, (before, list) => {
        const [review, now] = afterEdits(before, list);
        const undone = undo(review, { kind: 'all' });
        expect(performOn(now, undone.operations)).toBe(before);
        expect(undone.unclean).toEqual([]);
        expect(undone.review.files.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('undoing some hunks, in any order, reverts just these', () => {
    fc.assert(
      fc.property(
        anyText,
        edits,
        fc.infiniteStream(fc.boolean()),
        fc.nat(),
        (before, list, chosen, seed) => {
          const [review, now] = afterEdits(before, list);
          const known = fileOf(review)?.text;
          const lines = known ? currentText(known).lines : splitText(now).lines;
          const all = hunks(review);
          const picked = all.filter(() => chosen.next().value);
          const expected = applyHunks(
            lines,
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
          let [after, disk, buffer]: [Review, string, readonly string[]] = [review, now, lines];
          for (const id of order) {
            const undone = undo(after, { kind: 'ids', ids: [id] });
            after = undone.review;
            disk = performOn(disk, undone.operations) ?? '';
            buffer = performInBuffer(buffer, undone.operations);
          }
          expect(buffer).toEqual(expected);
          expect(disk).toBe(joinText({ ...splitText(now), ...known?.format, lines: expected }));
          expect(hunks(after).map(({ id }) => id)).toEqual(
            all.filter((one) => !picked.includes(one)).map(({ id }) => id),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('each line that an agent wrote is in a hunk that says whose it is', () => {
  fc.assert(
    fc.property(text, edits, (before, list) => {
      let [review, now] = [EMPTY_REVIEW, before];
      for (const [index, { change, session, turn }] of list.entries()) {
        const lines = change.lines.map((_, at) => `${session} ${turn} ${index}.${at}`);
        const next = rewritten(now, { ...change, lines });
        review = edited(review, now, next, { session, turn });
        now = next;
      }
      const all = hunks(review);
      for (const { current, by } of all) {
        const authors = by.map(({ session, turn }) => `${session} ${turn}`);
        const writers = current
          .filter((line) => /^[st] \d/.test(line))
          .map((line) => line.slice(0, 3));
        expect(writers.filter((writer) => !authors.includes(writer))).toEqual([]);
      }
      const written = splitText(now).lines.filter((line) => /^[st] \d/.test(line));
      expect(
        all.flatMap(({ current }) => current).filter((line) => written.includes(line)),
      ).toEqual(written);
    }),
    { numRuns: 300 },
  );
});

test('a commit of any text keeps what is equal there, and the review still knows the file', () => {
  fc.assert(
    fc.property(text, edits, rewrite, fc.boolean(), (before, list, change, isNew) => {
      const [review, now] = afterEdits(before, list);
      const content = rewritten(isNew ? now : before, change);
      const next = committed(review, PATH, textImage(content));
      if (content === now) expect(fileOf(next)).toBeUndefined();
      if (!fileOf(next)) return;
      expect(textOf(next)).toBe(now);
      const pending = hunks(next).flatMap(({ reference, current }) => [...reference, ...current]);
      const known = hunks(review).flatMap(({ reference, current }) => [...reference, ...current]);
      expect(pending.filter((line) => !known.includes(line))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

/** Hunks that touch, as one. */
function joined(list: readonly Hunk[]): Hunk[] {
  const result: Hunk[] = [];
  for (const one of list) pushHunk(result, one);
  return result;
}

const KINDS = ['agent', 'user', 'keep', 'undo', 'undo turn', 'undo lines'] as const;

/** Agents, the user, and what the user decides. `number` is a turn, a hunk, or a count of lines. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS, 'agent' as const, 'user' as const),
    change: rewrite,
    number: fc.nat(9),
  }),
  { minLength: 1, maxLength: 10 },
);
type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;

interface World {
  readonly review: Review;
  readonly disk: string;
  /** What the user has written and neither taken out nor let go. */
  readonly own: readonly string[];
  /** How many lines the user has written: each is another one. */
  readonly count: number;
}

function afterStep(world: World, step: Step, isWhole: boolean): World {
  const { review, disk } = world;
  const { kind, change, number } = step;
  if (kind === 'user') return afterUser(world, step, isWhole);
  if (kind === 'agent') {
    const next = rewritten(disk, change);
    return { ...world, review: edited(review, disk, next, { turn: 1 + (number % 3) }), disk: next };
  }
  const selection = selectionOf(review, step);
  if (kind === 'keep') {
    const picked = hunks(review).filter(
      ({ id }) => selection.kind === 'ids' && selection.ids.includes(id),
    );
    return { ...without(world, picked), review: keep(review, selection).review };
  }
  const undone = undo(review, selection);
  return { ...world, review: undone.review, disk: performOn(disk, undone.operations) ?? '' };
}

function afterUser(world: World, { change }: Step, isWhole: boolean): World {
  const { review, disk } = world;
  const split = splitText(disk);
  const lines = change.lines.map((_, at) => `user ${world.count + at}`);
  const start = Math.min(change.at, split.lines.length);
  const removed = Math.min(change.del, split.lines.length - start);
  const next = rewritten(disk, { ...change, lines });
  const taken = split.lines.slice(start, start + removed);
  // A text of one empty line without an end and one without lines are the same: what is written into it is written over that line.
  if (disk === '') taken.push('');
  // To write over an agent's lines is to decide about what they had replaced.
  const over = hunks(review).filter(({ current }) => current.some((line) => taken.includes(line)));
  const left = without(world, lines.length > 0 ? over : []);
  return {
    review: isWhole
      ? userChanged(review, PATH, textImage(next))
      : userEdited(review, PATH, { start, removed, lines }),
    disk: next,
    own: [...left.own.filter((line) => !taken.includes(line)), ...lines],
    count: world.count + lines.length,
  };
}

/** The user has let go what hunks had taken out. */
function without(world: World, decided: readonly HunkView[]): World {
  const gone = decided.flatMap(({ reference }) => reference);
  return { ...world, own: world.own.filter((line) => !gone.includes(line)) };
}

function selectionOf(review: Review, { kind, change, number }: Step): Selection {
  if (kind === 'undo turn') return { kind: 'turn', session: 's', turn: 1 + (number % 3) };
  if (kind === 'undo lines')
    return { kind: 'lines', path: PATH, from: change.at, to: change.at + number };
  const all = hunks(review).map(({ id }) => id);
  return { kind: 'ids', ids: all.slice(number % Math.max(1, all.length)).slice(0, 1) };
}

/** The text without agents' changes, as lines: where the last one is empty, the text does not say whether it is there. */
function referenceLinesOf(review: Review): SplitText {
  const file = fileOf(review);
  const text = file?.text;
  const format = (file && changeOf(file, 'format')?.before) ?? text?.format ?? splitText('');
  return { ...format, lines: referenceLines(text?.segments ?? []) };
}

describe('with edits of the user in between', () => {
  test('no line of the user is lost, the review always knows the text, and no id comes back', () => {
    fc.assert(
      fc.property(text, steps, fc.boolean(), (before, list, isWhole) => {
        let world: World = { review: EMPTY_REVIEW, disk: before, own: [], count: 0 };
        const seen = new Set<number>();
        let last: readonly number[] = [];
        for (const step of list) {
          world = afterStep(world, step, isWhole);
          const { review, disk, own } = world;
          const known = textOf(review) ?? disk;
          expect(splitText(known).lines).toEqual(splitText(disk).lines);
          const ids = hunks(review).map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.filter((id) => seen.has(id) && !last.includes(id))).toEqual([]);
          for (const id of ids) seen.add(id);
          last = ids;
          const there = [...splitText(disk).lines, ...splitText(referenceOf(review) ?? '').lines];
          expect(own.filter((line) => !there.includes(line))).toEqual([]);
        }
        const { operations } = undo(world.review, { kind: 'all' });
        const left = splitText(performOn(world.disk, operations) ?? '').lines;
        expect(world.own.filter((line) => !left.includes(line))).toEqual([]);
      }),
      { numRuns: 800 },
    );
  });

  test('edits outside the hunks survive undoing all exactly', () => {
    fc.assert(
      fc.property(text, edits, fc.array(rewrite, { maxLength: 4 }), (before, list, changes) => {
        let [review, now] = afterEdits(before, list);
        if (!fileOf(review)) return;
        // A buffer keeps its format, also where its text does not tell it: without lines, or with a single one.
        let buffer = splitText(now, fileOf(review)?.text?.format);
        for (const [index, change] of changes.entries()) {
          const rows = hunks(review);
          const { lines } = buffer;
          const start = Math.min(change.at, lines.length);
          const end = Math.min(start + change.del, lines.length);
          const isInside = rows.some(
            ({ row, current }) => row <= end && start <= row + current.length,
          );
          const pending = rows.flatMap(({ current, reference }) => [...current, ...reference]);
          // Which of equal lines were taken out, the agent's or others, cannot be seen from the text.
          const isEqual = lines.slice(start, end).some((line) => pending.includes(line));
          if (isInside || isEqual) continue;
          const mine = change.lines.map((_, at) => `user ${index}.${at}`);
          const shift = rows.reduce(
            (sum, { row, current, reference }) =>
              row < start ? sum + reference.length - current.length : sum,
            0,
          );
          const reference = referenceLinesOf(review);
          const expected = reference.lines.toSpliced(start + shift, end - start, ...mine);
          review = userEdited(review, PATH, { start, removed: end - start, lines: mine });
          buffer = { ...buffer, lines: lines.toSpliced(start, end - start, ...mine) };
          now = joinText(buffer);
          expect(referenceOf(review)).toBe(joinText({ ...reference, lines: expected }));
          expect(hunks(review).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        }
        const { operations } = undo(review, { kind: 'all' });
        expect(performOn(now, operations)).toBe(referenceOf(review));
        expect(imageIn(review)).toMatchObject({ content: { text: now } });
      }),
      { numRuns: 300 },
    );
  });
});
