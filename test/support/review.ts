/** For tests of what becomes of an agent's changes: files of numbered lines, and turns that are waited for. */
import { existsSync, readFileSync } from 'node:fs';
import { type Step, writeFile } from './agent';
import type { Nvim } from './nvim';
import { wait } from './wait';

export const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, row) => `line ${row + 1}`);

export const textOf = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join('');

/** What the files hold at first. */
export const BEFORE = textOf(numbered(20));

/** That text with other lines in these rows, counted from 1. */
export const having = (changes: Readonly<Record<number, string>>): string =>
  textOf(numbered(20).map((line, row) => changes[row + 1] ?? line));

/** @param path relative to the project */
export const write = (path: string, content: string): Step => writeFile(`{{cwd}}/${path}`, content);

export const begin = (nvim: Nvim, prompt: string): Promise<unknown> =>
  nvim.lua(
    `_G.done, _G.failed = nil, nil
    require('acp').prompt(..., {}, function(err) _G.done, _G.failed = true, err end)`,
    prompt,
  );

export async function ended(nvim: Nvim): Promise<void> {
  await wait(() => nvim.lua('return _G.done'), 'the turn ended');
  const failed = await nvim.lua('return _G.failed');
  if (failed) throw new Error(`the turn failed: ${failed}`);
}

export async function turn(nvim: Nvim, prompt = 'go'): Promise<void> {
  await begin(nvim, prompt);
  await ended(nvim);
}

/** How often the files have been looked at, as a log at level debug says. What is changed before is seen only where it is named. */
export async function looks(nvim: Nvim): Promise<number> {
  const log: string = await nvim.lua(`return vim.fn.stdpath('log') .. '/acp-host.log'`);
  if (!existsSync(log)) return 0;
  return (readFileSync(log, 'utf8').match(/record: \d+ files looked at/g) ?? []).length;
}

/** Until nobody looks any more what a turn has changed. */
export const settled = (nvim: Nvim): Promise<unknown> =>
  wait(
    () =>
      nvim.lua(`local ok, found = pcall(vim.api.nvim_get_autocmds, { group = 'acp.guard' })
        return not ok or #found == 0`),
    'no turn is looked at any more',
  );
