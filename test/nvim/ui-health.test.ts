import { expect, test } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';

/** What `:checkhealth acp` says when only these programs are there. */
async function report(programs: string[], options: string): Promise<string> {
  await using editor: Nvim = await startNvim({ config: `require('acp').setup(${options})` });
  await editor.lua(
    `local there = ...
    vim.fn.executable = function(name)
      return (name == 'node' or vim.tbl_contains(there, name)) and 1 or 0
    end
    vim.fn.exepath = function(name) return '/bin/' .. name end
    vim.cmd('checkhealth acp')`,
    programs,
  );
  return await editor.lua(
    `return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'):match('Agents.*')`,
  );
}

test('checkhealth says which agents are there, which would be fetched, and which would be started', async () => {
  const said = await report(
    ['gemini', 'npx', 'mine'],
    `{ agents = { mine = { command = 'mine' } } }`,
  );
  expect(said).toContain('gemini: /bin/gemini');
  expect(said).toContain('mine: /bin/mine');
  expect(said).toContain(':AcpChat starts gemini');
  expect(said).toMatch(/fetched by npx when they are first started:\s+claude, codex,/);
  expect(said).not.toContain('fetched by uvx');
  expect(said).toMatch(/:Acp install \{name\}`? says how:[^:]*cursor[^:]*fast-agent/);
});

test('checkhealth without any of them names the demo agent, and what is configured but missing', async () => {
  const options = `{ agents = { claude = { command = 'other' }, mine = { command = 'mine' } } }`;
  const said = await report(['uvx', 'npx'], options);
  expect(said).toContain(':AcpChat starts the built-in demo agent');
  expect(said).toContain('mine: "mine" was not found');
  expect(said).toMatch(/fetched by uvx when they are first started:\s+fast-agent/);
  expect(said).toMatch(/says how:[^:]*claude/);
});
