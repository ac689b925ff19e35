import { expect, test } from 'vitest';
import type { FrameFacts } from '../../src/view/frame';
import { statusOf } from '../support/chat-status';
import { type Nvim, startNvim } from '../support/nvim';

interface Editor extends Nvim {
  set(facts: Partial<FrameFacts>, view?: number): Promise<void>;
  /** Where the transcript is: '' in a split, 'editor' as a float. */
  place(): Promise<string>;
}

/** The host is not started. */
async function edit(size: [number, number] = [100, 30]): Promise<Editor> {
  const editor = await startNvim({
    size,
    config: `
      local host = require('acp.host')
      host.ensure, host.obstacle = function() end, function() end
      host.channel = function() return 1 end
      host.request = function() return {} end
      host.send, host.notify = function() end, function() end`,
  });
  return Object.assign(editor, {
    set: async (facts: Partial<FrameFacts>, view = 1) => {
      await editor.lua(`require('acp.chat').set_status(...)`, view, statusOf(facts));
    },
    place: () =>
      editor.lua(`
        local chat = require('acp.chat.windows').get().chat
        return vim.api.nvim_win_get_config(chat).relative`),
  });
}

test('a chat that was a split takes nothing of it along into a float', async () => {
  await using editor = await edit();
  await editor.feed(':vert AcpChat<CR>');
  await editor.set({ title: 'Words' });
  await editor.screen.toContain('Agent · Words');
  await editor.feed('<Esc>q:AcpChat<CR>');
  await editor.screen.toContain('╭ Agent · Words ─');
  expect(editor.screen.text().split('Agent · Words')).toHaveLength(2);
  expect(editor.screen.text().split('g? keys')).toHaveLength(2);
});

test('another session takes the place of the one that is shown, and a wish for a split is heard', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  expect(await editor.place()).toBe('editor');
  await editor.feed('<Esc>:vert AcpChat<CR>');
  expect(await editor.place()).toBe('');
  await editor.feed('<Esc>:AcpChat!<CR>');
  await editor.set({ title: 'Second' }, 2);
  await editor.screen.toContain('Agent · Second');
  expect(await editor.place()).toBe('');
  await editor.lua(`require('acp.chat').show(1)`);
  expect(await editor.place()).toBe('');
  await editor.feed('<Esc>q:AcpChat<CR>');
  expect(await editor.place()).toBe('editor');
});

const CHOSEN = { mode: 'Default', model: 'a-model', thought: 'Thinking On', usage: '1k/200k' };

test('where the frame is narrow what goes on now stays, and nothing is cut in the middle', async () => {
  await using editor = await edit();
  await editor.feed(':vert AcpChat<CR>');
  await editor.set({ ...CHOSEN, follow: 'paused' });
  await editor.screen.toContain(/following \(paused\) · Default · a-model *$/m);
  await editor.feed('<Esc><C-w>h:q<CR>');
  await editor.screen.toContain(/a-model · Thinking On · 1k\/200k +<C-s> send {2}g\? keys *$/m);
});

test('a window that is made wider or narrower has its frame written anew', async () => {
  await using editor = await edit();
  await editor.feed(':vert AcpChat<CR>');
  await editor.set({ title: 'many words '.repeat(9) });
  await editor.screen.toContain(/Agent · (many words ){2}.*…/, { without: /(many words ){5}/ });
  await editor.feed('<Esc>:vert resize 80<CR>');
  await editor.screen.toContain(/Agent · (many words ){5}/);
});

const lastLines = (editor: Editor): string =>
  editor.screen.text().split('\n').slice(-16).join('\n');

test('a split says once which chat it is, and the user’s own statusline is left alone', async () => {
  await using editor = await edit();
  await editor.feed(':vert AcpChat<CR>');
  await editor.set({ title: 'Words' });
  await editor.screen.toContain(/Agent · Words.*\n(?:.*\n)+.* 0,1 +All/, {
    without: /Agent · Words[\s\S]*Agent/,
  });
  await editor.set({ title: 'Others\n%f' });
  await editor.screen.toContain(/Agent · Others %f *$/m);
  expect(lastLines(editor)).not.toContain('acp://');
  expect(
    await editor.lua('return vim.wo[vim.fn.win_getid(1)].statusline == vim.go.statusline'),
  ).toBe(true);
  await editor.feed('<Esc>q');
  await editor.lua(`vim.o.statusline = 'mine: %{get(b:, "acp_title", "none")}'`);
  await editor.feed(':vert AcpChat<CR>');
  await editor.screen.toContain('mine: Agent · prompt');
  await editor.screen.toContain('mine: none');
});

test('an empty prompt says as much as fits', async () => {
  await using editor = await edit([80, 24]);
  await editor.feed(':AcpChat<CR>');
  await editor.screen.toContain('— <C-s> sends, g? shows the keys');
  await editor.feed('<Esc>:vert AcpChat<CR>');
  await editor.screen.toContain(/Ask, or tell what to do *$/m);
  await editor.feed('<Esc>:vert resize 50<CR>');
  await editor.screen.toContain(/do — <C-s> sends *$/m);
});

test('who has scrolled up sees the end again with the next prompt, but not when it is only queued', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat<CR>');
  await editor.set({ title: 'Words' });
  await editor.lua(`
    local buf = require('acp.chat').buffer(1)
    local lines = {}
    for n = 1, 200 do lines[n] = 'line ' .. n end
    vim.bo[buf].modifiable = true
    vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)`);
  const away = '<Esc><C-w>kggi';
  await editor.feed(`${away}one<C-s>`);
  await editor.screen.toContain('line 200');
  await editor.set({ phase: 'running' });
  await editor.feed(`${away}two<C-s>`);
  await editor.screen.toContain('line 1 ');
  await editor.set({ phase: 'ready' });
  await editor.screen.toLose('working');
  await editor.screen.toContain('line 1 ');
  await editor.feed('three<C-s>');
  await editor.screen.toContain('line 200');
});

test('from another tab page the chat comes along, unless it has one of its own', async () => {
  await using editor = await edit();
  const here = (): Promise<boolean> =>
    editor.lua(`return vim.bo.filetype == 'acpprompt'
      and #vim.api.nvim_tabpage_list_wins(0) > 2 and vim.fn.tabpagenr() == 2`);
  await editor.feed(':AcpChat<CR><Esc>:tabnew<CR>:AcpChat<CR>');
  expect(await here()).toBe(true);
  expect(await editor.lua('return #vim.api.nvim_list_wins()')).toBe(4);
  await editor.feed('<Esc>q:tabonly<CR>:tab AcpChat<CR><Esc>gt:AcpChat<CR>');
  expect(await editor.lua('return { vim.bo.filetype, vim.fn.tabpagenr("$") }')).toEqual([
    'acpprompt',
    2,
  ]);
});

test('an agent has its title before the host has said a word', async () => {
  await using editor = await edit();
  await editor.feed(':AcpChat kimi<CR>');
  await editor.screen.toContain('╭ Kimi Code ─');
  await editor.lua(
    `require('acp').setup({ agents = { mine = { command = 'x', title = 'Mine' } } })`,
  );
  await editor.feed('<Esc>:AcpChat mine<CR>');
  await editor.screen.toContain('╭ Mine ─');
});
