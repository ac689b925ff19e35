import { expect, test } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import { parseReview, reviewBytes } from '../../../../src/files/review/review-file';
import { agentEdited } from '../../../../src/model/review/review';
import { withSession } from '../../../../src/model/review/sessions';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';

const HEAD = '0123456789abcdef0123456789abcdef01234567';
const BESIDE = { heads: { '/p': HEAD }, inodes: { '/p/i': '17' } };

function review(files: Readonly<Record<string, string>>): Review {
  const known = withSession(EMPTY_REVIEW, {
    key: 's',
    agent: 'a',
    id: 'session-1',
    cwd: '/p',
    turns: 1,
  });
  return Object.entries(files).reduce(
    (all, [path, text]) =>
      agentEdited(all, {
        path,
        session: 's',
        turn: 1,
        source: 'fs',
        before: textImage('old\n'),
        after: textImage(text),
      }),
    known,
  );
}

async function written(of: Review, maxBytes?: number): Promise<Buffer> {
  const { pieces } = await reviewBytes('/p', of, BESIDE, maxBytes);
  return Buffer.concat(pieces);
}

test('what is written is read again', async () => {
  const of = review({ '/p/a': 'new\n', '/p/b': 'two\nlines\n' });
  const read = parseReview('/p', await written(of));
  expect(read.review.files.values()).toEqual(of.files.values());
  expect(read.review.sessions.get('s')).toEqual(of.sessions.get('s'));
  expect(read).toMatchObject({ ...BESIDE, lost: 0 });
});

test('one without files is read again, too', async () => {
  expect(parseReview('/p', await written(EMPTY_REVIEW))).toMatchObject({ lost: 0 });
});

test('what is too much is left out, the largest first, and named', async () => {
  const of = review({ '/p/a': 'small\n', '/p/b': `${'large\n'.repeat(1000)}`, '/p/c': 'small\n' });
  const small = await written(review({ '/p/a': 'small\n', '/p/c': 'small\n' }));
  const { pieces, left } = await reviewBytes('/p', of, BESIDE, small.length + 8);
  expect(left).toEqual(['/p/b']);
  expect(Buffer.concat(pieces).length).toBeLessThanOrEqual(small.length + 8);
  expect(parseReview('/p', Buffer.concat(pieces)).review.files.keys().sort()).toEqual([
    '/p/a',
    '/p/c',
  ]);
});

test('nothing but a review of the project is taken for one', async () => {
  const text = (await written(review({ '/p/a': 'new\n' }))).toString();
  const read = (spoilt: string) => () => parseReview('/p', Buffer.from(spoilt));
  expect(read(text.slice(0, -9))).toThrow('damaged');
  expect(read('')).toThrow('damaged');
  expect(read('[]')).toThrow('damaged');
  expect(read('{}')).toThrow('another version');
  expect(read(text.replace('"version":1', '"version":2'))).toThrow('another version');
  expect(() => parseReview('/q', Buffer.from(text))).toThrow('another project');
});

test.each([
  ['a relative path', { '"/p/a"': '"a"' }],
  ['a path with a way back', { '"/p/a"': '"/p/x/../a"' }],
  ['lines that are no lines', { '"new"': '"new\\nline"' }],
  ['no number', { '"step":1': '"step":-1' }],
])('a file with %s is left out, and counted', async (_, spoil) => {
  let text = (await written(review({ '/p/a': 'new\n', '/p/b': 'other\n' }))).toString();
  for (const [from, to] of Object.entries(spoil)) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const { review: read, lost } = parseReview('/p', Buffer.from(text));
  expect([read.files.keys(), lost]).toEqual([['/p/b'], 1]);
});

test('commits and inodes are named as such, or not at all', async () => {
  const text = (await written(review({ '/p/a': 'new\n' }))).toString();
  const spoilt = text.replace(HEAD, '--upload-pack=x').replace('"17"', '17');
  const read = parseReview('/p', Buffer.from(spoilt));
  expect([read.heads, read.inodes]).toEqual([{}, {}]);
});
