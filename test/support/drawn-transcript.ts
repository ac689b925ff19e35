/** A transcript whose blocks a test draws itself, as the host does. */
import { expect } from 'vitest';
import type { Block } from '../../src/view/block';
import { diffBlocks } from '../../src/view/patch';
import { type Nvim, startNvim } from './nvim';

export interface DrawnTranscript extends Nvim {
  /** @param limit of bytes in one patch; absent: all is in one */
  draw(blocks: readonly Block[], limit?: number): Promise<void>;
}

/** Its buffer is `buf` and its window `win`, of so many lines and below the window `other`. */
export async function drawnTranscript(height: number): Promise<DrawnTranscript> {
  const editor = await startNvim();
  await editor.lua(
    `_G.buf = vim.api.nvim_create_buf(false, true)
    vim.bo[buf].undolevels = -1
    vim.bo[buf].modifiable = false
    _G.other = vim.api.nvim_get_current_win()
    vim.cmd(('botright %dsplit'):format(...))
    _G.win = vim.api.nvim_get_current_win()
    vim.api.nvim_win_set_buf(win, buf)
    vim.wo[win].foldmethod = 'manual'
    vim.wo[win].foldtext = "v:lua.require'acp.surface.folds'.text()"`,
    height,
  );
  let old: readonly Block[] = [];
  return Object.assign(editor, {
    draw: async (blocks: readonly Block[], limit?: number) => {
      for (let complete = false; !complete; ) {
        const drawing = diffBlocks(old, blocks, limit);
        ({ drawn: old, complete } = drawing);
        const { patch } = drawing;
        expect(await editor.lua(`return require('acp.transcript').apply(buf, ...)`, patch)).toBe(
          true,
        );
      }
    },
  });
}

/** Its closed folds, as 1-based rows. */
export const closedFolds = (editor: Nvim): Promise<number[][]> =>
  editor.lua(`
    return vim.api.nvim_win_call(win, function()
      local found, line = {}, 1
      while line <= vim.fn.line('$') do
        local last = vim.fn.foldclosedend(line)
        if last > 0 then table.insert(found, { line, last }) end
        line = math.max(line, last) + 1
      end
      return found
    end)`);
