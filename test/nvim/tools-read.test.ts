import { symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBuffer } from '../../src/mcp/tools/read_buffer';
import { openToolDesk } from '../support/editor-tools';

test('unsaved text is read, with when it was changed', async () => {
  await using desk = await openToolDesk({
    files: { 'a.txt': 'one\ntwo\nthree\n' },
    args: ['a.txt'],
  });
  await desk.editor.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'zwei' })`);
  const read = await desk.call(readBuffer, { path: 'a.txt' });
  expect(read).toMatchObject({
    path: desk.path('a.txt'),
    text: 'one\nzwei\nthree\n',
    start_line: 1,
    end_line: 3,
    total_lines: 3,
    modified: true,
    truncated: false,
  });
  expect(readBuffer.annotate?.(read)).toEqual({ lastModified: read.last_modified });
  expect(Date.now() - Date.parse(read.last_modified)).toBeLessThan(600_000);
});

test('a part is read by its lines', async () => {
  await using desk = await openToolDesk({ files: { 'a.txt': 'one\ntwo\nthree' } });
  const part = { path: desk.path('a.txt'), start_line: 2, end_line: 2 };
  expect(await desk.call(readBuffer, part)).toMatchObject({
    text: 'two\n',
    start_line: 2,
    end_line: 2,
    total_lines: 3,
    modified: false,
  });
  expect(await desk.call(readBuffer, { path: 'a.txt', start_line: 2, end_line: 99 })).toMatchObject(
    {
      text: 'two\nthree',
      end_line: 3,
    },
  );
});

test('an empty file has no lines', async () => {
  await using desk = await openToolDesk({ files: { 'a.txt': '' } });
  const empty = { text: '', start_line: 1, end_line: 0, total_lines: 0 };
  expect(await desk.call(readBuffer, { path: 'a.txt' })).toMatchObject(empty);
});

test('line endings and byte order mark of a file are no text', async () => {
  await using desk = await openToolDesk();
  writeFileSync(desk.path('dos.txt'), '\uFEFFone\r\ntwo\r\n');
  expect((await desk.call(readBuffer, { path: 'dos.txt' })).text).toBe('one\ntwo\n');
  await desk.editor.lua(`vim.cmd.edit('dos.txt')`);
  expect((await desk.call(readBuffer, { path: 'dos.txt', start_line: 2 })).text).toBe('two\n');
});

test('what is too long is read in pieces, and they say so', async () => {
  const lines = Array.from({ length: 30_000 }, (_, row) => `line ${row + 1} of many`);
  await using desk = await openToolDesk({ files: { 'a.txt': `${lines.join('\n')}\n` } });
  const read: string[] = [];
  for (let start_line = 1; start_line <= lines.length; ) {
    const piece = await desk.call(readBuffer, { path: 'a.txt', start_line });
    expect(piece.truncated).toBe(piece.end_line < lines.length);
    read.push(piece.text);
    start_line = piece.end_line + 1;
  }
  expect(read.length).toBeGreaterThan(1);
  expect(read.join('')).toBe(`${lines.join('\n')}\n`);
});

test.each([
  [{ path: 'a.txt', start_line: 9 }, 'there is no line 9'],
  [{ path: 'a.txt', start_line: 3, end_line: 2 }, 'end_line (2) is before start_line (3)'],
  [{ path: 'none.txt' }, 'not found'],
  [{ path: '.env' }, 'keeps agents off'],
  [{ path: 'link' }, 'keeps agents off'],
  [{ path: '../outside.txt' }, 'did not allow'],
  [{ path: 'out' }, 'did not allow'],
  [{ path: 'a\0b' }, 'NUL'],
])('%j is refused: %s', async (input, why) => {
  await using desk = await openToolDesk({
    files: { 'a.txt': 'one\n', '.env': 'KEY=1\n', '../outside.txt': 'secret\n' },
    deny: ['.env'],
  });
  symlinkSync(desk.path('.env'), desk.path('link'));
  symlinkSync(desk.path('../outside.txt'), desk.path('out'));
  const failure = await desk.call(readBuffer, input).catch((error: Error) => error.message);
  expect(failure).toMatch(new RegExp(why.replace(/[()]/g, '\\$&'), 'i'));
  expect(failure).not.toMatch(/KEY|secret/);
});

test('whatever is read by parts is what the buffer holds', async () => {
  await using desk = await openToolDesk({ files: { 'a.txt': '' }, args: ['a.txt'] });
  const line = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.replace(/[\r\n\0]/g, ''));
  const lines = fc.array(line, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(lines, fc.nat(12), fc.nat(12), async (text, first, count) => {
      fc.pre(text.length > 1 || text[0] !== '');
      await desk.editor.lua('vim.api.nvim_buf_set_lines(0, 0, -1, true, ...)', text);
      const start_line = Math.min(first + 1, text.length);
      const end_line = start_line + count;
      const read = await desk.call(readBuffer, { path: 'a.txt', start_line, end_line });
      const wanted = text.slice(start_line - 1, end_line);
      expect(read.text).toBe(wanted.map((one) => `${one}\n`).join(''));
      expect(read.total_lines).toBe(text.length);
    }),
    { numRuns: 60 },
  );
});
