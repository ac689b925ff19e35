import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentThat, type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

it('MCP servers from the configuration are passed to a new session, and what is wrong is reported', async () => {
  const agent = scriptAgent({
    replies: { initialize: { result: { agentCapabilities: { mcpCapabilities: { http: true } } } } },
  });
  const mcp_servers = [
    { name: 'shell', command: 'sh', args: ['-c', 'true'], env: {} },
    { name: 'gone', command: 'nowhere' },
    { name: 'web', url: 'https://example.org/mcp' },
    { name: 'stream', type: 'sse', url: 'https://example.org/sse' },
  ];
  await using nvim = await startNvim({ config: agent.setup({ mcp_servers, editor_tools: false }) });
  await nvim.lua(`require('acp').open()`);
  const { params } = await agent.called('session/new');
  expectValid('NewSessionRequest', params);
  expect(params.mcpServers).toEqual([
    { name: 'shell', command: expect.stringMatching(/^\/.*\/sh$/), args: ['-c', 'true'], env: [] },
    { type: 'http', name: 'web', url: 'https://example.org/mcp', headers: [] },
  ]);
  await nvim.screen.toContain('the program "nowhere" was not found');
  await nvim.screen.toContain('the agent takes no sse servers');
});

it('the option mcp_servers is checked by name', async () => {
  await using nvim = await startNvim({
    config: `_G.notes = {} vim.notify = function(text) table.insert(_G.notes, text) end
      require('acp').setup({ mcp_servers = {
        { name = 'a', command = 7 }, { name = 'b', url = 'https://x', colour = 'red' }, 'c', { command = 'd' },
      } })`,
  });
  expect(await nvim.lua('return _G.notes[1]')).toMatch(
    /mcp_servers: "a" needs a name, and a command or a url.*mcp_servers: "d" needs.*mcp_servers\[1\]\.command: expected string, got number.*mcp_servers\[3\]: expected a table.*unknown option "mcp_servers\[2\]\.colour"/,
  );
  expect(await nvim.lua(`return require('acp.config').get().mcp_servers`)).toEqual([
    { name: 'b', url: 'https://x' },
  ]);
});

describe('MCP servers are passed with env and headers', () => {
  const mcp_servers = [
    { name: 'shell', command: 'sh', env: { TOKEN: 'a=b', EMPTY: '' } },
    { name: 'web', url: 'https://example.org/mcp', headers: { Authorization: 'Bearer x' } },
    { name: 'stream', type: 'sse', url: 'http://localhost:1/sse' },
  ];
  const passed = [
    {
      name: 'shell',
      command: expect.stringMatching(/^\/.*\/sh$/),
      args: [],
      env: [
        { name: 'EMPTY', value: '' },
        { name: 'TOKEN', value: 'a=b' },
      ],
    },
    {
      type: 'http',
      name: 'web',
      url: 'https://example.org/mcp',
      headers: [{ name: 'Authorization', value: 'Bearer x' }],
    },
    { type: 'sse', name: 'stream', url: 'http://localhost:1/sse', headers: [] },
  ];
  const start = async (): Promise<{ agent: ScriptedAgent; nvim: Nvim }> => {
    const agent = scriptAgent({
      replies: {
        initialize: {
          result: {
            agentCapabilities: {
              loadSession: true,
              mcpCapabilities: { http: true, sse: true },
              sessionCapabilities: { resume: {}, fork: {} },
            },
          },
        },
        'session/load': { result: {} },
        'session/resume': { result: {} },
        'session/fork': { result: { sessionId: 'copy' } },
      },
      prompts: [{ match: 'die', steps: [{ do: 'crash' }] }, { steps: [say('said')] }],
    });
    const nvim = await startNvim({ config: agent.setup({ mcp_servers, editor_tools: false }) });
    await nvim.lua(`require('acp').open()`);
    await agent.called('session/new');
    return { agent, nvim };
  };
  const expectPassed = async (agent: ScriptedAgent, method: string, schema?: string) => {
    const { params } = await agent.called(method);
    // A fork is in no stable schema.
    if (schema) expectValid(schema, params);
    const sorted = params.mcpServers.map((server: { env?: { name: string }[] }) =>
      server.env
        ? { ...server, env: server.env.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
        : server,
    );
    expect(sorted).toEqual(passed);
  };

  it.each([
    ['new', 'session/new', 'NewSessionRequest', ':Acp new<CR>'],
    ['load', 'session/load', 'LoadSessionRequest', ':Acp load stored<CR>'],
    ['resume', 'session/resume', 'ResumeSessionRequest', ':Acp resume stored<CR>'],
  ])('to %s', async (_, method, schema, keys) => {
    const { agent, nvim } = await start();
    await using _nvim = nvim;
    await nvim.feed(`<Esc>${keys}`);
    await expectPassed(agent, method, schema);
  });

  it('to fork', async () => {
    const { agent, nvim } = await start();
    await using _nvim = nvim;
    await nvim.lua(`require('acp').prompt('hello')`);
    await nvim.screen.toContain('said');
    await nvim.feed('<Esc>:Acp fork<CR>');
    await expectPassed(agent, 'session/fork');
  });

  it('when the session goes on after a crash', async () => {
    const { agent, nvim } = await start();
    await using _nvim = nvim;
    await nvim.lua(`require('acp').prompt('die')`);
    await nvim.screen.toContain('exited with code 1');
    await nvim.lua(`require('acp').prompt('go on')`);
    await nvim.screen.toContain('said');
    await expectPassed(agent, 'session/resume', 'ResumeSessionRequest');
  });
});

it('a path counts from the folder of the session, not from where Neovim was started', async () => {
  const agent = agentThat();
  await using nvim = await startNvim({
    config: agent.setup({
      mcp_servers: [{ name: 'own', command: './bin/mcp' }],
      editor_tools: false,
    }),
  });
  const project = join(nvim.dir, 'inner');
  mkdirSync(join(project, 'bin'), { recursive: true });
  writeFileSync(join(project, 'bin', 'mcp'), '#!/bin/sh\n', { mode: 0o755 });
  await nvim.lua(`require('acp').open({ cwd = ... })`, project);
  const { params } = await agent.called('session/new');
  expect(params.mcpServers).toMatchObject([{ command: join(project, 'bin', 'mcp') }]);
});

it('what is left out is reported once, however often the agent is started', async () => {
  const agent = agentThat(say('said'));
  await using nvim = await startNvim({
    config: agent.setup({ mcp_servers: [{ name: 'gone', command: 'nowhere' }] }),
  });
  await nvim.lua(`require('acp').open()`);
  await agent.called('session/new');
  await nvim.screen.toContain('"nowhere" was not found');
  await nvim.feed('<Esc>:Acp restart<CR>');
  await agent.called('session/new', 2);
  await nvim.screen.toContain('Restarted');
  await wait(async () => (await nvim.lua(`return #require('acp').sessions()`)) === 1, 'a session');
  const text: string = await nvim.lua(
    `return table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr('acp://scripted'), 0, -1, false), '\\n')`,
  );
  expect(text.match(/"nowhere"/g)).toHaveLength(1);
});
