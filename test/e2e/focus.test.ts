import { describe, expect, it } from 'vitest';
import { agentThat } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';

interface Editor extends Nvim {
  /** What is written in the prompt of the chat that is shown. */
  prompt(): Promise<string>;
}

async function edit(options: Readonly<Record<string, unknown>> = {}, more = ''): Promise<Editor> {
  const nvim = await startNvim({
    config: `${agentThat().setup(options)}\n${more}`,
    files: { 'a.txt': 'first\nsecond\nthird\n' },
    args: ['a.txt'],
  });
  const prompt = (): Promise<string> =>
    nvim.lua(`
      local view = require('acp.chat.views').current()
      return table.concat(vim.api.nvim_buf_get_lines(view.prompt, 0, -1, false), '|')`);
  return Object.assign(nvim, { prompt });
}

/** The chat is open with a draft, and the user is where the keys lead. */
async function drafted(editor: Editor, keys: string): Promise<void> {
  await editor.feed(':AcpChat<CR>draft');
  await expect.poll(editor.prompt).toBe('draft');
  await editor.feed(keys);
}

const LAYOUTS = ['float', 'right', 'left', 'top', 'bottom', 'tab'] as const;

describe('after :AcpChat what is typed goes into the prompt', () => {
  it.each(LAYOUTS)('of a chat that is open (%s)', async (kind) => {
    await using editor = await edit({ layout: { kind } });
    await drafted(editor, '<Esc><C-w>k:AcpChat<CR> dd and more');
    await expect.poll(editor.prompt).toBe('draft dd and more');
    await editor.feed('<Esc>:AcpChat<CR>, again');
    await expect.poll(editor.prompt).toBe('draft dd and more, again');
    await editor.expectNotBlocked();
  });

  it.each([
    ['another window', '<Esc><C-w>t'],
    ['insert mode of another window', '<Esc><C-w>ti'],
    ['another tab page', '<Esc>:tabnew<CR>'],
    ['visual mode of the prompt', '<Esc>v'],
    ['visual mode of another window', '<Esc><C-w>tvj'],
    ['select mode of the prompt', '<Esc>gh'],
    ['the prompt, in the midst of it', '<Esc>0'],
    ['the transcript', '<Esc><C-w>k'],
    ['an operator that waits for its motion', '<Esc><C-w>td'],
    ['an operator in the prompt', '<Esc>0d'],
    ['a command line', '<Esc><C-w>t:echo 1'],
    ['a search in the prompt', '<Esc>/f'],
    ['a terminal', '<Esc><C-w>t:terminal cat<CR>i'],
  ])('by a map with <Cmd>, from %s', async (_where, keys) => {
    await using editor = await edit(
      { layout: { kind: 'right' } },
      `vim.keymap.set({ 'n', 'x', 's', 'i', 'o', 'c', 't' }, '<F5>', '<Cmd>AcpChat<CR>')`,
    );
    await drafted(editor, `${keys}<F5> dd`);
    await expect.poll(editor.prompt).toBe('draft dd');
    expect(await editor.lua(`return vim.fn.getbufline('a.txt', 1, '$')`)).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  it('by a range, behind what is written', async () => {
    await using editor = await edit({ layout: { kind: 'right' } });
    await drafted(editor, '<Esc><C-w>tVj:AcpChat<CR>dd');
    await expect.poll(editor.prompt).toBe('draft @a.txt:1-2 dd');
  });

  it('where one was typing already: at the same place', async () => {
    await using editor = await edit(
      {},
      `vim.keymap.set('i', '<F5>', '<Cmd>AcpChat<CR>')
       vim.keymap.set('i', '<F6>', function() require('acp').open() end)`,
    );
    await drafted(editor, '<Left><Left><F5>1<C-o>:AcpChat<CR>2<F6>3');
    await expect.poll(editor.prompt).toBe('dra123ft');
    await editor.feed('<Esc>');
    await expect.poll(() => editor.lua('return vim.api.nvim_get_mode().mode')).toBe('n');
  });

  it('of another chat, or another place of it, that one asks for while typing', async () => {
    await using editor = await edit(
      {},
      `vim.keymap.set('i', '<F5>', '<Cmd>AcpChat!<CR>')
       vim.keymap.set('i', '<F6>', '<Cmd>vertical AcpChat<CR>')`,
    );
    await drafted(editor, '<F5>dd');
    await expect.poll(editor.prompt).toBe('dd');
    await editor.feed('<F6>dd');
    await expect.poll(editor.prompt).toBe('dddd');
    await editor.feed('<C-o>:AcpChat!<CR>other');
    await expect.poll(editor.prompt).toBe('other');
  });

  it('right after insert mode was asked to end', async () => {
    await using editor = await edit({ layout: { kind: 'right' } });
    await drafted(editor, '<Esc><C-w>ti');
    const mode = (): Promise<unknown> => editor.lua('return vim.api.nvim_get_mode().mode');
    await expect.poll(mode).toBe('i');
    // As a picker does that was typed in.
    await editor.lua(`
      vim.cmd.stopinsert()
      vim.api.nvim_create_autocmd('InsertLeave', { command = 'let g:left = 1' })
      vim.schedule(vim.cmd.AcpChat)`);
    await expect.poll(() => editor.lua('return vim.g.left')).toBe(1);
    await expect.poll(mode).toBe('i');
    await editor.feed(' dd');
    await expect.poll(editor.prompt).toBe('draft dd');
  });
});

it('with layout.insert off :AcpChat stays in Normal mode, as at first', async () => {
  await using editor = await edit({ layout: { insert: false } });
  await editor.feed(':AcpChat<CR>idraft<Esc><C-w>k:AcpChat<CR>x');
  await expect.poll(editor.prompt).toBe('draf');
});
