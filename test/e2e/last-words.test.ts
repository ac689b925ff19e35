import { describe, expect, it } from 'vitest';
import { agentThat, ask, type ScriptedAgent, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

/** A chat whose agent waits for an answer in the middle of a turn. */
async function asking(): Promise<{ agent: ScriptedAgent; nvim: Nvim }> {
  const close = { agentCapabilities: { sessionCapabilities: { close: {} } } };
  const agent = scriptAgent({
    replies: { initialize: { result: close }, 'session/close': { result: {} } },
    prompts: [{ steps: [{ do: 'ignoreCancel' }, ask('q', {}, false), { do: 'silence' }] }],
  });
  const nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('Allow once');
  return { agent, nvim };
}

/** What the agent has received since the prompt, as text. */
const heard = (agent: ScriptedAgent): string[] => {
  const entries = agent.log();
  const first = entries.findIndex((entry) => entry.in?.method === 'session/prompt');
  return entries.slice(first + 1).flatMap((entry) => {
    if (entry.eof) return 'end of input';
    return entry.in ? (entry.in.method ?? entry.in.result.outcome.outcome) : [];
  });
};

describe('what is open is settled in order: the question, the turn, the session, the agent', () => {
  it('when the chat closes', async () => {
    const { agent, nvim } = await asking();
    await using _ = nvim;
    await nvim.feed('<Esc>:Acp close<CR>');
    await wait(() => heard(agent).includes('end of input'), 'the agent is ended');
    expect(heard(agent)).toEqual(['cancelled', 'session/cancel', 'session/close', 'end of input']);
  });

  it('when Neovim ends', async () => {
    const { agent, nvim } = await asking();
    await using _ = nvim;
    await nvim.feed('<Esc>:qa!<CR>');
    await nvim.exited;
    await wait(() => heard(agent).includes('end of input'), 'the agent is ended');
    expect(heard(agent)).toEqual(['cancelled', 'session/cancel', 'session/close', 'end of input']);
  });

  it('when the agent is restarted', async () => {
    const { agent, nvim } = await asking();
    await using _ = nvim;
    await nvim.feed('<Esc>:Acp restart<CR>');
    await wait(() => heard(agent).includes('end of input'), 'the agent is ended');
    expect(heard(agent).slice(0, 3)).toEqual(['cancelled', 'session/cancel', 'end of input']);
  });
});

describe('AcpAgentExit', () => {
  const LISTEN = `
    _G.exits = {}
    vim.api.nvim_create_autocmd('User', { pattern = 'AcpAgentExit',
      callback = function(event) table.insert(_G.exits, event.data) end })`;
  const exits = (nvim: Nvim): Promise<unknown[]> =>
    wait(async () => {
      const reported: unknown[] = await nvim.lua('return _G.exits');
      return reported.length > 0 ? reported : undefined;
    }, 'the end is reported');

  it('reports once how an agent has died', async () => {
    const agent = agentThat({ do: 'crash', code: 3 });
    await using nvim = await startNvim({ config: `${LISTEN} ${agent.setup()}` });
    await nvim.lua(`require('acp').prompt('go')`);
    expect(await exits(nvim)).toEqual([{ agent: 'scripted', code: 3 }]);
  });

  it('reports that an agent was ended with its last chat', async () => {
    const agent = agentThat({ do: 'silence' });
    await using nvim = await startNvim({ config: `${LISTEN} ${agent.setup()}` });
    await nvim.lua(`require('acp').prompt('go')`);
    await agent.called('session/prompt');
    expect(await nvim.lua('return #_G.exits')).toBe(0);
    await nvim.lua(`vim.cmd('Acp close')`);
    expect(await exits(nvim)).toMatchObject([{ agent: 'scripted' }]);
  });

  it('reports an agent that never was ready', async () => {
    const agents = { broken: { command: process.execPath, args: ['-e', 'process.exit(4)'] } };
    const options = JSON.stringify({ agent: 'broken', agents });
    await using nvim = await startNvim({
      config: `${LISTEN} require('acp').setup(vim.json.decode([==[${options}]==]))`,
    });
    await nvim.lua(`require('acp').prompt('go')`);
    expect(await exits(nvim)).toMatchObject([{ agent: 'broken' }]);
  });
});
