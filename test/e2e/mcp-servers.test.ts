import { expect, it } from 'vitest';
import { scriptAgent } from '../support/agent';
import { startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';

it('MCP servers from the configuration are passed to a new session, and what is wrong is told', async () => {
  const agent = scriptAgent({
    replies: { initialize: { result: { agentCapabilities: { mcpCapabilities: { http: true } } } } },
  });
  const mcp_servers = [
    { name: 'shell', command: 'sh', args: ['-c', 'true'], env: {} },
    { name: 'gone', command: 'nowhere' },
    { name: 'web', url: 'https://example.org/mcp' },
    { name: 'stream', type: 'sse', url: 'https://example.org/sse' },
  ];
  await using nvim = await startNvim({ config: agent.setup({ mcp_servers }) });
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
