import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 12 }, (_, row) => `line ${row + 1}`);
const textOf = (changes: Readonly<Record<number, string>> = {}): string =>
  LINES.map((line, row) => `${changes[row + 1] ?? line}\n`).join('');
const OLD = textOf();
const NEW = textOf({ 3: 'theirs 3', 9: 'theirs 9' });

/** An agent has read a file that the user has open, and has written it. */
async function written(): Promise<Desk> {
  const desk = await openDesk();
  desk.setDisk('file.txt', OLD);
  await desk.edit('file.txt');
  await desk.read('file.txt');
  await desk.write('file.txt', NEW);
  expect(desk.disk('file.txt')).toBe(NEW);
  return desk;
}

const setLine = (desk: Desk, line: number, text: string): Promise<unknown> =>
  desk.lua(
    `local line, text = ... vim.api.nvim_buf_set_lines(0, line - 1, line, true, { text })`,
    line,
    text,
  );
const undo = (desk: Desk): Promise<unknown> => desk.lua(`vim.cmd('silent undo')`);
const save = (desk: Desk): Promise<unknown> => desk.lua(`vim.cmd('silent write')`);
const text = async (desk: Desk): Promise<string> => `${(await desk.lines()).join('\n')}\n`;

/** Where the buffer shows that something is to be chosen. */
const openAt = (desk: Desk): Promise<number[]> =>
  desk.lua(`return vim.tbl_map(function(region) return region.from + 1 end,
    require('acp.conflict.regions').open(vim.fn.bufnr('file.txt')))`);

const TAKEN_BACK = /was not written: .*the user has taken back what you wrote there.*read the file/;

describe('a text that the agent writes once more', () => {
  test('after the user has undone and saved it is a conflict, each time, and the user’s to choose', async () => {
    await using desk = await written();
    await undo(desk);
    await save(desk);
    for (let times = 0; times < 2; times++) {
      await expect(desk.write('file.txt', NEW)).rejects.toThrow(TAKEN_BACK);
      expect(await text(desk)).toBe(OLD);
      expect(await openAt(desk)).toEqual([3, 9]);
    }
    expect(desk.conflicts.map(({ places, fresh }) => [places, fresh])).toEqual([
      [['3', '9'], 2],
      [['3', '9'], 0],
    ]);
    await desk.lua(`vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp conflict theirs')`);
    await wait(async () => (await openAt(desk)).length === 1, 'one is chosen');
    expect(await text(desk)).toBe(textOf({ 3: 'theirs 3' }));
  });

  test.each([
    ['the final newline', OLD.trimEnd(), 'vim.bo.endofline = true'],
    ['line endings', OLD.replaceAll('\n', '\r\n'), `vim.bo.fileformat = 'unix'`],
    ['a byte order mark', `\ufeff${OLD}`, 'vim.bo.bomb = false'],
  ])(
    'after the user has taken back %s alone is refused, until it is read again',
    async (_, ...of) => {
      const [content, code] = of;
      await using desk = await openDesk();
      desk.setDisk('file.txt', OLD);
      await desk.edit('file.txt');
      await desk.read('file.txt');
      await desk.write('file.txt', content);
      expect(desk.disk('file.txt')).toBe(content);
      await desk.lua(code);
      await save(desk);
      expect(desk.disk('file.txt')).toBe(OLD);
      await expect(desk.write('file.txt', content)).rejects.toThrow(/the user has taken back how/);
      await desk.read('file.txt');
      await desk.write('file.txt', content);
      expect(desk.disk('file.txt')).toBe(content);
    },
  );

  test('after the user has undone it without saving is a conflict, too', async () => {
    await using desk = await written();
    await undo(desk);
    await expect(desk.write('file.txt', NEW)).rejects.toThrow(/taken back.*not saved them yet/);
    expect([await text(desk), desk.disk('file.txt')]).toEqual([OLD, NEW]);
  });

  test('after the user has taken back a part by hand is a conflict there alone', async () => {
    await using desk = await written();
    await setLine(desk, 3, 'line 3');
    await setLine(desk, 12, 'mine 12');
    await save(desk);
    await expect(desk.write('file.txt', NEW)).rejects.toThrow(/taken back.*\(line 3 now\)/);
    expect(await openAt(desk)).toEqual([3]);
    // Still, when the user has gone on elsewhere.
    await setLine(desk, 1, 'mine 1');
    await save(desk);
    await expect(desk.write('file.txt', NEW)).rejects.toThrow(/taken back/);
    expect(await text(desk)).toBe(textOf({ 1: 'mine 1', 9: 'theirs 9', 12: 'mine 12' }));
  });

  test('after the user has chosen their own is refused in these words', async () => {
    await using desk = await written();
    await undo(desk);
    await save(desk);
    await expect(desk.write('file.txt', NEW)).rejects.toThrow(TAKEN_BACK);
    await desk.lua(`for _, line in ipairs({ 3, 9 }) do
      vim.api.nvim_win_set_cursor(0, { line, 0 }) vim.cmd('Acp conflict mine') end`);
    await wait(async () => (await openAt(desk)).length === 0, 'both are chosen');
    await expect(desk.write('file.txt', NEW)).rejects.toThrow(/chose to keep their own/);
    expect(await text(desk)).toBe(OLD);
  });

  test('is done when the agent has read the file since, as a whole or there', async () => {
    await using desk = await written();
    await undo(desk);
    await save(desk);
    await desk.read('file.txt');
    await desk.write('file.txt', NEW);
    expect(desk.disk('file.txt')).toBe(NEW);
    await undo(desk);
    await save(desk);
    await desk.read('file.txt', { line: 1, limit: 5 });
    await expect(desk.write('file.txt', NEW)).resolves.toBeUndefined();
    expect((await desk.lines())[2]).toBe('theirs 3');
  });

  test('is done when the user has changed only what is their own, or nothing', async () => {
    await using desk = await written();
    await desk.write('file.txt', NEW);
    await setLine(desk, 12, 'mine 12');
    await save(desk);
    await desk.write('file.txt', NEW);
    expect(desk.disk('file.txt')).toBe(textOf({ 3: 'theirs 3', 9: 'theirs 9', 12: 'mine 12' }));
    expect(desk.conflicts).toEqual([]);
  });

  test('is done when only a formatter has changed it while it was saved', async () => {
    await using desk = await openDesk();
    desk.setDisk('file.txt', OLD);
    await desk.edit('file.txt');
    await desk.lua(`vim.api.nvim_create_autocmd('BufWritePre', { callback = function()
      vim.cmd([[silent %s/theirs/THEIRS/e]]) end })`);
    await desk.read('file.txt');
    await desk.write('file.txt', NEW);
    await desk.write('file.txt', NEW);
    expect(desk.conflicts).toEqual([]);
    await desk.lua(
      `vim.cmd('noautocmd silent 1,$d _') vim.api.nvim_buf_set_lines(0, 0, -1, true, ...)`,
      LINES,
    );
    await save(desk);
    await expect(desk.write('file.txt', NEW)).rejects.toThrow(TAKEN_BACK);
  });

  test('is done when the file is gone with its buffer', async () => {
    await using desk = await written();
    await desk.lua(`vim.fn.delete(vim.fn.expand('%:p')) vim.cmd('bwipeout!')`);
    await desk.write('file.txt', NEW);
    expect(desk.disk('file.txt')).toBe(NEW);
  });

  test('is a conflict, too, when it had come by the disk first, or to a file that was not open', async () => {
    await using desk = await openDesk();
    desk.setDisk('file.txt', OLD);
    await desk.edit('file.txt');
    await desk.read('file.txt');
    await desk.begin();
    await desk.tool('file.txt', NEW);
    expect(await text(desk)).toBe(NEW);
    await undo(desk);
    await save(desk);
    await desk.check();
    await expect(desk.write('file.txt', NEW)).rejects.toThrow(TAKEN_BACK);

    desk.setDisk('other.txt', OLD);
    await desk.write('other.txt', NEW);
    await desk.edit('other.txt');
    await desk.lua('vim.api.nvim_buf_set_lines(0, 0, -1, true, ...)', LINES);
    await save(desk);
    await expect(desk.write('other.txt', NEW)).rejects.toThrow(TAKEN_BACK);
  });

  test('by another session, which knows what is there, is done', async () => {
    await using desk = await written();
    await undo(desk);
    await save(desk);
    const other = desk.as('other');
    await other.read('file.txt');
    await other.write('file.txt', NEW);
    expect(desk.disk('file.txt')).toBe(NEW);
  });
});
