import { describe, expect, test } from 'vitest';
import { SharedMap } from '../../../../src/base/shared-map';
import { keep, queueUndo, undo } from '../../../../src/model/review/decide';
import { agentEdited, agentRenamed } from '../../../../src/model/review/review';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import {
  filesOf,
  type Outcome,
  record,
  type TurnFile,
  type TurnRecords,
  turnKey,
} from '../../../../src/model/review/turn-files';
import { BY, edited, PATH } from './support';

const lines = (...list: string[]): string => `${list.join('\n')}\n`;
const OLD = lines('a', 'b', 'c', 'd', 'e');
const NEW = lines('A', 'b', 'c', 'D', 'e');

/** A review that is changed step by step, and what is recorded of it. */
class Recorded {
  review: Review = EMPTY_REVIEW;
  records: TurnRecords = SharedMap.empty();

  to(after: Review, outcome: Outcome = 'replaced'): this {
    this.records = record(this.records, { before: this.review, after, outcome });
    this.review = after;
    return this;
  }

  files(turn = 1): TurnFile[] {
    const known = this.records.get(turnKey({ session: 's', turn }));
    return known ? filesOf(known) : [];
  }
}

const changed = (): Recorded => new Recorded().to(edited(EMPTY_REVIEW, OLD, NEW));
const ids = ({ review }: Recorded): number[] =>
  review.files
    .get(PATH)
    ?.text?.segments.flatMap((one) => (one.kind === 'pending' ? [one.id] : [])) ?? [];

describe('what a turn has changed of a file', () => {
  test('is pending, then kept or undone, and as much as before altogether', () => {
    const one = changed();
    const all = { path: PATH, kind: 'modified', added: 2, removed: 2 };
    expect(one.files()).toEqual([{ ...all, pending: { added: 2, removed: 2 } }]);
    const [first = 0, second = 0] = ids(one);
    one.to(keep(one.review, { kind: 'ids', ids: [first] }).review, 'kept');
    const half = { added: 1, removed: 1 };
    expect(one.files()).toEqual([{ ...all, pending: half, kept: half }]);
    one.to(undo(one.review, { kind: 'ids', ids: [second] }).review, 'undone');
    expect(one.files()).toEqual([{ ...all, kept: half, undone: half }]);
  });

  test('is nothing when the agent puts it back', () => {
    const one = changed();
    expect(one.to(edited(one.review, NEW, OLD)).files()).toEqual([]);
  });

  test('grows with what the turn goes on to change, also after a decision', () => {
    const one = changed();
    one.to(keep(one.review, { kind: 'all' }).review, 'kept');
    one.to(edited(one.review, NEW, NEW + lines('f')));
    expect(one.files()).toEqual([
      {
        path: PATH,
        kind: 'modified',
        added: 3,
        removed: 2,
        pending: { added: 1, removed: 0 },
        kept: { added: 2, removed: 2 },
      },
    ]);
  });

  test('is apart from what other turns have changed', () => {
    const one = changed();
    const later = lines('A', 'b', 'c', 'D', 'E');
    one.to(edited(one.review, NEW, later, { turn: 2 }));
    one.to(undo(one.review, { kind: 'turn', session: 's', turn: 2 }).review, 'undone');
    expect(one.files(2)).toMatchObject([{ undone: { added: 1, removed: 1 } }]);
    expect(one.files(1)).toMatchObject([{ pending: { added: 2, removed: 2 } }]);
    expect(one.files(1)[0]).not.toHaveProperty('undone');
  });

  test('stays what it was, whatever becomes of it', () => {
    const made = new Recorded().to(edited(EMPTY_REVIEW, null, NEW));
    const [first = 0] = ids(made);
    made.to(keep(made.review, { kind: 'ids', ids: [first] }).review, 'kept');
    expect(made.files()).toMatchObject([{ kind: 'created', kept: { added: 5, removed: 0 } }]);
  });

  test('is pending again when an undo is taken back', () => {
    const one = changed();
    const { review } = one;
    const [first = 0] = ids(one);
    one.to(undo(review, { kind: 'ids', ids: [first] }).review, 'undone');
    const { review: half } = one;
    one.to(undo(half, { kind: 'all' }).review, 'undone');
    one.to(half, 'returned');
    const counts = { added: 1, removed: 1 };
    expect(one.files()).toMatchObject([{ pending: counts, undone: counts }]);
    one.to(review, 'returned');
    expect(one.files()).toMatchObject([{ pending: { added: 2, removed: 2 } }]);
    expect(one.files()[0]).not.toHaveProperty('undone');
  });

  test('says what is to be undone when the turn ends', () => {
    const one = changed();
    one.to(queueUndo(one.review, { kind: 'all' }), 'kept');
    expect(one.files()).toMatchObject([{ isQueued: true, pending: { added: 2, removed: 2 } }]);
    one.to(undo(one.review, { kind: 'all' }).review, 'undone');
    expect(one.files()[0]).not.toHaveProperty('isQueued');
  });

  test('is marked where lines do not show it', () => {
    const image = (bytes: number[], mode: number) =>
      ({ content: { kind: 'binary', bytes: Uint8Array.from(bytes) }, mode }) as const;
    const one = new Recorded().to(
      agentEdited(EMPTY_REVIEW, {
        path: PATH,
        ...BY,
        before: image([0], 0o644),
        after: image([1], 0o755),
      }),
    );
    expect(one.files()).toMatchObject([{ marks: ['binary', 'mode'], added: 0, removed: 0 }]);
  });

  test('is one file where it was moved', () => {
    const one = changed();
    one.to(edited(one.review, NEW, null));
    one.to(edited(one.review, null, NEW, { path: '/project/b.txt' }));
    expect(one.files().map(({ path }) => path)).toEqual([PATH, '/project/b.txt']);
    one.to(agentRenamed(one.review, { ...BY, from: PATH, to: '/project/b.txt' }));
    expect(one.files()).toMatchObject([{ path: '/project/b.txt', kind: 'renamed', from: PATH }]);
  });
});
