/** What a user does in a transcript. */
import type { Nvim } from './nvim';
import { wait } from './wait';

/** Goes to the transcript, and there to the last line with this text. */
export async function goTo(nvim: Nvim, text: string): Promise<void> {
  await nvim.screen.toContain(text);
  await nvim.feed('<Esc>');
  await wait(() => nvim.lua(GO_TO, text), `in the transcript: ${text}`);
}

const GO_TO = `
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.bo[vim.api.nvim_win_get_buf(win)].filetype == 'acpchat' then
      vim.api.nvim_set_current_win(win)
    end
  end
  vim.fn.cursor(vim.fn.line('$'), 1)
  return vim.fn.search('\\\\V' .. ..., 'bc') > 0`;

export const transcript = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[buf].filetype == 'acpchat' then return vim.api.nvim_buf_get_lines(buf, 0, -1, true) end
  end`);

/** The text of the cursor's line. */
export const lineHere = (nvim: Nvim): Promise<string> => nvim.lua('return vim.fn.getline(".")');
