import { expect, test } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';

const SPEC = `{
  name = 'weather',
  description = 'Says how the weather is.',
  input_schema = { type = 'object' },
  handler = function() return 'sunny' end,
}`;

/** Registers the spec with other fields; what is thrown, or nothing. */
const register = (nvim: Nvim, fields: string): Promise<string | null> =>
  nvim.lua(`local ok, problem = pcall(function()
      return require('acp').register_tool(vim.tbl_extend('force', ${SPEC}, ${fields}))
    end)
    return not ok and problem or nil`);

test.each([
  ["{ name = 'two words' }", 'name: got "two words", expected 1 to 64 letters'],
  ["{ name = '' }", 'name is missing'],
  [`{ name = '${'a'.repeat(65)}' }`, 'expected 1 to 64 letters'],
  ['{ name = 5 }', 'name must be a string'],
  ["{ name = 'read_buffer' }", '"read_buffer" is a tool of the editor'],
  ["{ name = 'Read_Buffer' }", '"Read_Buffer" is a tool of the editor'],
  ["{ description = '' }", 'description is missing'],
  ['{ description = false }', 'description must be a string'],
  ["{ input_schema = { type = 'array' } }", 'input_schema: its `type` must be "object"'],
  ['{ output_schema = {} }', 'output_schema: its `type` must be "object"'],
  ['{ input_schema = vim.NIL }', 'input_schema must be a table'],
  ["{ input_schema = { type = 'object', default = print } }", 'Cannot serialise function'],
  ['{ annotations = { readOnly = true } }', 'unknown field "annotations.readOnly"'],
  ['{ annotations = { readOnlyHint = 1 } }', 'annotations.readOnlyHint must be a boolean'],
  ['{ timeout = 0 }', 'timeout must be a number of milliseconds above 0'],
  ['{ timeout = math.huge }', 'timeout must be a number of milliseconds above 0'],
  ["{ handler = 'print' }", 'handler must be a function'],
  ['{ run = print }', 'unknown field "run"'],
])('a tool with %s is an error at the caller', async (fields, problem) => {
  await using nvim = await startNvim();
  expect(await register(nvim, fields)).toContain(`register_tool: `);
  expect(await register(nvim, fields)).toContain(problem);
});

test('a name is given once, as long as it is taken', async () => {
  await using nvim = await startNvim();
  await nvim.lua(`_G.unregister = require('acp').register_tool(${SPEC})`);
  expect(await register(nvim, '{}')).toContain('there is a tool "weather" already');
  await nvim.lua('unregister() unregister()');
  expect(await register(nvim, '{}')).toBeNull();
  expect(await nvim.messages()).toBe('');
});

test('the error names the line that has registered it', async () => {
  await using nvim = await startNvim();
  const problem = await nvim.lua(`
    local chunk = load("\\n\\nrequire('acp').register_tool({})", '=my-config')
    return select(2, pcall(chunk))`);
  expect(problem).toBe('my-config:3: register_tool: name is missing');
});
