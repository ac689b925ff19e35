/** The process of the host that an editor has. */
import type { Nvim } from './nvim';

/** Fails where none runs. */
export const hostPid = (nvim: Nvim): Promise<number> =>
  nvim.lua(`return vim.fn.jobpid(require('acp.host').channel())`);

/** 0: none runs. */
export const hostPidNow = (nvim: Nvim): Promise<number> =>
  nvim.lua(`local c = require('acp.host').channel() return c and vim.fn.jobpid(c) or 0`);

/** At once, without a chance to end what it has open. */
export async function killHost(nvim: Nvim): Promise<void> {
  process.kill(await hostPid(nvim), 'SIGKILL');
}
