import { describe, expect, it } from 'vitest';
import { agentThat, ask, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const filetype = (nvim: Nvim) => nvim.lua('return vim.bo.filetype');

describe('g?', () => {
  it('shows the keys as they are mapped, in the chat', async () => {
    const agent = scriptAgent({ prompts: [{ steps: [say('done')] }] });
    await using nvim = await startNvim({
      config: agent.setup({ keys: { send: '<F5>', close: false, chat_close: false } }),
    });
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('<F5> send');
    await nvim.feed('<Esc>g?');
    await nvim.screen.toContain(/<F5> +send the prompt/, { without: 'close the chat' });
    await nvim.feed('q');
    await nvim.screen.toLose(/<F5> +send the prompt/);
    expect(await filetype(nvim)).toBe('acpprompt');
  });

  it('has the frame that was asked for, and says when there is more', async () => {
    const agent = scriptAgent({ prompts: [] });
    await using nvim = await startNvim({
      size: [80, 16],
      config: agent.setup({ layout: { border: 'single' } }),
    });
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('g? keys');
    await nvim.feed('<Esc>g?');
    await nvim.screen.toContain('┌ Keys ─');
    await nvim.screen.toContain('─ j more  q close ┘');
    await nvim.request('nvim_ui_try_resize', 80, 80);
    await nvim.screen.toContain('── q close ┘');
  });

  it('in a permission shows its keys, and leads back into it and to where the user was', async () => {
    const agent = agentThat(ask('t', { title: 'Edit one' }));
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('go<C-s>');
    await nvim.screen.toContain('Edit one');
    await nvim.feed('<Esc><C-g>');
    await wait(async () => (await filetype(nvim)) === 'acppermission', 'in the permission');
    await nvim.feed('g?');
    await nvim.screen.toContain('reject and say why', { without: 'send the prompt' });
    await nvim.feed('q');
    await nvim.screen.toLose('reject and say why');
    expect(await filetype(nvim)).toBe('acppermission');
    await nvim.feed('q');
    await wait(async () => (await filetype(nvim)) === 'acpprompt', 'where the user was');
  });
});
