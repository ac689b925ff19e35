import { describe, expect, test } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import type { KnownSession } from '../../../../src/model/review/author';
import { queueUndo, undo } from '../../../../src/model/review/decide';
import { joinReviews } from '../../../../src/model/review/join';
import { fileToJson, reviewFromJson, reviewToJson } from '../../../../src/model/review/json';
import { groupByTurn } from '../../../../src/model/review/overview';
import { agentEdited } from '../../../../src/model/review/review';
import {
  keysOf,
  lastTurnOf,
  renameSession,
  withSession,
} from '../../../../src/model/review/sessions';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import { notesFor } from '../../../../src/model/review/unsent-notes';
import { BY, edited, hunks, PATH } from './support';

const known = (key: string, more: Partial<KnownSession> = {}): KnownSession => ({
  key,
  agent: 'a',
  id: `id of ${key}`,
  cwd: '/project',
  turns: 0,
  ...more,
});

/** Two hunks of `s`, the second one queued; and a note of a third one. */
function pending(): Review {
  let review = withSession(EMPTY_REVIEW, known('s', { title: 'Titled', turns: 3 }));
  review = withSession(review, known('idle'));
  review = edited(review, 'a\nb\nc\nd\ne\n', 'A\nb\nC\nd\nE\n');
  review = edited(review, 'A\nb\nC\nd\nE\n', 'A\nb\nC!\nd\nE\n', { turn: 2 });
  const [first, second] = hunks(review);
  review = undo(review, { kind: 'ids', ids: [first?.id ?? 0] }).review;
  return queueUndo(review, { kind: 'turn', session: 's', turn: second?.by[1]?.turn ?? 0 });
}

const stored = (review: Review): Review =>
  reviewFromJson({ ...reviewToJson(review), files: review.files.values().map(fileToJson) });

describe('a session that was opened again', () => {
  test('is the author of all that it did under its key before', () => {
    const review = renameSession(pending(), 's', 'new');
    const file = review.files.get(PATH);
    expect(file && keysOf(file)).toEqual(['new']);
    expect(JSON.stringify([review.files.values(), review.notes])).not.toContain('"s"');
    expect(notesFor(review, 'new')).toHaveLength(1);
    expect(groupByTurn(review).map(({ session, turn }) => [session, turn])).toEqual([
      ['new', 1],
      ['new', 2],
    ]);
    expect(review.sessions.get('s')).toBeUndefined();
  });

  test('leaves others alone', () => {
    const review = pending();
    expect(renameSession(review, 'other', 'new').files).toBe(review.files);
  });

  test('has a number of its last turn, by what is known or pending', () => {
    expect(lastTurnOf(pending(), 's')).toBe(3);
    expect(lastTurnOf({ ...pending(), sessions: EMPTY_REVIEW.sessions }, 's')).toBe(2);
    expect(lastTurnOf(pending(), 'idle')).toBe(0);
  });
});

describe('what was stored', () => {
  test('has what is known of the sessions that it names, and of no other', () => {
    const { sessions } = stored(pending());
    expect(sessions.values()).toEqual([known('s', { title: 'Titled', turns: 3 })]);
  });

  test('joins a review under numbers and keys of its own', () => {
    let live = withSession(EMPTY_REVIEW, known('s', { id: 'another session' }));
    live = agentEdited(live, {
      ...BY,
      path: '/project/b',
      before: textImage('x\n'),
      after: textImage('y\n'),
    });
    const { review, doubled } = joinReviews(live, stored(pending()), '/real');
    expect(doubled).toEqual([]);
    const ids = review.files.values().flatMap((file) => fileIds(file));
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThan(review.nextId);
    const file = review.files.get(PATH);
    const [key = ''] = file ? keysOf(file) : [];
    expect(key).not.toBe('s');
    expect(review.sessions.get(key)).toEqual(
      known(key, { id: 'id of s', cwd: '/real', title: 'Titled', turns: 3 }),
    );
    expect(notesFor(review, key)).toHaveLength(1);
    expect(notesFor(review, 's')).toHaveLength(0);
    // It is undone as it would have been.
    const undone = undo(review, { kind: 'file', path: PATH });
    expect(undone.operations).toMatchObject([{ kind: 'edit', text: 'a\nb\nc\nd\ne\n' }]);
  });

  test('does not replace what is known of a file by now', () => {
    const live = edited(EMPTY_REVIEW, 'other\n', 'Other\n');
    const { review, doubled } = joinReviews(live, stored(pending()), '/project');
    expect(doubled).toEqual([PATH]);
    expect(review.files.get(PATH)).toBe(live.files.get(PATH));
  });

  test('may have any numbers', () => {
    const json = { ...reviewToJson(pending()), files: pending().files.values().map(fileToJson) };
    const huge = JSON.parse(
      JSON.stringify(json).replace(/"(id|step)":(\d+)/g, (_, name, number) => {
        return `"${name}":${Number.MAX_SAFE_INTEGER - 100 + Number(number)}`;
      }),
    );
    const { review } = joinReviews(EMPTY_REVIEW, reviewFromJson(huge), '/project');
    expect(review.nextId).toBeLessThan(100);
    expect(hunks(review)).toHaveLength(2);
  });
});

function fileIds(file: Parameters<typeof keysOf>[0]): number[] {
  const own = file.text?.segments.flatMap((one) => (one.kind === 'pending' ? [one.id] : [])) ?? [];
  return [...own, ...file.changes.map(({ id }) => id)];
}
