import { Agent, request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { type ScriptedAgent, scriptAgent } from '../support/agent';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';

interface HttpServer {
  readonly type: 'http';
  readonly name: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** What an agent is given that may, or may not, use http. */
async function given(
  http: boolean,
): Promise<{ agent: ScriptedAgent; nvim: Nvim; server: HttpServer }> {
  const agentCapabilities = { mcpCapabilities: { http } };
  const agent = scriptAgent({
    replies: { initialize: { result: { agentCapabilities } } },
  });
  const setup = agent.setup({ editor_tools: { transport: 'http' } });
  const nvim = await startNvim({ config: setup, files: { 'a.txt': 'one\n' }, args: ['a.txt'] });
  await nvim.lua(`require('acp').open()`);
  const { params } = await agent.called('session/new');
  return { agent, nvim, server: params.mcpServers[0] };
}

const headersOf = ({ headers }: HttpServer): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]));

async function connect(server: HttpServer): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: headersOf(server) };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** The status of a request of no session. Only `initialize` begins one. */
function status(
  server: HttpServer,
  headers: Record<string, string>,
  method = 'initialize',
  { agent, padding = '' }: { readonly agent?: Agent; readonly padding?: string } = {},
): Promise<number> {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) + padding;
  return new Promise((resolve, reject) => {
    const post = request(server.url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headersOf(server),
        ...headers,
      },
    });
    post.on('error', reject).on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    // In chunks, so that nobody knows in advance how much will come.
    post.write(body);
    post.end();
  });
}

it('an agent that takes http gets an address of this machine, and what it shows to get in', async () => {
  const { nvim, server } = await given(true);
  await using _ = nvim;
  expect(server).toEqual({
    type: 'http',
    name: 'neovim',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
    headers: [{ name: 'Authorization', value: expect.stringMatching(/^Bearer [\w-]{43}$/) }],
  });
  await using client = await connect(server);
  expect(client.getServerVersion()).toMatchObject({ name: 'neovim' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('read_buffer');
  const { structuredContent } = await client.callTool({
    name: 'read_buffer',
    arguments: { path: 'a.txt' },
  });
  expect(structuredContent).toMatchObject({ text: expect.stringContaining('one') });
});

it('an agent that does not gets a program', async () => {
  const { nvim, server } = await given(false);
  await using _ = nvim;
  expect(server).toMatchObject({ name: 'neovim', command: expect.any(String) });
});

it('nobody else gets in', async () => {
  const { nvim, server } = await given(true);
  await using _ = nvim;
  const { host, port } = new URL(server.url);
  expect(await status(server, { Authorization: 'Bearer x' })).toBe(401);
  expect(await status(server, { Authorization: '' })).toBe(401);
  expect(await status(server, { host: 'evil.example' })).toBe(403);
  expect(await status(server, { host: `evil.example:${port}` })).toBe(403);
  expect(await status(server, { origin: 'http://evil.example' })).toBe(403);
  expect(await status(server, { origin: 'null' })).toBe(403);
  expect(await status({ ...server, url: `http://${host}/other` }, {})).toBe(404);
  expect(await status(server, { origin: `http://${host}` })).toBe(200);
  expect(await status(server, { host: `localhost:${port}` })).toBe(200);
});

it('a batch is refused', async () => {
  const { nvim, server } = await given(true);
  await using _ = nvim;
  const answer = await fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headersOf(server),
    },
    body: ` [${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}]`,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ id: null, error: { code: -32600 } });
});

it('a message that is too long is refused, and its connection is not in the way of the next one', async () => {
  const { nvim, server } = await given(true);
  await using _ = nvim;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const padding = ' '.repeat(33 * 2 ** 20);
  expect(await status(server, {}, 'initialize', { agent, padding })).toBe(413);
  expect(await status(server, {}, 'initialize', { agent })).toBe(200);
  agent.destroy();
});

it('a second client is refused while the first one listens, and takes its place when it is gone', async () => {
  const { nvim, server } = await given(true);
  await using _ = nvim;
  {
    await using first = await connect(server);
    await expect.poll(() => status(server, {}, 'ping')).toBe(409);
    expect(await status(server, {})).toBe(409);
    expect(await first.ping()).toEqual({});
  }
  await expect.poll(() => status(server, {})).toBe(200);
});

it('a session ends with its chat', async () => {
  const { nvim, server } = await given(true);
  await using _ = nvim;
  await using client = await connect(server);
  await nvim.feed('<Esc>:Acp close<CR>');
  await expect.poll(() => status(server, {})).toBe(401);
  await expect(client.ping()).rejects.toThrow();
});

it('the address dies with the host, and the next one gives another with the session', async () => {
  const { agent, nvim, server } = await given(true);
  await using _ = nvim;
  await using client = await connect(server);
  await killHost(nvim);
  const { params } = await agent.called('session/new', 2);
  const next: HttpServer = params.mcpServers[0];
  expect([next.url, next.headers]).not.toEqual([server.url, server.headers]);
  await using again = await connect(next);
  expect((await again.callTool({ name: 'get_editor_state' })).structuredContent).toMatchObject({
    folder: nvim.dir,
  });
  await expect(client.ping()).rejects.toThrow();
});
