import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';

const LINES = Array.from({ length: 20 }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const TEXT = textOf(LINES);

async function open(): Promise<Desk> {
  const desk = await openDesk({ files: { 'a.txt': TEXT } });
  await desk.edit('a.txt');
  await desk.begin();
  return desk;
}

/** The user's line, saved in one of the ways in which no autocommand runs. */
const WRITES = {
  ':noautocmd write': `vim.cmd('silent noautocmd write')`,
  ':noautocmd update, from elsewhere': `local buf = vim.api.nvim_get_current_buf()
    vim.cmd('new')
    vim.api.nvim_buf_call(buf, function() vim.cmd('silent noautocmd update') end)
    vim.cmd('close')`,
  eventignore: `vim.o.eventignore = 'all' vim.cmd('silent write') vim.o.eventignore = ''`,
} as const;

const mine = (desk: Desk, row: number, text: string): Promise<unknown> =>
  desk.lua('vim.fn.setline(...)', row, text);

const textsOf = (desk: Desk) => desk.changes.map(({ before, after }) => [before, after]);

describe.each(Object.entries(WRITES))('what the user saves by %s', (_, write) => {
  test('is no change of the agent', async () => {
    await using desk = await open();
    await mine(desk, 5, 'mine');
    await desk.lua(write);
    await desk.check();
    await mine(desk, 6, 'mine, too');
    await desk.lua(write);
    await mine(desk, 7, 'not saved');
    await desk.check();
    await desk.end();
    expect(textsOf(desk)).toEqual([]);
  });

  test('is not part of what the agent changes after it', async () => {
    await using desk = await open();
    await mine(desk, 5, 'mine');
    await desk.lua(write);
    await desk.check();
    const before = TEXT.replace('line 5\n', 'mine\n');
    const after = before.replace('line 15\n', 'agent\n');
    await desk.tool('a.txt', after);
    expect(textsOf(desk)).toEqual([[before, after]]);
    expect(await desk.lines()).toEqual(after.trimEnd().split('\n'));
    await mine(desk, 6, 'mine, too');
    await desk.lua(write);
    await desk.check();
    expect(textsOf(desk)).toEqual([[before, after]]);
    await desk.editor.expectNotBlocked();
  });

  test('hides no change that the agent makes at once', async () => {
    await using desk = await open();
    await mine(desk, 5, 'mine');
    await desk.lua(write);
    const after = TEXT.replace('line 5\n', 'mine\n').replace('line 15\n', 'agent\n');
    await desk.tool('a.txt', after);
    expect(textsOf(desk).at(-1)?.[1]).toBe(after);
    expect(await desk.lines()).toEqual(after.trimEnd().split('\n'));
    await desk.end();
    await desk.lua(`vim.cmd('checktime')`);
    await desk.editor.expectNotBlocked();
  });
});

test('what the agent writes is its own, whatever the buffer was written to before', async () => {
  await using desk = await open();
  await mine(desk, 5, 'mine');
  await desk.lua(`vim.cmd('silent noautocmd write! ' .. vim.fn.tempname())`);
  const agent = TEXT.replace('line 15\n', 'agent\n');
  await desk.tool('a.txt', agent);
  await desk.tool('a.txt', agent.replace('line 16\n', 'agent\n'));
  expect(textsOf(desk)).toEqual([
    [TEXT, agent],
    [agent, agent.replace('line 16\n', 'agent\n')],
  ]);
});

test('what the agent writes after a save of ours that nobody has heard of is its own', async () => {
  await using desk = await open();
  await desk.read('a.txt');
  await desk.lua(`vim.o.eventignore = 'all'`);
  const first = TEXT.replace('line 15\n', 'agent\n');
  await desk.write('a.txt', first);
  await desk.lua(`vim.o.eventignore = ''`);
  const second = first.replace('line 16\n', 'agent\n');
  desk.setDisk('a.txt', second);
  // The buffer takes it over before the files are compared.
  await desk.read('a.txt');
  await desk.check();
  expect(textsOf(desk)).toEqual([[first, second]]);
});
