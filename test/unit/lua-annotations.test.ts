import { expect, test } from 'vitest';
import { readDeclarations, wrongParameters, wrongTags } from '../../scripts/lua/annotations.mjs';
import { unsentEvents, wrongEvents, wrongFunctions } from '../../scripts/lua/doors.mjs';
import { exportsOf, wrongFields, wrongMembers } from '../../scripts/lua/fields.mjs';
import { readSource } from '../../scripts/lua/source.mjs';

const CLASSES = `---@class acp.Base
---@field id integer

---@class acp.View: acp.Base
---@field title? string
---@field status { phase: 'ready'|'failed', detail?: string }
---@field others acp.View[]
`;

/** What is wrong with a file that declares the classes and then goes on so. */
function problemsOf(text: string): string[] {
  const source = readSource('a.lua', `${CLASSES}\n${text}`);
  const { declared, problems } = readDeclarations([source]);
  const wrong = [...problems, ...wrongTags(source, declared), ...wrongParameters(source)];
  return wrong.length > 0 ? wrong : wrongFields(source, declared);
}

test('annotations that are right pass', () => {
  const text = `---@generic T
---@param view acp.View? the one
---@param done fun(err?: string, ...: T): boolean
---@return [integer, string][]|table<string, vim.api.keyset.win_config> found
---@return string? problem
local function find(view, done)
  for _, other in ipairs(view.others) do
    done(view.status.phase, other.title .. view.id)
  end
end`;
  expect(problemsOf(text)).toEqual([]);
});

test.each([
  ['a parameter under another name', '---@param one integer\nlocal function f(other)\nend'],
  ['parameters in another order', '---@param b any\n---@param a any\nlocal function f(a, b)\nend'],
  ['a parameter without words', '---@param a any\nfunction M.f(a, b)\nend'],
  ['a parameter that there is not', '---@param a any\nfunction M.f()\nend'],
  ['a parameter that a local function has not', '---@param b any\nlocal function f(a)\nend'],
  ['a documented function without its parameters', '--- Does it.\nfunction M.f(a)\nend'],
  ['a type that nobody has declared', '---@type acp.Veiw\nlocal view'],
  ['a type inside another', '---@type table<string, acp.Veiw[]>\nlocal views'],
  ['a parent that there is not', '---@class acp.Other: acp.None'],
  ['a class that is declared twice', '---@class acp.View\n---@field id integer'],
  ['an annotation that there is not', '---@typ integer\nlocal a'],
  ['a type that cannot be read', '---@type { id integer }\nlocal view'],
  ['a field without a type', '---@class acp.Other\n---@field id'],
  ['a field of a parameter', '---@param a acp.View\nlocal function f(a)\n  return a.name\nend'],
  ['a field of a field', '---@param a acp.View\nlocal function f(a)\n  g(a.status.why)\nend'],
  ['a field of a variable', '---@type acp.View?\nlocal view\nview.name = 1'],
  [
    'a field of an item',
    '---@param all acp.View[]\nlocal function f(all)\n  for _, one in ipairs(all) do\n    g(one.name)\n  end\nend',
  ],
])('%s is found', (_, text) => {
  expect(problemsOf(text)).toHaveLength(1);
});

test('a local function names those of its parameters that need words', () => {
  const text = `---@param view acp.View
local function f(bufnr, view, row)
  return view.title
end`;
  expect(problemsOf(text)).toEqual([]);
  expect(problemsOf(text.replace('title', 'tilte'))).toHaveLength(1);
});

test('a parameter of a local function is what its name means elsewhere in the file', () => {
  const text = `---@param view acp.View
function M.show(view)
  show(view.title)
end
local function other(view)
  return view.title
end`;
  expect(problemsOf(text)).toEqual([]);
  expect(problemsOf(text.replace('return view.title', 'return view.tilte'))).toHaveLength(1);
  expect(problemsOf(text.replace('local function other', 'function M.other'))).toEqual([]);
});

test('what is in strings and comments is no code', () => {
  const text = `---@param view acp.View
local function f(view)
  -- view.name
  return 'view.name', [[
    view.name
  ]]
end`;
  expect(problemsOf(text)).toEqual([]);
});

test('a member that a required module does not have is found', () => {
  const other = readSource('other.lua', 'local M = {}\nM.MAX = 1\nfunction M.run()\nend\nreturn M');
  const user = readSource(
    'user.lua',
    `local other = require('acp.other')
other.run(other.MAX)
other.rnu()
require('acp.other').none()
map(lazily('acp.other', 'run', 1), lazily('acp.other', 'later'))`,
  );
  const modules = new Map([['acp.other', exportsOf(other)]]);
  expect(wrongMembers(user, modules)).toEqual([
    'user.lua: acp.other has no "none"',
    'user.lua: acp.other has no "later"',
    'user.lua: acp.other has no "rnu"',
  ]);
});

test('a function that the host calls must be there with its parameters', () => {
  const functions = new Map([
    ['chat.right', { parameters: ['view'] }],
    ['chat.handed_on', { parameters: ['path'] }],
    ['chat.later', { parameters: ['view'] }],
    ['chat.short', { parameters: ['view', 'status'] }],
    ['chat.none', { parameters: [] }],
  ]);
  const chat = readSource(
    'chat.lua',
    `local other = require('acp.other')
M.handed_on = other.keep
local function show(view)
end
M.later = vim.schedule_wrap(show)
function M.right(view)
end
function M.short(view)
end`,
  );
  const other = readSource('other.lua', 'function M.keep(path)\nend');
  const sources = new Map([
    ['acp.chat', chat],
    ['acp.other', other],
  ]);
  expect(wrongFunctions(functions, sources)).toEqual([
    'the host calls chat.short(view, status), which takes (view)',
    'the host calls chat.none, which is not in acp.chat',
  ]);
});

test('events must be known to the host, with their fields, and none may be left that nobody sends', () => {
  const doors = {
    events: new Map([
      ['open', ['view', 'cwd']],
      ['left', []],
    ]),
    requests: new Map([['state', ['view']]]),
  };
  const source = readSource(
    'a.lua',
    `host.send('open', { view = 1, cwd = f({ other = 1 }) })
host.notify('opne', {})
host.send('open', { veiw = 1 })
host.request('state', { view = 1 })
host.request('open')`,
  );
  expect(wrongEvents(source, doors)).toEqual([
    'a.lua: the host knows no event "opne"',
    'a.lua: "open" has no field "veiw"',
    'a.lua: the host knows no request "open"',
  ]);
  expect(unsentEvents([source], doors)).toEqual(['nothing in Lua sends "left"']);
});
