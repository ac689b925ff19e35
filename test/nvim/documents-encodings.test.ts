import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

/** How the bytes of a file come about, and what its buffer says of it. */
interface Form {
  readonly encode: (text: string) => Buffer;
  readonly fileencoding: string;
  readonly bomb?: true;
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const FORMS: Readonly<Record<string, Form>> = {
  latin1: { encode: (text) => Buffer.from(text, 'latin1'), fileencoding: 'latin1' },
  'utf-8': { encode: (text) => Buffer.from(text), fileencoding: 'utf-8' },
  'utf-8 with a mark': {
    encode: (text) => Buffer.from(`\uFEFF${text}`),
    fileencoding: 'utf-8',
    bomb: true,
  },
  'utf-16le': { encode: utf16, fileencoding: 'utf-16le', bomb: true },
  'utf-16be': { encode: (text) => utf16(text).swap16(), fileencoding: 'utf-16', bomb: true },
};

/** Ends of lines, and of the text. */
const ENDS: Readonly<Record<string, (lines: readonly string[]) => string>> = {
  unix: (lines) => textOf(lines),
  dos: (lines) => crlfOf(lines),
  mac: (lines) => lines.map((line) => `${line}\r`).join(''),
  'no final newline': (lines) => lines.join('\n'),
};

const LINES = ['café', ...Array.from({ length: 12 }, (_, row) => `line ${row + 1}`)];
const THEIRS = LINES.map((line) => (line === 'line 10' ? 'agent: à' : line));
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const crlfOf = (lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');
const pairs = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.flatMap((from) => items.map((to) => [from, to] as const));

let desk: Desk;
let count = 0;
beforeAll(async () => {
  // A user who wants a final newline gets it with the next write.
  desk = await openDesk({ config: 'vim.o.fixendofline = false' });
  await desk.begin();
});
afterAll(() => desk[Symbol.asyncDispose]());

const onDisk = (name: string): Buffer => Buffer.from(desk.disk64(name), 'base64');
const facts = (): Promise<Record<string, unknown>> =>
  desk.lua(`return { fileencoding = vim.bo.fileencoding, bomb = vim.bo.bomb,
    fileformat = vim.bo.fileformat, endofline = vim.bo.endofline, modified = vim.bo.modified }`);

async function openFile(bytes: Buffer, command = ''): Promise<string> {
  const name = `file-${++count}.txt`;
  desk.setDisk(name, bytes);
  await desk.lua(`vim.cmd('silent %bwipeout! | silent edit ${command} ' .. ...)`, desk.path(name));
  await desk.read(name);
  await desk.begin();
  await desk.lua(`NS = vim.api.nvim_create_namespace('test')
    pcall(vim.api.nvim_buf_set_extmark, 0, NS, 7, 2, { id = 1 })`);
  return name;
}

const mark = (): Promise<number[]> =>
  desk.lua('return vim.api.nvim_buf_get_extmark_by_id(0, NS, 1, {})');

/** The user writes, and is asked nothing. */
async function write(name: string): Promise<Buffer> {
  await desk.editor.feed(':silent write<CR>');
  await wait(async () => !(await facts()).modified, 'it is written');
  await desk.editor.expectNotBlocked();
  expect(await desk.editor.messages()).not.toMatch(/\bW1\d:|\bE\d+:/);
  return onDisk(name);
}

describe('a loaded file that an agent writes on the disk', () => {
  test.each(pairs(Object.keys(FORMS)))('in %s becomes %s', async (from, to) => {
    const [old, now] = [FORMS[from] as Form, FORMS[to] as Form];
    const name = await openFile(old.encode(ENDS.unix?.(LINES) ?? ''));
    const theirs = now.encode(ENDS.unix?.(THEIRS) ?? '');
    await desk.tool(name, theirs);
    expect(await desk.lines()).toEqual(THEIRS);
    const { fileencoding, bomb = false } = now;
    expect(await facts()).toMatchObject({ fileencoding, bomb, modified: false });
    expect(await mark()).toEqual([7, 2]);
    await desk.lua(`vim.cmd('checktime') vim.fn.setline(3, 'mine')`);
    const wanted = THEIRS.map((line, row) => (row === 2 ? 'mine' : line));
    expect(await write(name)).toEqual(now.encode(ENDS.unix?.(wanted) ?? ''));
    // As one step; what the file is stays.
    await desk.lua(`vim.cmd('silent undo 0')`);
    expect(await desk.lines()).toEqual(LINES);
    expect(await facts()).toMatchObject({ fileencoding, modified: true });
  });

  test.each(pairs(Object.keys(FORMS)))(
    'in %s becomes %s, with the user’s unsaved text',
    async (from, to) => {
      const [old, now] = [FORMS[from] as Form, FORMS[to] as Form];
      const name = await openFile(old.encode(ENDS.unix?.(LINES) ?? ''));
      await desk.lua(`vim.fn.setline(3, 'mine: é')`);
      await desk.tool(name, now.encode(ENDS.unix?.(THEIRS) ?? ''));
      const wanted = THEIRS.map((line, row) => (row === 2 ? 'mine: é' : line));
      expect(await desk.lines()).toEqual(wanted);
      expect(await facts()).toMatchObject({ fileencoding: now.fileencoding, modified: true });
      expect(await mark()).toEqual([7, 2]);
      expect(await write(name)).toEqual(now.encode(ENDS.unix?.(wanted) ?? ''));
    },
  );

  test.each(pairs(Object.keys(ENDS)))('with the line ends %s gets %s', async (from, to) => {
    const [old, now] = [ENDS[from], ENDS[to]];
    const name = await openFile(Buffer.from(old?.(LINES) ?? ''), from === 'mac' ? '++ff=mac' : '');
    const theirs = Buffer.from(now?.(THEIRS) ?? '');
    await desk.tool(name, theirs);
    expect((await facts()).modified).toBe(false);
    // Only a file of carriage returns is no 'mac' file to Neovim unless it was one.
    if (to !== 'mac' || from === 'mac') expect(await desk.lines()).toEqual(THEIRS);
    await desk.lua(`vim.cmd('checktime') vim.bo.modified = true`);
    expect(await write(name)).toEqual(theirs);
    expect((await desk.read(name)).length).toBe(theirs.toString().length);
  });

  test('stays in the encoding that the user has chosen for it', async () => {
    const name = await openFile(Buffer.from('café\nmore\n'), '++enc=latin1');
    expect(await desk.lines()).toEqual(['cafÃ©', 'more']);
    await desk.tool(name, Buffer.from('café\nagent\n'));
    expect(await desk.lines()).toEqual(['cafÃ©', 'agent']);
    expect(await facts()).toMatchObject({ fileencoding: 'latin1', modified: false });
  });

  test('keeps the encoding that the user’s unsaved text needs', async () => {
    const name = await openFile(Buffer.from(ENDS.unix?.(LINES) ?? ''));
    await desk.lua(`vim.fn.setline(3, 'mine →')`);
    await desk.tool(name, Buffer.from(ENDS.unix?.(THEIRS) ?? '', 'latin1'));
    const wanted = THEIRS.map((line, row) => (row === 2 ? 'mine →' : line));
    expect(await desk.lines()).toEqual(wanted);
    expect((await facts()).fileencoding).toBe('utf-8');
    expect(await write(name)).toEqual(Buffer.from(ENDS.unix?.(wanted) ?? ''));
  });

  test('in an encoding that only Neovim knows is taken over as well', async () => {
    const cyrillic = (text: string): Buffer =>
      Buffer.from(
        [...text].map((c) => (c >= 'а' ? c.charCodeAt(0) - 0x430 + 0xe0 : c.charCodeAt(0))),
      );
    const name = await openFile(cyrillic('да\nline\n'), '++enc=cp1251');
    expect(await desk.lines()).toEqual(['да', 'line']);
    await desk.tool(name, cyrillic('да\nнет\n'));
    expect(await desk.lines()).toEqual(['да', 'нет']);
    expect(await facts()).toMatchObject({ fileencoding: 'cp1251', modified: false });
    await desk.lua(`vim.cmd('checktime') vim.fn.setline(1, 'да, да')`);
    expect(await write(name)).toEqual(cyrillic('да, да\nнет\n'));
  });
});

describe("a file that the user edits with 'binary'", () => {
  const texts = (make: (lines: readonly string[]) => string) =>
    [Buffer.from(make(LINES)), Buffer.from(make(THEIRS))] as const;
  const KINDS = {
    'dos line ends': texts(crlfOf),
    'mac line ends': texts((lines) => lines.map((line) => `${line}\r`).join('')),
    'line ends that become those of dos': [texts(textOf)[0], texts(crlfOf)[1]],
    'a byte order mark': texts((lines) => `\uFEFF${textOf(lines)}`),
    'no final newline': texts((lines) => lines.join('\n')),
    latin1: [Buffer.from(textOf(LINES), 'latin1'), Buffer.from(textOf(THEIRS), 'latin1')],
  } as const;
  const WIDE = [utf16(textOf(LINES)), utf16(textOf(THEIRS))] as const;
  /** What is no UTF-8 is shown byte by byte. */
  const BYTES = new Set(['latin1', 'utf-16']);
  const kinds = Object.entries(KINDS);

  const lineFeeds = (bytes: Buffer, encoding: BufferEncoding): string[] =>
    bytes.toString(encoding).replace(/\n$/, '').split('\n');

  test.each([...kinds, ['utf-16', WIDE] as const])(
    'keeps its bytes when the disk is written: %s',
    async (kind, [before, after]) => {
      const name = await openFile(before, '++bin');
      await desk.tool(name, after);
      expect(await desk.lines()).toEqual(lineFeeds(after, BYTES.has(kind) ? 'latin1' : 'utf8'));
      expect(await facts()).toMatchObject({ fileformat: 'unix', bomb: false, modified: false });
      await desk.lua('vim.bo.modified = true');
      expect(await write(name)).toEqual(after);
      await desk.lua(`vim.cmd('silent undo')`);
      expect(await write(name)).toEqual(before);
    },
  );

  test.each(kinds)('keeps its bytes when it is written by us: %s', async (_, [before, after]) => {
    const name = await openFile(before, '++bin');
    const text = await desk.read(name);
    await desk.write(name, text.replace('line 10', 'agent: à'));
    const own = before.toString('latin1').replace('line 10', 'agent: \0');
    const letter = after.toString('latin1').match(/agent: ([^\r\n]+)/)?.[1] ?? '';
    expect(onDisk(name).toString('latin1')).toBe(own.replace('\0', letter));
    expect(await facts()).toMatchObject({ fileformat: 'unix', bomb: false, modified: false });
  });

  test('keeps the user’s unsaved text besides', async () => {
    const [before, after] = KINDS['dos line ends'];
    const name = await openFile(before, '++bin');
    await desk.lua(`vim.fn.setline(3, "mine\\r")`);
    await desk.tool(name, after);
    expect((await write(name)).toString()).toBe(after.toString().replace('line 2\r', 'mine\r'));
  });
});
