import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const commands = {
  do: 'update',
  update: {
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { name: 'plan', description: 'Make a plan', input: null },
      { name: 'web', description: 'Search the web', input: { hint: 'what to look for' } },
      { name: 'weather', description: 'Look out of the window' },
    ],
  },
} as const;

function agentWithCommands(): ScriptedAgent {
  return scriptAgent({
    replies: { 'session/new': { after: [commands] } },
    prompts: [{ steps: [say('got it')] }],
  });
}

/** In the prompt, in insert mode, with the commands known. */
async function open(agent: ScriptedAgent, config = ''): Promise<Nvim> {
  const nvim = await startNvim({
    config: `${agent.setup({ layout: { insert: true } })}\n${config}`,
  });
  await nvim.lua(`require('acp').open()`);
  await wait(
    async () => (await nvim.lua(`return #require('acp').state().commands`)) === 3,
    'the commands are known',
  );
  await wait(async () => (await nvim.lua(`return vim.fn.mode()`)) === 'i', 'insert mode');
  return nvim;
}

const text = (nvim: Nvim) =>
  nvim.lua(`return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')`);

describe('slash commands', () => {
  it('pop up after a slash at the very start, narrow while typing, show a hint and are sent as text', async () => {
    const agent = agentWithCommands();
    await using nvim = await open(agent);
    await nvim.feed('/');
    await nvim.screen.toContain('Search the web');
    await nvim.screen.toContain('Make a plan');
    expect(await text(nvim)).toBe('/');
    await nvim.feed('we');
    await nvim.screen.toLose('Make a plan');
    await nvim.feed('<C-n><C-y>');
    await nvim.screen.toContain('/web what to look for');
    expect(await text(nvim)).toBe('/web ');
    await nvim.feed('neovim');
    await nvim.screen.toLose('what to look for');
    await nvim.feed('<C-s>');
    const sent = await agent.called('session/prompt');
    expect(sent.params.prompt).toEqual([{ type: 'text', text: '/web neovim' }]);
    await nvim.screen.toContain('got it');
    await nvim.expectNotBlocked();
  });

  it('do not keep <C-s> from sending what is typed while the popup is open', async () => {
    const agent = agentWithCommands();
    await using nvim = await open(agent);
    await nvim.feed('/plan');
    await nvim.screen.toContain('Make a plan');
    await nvim.feed('<C-s>');
    const sent = await agent.called('session/prompt');
    expect(sent.params.prompt).toEqual([{ type: 'text', text: '/plan' }]);
    await nvim.screen.toLose('Make a plan');
    expect(await text(nvim)).toBe('');
    await nvim.feed('next');
    await wait(async () => (await text(nvim)) === 'next', 'typing goes on');
  });

  it.each(['<C-x><C-u>', '<C-x><C-o>'])('are completed by %s', async (keys) => {
    const agent = agentWithCommands();
    // A completion plugin brings its own popup: ours stays away.
    await using nvim = await open(
      agent,
      `package.loaded['cmp'] = {} vim.o.completeopt = 'menuone,noinsert,noselect'`,
    );
    await nvim.feed('/wea');
    await wait(async () => (await text(nvim)) === '/wea', 'typed');
    expect(await nvim.lua('return vim.fn.pumvisible()')).toBe(0);
    await nvim.feed(keys);
    await nvim.screen.toContain('Look out of the window');
    await nvim.feed('<C-n><C-y>');
    await wait(async () => (await text(nvim)) === '/weather', 'completed');
  });

  it('do not pop up in the middle of a text, and leave the editor’s options alone', async () => {
    const agent = agentWithCommands();
    await using nvim = await open(agent, `vim.o.completeopt = 'menu,longest'`);
    await nvim.feed('and/or');
    await wait(async () => (await text(nvim)) === 'and/or', 'typed');
    expect(await nvim.lua('return vim.fn.pumvisible()')).toBe(0);
    await nvim.feed('<C-u>/');
    await nvim.screen.toContain('Search the web');
    expect(await nvim.lua('return vim.go.completeopt')).toBe('menu,longest');
    await nvim.feed('x<BS><C-u>');
    await nvim.screen.toLose('Search the web');
  });
});
