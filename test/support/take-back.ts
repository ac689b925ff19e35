/** For tests that what an agent has done to files is taken back to the last byte. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Nvim } from './nvim';
import { wait } from './wait';

/** Mode and bytes of every file, or the target of a link. */
export function tree(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.sort().map((path) => [path, contentOf(path)]));
}

function contentOf(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  return `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`;
}

export const inReview = async (nvim: Nvim): Promise<number> =>
  (await nvim.lua(`return require('acp').status()`)).review?.files ?? 0;

export async function undoAll(nvim: Nvim): Promise<void> {
  await nvim.lua(`vim.cmd('Acp undo all')`);
  await wait(async () => (await inReview(nvim)) === 0, 'nothing is pending');
}

export async function restoreAll(nvim: Nvim): Promise<void> {
  await nvim.lua(`vim.cmd('Acp restore 1')`);
  await nvim.screen.toContain('q leave');
  await wait(
    () =>
      nvim.lua(`if vim.bo.filetype ~= 'acprestore' then return true end
        vim.api.nvim_feedkeys('y', 'xt', false)`),
    'the window is closed',
  );
  await wait(async () => (await nvim.messages()).includes('restored'), 'it is restored');
}

/** Names of the buffers that hold unsaved text. */
export const modified = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.iter(vim.fn.getbufinfo({ buflisted = 1 }))
    :filter(function(one) return one.changed == 1 end)
    :map(function(one) return one.name end)
    :totable()`);
