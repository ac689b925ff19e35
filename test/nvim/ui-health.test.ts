import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';

/** What `:checkhealth acp` says when only these programs are there, besides Node. */
async function report(programs: string[], options: string): Promise<string> {
  const bin = mkdtempSync(join(tmpdir(), 'acp-bin-'));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const name of programs) {
    writeFileSync(join(bin, name), '#!/bin/sh\n');
    chmodSync(join(bin, name), 0o755);
  }
  await using editor: Nvim = await startNvim({
    config: `require('acp').setup(${options})`,
    env: { PATH: bin },
  });
  await editor.lua(`vim.cmd('checkhealth acp')`);
  const said: string = await editor.lua(
    `return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'):match('Agents.*')`,
  );
  return said.replaceAll(bin, '/bin');
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

test('checkhealth without Node says that the agents are not known', async () => {
  const said = await report([], `{ node = 'no-such-node' }`);
  expect(said).toContain('not known without Node');
});
