import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FileImage, textImage } from '../../../../src/edit/file-image';
import {
  addComment,
  anchored,
  NO_COMMENTS,
  sendComments,
} from '../../../../src/model/review/comments';
import { queueUndo, undo } from '../../../../src/model/review/decide';
import { fileToJson, reviewFromJson, reviewToJson } from '../../../../src/model/review/json';
import { agentEdited, agentRenamed, userEdited } from '../../../../src/model/review/review';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import { agentMade, BY, changes, edited, hunks, PATH, rewrite, rewritten, text } from './support';

const stored = (review: Review): Record<string, unknown> => ({
  ...reviewToJson(review),
  files: review.files.values().map(fileToJson),
});
const throughJson = (review: Review): Review =>
  reviewFromJson(JSON.parse(JSON.stringify(stored(review))));
const plain = (review: Review) => ({ ...review, files: [...review.files].sort() });

/** One with everything that there is. */
function fullReview(): Review {
  const bytes: FileImage = {
    content: { kind: 'binary', bytes: new Uint8Array([0, 1, 255]) },
    mode: 0o644,
  };
  const link: FileImage = { content: { kind: 'link', target: 'there' } };
  const unknown: FileImage = { content: { kind: 'unknown', why: 'too large' } };
  const image = (text: string, mode: number): FileImage => ({ ...textImage(text), mode });
  let review = edited(EMPTY_REVIEW, 'a\nb\nc\n', 'a\r\nB\r\nC\r\n');
  review = edited(review, 'a\r\nB\r\nC\r\n', 'a\r\nB!\r\nC\r\n', {
    turn: 2,
    toolCallId: 'call',
    source: 'mcp',
  });
  const add = (path: string, before: FileImage | null, after: FileImage | null): void => {
    review = agentEdited(review, { path, ...BY, before, after });
  };
  add('/project/bytes', bytes, link);
  add('/project/link', link, unknown);
  add('/project/gone', bytes, null);
  add('/project/mode', image('a\n', 0o644), image('b\n', 0o755));
  add('/project/new', null, image('x\ny\n', 0o600));
  add('/project/from', image('p\nq\n', 0o600), null);
  add('/project/to', null, image('p\nq\nr\n', 0o600));
  review = agentRenamed(review, { from: '/project/from', to: '/project/to', ...BY });
  review = userEdited(review, '/project/new', { start: 1, removed: 1, lines: ['mine'] });
  review = undo(review, { kind: 'file', path: '/project/mode' }, 'no').review;
  return queueUndo(review, { kind: 'turn', session: 's', turn: 2 }, 'later');
}

describe('a review as JSON', () => {
  test('is the same review again', () => {
    expect(plain(throughJson(fullReview()))).toEqual(plain(fullReview()));
  });

  test('has the comments, without more of their lines than finds the place', () => {
    const about = { path: '/p/a', project: '/p', from: 2, text: 'why?' };
    const long = Array.from({ length: 20_000 }, (_, row) => `line ${row}`);
    const all = [
      { ...about, to: 3, lines: ['c'], removed: ['b'] },
      { ...about, to: 20_002, lines: long },
      { ...about, to: 3, lines: ['x'.repeat(5_000_000)] },
    ].reduce(addComment, NO_COMMENTS);
    const review = { ...EMPTY_REVIEW, comments: sendComments(all, [1]) };
    const [first, second, third] = throughJson(review).comments.list;
    expect(first).toEqual(all.list[0]);
    expect(second?.lines.length).toBeGreaterThan(100);
    expect(JSON.stringify(second).length).toBeLessThan(50_000);
    expect(second && anchored(second, ['above', ...long])).toMatchObject({ from: 1, to: 20_001 });
    expect(third?.lines).toEqual([]);
    const wrong = { ...stored(review), comments: [{ ...about, to: 1, lines: [] }, { text: 'x' }] };
    expect(reviewFromJson(wrong).comments.list).toEqual([]);
  });

  test('is, after any edits, the same review again', () => {
    const edits = fc.array(fc.tuple(rewrite, fc.nat(3)), { maxLength: 5 });
    fc.assert(
      fc.property(text, edits, (before, list) => {
        let [review, now] = [EMPTY_REVIEW, before];
        for (const [change, turn] of list) {
          const next = rewritten(now, change);
          review = edited(review, now, next, { turn });
          now = next;
        }
        expect(plain(throughJson(review))).toEqual(plain(review));
      }),
      { numRuns: 200 },
    );
  });

  test('with anything wrong in it can be read, and each file is as it was or missing', () => {
    const whole = throughJson(fullReview());
    const json = JSON.stringify(stored(whole));
    const places = [...json.matchAll(/:(?:"[^"]*"|\d+|true|\{|\[)/g)];
    fc.assert(
      fc.property(
        fc.nat(places.length - 1),
        fc.constantFrom('null', '-1', '"?"', '{}', '[1]'),
        (at, wrong) => {
          const place = places[at];
          if (!place || /[[{]$/.test(place[0])) return;
          const broken = `${json.slice(0, place.index + 1)}${wrong}${json.slice(place.index + place[0].length)}`;
          const read = reviewFromJson(JSON.parse(broken));
          expect(() => undo(read, { kind: 'all' })).not.toThrow();
          const changed = [...read.files.keys()].filter((path) => !sameFile(read, whole, path));
          expect(changed.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of another kind is an empty one', () => {
    for (const value of [
      null,
      [],
      'x',
      {},
      { version: 2, files: [] },
      { version: 1, files: 7, notes: {} },
    ]) {
      expect(plain(reviewFromJson(value))).toEqual(plain(EMPTY_REVIEW));
    }
  });

  test('never gives an id out again', () => {
    const review = agentMade('a\nb\nc\n', 'A\nb\nC\n');
    const read = throughJson({ ...review, nextId: 1 });
    const ids = hunks(edited(read, 'A\nb\nC\n', 'A\nB\nC\n', { turn: 2 })).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    const twice = {
      ...reviewToJson(review),
      files: [review.files.get(PATH), review.files.get(PATH)],
    };
    expect(changes(reviewFromJson(twice))).toHaveLength(2);
  });

  test('does not carry contents that are too large', () => {
    const large: FileImage = {
      content: { kind: 'binary', bytes: new Uint8Array(5 * 1024 * 1024) },
    };
    const small: FileImage = { content: { kind: 'binary', bytes: new Uint8Array(1) } };
    const review = throughJson(
      agentEdited(EMPTY_REVIEW, { path: PATH, ...BY, before: large, after: small }),
    );
    expect(undo(review, { kind: 'all' }).unclean).toMatchObject([{ why: 'unknown' }]);
  });
});

function sameFile(one: Review, other: Review, path: string): boolean {
  return JSON.stringify(one.files.get(path)) === JSON.stringify(other.files.get(path));
}
