import { expect, test } from 'vitest';
import { AnnouncedTurns } from '../../../../src/host/review/announced';
import type { TurnSummary } from '../../../../src/model/review/overview';

const summary = (turn: number, ...paths: string[]): TurnSummary => ({
  session: 'key',
  turn,
  files: paths.map((path) => ({ path, kind: 'modified', ids: [1], added: 1, removed: 0 })),
});

function turns(): { readonly announced: AnnouncedTurns; readonly fired: string[] } {
  const fired: string[] = [];
  const announced = new AnnouncedTurns(
    (event, data) => {
      const { session, turn, files = [] } = data as { session: string } & TurnSummary;
      fired.push([event, session, turn, ...files.map(({ path }) => path)].join(' '));
    },
    (key) => `id of ${key}`,
  );
  return { announced, fired };
}

test('a turn is announced when it has ended, and when nothing of it is pending', () => {
  const { announced, fired } = turns();
  announced.update([summary(1, 'a')]);
  expect(fired).toEqual([]);
  announced.ended('key', 1);
  announced.update([summary(1, 'a', 'b')]);
  announced.update([summary(1, 'b')]);
  announced.update([]);
  announced.update([]);
  expect(fired).toEqual(['AcpReview id of key 1 a b', 'AcpReviewDone id of key 1']);
});

test('it is announced again with files that are found later', () => {
  const { announced, fired } = turns();
  announced.ended('key', 1);
  announced.update([]);
  announced.update([summary(1, 'a')]);
  announced.update([summary(1, 'a')]);
  announced.update([summary(1, 'a', 'late')]);
  announced.update([]);
  announced.update([summary(1, 'later')]);
  expect(fired).toEqual([
    'AcpReview id of key 1 a',
    'AcpReview id of key 1 a late',
    'AcpReviewDone id of key 1',
    'AcpReview id of key 1 later',
  ]);
});

test('nothing more is expected of it when the next one has ended', () => {
  const { announced, fired } = turns();
  announced.ended('key', 1);
  announced.update([]);
  announced.ended('key', 2);
  announced.update([summary(1, 'a'), summary(2, 'b')]);
  expect(fired).toEqual(['AcpReview id of key 2 b']);
});

test('of one that an earlier host has announced only the end is news', () => {
  const { announced, fired } = turns();
  announced.wasAnnounced(summary(3, 'a'));
  announced.update([summary(3, 'a')]);
  announced.update([]);
  expect(fired).toEqual(['AcpReviewDone id of key 3']);
});
