import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editBuffer } from '../../src/mcp/tools/edit_buffer';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';

const lines = (desk: ToolDesk): Promise<string[]> =>
  desk.editor.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, true)');
const failureOf = (desk: ToolDesk, edits: readonly object[], path = 'a.txt'): Promise<string> =>
  desk.call(editBuffer, { path, edits }).then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );

test('unsaved text is changed in one undo step, and stays unsaved', async () => {
  await using desk = await openToolDesk({
    files: { 'a.txt': 'one\ntwo\nthree\n' },
    args: ['a.txt'],
  });
  await desk.editor.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, true, { 'zwei' })`);
  const result = await desk.call(editBuffer, {
    path: 'a.txt',
    edits: [
      { old_text: 'one', new_text: 'eins\nund' },
      { old_text: 'three\n', new_text: 'drei\n', start_line: 3 },
    ],
  });
  expect(result).toEqual({
    path: desk.path('a.txt'),
    changed: [
      { start_line: 1, end_line: 2 },
      { start_line: 4, end_line: 4 },
    ],
    total_lines: 4,
  });
  expect(await lines(desk)).toEqual(['eins', 'und', 'zwei', 'drei']);
  expect(readFileSync(desk.path('a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  await desk.editor.lua('vim.cmd.undo()');
  expect(await lines(desk)).toEqual(['one', 'zwei', 'three']);
});

test('a file that is not open is changed on disk, with its line endings', async () => {
  await using desk = await openToolDesk({ files: { 'a.txt': 'one\r\ntwo\r\nthree' } });
  await desk.call(editBuffer, {
    path: 'a.txt',
    edits: [
      { old_text: 'one\ntwo', new_text: '1\n2' },
      { old_text: '', new_text: 'end', start_line: 4, end_line: 3 },
    ],
  });
  expect(readFileSync(desk.path('a.txt'), 'utf8')).toBe('1\r\n2\r\nthree\r\nend');
});

test('nothing is changed when one of several edits fails', async () => {
  await using desk = await openToolDesk({
    files: { 'a.txt': 'one\ntwo\nthree\n' },
    args: ['a.txt'],
  });
  const failure = await failureOf(desk, [
    { old_text: 'one', new_text: '1' },
    { old_text: 'two\nfour\n', new_text: '2' },
  ]);
  expect(failure).toBe(
    'edit 2 of 2: old_text was not found. The lines that are most like it are now:\n' +
      '1: one\n2: two\n3: three\nNothing was changed.',
  );
  expect(await lines(desk)).toEqual(['one', 'two', 'three']);
});

test.each([
  ['.env', 'keeps agents off'],
  ['../outside.txt', 'did not allow'],
  ['none.txt', 'none.txt was not found.*make a new one with a tool of your own'],
])('%s is not changed: %s', async (path, why) => {
  const files = { 'a.txt': 'x\n', '.env': 'KEY=1\n', '../outside.txt': 'KEY=1\n' };
  await using desk = await openToolDesk({ files, deny: ['.env'] });
  const failure = await failureOf(desk, [{ old_text: 'wrong', new_text: '2' }], path);
  expect(failure).toMatch(new RegExp(why, 'i'));
  expect(failure).not.toContain('KEY');
});

test('what the user types before it is written stays', async () => {
  await using desk = await openToolDesk({
    files: { 'a.txt': 'one\ntwo\nthree\n' },
    args: ['a.txt'],
  });
  if (editBuffer.effect !== 'changes') throw new Error('it changes');
  const input = { path: 'a.txt', edits: [{ old_text: 'one', new_text: '1' }] };
  const { writes } = await editBuffer.plan(input, desk.context);
  await desk.editor.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'typed' })`);
  for (const { path, text, from } of writes) {
    expect(from).toBe('one\ntwo\nthree\n');
    await desk.context.documents.read(
      desk.context.scope,
      path,
      { line: 1, limit: 1 },
      desk.context.signal,
    );
    expect(text).toBe('1\ntwo\nthree\n');
  }
});

test('of very many places the first ones are listed', async () => {
  await using desk = await openToolDesk({ files: { 'a.txt': 'x\n'.repeat(20_000) } });
  const edits = [{ old_text: 'x', new_text: 'y', replace_all: true }];
  const { changed, more, total_lines } = await desk.call(editBuffer, { path: 'a.txt', edits });
  expect([changed.length, more, total_lines]).toEqual([500, 19_500, 20_000]);
  expect(changed.at(-1)).toEqual({ start_line: 500, end_line: 500 });
});
