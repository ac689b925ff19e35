import { expect, test } from 'vitest';
import type { FileImage } from '../../../src/edit/file-image';
import { queueUndo } from '../../../src/model/review/decide';
import { agentEdited } from '../../../src/model/review/review';
import { EMPTY_REVIEW, type FileReview } from '../../../src/model/review/state';
import { reviewHunks } from '../../../src/nvim/review-hunks';

const image = (...lines: string[]): FileImage => ({
  content: { kind: 'text', text: lines.map((line) => `${line}\n`).join('') },
});
const EDIT = { path: '/a', session: 's', turn: 1, source: 'fs' } as const;

function fileOf(before: FileImage, after: FileImage): FileReview {
  const file = agentEdited(EMPTY_REVIEW, { ...EDIT, before, after }).files.get('/a');
  if (!file) throw new Error('nothing is pending');
  return file;
}

test('added, changed and deleted lines, in rows of the text as it is', () => {
  const before = image('a', 'b', 'say one word', 'd', 'e', 'gone', 'f');
  const after = image('a', 'new', 'b', 'say two word', 'd', 'e', 'f');
  expect(reviewHunks(fileOf(before, after))).toMatchObject([
    { row: 1, count: 1, old: [] },
    { row: 3, count: 1, old: ['say one word'], words: [[0, 4, 7]], old_words: [[0, 4, 7]] },
    { row: 6, count: 0, old: ['gone'] },
  ]);
});

test('words are counted in bytes', () => {
  const [hunk] = reviewHunks(fileOf(image('ä 😀 one x'), image('ä 😀 three x')));
  expect(hunk).toMatchObject({ words: [[0, 8, 13]], old_words: [[0, 8, 11]] });
});

test('old lines are safe to show; of those that are shown otherwise no words stand out', () => {
  const [hunk] = reviewHunks(fileOf(image('a\u001b[31m one x'), image('a\u001b[31m two x')));
  expect(hunk?.old).toEqual(['a one x']);
  expect(hunk?.words).toHaveLength(1);
  expect(hunk).not.toHaveProperty('old_words');
});

test('of many old lines the first are shown and the others counted', () => {
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`);
  const [hunk] = reviewHunks(fileOf(image('a', ...lines), image('a')));
  expect(hunk?.old).toEqual(lines.slice(0, 29));
  expect(hunk?.more).toBe(471);
});

test('an undo that waits is said', () => {
  const review = agentEdited(EMPTY_REVIEW, { ...EDIT, before: image('a'), after: image('b') });
  const queued = queueUndo(review, { kind: 'all' }).files.get('/a');
  expect(queued && reviewHunks(queued)).toMatchObject([{ queued: true }]);
});
