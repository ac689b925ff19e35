import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ files: { 'notes.txt': 'one\ntwo\nthree\n' } });
});
afterAll(() => desk[Symbol.asyncDispose]());

/** Everything that makes a file's text hard to serve exactly. */
const TEXTS: Record<string, string> = {
  unix: 'one\ntwo\n',
  dos: 'one\r\ntwo\r\n',
  mixed: 'one\r\ntwo\nthree\r\n',
  'no final newline': 'one\ntwo',
  'dos without final newline': 'one\r\ntwo',
  'carriage returns only': 'one\rtwo\r',
  'byte order mark': '\uFEFFone\ntwo\n',
  'byte order mark alone': '\uFEFF',
  'two byte order marks': `\uFEFF\uFEFFone${'.'.repeat(300)}\n`,
  NUL: 'one\0\0\ntwo\n',
  empty: '',
  'one newline': '\n',
  'two newlines': '\n\n',
  multibyte: 'é 𝄞 日本\n',
};

describe('reading a loaded file', () => {
  test.each(Object.entries(TEXTS))('gives the exact text: %s', async (name, text) => {
    const file = `exact-${name.replaceAll(' ', '-')}`;
    desk.setDisk(file, text);
    await desk.edit(file);
    expect(await desk.read(file)).toBe(text);
    expect(desk.accesses.at(-1)).toMatchObject({ kind: 'read', bufnr: expect.any(Number) });
  });

  test('gives the exact text of a mac file with line feeds in it', async () => {
    desk.setDisk('mac.txt', 'one\ntwo\rthree\r');
    await desk.lua('vim.cmd("edit ++ff=mac " .. ...)', desk.path('mac.txt'));
    expect(await desk.read('mac.txt')).toBe('one\ntwo\rthree\r');
  });

  test.each([
    ['latin1', Buffer.from('caf\xe9\n', 'latin1'), 'café\n'],
    ['utf-16le', Buffer.from('\uFEFFcafé\n', 'utf16le'), '\uFEFFcafé\n'],
    ['utf-16', Buffer.from('\uFEFFcafé\n', 'utf16le').swap16(), '\uFEFFcafé\n'],
  ])('gives the text of a %s file, whether loaded or not', async (encoding, bytes, text) => {
    desk.setDisk(`${encoding}.txt`, bytes);
    expect(await desk.read(`${encoding}.txt`)).toBe(text);
    await desk.edit(`${encoding}.txt`);
    expect(await desk.lua('return vim.bo.fileencoding')).toBe(encoding);
    expect(await desk.read(`${encoding}.txt`)).toBe(text);
    expect(await desk.lua('return vim.bo.modified')).toBe(false);
  });

  test('sees what the user has not saved', async () => {
    await desk.edit('notes.txt');
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, 1, true, { 'typed' })`);
    expect(await desk.read('notes.txt')).toBe('typed\ntwo\nthree\n');
    await desk.lua('vim.cmd("edit!")');
  });

  test('sees a buffer that is hidden, and one that was emptied', async () => {
    desk.setDisk('hidden.txt', 'saved\n');
    await desk.edit('hidden.txt');
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, true, {})`);
    await desk.edit('notes.txt');
    expect(await desk.read('hidden.txt')).toBe('');
  });

  test('finds the buffer through a symbolic link, either way', async () => {
    desk.setDisk('real.txt', 'saved\n');
    symlinkSync(desk.path('real.txt'), desk.path('link.txt'));
    await desk.edit('link.txt');
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'unsaved' })`);
    expect(await desk.read('real.txt')).toBe('unsaved\n');
    expect(await desk.read('link.txt')).toBe('unsaved\n');
    await desk.lua('vim.cmd("edit!")');
  });

  test('does not take a buffer of another kind for the file', async () => {
    desk.setDisk('scratch.txt', 'on disk\n');
    await desk.edit('scratch.txt');
    await desk.lua(`vim.bo.buftype = 'nofile'
      vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'a note' })`);
    expect(await desk.read('scratch.txt')).toBe('on disk\n');
  });

  test('sees a new buffer whose file does not exist yet', async () => {
    await desk.edit('not-yet/new.txt');
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'draft' })`);
    expect(await desk.read('not-yet/new.txt')).toBe('draft\n');
    await desk.lua('vim.cmd("bwipeout!")');
  });

  test('gives one text, not a mixture, while the user changes it', async () => {
    desk.setDisk('big.txt', '0\n'.repeat(20_000));
    await desk.edit('big.txt');
    const reading = desk.read('big.txt');
    for (let n = 1; n <= 5; n++) {
      await desk.lua(
        'vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.fn["repeat"]({ ... }, 20000))',
        String(n),
      );
    }
    expect(new Set((await reading).trim().split('\n')).size).toBe(1);
    await desk.lua('vim.cmd("edit!")');
  });
});

describe('reading part of a file', () => {
  const ranges: [string, { line?: number; limit?: number }, string][] = [
    ['a line and a limit', { line: 2, limit: 1 }, 'two\r\n'],
    ['a limit alone', { limit: 2 }, 'one\r\ntwo\r\n'],
    ['a line alone', { line: 2 }, 'two\r\nthree'],
    ['line 0 as line 1', { line: 0, limit: 1 }, 'one\r\n'],
    ['limit 0', { line: 2, limit: 0 }, ''],
    ['more than there is', { line: 3, limit: 99 }, 'three'],
    ['a start past the end', { line: 4 }, ''],
    ['a line below 0', { line: -7, limit: 1 }, 'one\r\n'],
    ['a limit below 0', { line: 2, limit: -1 }, ''],
    ['numbers that are not whole', { line: 2.5, limit: 1.5 }, 'two\r\n'],
    ['enormous numbers', { line: 2 ** 53 - 1, limit: 2 ** 53 - 1 }, ''],
    ['an enormous limit', { line: 3, limit: 1e300 }, 'three'],
  ];

  test.each(ranges)('%s: the same slice from buffer and disk', async (_, range, expected) => {
    desk.setDisk('part.txt', 'one\r\ntwo\r\nthree');
    await desk.lua('pcall(vim.cmd.bwipeout, ...)', desk.path('part.txt'));
    expect(await desk.read('part.txt', range)).toBe(expected);
    await desk.edit('part.txt');
    expect(await desk.read('part.txt', range)).toBe(expected);
    expect(await desk.read('part.txt', range)).toBe(expected);
  });
});

describe('a file that was changed on disk', () => {
  test('is taken over by an unmodified buffer, as one undo step, and without questions later', async () => {
    desk.setDisk('changed.txt', 'one\ntwo\nthree\n');
    await desk.edit('changed.txt');
    await desk.read('changed.txt');
    desk.setDisk('changed.txt', 'one\nTWO and more\nthree\n');
    expect(await desk.read('changed.txt')).toBe('one\nTWO and more\nthree\n');
    expect(await desk.lines()).toEqual(['one', 'TWO and more', 'three']);
    expect(await desk.lua('return vim.bo.modified')).toBe(false);
    expect(await desk.lua('return vim.bo.autoread == nil')).toBe(true);
    await desk.lua('vim.cmd("checktime")');
    await desk.editor.feed('A!<Esc>:write<CR>');
    await wait(() => desk.disk('changed.txt').includes('!'), 'the user has written the file');
    await desk.editor.expectNotBlocked();
    await desk.editor.feed('uu');
    await wait(async () => (await desk.lines())[1] === 'two', 'two undo steps lead back');
    expect(await desk.lines()).toEqual(['one', 'two', 'three']);
    expect(await desk.lua('return vim.bo.modified')).toBe(true);
    await desk.lua('vim.cmd("bwipeout!")');
  });

  test('is not the undone text any more: undoing leaves the buffer modified', async () => {
    desk.setDisk('undone.txt', 'one\n');
    await desk.edit('undone.txt');
    desk.setDisk('undone.txt', 'two\n');
    await desk.read('undone.txt');
    await desk.lua('vim.cmd("silent undo")');
    expect([await desk.lines(), await desk.lua('return vim.bo.modified')]).toEqual([['one'], true]);
    expect(await desk.read('undone.txt')).toBe('one\n');
    await desk.lua('vim.cmd("silent redo")');
    expect([await desk.lines(), await desk.lua('return vim.bo.modified')]).toEqual([
      ['two'],
      false,
    ]);
  });

  test('does not replace what the user has not saved', async () => {
    desk.setDisk('both.txt', 'one\n');
    await desk.edit('both.txt');
    await desk.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'unsaved' })`);
    desk.setDisk('both.txt', 'from outside\n');
    expect(await desk.read('both.txt')).toBe('unsaved\n');
    await desk.editor.expectNotBlocked();
    await desk.lua('vim.cmd("bwipeout!")');
  });

  test('is taken over by a readonly, unmodifiable buffer as well', async () => {
    desk.setDisk('locked.txt', 'old\n');
    await desk.edit('locked.txt');
    await desk.lua('vim.bo.readonly, vim.bo.modifiable = true, false');
    desk.setDisk('locked.txt', 'new\n');
    expect(await desk.read('locked.txt')).toBe('new\n');
    expect(await desk.lua('return { vim.bo.readonly, vim.bo.modifiable }')).toEqual([true, false]);
    await desk.lua('vim.cmd("bwipeout!")');
  });

  test('was deleted: the buffer still has the text', async () => {
    desk.setDisk('gone.txt', 'kept\n');
    await desk.edit('gone.txt');
    await desk.lua('vim.uv.fs_unlink(...)', desk.path('gone.txt'));
    expect(await desk.read('gone.txt')).toBe('kept\n');
  });
});

describe('reading a file that is not loaded', () => {
  test.each(Object.entries(TEXTS).filter(([name]) => name !== 'NUL'))(
    'gives the exact text: %s',
    async (name, text) => {
      const file = `closed-${name.replaceAll(' ', '-')}`;
      desk.setDisk(file, text);
      expect(await desk.read(file)).toBe(text);
      expect(desk.accesses.at(-1)?.bufnr).toBeUndefined();
    },
  );

  test('loads no buffer and asks nothing when another Neovim has it open', async () => {
    desk.setDisk('.swapped.txt.swp', 'b0VIM 8.2');
    desk.setDisk('swapped.txt', 'text\n');
    expect(await desk.read('swapped.txt')).toBe('text\n');
    await desk.editor.expectNotBlocked();
    expect(await desk.lua('return vim.fn.bufexists(...)', desk.path('swapped.txt'))).toBe(0);
  });

  test('a missing file, or one in a missing folder, is "not found"', async () => {
    await expect(desk.read('nowhere.txt')).rejects.toMatchObject({ code: -32002 });
    await expect(desk.read('no/where.txt')).rejects.toMatchObject({ code: -32002 });
    await expect(desk.read('notes.txt/below')).rejects.toMatchObject({ code: -32002 });
  });

  test('a file that is too large is refused, and says how large it is', async () => {
    await using desk = await openDesk({ files: { 'large.txt': 'x' } });
    truncateSync(desk.path('large.txt'), 64 * 1024 * 1024 + 1);
    await expect(desk.read('large.txt')).rejects.toThrow('65 MiB are more than the 64 MiB allowed');
  });

  test('folders and binary files are refused by name', async () => {
    mkdirSync(desk.path('folder'));
    writeFileSync(desk.path('program'), Buffer.from([0x7f, 0x45, 0, 1]));
    await expect(desk.read('folder')).rejects.toThrow(/folder: it is a folder/);
    await expect(desk.read('program')).rejects.toThrow(/program: it is a binary file/);
  });
});

describe('what is no file of text', () => {
  test('neither pipes nor devices keep anybody waiting, by whatever name', async () => {
    await using place = await openDesk({ documents: { confine: async () => {} } });
    await place.lua(`vim.fn.system({ 'mkfifo', ... })`, place.path('pipe'));
    symlinkSync('/dev/zero', place.path('zero'));
    for (const name of ['pipe', 'zero']) {
      await expect(place.read(name)).rejects.toThrow(/is not a regular file/);
      await expect(place.write(name, 'text')).rejects.toThrow(/is not a regular file/);
    }
  });
});

describe('paths', () => {
  test('a relative path is refused', async () => {
    const { EditorDocuments } = await import('../../src/files/documents/documents');
    const { ComparedFiles } = await import('../../src/files/watching/compared-files');
    const { silentLogger } = await import('../../src/base/logger');
    const { Drafts } = await import('../../src/files/disk/drafts');
    const drafts = new Drafts(desk.editor.dir, silentLogger);
    const log = silentLogger;
    const compared = new ComparedFiles({} as never, { log, drafts });
    const documents = new EditorDocuments({} as never, { log, drafts, compared });
    const scope = { session: 'one', roots: [desk.editor.dir] };
    await expect(
      documents.read(scope, 'notes.txt', {}, new AbortController().signal),
    ).rejects.toMatchObject({ code: -32602 });
  });

  test('nothing outside the session’s folders is read, by whatever way the path leads there', async () => {
    writeFileSync(join(desk.editor.dir, '..', 'secret'), 'secret');
    symlinkSync(join(desk.editor.dir, '..', 'secret'), desk.path('innocent'));
    symlinkSync(join(desk.editor.dir, '..'), desk.path('up'));
    for (const path of ['../secret', 'innocent', 'up/secret', 'up/project/../secret']) {
      await expect(desk.read(path)).rejects.toThrow(/outside the session's folders/);
    }
    expect(await desk.read('up/project/notes.txt')).toBe('one\ntwo\nthree\n');
  });
});
