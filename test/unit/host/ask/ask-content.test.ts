import { expect, it } from 'vitest';
import { askContent } from '../../../../src/host/ask/ask-content';

const lines = { row: 3, endRow: 5, lines: ['a', 'b'] };

it('an ask says what is wanted, of which lines, and has them as they are', () => {
  expect(askContent({ ...lines, path: '/p/src/a b.js' }, 'Fix it', '/p')).toEqual([
    { type: 'text', text: 'Fix it' },
    { type: 'text', text: '\nThis is about lines 4-5 of src/a b.js.' },
    {
      type: 'resource',
      resource: { uri: 'file:///p/src/a%20b.js#L4-L5', mimeType: 'text/plain', text: 'a\nb' },
    },
  ]);
});

it('one line is no range, and a text without a file is called so', () => {
  const [, text, resource] = askContent({ row: 0, endRow: 1, lines: ['a'] }, 'Why?', '/p');
  expect(text).toMatchObject({ text: '\nThis is about line 1 of a text that has no file.' });
  expect(resource).toMatchObject({ resource: { uri: 'untitled:#L1-L1' } });
});
