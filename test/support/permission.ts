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

const COUNTS = `
  local dock, win = require('acp.surface.dock'), vim.api.nvim_get_current_win()
  for _, kind in ipairs({ 'permission', 'elicitation' }) do
    for n = 1, select(2, dock.nth(kind, 1)) do
      local surface = dock.nth(kind, n)
      if surface.win == win then return not dock.is_fresh(surface.frame.subject.id) end
    end
  end`;

/** Types keys into the question that has the focus, once they count there. */
export async function answer(nvim: Nvim, keys: string): Promise<void> {
  await wait(
    () => nvim.lua(COUNTS),
    () => `keys count in the question\n${nvim.screen.framed()}`,
  );
  await nvim.feed(keys);
}

/** Waits until what is on the screen now has been there long enough for keys to count. */
export async function beRead(nvim: Nvim): Promise<void> {
  const from: number = await nvim.lua('vim.uv.update_time() return vim.uv.now()');
  await wait(() => nvim.lua('return vim.uv.now() - ... >= 300', from), 'it could be read');
}
