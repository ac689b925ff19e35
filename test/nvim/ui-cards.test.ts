import { expect, test } from 'vitest';
import { List } from '../../src/base/list';
import { SharedMap } from '../../src/base/shared-map';
import { newSession, type SessionState, type TerminalState } from '../../src/model/state';
import type { Section } from '../../src/view/block';
import { ChatView } from '../../src/view/chat';
import { diffSections } from '../../src/view/patch';
import { everyCard, NOW, TERMINALS } from '../support/cards';
import { startNvim } from '../support/nvim';

/** Rows enough for all cards at once. */
const ROWS = 330;

const state: SessionState = {
  ...newSession('demo', '/project'),
  entries: List.of(everyCard()),
  terminals: Object.entries(TERMINALS).reduce(
    (all, [id, one]) => all.set(id, one as TerminalState),
    SharedMap.empty<TerminalState>(),
  ),
};

test('every kind of card in every state, light and dark, in windows of every width', async () => {
  await using editor = await startNvim({ size: [60, ROWS] });
  await editor.lua(`
    require('acp.ui.hl').setup()
    vim.o.laststatus, vim.o.ruler = 0, false
    vim.opt.fillchars:append({ eob = ' ' })
    _G.buf = vim.api.nvim_create_buf(false, true)
    vim.bo[buf].undolevels = -1
    _G.win = vim.api.nvim_get_current_win()
    vim.api.nvim_win_set_buf(win, buf)
    -- The prompt is a window of no interest here.
    local prompt = vim.api.nvim_open_win(vim.api.nvim_create_buf(false, true), false,
      { relative = 'editor', row = 0, col = 0, width = 1, height = 1, hide = true })
    require('acp.chat.window_options').set({ kind = 'left', chat = win, prompt = prompt })
    vim.wo[win].foldmethod = 'manual'
    vim.wo[win].foldtext = "v:lua.require'acp.surface.folds'.text()"
    require('acp.transcript.window').opened(win)`);
  const view = new ChatView({
    onError: (error) => {
      throw error;
    },
    now: () => NOW,
  });
  let drawn: readonly Section[] = [];
  for (const width of [60, 80, 120]) {
    await editor.request('nvim_ui_try_resize', width, ROWS);
    const text: number = await editor.lua(
      'return vim.fn.getwininfo(win)[1].width - vim.fn.getwininfo(win)[1].textoff',
    );
    const next = view.sections(state, text);
    const { patch } = diffSections(drawn, next);
    drawn = next;
    expect(await editor.lua(`return require('acp.transcript').apply(buf, ...)`, patch)).toBe(true);
    await editor.lua(`vim.api.nvim_win_set_cursor(win, { 1, 0 })`);
    for (const background of ['dark', 'light']) {
      await editor.lua(`vim.o.background = ...`, background);
      await editor.screen.toLookLike(`cards-${width}-${background}`);
    }
  }
});
