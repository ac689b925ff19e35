import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askUser } from '../../src/mcp/tools/ask_user';
import { openFile } from '../../src/mcp/tools/open_file';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';
import { wait } from '../support/wait';

const FILES = {
  'a.txt': 'a\n',
  'b.txt': 'one\ntwo\nthree\n',
  '.env': 'KEY=1\n',
  '../out.txt': 'KEY=2\n',
};

const place = (desk: ToolDesk): Promise<[string, number]> =>
  desk.editor.lua(`return { vim.fn.expand('%:t'), vim.fn.line('.') }`);
const mode = (desk: ToolDesk): Promise<string> =>
  desk.editor.lua('return vim.api.nvim_get_mode().mode');

test('a file is shown at its line, and who follows learns of it', async () => {
  await using desk = await openToolDesk({ files: FILES, args: ['a.txt'] });
  const path = desk.path('b.txt');
  expect(await desk.call(openFile, { path: 'b.txt', line: 2 })).toEqual({ path, shown: true });
  expect(await place(desk)).toEqual(['b.txt', 2]);
  expect(desk.shown).toEqual([{ path, line: 2, source: 'mcp' }]);
});

test.each(['i', 'v', 'd'])('a user who has typed %s there is left alone', async (keys) => {
  await using desk = await openToolDesk({ files: FILES, args: ['a.txt'] });
  await desk.editor.feed(keys);
  await wait(async () => (await mode(desk)) !== 'n', 'the user is at work');
  expect(await desk.call(openFile, { path: 'b.txt' })).toEqual({
    path: desk.path('b.txt'),
    shown: false,
    reason: 'the user is working in that window; they were left alone',
  });
  expect(await desk.editor.lua(`return vim.fn.expand('%:t')`)).toBe('a.txt');
  expect(desk.shown).toEqual([]);
});

test('a user who types elsewhere keeps the focus', async () => {
  await using desk = await openToolDesk({ files: FILES, args: ['a.txt'] });
  await desk.editor.lua("vim.cmd('botright new | setlocal buftype=nofile')");
  const win = await desk.editor.lua('return vim.api.nvim_get_current_win()');
  await desk.editor.feed('i');
  await wait(async () => (await mode(desk)) === 'i', 'the user types');
  expect(await desk.call(openFile, { path: 'b.txt', line: 3 })).toMatchObject({ shown: true });
  expect(await desk.editor.lua('return vim.api.nvim_get_current_win()')).toBe(win);
  expect(await mode(desk)).toBe('i');
});

test('there is nothing to show of a file that is not there', async () => {
  await using desk = await openToolDesk({ files: FILES, args: ['a.txt'] });
  expect(await desk.call(openFile, { path: 'none.txt' })).toMatchObject({
    shown: false,
    reason: 'there is no such text file',
  });
});

test('where no window could show it, the agent learns just that', async () => {
  await using desk = await openToolDesk({ files: FILES });
  await desk.editor.lua('vim.bo.buftype = "nofile"');
  expect(await desk.call(openFile, { path: 'b.txt' })).toMatchObject({
    shown: false,
    reason: 'there is no window to show it in',
  });
});

test.each(['.env', '../out.txt', 'link', '/etc/passwd'])('%s is not shown', async (path) => {
  await using desk = await openToolDesk({ files: FILES, args: ['a.txt'], deny: ['.env'] });
  symlinkSync(desk.path('../out.txt'), desk.path('link'));
  await expect(desk.call(openFile, { path })).rejects.toThrow('may not use this file');
  expect(await place(desk)).toEqual(['a.txt', 1]);
});

const OPTIONS = [{ label: 'Yes', description: 'go on' }, 'No'];

test('options are offered, and the answer names one', async () => {
  await using desk = await openToolDesk({ files: FILES });
  desk.answer = async () => ({ action: 'accept', content: { choice: 'Yes' } });
  const answer = await desk.call(askUser, { question: 'Go on?', options: OPTIONS });
  expect(answer).toEqual({ answered: true, selected: ['Yes'] });
  expect(desk.asked).toEqual([
    {
      message: 'Go on?',
      form: {
        type: 'object',
        properties: {
          choice: {
            type: 'string',
            title: 'Answer',
            oneOf: [
              { const: 'Yes', title: 'Yes — go on' },
              { const: 'No', title: 'No' },
            ],
          },
        },
        required: ['choice'],
      },
    },
  ]);
});

test.each([
  [{ question: 'Why?' }, { text: 'so' }, { answered: true, text: 'so' }],
  [
    { question: 'Which?', options: OPTIONS, multiple: true },
    { choice: ['Yes', 'No'] },
    { answered: true, selected: ['Yes', 'No'] },
  ],
  [
    { question: 'Which?', options: OPTIONS, allow_text: true },
    { text: 'neither' },
    { answered: true, text: 'neither' },
  ],
  [{ question: 'Which?', options: OPTIONS, allow_text: true }, {}, { answered: false }],
])('%j is answered with %j', async (input, content, expected) => {
  await using desk = await openToolDesk({ files: FILES });
  desk.answer = async () => ({ action: 'accept', content });
  expect(await desk.call(askUser, input)).toEqual(expected);
});

test('a user may decline', async () => {
  await using desk = await openToolDesk({ files: FILES });
  desk.answer = async () => ({ action: 'decline' });
  expect(await desk.call(askUser, { question: 'Go on?' })).toEqual({ answered: false });
});

test('options that cannot be told apart are no question', async () => {
  await using desk = await openToolDesk({ files: FILES });
  const options = [{ label: 'Yes' }, 'Yes'];
  await expect(desk.call(askUser, { question: 'Go on?', options })).rejects.toThrow('same label');
});

test.each([
  ['a', 'a '],
  ['a', 'a\x1b[31m'],
  ['a b', 'a\nb'],
])('nor are %j and %j, which look the same', async (...options) => {
  await using desk = await openToolDesk({ files: FILES });
  await expect(desk.call(askUser, { question: 'Go on?', options })).rejects.toThrow('same label');
  expect(desk.asked).toEqual([]);
});

test.each([
  [{ question: 'Go on?', options: ['yes', ' '] }, 'an option is blank'],
  [{ question: ' \n\x1b[0m' }, 'the question is blank'],
])('what cannot be read is no question', async (input, problem) => {
  await using desk = await openToolDesk({ files: FILES });
  await expect(desk.call(askUser, input)).rejects.toThrow(problem);
  expect(desk.asked).toEqual([]);
});
