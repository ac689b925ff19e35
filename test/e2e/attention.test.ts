import { describe, expect, it } from 'vitest';
import { ask, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';

const PROMPTS = [
  { match: 'ask', steps: [{ do: 'gate', name: 'go' }, ask('t', { title: 'Run it' })] },
  { steps: [say('busy'), { do: 'gate', name: 'go' }, say(' and done')] },
] as const;

/** A chat in which an agent waits for the gate, and what its user is told. */
async function working(prompt: string, options: Readonly<Record<string, unknown>> = {}) {
  const agent = scriptAgent({ prompts: PROMPTS });
  const config = `${agent.setup(options)}
    told, sent = {}, {}
    vim.notify = function(text) table.insert(told, text) end
    vim.api.nvim_ui_send = function(text) table.insert(sent, text) end`;
  const nvim = await startNvim({ config });
  await nvim.feed(`:AcpChat<CR>${prompt}<C-s>`);
  await agent.called('session/prompt');
  return { agent, nvim };
}

/** Closes the chat once it shows a text. */
async function closeChat(nvim: Nvim, text: string): Promise<void> {
  await nvim.screen.toContain(text);
  await nvim.feed('<Esc>q');
  await nvim.screen.toLose(text);
}

const told = (nvim: Nvim): Promise<string[]> => nvim.lua('return told');

describe('the end of a turn', () => {
  it('is told where its chat is not open', async () => {
    const { agent, nvim } = await working('go on');
    await using _ = nvim;
    await closeChat(nvim, 'busy');
    agent.open('go');
    await nvim.turnOver();
    await expect.poll(() => told(nvim)).toEqual(['acp: scripted is done · go on']);
    expect(await nvim.lua('return sent')).toEqual([]);
  });

  it('is told when the chat is in another tab page, or the user in another program', async () => {
    const { agent, nvim } = await working('go on');
    await using _ = nvim;
    await nvim.feed('<Esc>:tabnew<CR>');
    agent.open('go');
    await nvim.turnOver();
    await expect.poll(() => told(nvim)).toHaveLength(1);
    await nvim.feed(':tabprevious<CR>');
    await nvim.request('nvim_ui_set_focus', false);
    await nvim.lua(`require('acp').prompt('again')`);
    await nvim.screen.toContain(/busy and done[\s\S]*busy and done/);
    await nvim.turnOver();
    await expect.poll(() => told(nvim)).toHaveLength(2);
    await nvim.request('nvim_ui_set_focus', true);
    await nvim.lua(`require('acp').prompt('again')`);
    await nvim.screen.toContain(/again[\s\S]*again[\s\S]*busy and done/);
    await nvim.turnOver();
    expect(await told(nvim)).toHaveLength(2);
  });

  it('rings the bell and notifies the desktop where that is wanted', async () => {
    const { agent, nvim } = await working('a;b\u001b', { notify: { bell: true, osc: '777' } });
    await using _ = nvim;
    await nvim.lua(`vim.env.TMUX = nil`);
    await closeChat(nvim, 'busy');
    agent.open('go');
    await nvim.turnOver();
    await expect.poll(() => told(nvim)).toEqual(['acp: scripted is done · a;b']);
    await expect
      .poll(() => nvim.lua('return sent'))
      .toEqual(['\u0007\u001b]777;notify;acp;scripted is done · a,b\u001b\\']);
  });

  it('is not told when nobody wants to know', async () => {
    const { agent, nvim } = await working('go on', { notify: { turn: false, bell: true } });
    await using _ = nvim;
    await closeChat(nvim, 'busy');
    agent.open('go');
    await nvim.turnOver();
    expect([await told(nvim), await nvim.lua('return sent')]).toEqual([[], []]);
  });
});

it('a question is told where its chat is not open', async () => {
  const { agent, nvim } = await working('ask me');
  await using _ = nvim;
  await closeChat(nvim, 'working');
  agent.open('go');
  await nvim.screen.toContain('Run it');
  await expect.poll(() => told(nvim)).toContain('acp: scripted asks: Run it · ask me');
  await nvim.expectNotBlocked();
});
