import { expect, test } from 'vitest';
import { askedEditor, type Card } from '../support/questions';
import { wait } from '../support/wait';

const card = (id: string, more: Partial<Card> = {}): Card => ({
  id,
  title: `Edit ${id}`,
  lines: [`Edit ${id}`, '  body'],
  options: [
    { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
    { optionId: 'no', name: 'Not now', kind: 'reject_once' },
  ],
  ...more,
});

test.each(['bwipeout!', 'bdelete!', 'bunload!'])(
  'a question whose buffer the user takes away by :%s is shown again',
  async (command) => {
    await using editor = await askedEditor();
    await editor.show(card('one'), card('two'));
    await editor.lua(`require('acp.surface.dock').focus()`);
    const before = await editor.lua('return vim.api.nvim_get_current_buf()');
    await editor.feed(`:${command}<CR>`);
    await wait(
      async () =>
        await editor.lua(
          `local surface = require('acp.surface.dock').nth('permission', 1)
           return surface ~= nil and surface.bufnr ~= ...
             and surface.frame.subject.id == 'one'`,
          before,
        ),
      'the first question has another buffer',
    );
    await editor.screen.toContain('Edit one');
    await editor.screen.toContain('1 of 2');
    await editor.expectNotBlocked();
    await editor.guarded();
    await editor.feed(':Acp allow<CR>');
    await wait(() => editor.answers().length === 1, 'answered');
    expect(editor.answers()).toEqual([{ id: 'one', optionId: 'yes' }]);
  },
);

test('a question of a host that has ended says so at every answer, and fails at none', async () => {
  await using editor = await askedEditor();
  await editor.show(card('one'), card('two'));
  await editor.screen.toContain('1 of 2');
  await editor.lua(`require('acp.host').channel = function() end
    require('acp.surface.dock').focus()`);
  await editor.guarded();
  for (const [index, keys] of ['a', 'o', 'x', 'm', 'g?', ':Acp reject<CR>'].entries()) {
    await editor.feed(keys);
    await wait(
      async () => (await editor.lua('return #reported')) === index + 1,
      `${keys} is answered`,
    );
  }
  for (const text of await editor.lua('return reported'))
    expect(text).toContain('the host has ended');
  await editor.feed('<Tab>');
  await editor.screen.toContain('2 of 2');
  await editor.feed('q');
  await wait(async () => (await editor.filetype()) === 'text', 'back in the file');
  await editor.lua(`require('acp.host.exit').not_started('it is gone')`);
  await editor.screen.toLose('Permission');
  expect(editor.answers()).toEqual([]);
});

test('what is answered in the command-line window leaves the screen at once', async () => {
  await using editor = await askedEditor();
  await editor.show(card('one'));
  await editor.screen.toContain('[a] Allow once');
  await editor.feed('q:');
  await wait(
    async () => (await editor.lua('return vim.fn.getcmdwintype()')) === ':',
    'in the command-line window',
  );
  await editor.show(card('two'));
  await editor.screen.toContain('Edit two');
  await editor.show();
  await editor.screen.toLose('Permission');
  await editor.feed('<C-c><C-c>');
  await wait(
    async () => (await editor.lua('return #vim.api.nvim_list_wins()')) === 1,
    'no window is left',
  );
  await editor.show(card('three'));
  await editor.screen.toContain('Edit three');
});

test('going from one to the next keeps their look, and runs no autocommands of the user', async () => {
  await using editor = await askedEditor();
  const long = `  ${'word '.repeat(60)}end`;
  await editor.show(card('one'), card('two', { lines: ['Edit two', long] }));
  await editor.lua(`
    require('acp.surface.dock').focus()
    _G.events = {}
    vim.api.nvim_create_autocmd({ 'BufEnter', 'BufLeave', 'BufWinEnter', 'OptionSet' }, {
      callback = function(event) table.insert(events, event.event) end })`);
  await editor.feed('<Tab>');
  await editor.screen.toContain('2 of 2');
  await editor.screen.toContain(' end');
  const look = `return { vim.wo.wrap, vim.wo.linebreak, vim.wo.number, vim.wo.winfixbuf, vim.wo.statuscolumn }`;
  expect(await editor.lua(look)).toEqual([true, true, false, true, ' ']);
  expect(await editor.lua('return events')).toEqual([]);
});

test('a text that comes in several pieces is not read before its end was there', async () => {
  await using editor = await askedEditor();
  const lines = Array.from({ length: 1500 }, (_, n) => `${n} ${'x'.repeat(80)}`);
  await editor.show(card('one', { lines: [...lines, 'the very end'] }));
  await editor.lua(`require('acp.surface.dock').focus()`);
  await editor.guarded();
  await editor.feed('a');
  await editor.screen.toContain(/↑ \d+ {2}↓ \d+ more lines/);
  expect(editor.answers()).toEqual([]);
  await editor.feed('G');
  await editor.screen.toContain('the very end');
  await editor.feed('a');
  await wait(() => editor.answers().length === 1, 'answered');
});

test.each([
  'Acp allow',
  'Acp reject 1 no',
  'lua local acp = require("acp") acp.respond(acp.permissions()[1].id, "yes")',
])('a command that was begun before a question came is no answer to it: %s', async (command) => {
  await using editor = await askedEditor();
  await editor.lua(`require('acp').permissions = function()
      local first = require('acp.surface.dock').nth('permission', 1)
      return first and { { id = first.frame.subject.id } } or {}
    end
    require('acp.host').notify = function(_, answer) table.insert(reported, answer.id) end`);
  const types = async (begun: Card[], shown: Card[]): Promise<unknown> => {
    await editor.lua('reported = {}');
    await editor.show(...begun);
    await editor.guarded();
    await editor.feed(`:${command.slice(0, 5)}`);
    await editor.show(...shown);
    await editor.guarded();
    await editor.feed(`${command.slice(5)}<CR>`);
    await wait(
      async () => (await editor.lua('return #reported')) + editor.answers().length > 0,
      'it is reported, or answered',
    );
    return await editor.lua('return reported');
  };
  const notMeant = [expect.stringContaining('came up while you typed')];
  expect(await types([], [card('one')])).toEqual(notMeant);
  expect(await types([card('one')], [card('two')])).toEqual(notMeant);
  // The one that it was begun for is settled meanwhile: another one has its number.
  if (!command.startsWith('lua')) {
    expect(await types([card('one'), card('two')], [card('two')])).toEqual(notMeant);
  }
  expect(editor.answers()).toEqual([]);
  // What was asked all the time is answered, also when an earlier command line was left.
  await editor.feed(':Acp<Esc>');
  const reports = await types([card('one')], [card('one'), card('two')]);
  expect([...editor.answers().map(({ id }) => id), ...(reports as string[])][0]).toBe('one');
});
