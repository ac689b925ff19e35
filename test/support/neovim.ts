import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The Neovim under test. scripts/test names one Neovim per run; a plain `npx vitest` takes the installed one, so that a
 * single test can be run by hand without setting anything. A bare name is a program on PATH, as in a shell.
 */
export function neovimUnderTest(named: string | undefined, root: string): string {
  if (named) return named.includes('/') ? resolve(named) : named;
  const installed = resolve(root, '.cache/neovim/0.12/bin/nvim');
  return existsSync(installed) ? installed : 'nvim';
}
