import { expect, test } from 'vitest';
import { luaOf } from '../support/listen';
import { startNvim } from '../support/nvim';

const HEAR = `
_G.heard = {}
require('acp').on('AcpNotice', function(data) table.insert(_G.heard, data) end)`;

/** Sends the data of an event, and says what a listener in the editor gets. */
async function heard(data: Readonly<Record<string, unknown>>): Promise<unknown> {
  await using editor = await startNvim();
  await editor.lua(HEAR);
  await luaOf(editor).call('events.fire_all', [['AcpNotice', data as never]]);
  const [first] = (await editor.lua('return _G.heard')) as unknown[];
  return first;
}

test.each([
  ['text of all kinds', 'é 😀 "quoted"\n\t\u2028 \\ud800 \\\\ud800 </script> \u007f'],
  ['a long text', 'words and words, '.repeat(20_000)],
  ['numbers', [0, -1, 1.5, 2 ** 40]],
  ['nested lists and tables', [[{ a: [true, false] }], { b: { c: 'd' } }]],
])('an event arrives as it was sent: %s', async (_, value) => {
  expect(await heard({ value })).toEqual({ value });
});

test('half of a surrogate pair does not keep an event from arriving, or from being the rest of it', async () => {
  const value = 'a\ud800b\\\udc00\udc00c\\\\\ude00';
  expect(await heard({ value, '\ud83d': 1 })).toEqual({
    value: 'a\ufffdb\\\ufffd\ufffdc\\\\\ufffd',
    '\ufffd': 1,
  });
});

test('what an event has none of is told from what is empty', async () => {
  await using editor = await startNvim();
  await editor.lua(HEAR);
  await luaOf(editor).call('events.fire_all', [['AcpNotice', { list: [], table: {} } as never]]);
  const types = `
    local data = _G.heard[1]
    return { vim.islist(data.list), vim.islist(data.table), data.absent == nil }`;
  expect(await editor.lua(types)).toEqual([true, false, true]);
});
