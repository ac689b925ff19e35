import { describe, expect, it } from 'vitest';
import { type Script, type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { BRIDGE, type BridgeClient, type ServerCommand, startBridge } from '../support/bridge';
import { hostPid, killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const CAN_ALL = {
  initialize: {
    result: {
      agentCapabilities: {
        loadSession: true,
        mcpCapabilities: { http: true },
        sessionCapabilities: { resume: {}, fork: {} },
      },
    },
  },
  'session/load': { result: {} },
  'session/resume': { result: {} },
  'session/fork': { result: { sessionId: 'copy' } },
};

function agentThat(more: Partial<Script> = {}): ScriptedAgent {
  return scriptAgent({ replies: CAN_ALL, prompts: [{ steps: [say('said')] }], ...more });
}

interface Started extends AsyncDisposable {
  readonly agent: ScriptedAgent;
  readonly nvim: Nvim;
}

async function start(
  setup: Readonly<Record<string, unknown>> = {},
  agent = agentThat(),
): Promise<Started> {
  const nvim = await startNvim({ config: agent.setup(setup), files: { 'a.txt': 'one\n' } });
  await nvim.lua(`require('acp').open()`);
  await agent.called('session/new');
  return { agent, nvim, [Symbol.asyncDispose]: () => nvim[Symbol.asyncDispose]() };
}

type NamedServer = ServerCommand & { readonly name: string };

/** The servers that the agent was given by the `count`th request of this method. */
async function servers(
  { agent }: Started,
  method = 'session/new',
  count = 1,
): Promise<readonly NamedServer[]> {
  return (await agent.called(method, count)).params.mcpServers;
}

async function neovim(started: Started, method?: string, count?: number): Promise<NamedServer> {
  const found = (await servers(started, method, count)).find(({ name }) => name === 'neovim');
  if (!found) throw new Error('the agent was not given the editor');
  return found;
}

const tokenOf = ({ env }: ServerCommand): string =>
  env.find(({ name }) => name === 'ACP_MCP_TOKEN')?.value ?? '';

/** As the agent does, so that all that it starts is found at the end. */
function connect({ nvim }: Started, server: ServerCommand): Promise<BridgeClient> {
  return startBridge(server, { mark: { ACP_TEST_MARK: nvim.mark } });
}

describe('each session is given the editor as an MCP server', () => {
  it('as a program with absolute paths, and with nothing but socket and token', async () => {
    await using started = await start();
    const server = await neovim(started);
    expect(server).toEqual({
      name: 'neovim',
      command: expect.stringMatching(/^\/.*node/),
      args: [BRIDGE],
      env: [
        { name: 'ACP_MCP_SOCKET', value: expect.stringMatching(/^\//) },
        { name: 'ACP_MCP_TOKEN', value: expect.stringMatching(/^[\w-]{43}$/) },
      ],
    });
    await using bridge = await connect(started, server);
    expect(bridge.client.getServerVersion()).toMatchObject({ name: 'neovim', title: 'Neovim' });
    const { tools } = await bridge.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('read_buffer');
    await started.nvim.lua(`
      local bufnr = vim.fn.bufadd('a.txt')
      vim.fn.bufload(bufnr)
      vim.api.nvim_buf_set_lines(bufnr, 0, 0, false, { 'not saved' })`);
    const { structuredContent } = await bridge.client.callTool({
      name: 'read_buffer',
      arguments: { path: 'a.txt' },
    });
    expect(structuredContent).toMatchObject({ text: expect.stringMatching(/not saved\s+.*one/) });
  });

  it.each([
    ['load', 'session/load', ':Acp load stored<CR>'],
    ['resume', 'session/resume', ':Acp resume stored<CR>'],
  ])('to %s', async (_, method, keys) => {
    await using started = await start();
    await started.nvim.feed(`<Esc>${keys}`);
    const server = await neovim(started, method);
    expect(tokenOf(server)).not.toBe(tokenOf(await neovim(started)));
    await using bridge = await connect(started, server);
    expect(await bridge.client.ping()).toEqual({});
  });

  it('to fork, beside that of the session it is made of', async () => {
    await using started = await start();
    const { nvim } = started;
    await nvim.lua(`require('acp').prompt('hello')`);
    await nvim.screen.toContain('said');
    await nvim.feed('<Esc>:Acp fork<CR>');
    await using first = await connect(started, await neovim(started));
    await using copy = await connect(started, await neovim(started, 'session/fork'));
    expect([await first.client.ping(), await copy.client.ping()]).toEqual([{}, {}]);
  });
});

describe('the connection ends', () => {
  it('with the chat', async () => {
    await using started = await start();
    await using bridge = await connect(started, await neovim(started));
    await started.nvim.feed('<Esc>:Acp close<CR>');
    await wait(() => bridge.stderr().includes('no longer'), 'the bridge is refused');
    await expect(bridge.client.listTools()).rejects.toThrow('no longer');
  });

  it('with the agent, which gets another token when it is started again', async () => {
    await using started = await start();
    const first = await neovim(started);
    await using bridge = await connect(started, first);
    await started.nvim.feed('<Esc>:Acp restart<CR>');
    await wait(() => bridge.stderr().includes('no longer'), 'the bridge is refused');
    const second = await neovim(started, 'session/new', 2);
    expect(tokenOf(second)).not.toBe(tokenOf(first));
    await using again = await connect(started, second);
    expect(await again.client.ping()).toEqual({});
  });

  it('but the first one of two clients stays', async () => {
    await using started = await start();
    const server = await neovim(started);
    await using bridge = await connect(started, server);
    await expect(connect(started, server)).rejects.toThrow(
      'Another client uses this token already.',
    );
    expect(await bridge.client.ping()).toEqual({});
  });
});

it('a bridge that still runs when the host was killed goes on with the next one', async () => {
  await using started = await start();
  const { agent, nvim } = started;
  await nvim.lua(`require('acp').prompt('hello')`);
  await nvim.screen.toContain('said');
  await nvim.turnOver();
  const server = await neovim(started);
  await using bridge = await connect(started, server);
  const pid = await hostPid(nvim);
  process.kill(pid, 'SIGKILL');
  await wait(() => bridge.stderr().includes('is gone'), 'the bridge has seen the end of the host');
  const waiting = bridge.client.listTools();
  expect(await waiting).toEqual({ tools: expect.any(Array) });
  expect(await hostPid(nvim)).not.toBe(pid);
  // The agent was started again, and has a token of its own.
  const second = (await agent.called('session/load')).params.mcpServers[0];
  expect(tokenOf(second)).not.toBe(tokenOf(server));
  await using another = await connect(started, second);
  expect(await another.client.ping()).toEqual({});
  expect(await bridge.client.ping()).toEqual({});
});

describe('the option editor_tools', () => {
  it('leaves agents without tools', async () => {
    await using started = await start({ editor_tools: false });
    expect(await servers(started)).toEqual([]);
  });

  it('of the agent takes the place of that of all', async () => {
    const agent = agentThat();
    const { command, args } = agent;
    const scripted = { command, args, editor_tools: { only: ['read_buffer'] } };
    await using started = await start({ editor_tools: false, agents: { scripted } }, agent);
    await using bridge = await connect(started, await neovim(started));
    const { tools } = await bridge.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['read_buffer']);
  });

  it('is checked', async () => {
    await using nvim = await startNvim({
      config: `_G.notes = {}
        vim.notify = function(text) table.insert(_G.notes, text) end
        require('acp').setup({
          editor_tools = { only = 'read_buffer', acept = {}, transport = 'sse' },
          agents = { gemini = { editor_tools = 'no' } },
        })`,
    });
    const [problems] = await nvim.lua('return _G.notes');
    for (const problem of [
      'editor_tools.only: expected list of strings, got "read_buffer"',
      'unknown option "editor_tools.acept"',
      'editor_tools.transport: expected one of stdio, http, got "sse"',
      'agents.gemini.editor_tools: expected a boolean or a table, got "no"',
    ]) {
      expect(problems).toContain(problem);
    }
    expect(problems).not.toContain('command');
  });
});

it('an agent that refuses a session because of them gets one without, and the user is told', async () => {
  const agent = agentThat({
    replies: { ...CAN_ALL, 'session/new': { refusesServer: 'neovim' } },
  });
  const mcp_servers = [{ name: 'own', command: 'sh' }];
  await using started = await start({ mcp_servers }, agent);
  expect((await servers(started)).map(({ name }) => name)).toEqual(['own', 'neovim']);
  expect((await servers(started, 'session/new', 2)).map(({ name }) => name)).toEqual(['own']);
  await started.nvim.screen.toContain('gets no tools of the editor');
  await started.nvim.lua(`require('acp').prompt('hello')`);
  await started.nvim.screen.toContain('said');
});

it("a user's own server of that name keeps it, and ours has another", async () => {
  await using started = await start({ mcp_servers: [{ name: 'neovim', command: 'sh' }] });
  const [own, ours] = await servers(started);
  expect(own).toMatchObject({ name: 'neovim', command: expect.stringMatching(/\/sh$/) });
  expect(ours).toMatchObject({ name: 'neovim-2', args: [BRIDGE] });
  await started.nvim.screen.toContain('called "neovim-2" for this agent');
});

describe(':checkhealth acp', () => {
  const health = (nvim: Nvim): Promise<string> =>
    nvim.lua(`
      vim.cmd('checkhealth acp')
      return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'):match('Editor tools.*')`);

  it('counts the tools of each chat, and says who has come for them', async () => {
    await using started = await start({ editor_tools: { only: ['read_buffer', 'search_text'] } });
    const { nvim } = started;
    const server = await neovim(started);
    expect(await health(nvim)).toContain('scripted: 2 tools, the agent has not come');
    await using _ = await connect(started, server);
    const said = await health(nvim);
    expect(said).toContain('scripted: 2 tools, connected');
    expect(said).toContain('agents can start the bridge');
  });

  it('says that there are none', async () => {
    await using started = await start({ editor_tools: false });
    expect(await health(started.nvim)).toContain('scripted: no tools (option "editor_tools")');
  });
});

const REGISTERED = `
  local function tool(name, handler)
    require('acp').register_tool({
      name = name,
      description = 'for a test',
      input_schema = { type = 'object' },
      handler = handler,
    })
  end
  _G.waiting = {}
  tool('huge', function() return ('x'):rep(10 * 1024 * 1024) end)
  tool('wait', function(_, done) table.insert(_G.waiting, done) end)`;

describe('limits', () => {
  const registered = async (): Promise<Started> => {
    const rules = [{ allow: true, tool: 'neovim/*' }];
    const started = await start({ permissions: { rules } });
    await started.nvim.lua(REGISTERED);
    return started;
  };

  it('a result of 10 MB is an error that says so, and the connection goes on', async () => {
    await using started = await registered();
    await using bridge = await connect(started, await neovim(started));
    const { isError, content } = await bridge.client.callTool({ name: 'huge' });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('at most 4.0 MiB');
    expect(await bridge.client.ping()).toEqual({});
  });

  it('100 calls are in flight, one more is refused, and all are answered', async () => {
    await using started = await registered();
    const { nvim } = started;
    await using bridge = await connect(started, await neovim(started));
    const calls = Array.from({ length: 100 }, () => bridge.client.callTool({ name: 'wait' }));
    await wait(() => nvim.lua('return #_G.waiting == 100'), 'all are in flight');
    const more = await bridge.client.callTool({ name: 'wait' });
    expect(more.isError).toBe(true);
    expect(JSON.stringify(more.content)).toContain('100 calls');
    await nvim.lua(`for at, done in ipairs(_G.waiting) do done('answer ' .. at) end`);
    const answers = await Promise.all(calls);
    expect(answers.map(({ content }) => (content as { text: string }[])[0]?.text).sort()).toEqual(
      Array.from({ length: 100 }, (_, at) => `answer ${at + 1}`).sort(),
    );
  });

  it('what was in flight when the host was killed is an error', async () => {
    await using started = await registered();
    const { nvim } = started;
    await nvim.lua(`require('acp').prompt('hello')`);
    await nvim.screen.toContain('said');
    await nvim.turnOver();
    await using bridge = await connect(started, await neovim(started));
    const call = bridge.client.callTool({ name: 'wait' });
    await wait(() => nvim.lua('return #_G.waiting == 1'), 'it is in flight');
    await killHost(nvim);
    expect(await call).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('whether this was done is not known') }],
    });
    const { tools } = await bridge.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('wait');
  });
});
