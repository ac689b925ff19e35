import type { Nvim } from './nvim';
import { wait } from './wait';

/** Waits until the nth open permission has been on the screen long enough for an answer to count. */
export function readable(nvim: Nvim, n = 1): Promise<unknown> {
  return wait(
    () =>
      nvim.lua(
        `local open = require('acp').permissions()[...]
        return open ~= nil and not require('acp.surface.dock').is_fresh(open.id)`,
        n,
      ),
    () => `permission ${n} can be answered\n${nvim.screen.framed()}`,
  );
}
