/** What becomes of a call that waits for the user's answer when something else happens first. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentThat, type ScriptedAgent, say } from '../support/agent';
import { type BridgeClient, startBridge } from '../support/bridge';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

const TOOL = `
  ran = {}
  function register(says)
    unregister = require('acp').register_tool({
      name = 'mine',
      description = 'Mine.',
      input_schema = { type = 'object' },
      handler = function() table.insert(ran, says) return says end,
    })
  end
  register('first')`;

interface Desk extends AsyncDisposable {
  readonly nvim: Nvim;
  readonly agent: ScriptedAgent;
  readonly bridge: BridgeClient;
}

/** A turn in which the agent has called the tool, and the user can answer the question. */
async function asked(setup = {}): Promise<Desk & { readonly answer: Promise<unknown> }> {
  const agent = agentThat(say('begun'), { do: 'gate', name: 'end' }, say('done'));
  const nvim = await startNvim({ config: `${agent.setup(setup)}\n${TOOL}` });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('begun');
  const [server] = (await agent.called('session/new')).params.mcpServers;
  const bridge = await startBridge(server, { mark: { ACP_TEST_MARK: nvim.mark } });
  const answer = bridge.client.callTool({ name: 'mine' });
  answer.catch(() => {});
  await readable(nvim);
  return {
    ...{ nvim, agent, bridge, answer },
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      await nvim[Symbol.asyncDispose]();
    },
  };
}

const failedWith = (text: string) => ({
  isError: true,
  content: [{ text: expect.stringContaining(text) }],
});

/** The call's line, and not the question's. */
async function audited({ nvim }: Desk): Promise<unknown> {
  const file = join(await nvim.lua(`return vim.fn.stdpath('log')`), 'acp-audit.jsonl');
  const lines = () =>
    (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
      .map((line) => JSON.parse(line))
      .filter(({ input }) => input !== undefined);
  await wait(() => lines().length > 0, 'the call in the audit log');
  return lines();
}

/** Nothing is asked any more, nothing has run, and no window is left of it. */
async function expectNothingDone({ nvim }: Desk): Promise<void> {
  await nvim.screen.toLose('Allow once');
  expect(await nvim.lua(`return #require('acp').permissions()`)).toBe(0);
  expect(await nvim.lua('return ran')).toEqual([]);
  await nvim.expectNotBlocked();
}

const stateOf = ({ nvim }: Desk): Promise<unknown> =>
  nvim.lua(`local _, call = next(require('acp').state().tools) return call.state`);

describe('while the user is asked about a call', () => {
  it.each([
    ['its tool is unregistered', () => 'unregister()'],
    [
      'its tool becomes another one of that name',
      () => `unregister() register('second') require('acp').open()`,
    ],
    [
      'the option offers it no longer',
      ({ agent }: Desk) => agent.setup({ editor_tools: { except: ['mine'] } }),
    ],
    [
      'the user switches it off',
      () => `vim.cmd('Acp tools')
        vim.wait(20000, function()
          return vim.bo.filetype == 'acptools' and vim.fn.search('mine', 'w') > 0
        end)
        vim.cmd('normal \\r')`,
    ],
  ])('and %s, it ends', async (_, change) => {
    await using desk = await asked();
    await desk.nvim.lua(change(desk));
    expect(await desk.answer).toMatchObject(failedWith('does not offer this tool any more'));
    await expectNothingDone(desk);
    expect(await stateOf(desk)).toBe('cancelled');
    expect(await audited(desk)).toMatchObject([{ tool: 'neovim/mine', outcome: 'ended' }]);
  });

  it('and another tool comes, it goes on', async () => {
    await using desk = await asked();
    await desk.nvim.lua(`require('acp').register_tool({
      name = 'other', description = 'Other.', input_schema = { type = 'object' }, handler = print })`);
    const names = async () => (await desk.bridge.client.listTools()).tools.map(({ name }) => name);
    await wait(async () => (await names()).includes('other'), 'it is offered');
    await desk.nvim.lua(`local acp = require('acp') acp.respond(acp.permissions()[1].id, 'once')`);
    expect(await desk.answer).toMatchObject({ content: [{ text: 'first' }] });
  });

  it('and the turn is cancelled, it ends', async () => {
    await using desk = await asked();
    await desk.nvim.lua(`require('acp').cancel()`);
    expect(await desk.answer).toMatchObject(failedWith('the turn was cancelled'));
    await expectNothingDone(desk);
    expect(await stateOf(desk)).toBe('cancelled');
  });

  it('and the agent cancels the call or goes away, it ends', async () => {
    await using desk = await asked();
    await desk.bridge.transport.close();
    await expectNothingDone(desk);
    expect(await audited(desk)).toMatchObject([{ outcome: 'ended' }]);
    expect(await stateOf(desk)).toBe('cancelled');
  });

  it('and the chat is closed, its agent hears so', async () => {
    await using desk = await asked();
    await desk.nvim.lua(`vim.cmd('Acp close')`);
    expect(await desk.answer).toMatchObject(failedWith('Ended: '));
    await expectNothingDone(desk);
    expect(await audited(desk)).toMatchObject([{ outcome: 'ended' }]);
  });

  it('and a rule comes that denies it, it is denied', async () => {
    await using desk = await asked();
    const rules = [{ deny: true, tool: 'neovim/mine' }];
    await desk.nvim.lua(desk.agent.setup({ permissions: { rules } }));
    expect(await desk.answer).toMatchObject(failedWith('deny tool=neovim/mine'));
    await expectNothingDone(desk);
    expect(await stateOf(desk)).toBe('output-denied');
    expect(await audited(desk)).toMatchObject([{ outcome: 'denied', by: 'rule' }]);
  });

  it('and a rule comes that allows it, it is done, this time', async () => {
    await using desk = await asked();
    const rules = [{ allow: true, tool: 'neovim/mine' }];
    await desk.nvim.lua(desk.agent.setup({ permissions: { rules } }));
    expect(await desk.answer).toMatchObject({ content: [{ text: 'first' }] });
    expect(await audited(desk)).toMatchObject([{ outcome: 'completed', by: 'rule' }]);
    await desk.nvim.lua(desk.agent.setup({ permissions: { rules: [] } }));
    const again = desk.bridge.client.callTool({ name: 'mine' });
    again.catch(() => {});
    await readable(desk.nvim);
    expect(await desk.nvim.lua('return ran')).toEqual(['first']);
  });
});
