import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger';
import { Server } from '../../src/mcp/library';
import { Listener } from '../../src/mcp/listener';
import { Tokens } from '../../src/mcp/tokens';
import type { KeptTools } from '../../src/nvim/kept-tools';
import { type BridgeClient, bridgeCommand, isAlive, startBridge } from '../support/bridge';
import { makeFolder } from '../support/folder';
import { wait } from '../support/wait';

interface StubHost extends AsyncDisposable {
  readonly tokens: Tokens<string>;
  readonly address: () => Promise<string>;
  /** What another host would have to know. */
  readonly kept: () => KeptTools;
  /** Which tools were called by whose client, and other methods. */
  readonly heard: string[];
}

const VIEW = 1;

/** The door of a host, and behind it a server that echoes. The tool `hang` never answers. */
function stubHost(runDir: string, before?: KeptTools): StubHost {
  let address = '';
  const heard: string[] = [];
  const tokens = new Tokens<string>(before?.tokens ?? [], () => {});
  const listener = new Listener<string>({
    tokens,
    runDir,
    address: before?.address,
    onAddress: (now) => {
      address = now;
    },
    onClient: (owner, transport) => {
      const server = new Server({ name: 'echo', version: '1' }, { capabilities: { tools: {} } });
      server.fallbackRequestHandler = async ({ method, params }) => {
        const name = params?.name ?? method;
        heard.push(`${owner}: ${name}`);
        if (name === 'hang') return new Promise(() => {});
        return { content: [{ type: 'text', text: JSON.stringify(params) }] };
      };
      server.oninitialized = () => heard.push(`${owner}: initialized`);
      void server.connect(transport);
    },
    log: silentLogger,
  });
  return {
    tokens,
    address: () => listener.address(),
    kept: () => ({ address, tokens: tokens.kept }),
    heard,
    [Symbol.asyncDispose]: () => listener.close(),
  };
}

const call = (bridge: Pick<BridgeClient, 'client'>, name: string): Promise<unknown> =>
  bridge.client.request({ method: 'tools/call', params: { name } });

const answered = (name: string) => ({
  content: [{ type: 'text', text: expect.stringContaining(`"name":"${name}"`) }],
});

async function connected(host: StubHost): Promise<BridgeClient> {
  const token = host.tokens.grant(VIEW, 'session');
  return startBridge(bridgeCommand(await host.address(), token));
}

test('a client talks to the server of the session that its token is for', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  host.tokens.grant(2, 'another');
  await using bridge = await connected(host);
  expect(bridge.client.getServerVersion()).toEqual({ name: 'echo', version: '1' });
  expect(await call(bridge, 'look')).toMatchObject(answered('look'));
  expect(host.heard).toContain('session: look');
  expect(bridge.stderr()).toBe('');
});

test('only the user can reach the socket', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  const address = await host.address();
  expect(dirname(dirname(address))).toBe(folder.dir);
  expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
  expect(statSync(address).mode & 0o777).toBe(0o600);
  await host[Symbol.asyncDispose]();
  await wait(() => !existsSync(dirname(address)), 'it is gone with the host');
});

test('a folder whose path is too long for a socket is not used', async () => {
  using folder = makeFolder({});
  const long = join(folder.dir, 'x'.repeat(100));
  mkdirSync(long);
  await using host = stubHost(long);
  const address = await host.address();
  expect(address).not.toContain(folder.dir);
  await using bridge = await connected(host);
  expect(await call(bridge, 'look')).toMatchObject(answered('look'));
});

test('large messages pass both ways', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  await using bridge = await connected(host);
  const text = 'é'.repeat(4 * 2 ** 20);
  const params = { name: 'large', arguments: { text } };
  const { content } = await bridge.client.request({ method: 'tools/call', params });
  expect(content[0]).toMatchObject({ type: 'text', text: expect.stringContaining(text) });
});

test('a message that is too long is refused, and the next one is not', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  const token = host.tokens.grant(VIEW, 'session');
  await using bridge = await startBridge(bridgeCommand(await host.address(), token));
  const params = { name: 'large', arguments: { text: 'x'.repeat(33 * 2 ** 20) } };
  const large = bridge.client.request({ method: 'tools/call', params });
  await expect(large).rejects.toThrow('the message is too long');
  expect(await call(bridge, 'look')).toMatchObject(answered('look'));
  const said = 'acp-mcp: a line of the client is too long\n';
  await wait(() => bridge.stderr() === said, 'it says why');
  expect(host.heard).not.toContain('session: large');
});

test('a wrong token is refused, on stderr and for each request', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  host.tokens.grant(VIEW, 'session');
  await using bridge = await startBridge(bridgeCommand(await host.address(), 'x'), {
    connect: false,
  });
  const why = 'The token is not, or no longer, known to the editor.';
  await expect(initialize(bridge)).resolves.toMatchObject({
    error: { code: -32603, message: why },
  });
  await wait(() => bridge.stderr() === `acp-mcp: ${why}\n`, 'it says why');
  expect(host.heard).toEqual([]);
});

test('a second client of a token is refused, and does not disturb the first', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  const token = host.tokens.grant(VIEW, 'session');
  const command = bridgeCommand(await host.address(), token);
  await using first = await startBridge(command);
  {
    await using second = await startBridge(command, { connect: false });
    expect(await initialize(second)).toMatchObject({
      error: { message: 'Another client uses this token already.' },
    });
  }
  expect(await call(first, 'look')).toMatchObject(answered('look'));
});

test('who presents no token is not served', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  for (const said of [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
    'x'.repeat(5000),
    '{"token":7}\n',
  ]) {
    const socket = createConnection(await host.address());
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.write(said);
    await once(socket, 'close');
    expect(JSON.parse(heard)).toEqual({ refused: expect.any(String) });
  }
  expect(host.heard).toEqual([]);
});

test('a revoked token ends the connection', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  await using bridge = await connected(host);
  host.tokens.revoke(VIEW);
  await wait(() => bridge.stderr().includes('no longer'), 'the bridge was refused');
  await expect(call(bridge, 'look')).rejects.toThrow('no longer');
});

test('the bridge goes on with the next host, and the client does not notice', async () => {
  using folder = makeFolder({});
  await using first = stubHost(folder.dir);
  await using bridge = await connected(first);
  const hanging = call(bridge, 'hang');
  await wait(() => first.heard.includes('session: hang'), 'the host has got it');
  await first[Symbol.asyncDispose]();
  expect(await hanging).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('went away before it answered') }],
  });
  const waiting = call(bridge, 'waiting');
  await using second = stubHost(folder.dir, first.kept());
  expect(await second.address()).toBe(first.kept().address);
  second.tokens.claim(VIEW, 'session again');
  expect(await waiting).toMatchObject(answered('waiting'));
  expect(second.heard).toEqual(['session again: initialized', 'session again: waiting']);
  expect(bridge.client.getServerVersion()).toEqual({ name: 'echo', version: '1' });
});

test('a client that is started while there is no host is served by the next one', async () => {
  using folder = makeFolder({});
  await using first = stubHost(folder.dir);
  const token = first.tokens.grant(VIEW, 'session');
  const command = bridgeCommand(await first.address(), token);
  await first[Symbol.asyncDispose]();
  await using bridge = await startBridge(command);
  // The bridge has answered that itself, as the editor would have.
  expect(bridge.client.getServerVersion()).toMatchObject({ name: 'neovim' });
  expect(bridge.client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } });
  const waiting = call(bridge, 'look');
  await using second = stubHost(folder.dir, first.kept());
  await second.address();
  second.tokens.claim(VIEW, 'session');
  expect(await waiting).toMatchObject(answered('look'));
});

test('the bridge ends with its input, whatever goes on', async () => {
  using folder = makeFolder({});
  await using host = stubHost(folder.dir);
  const bridge = await connected(host);
  call(bridge, 'hang').catch(() => {});
  await wait(() => host.heard.includes('session: hang'), 'the host has got it');
  expect(isAlive(bridge.pid)).toBe(true);
  await bridge[Symbol.asyncDispose]();
  expect(isAlive(bridge.pid)).toBe(false);
});

test('the bridge ends with a killed client that it does not read from any more', async () => {
  using folder = makeFolder({});
  const address = join(folder.dir, 'socket');
  const deaf = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('{"accepted":true}\n');
    socket.pause();
  });
  await once(deaf.listen(address), 'listening');
  const { args, env } = bridgeCommand(address, 'token');
  const agent = spawn(process.execPath, ['-e', FLOODING_AGENT, ...args], {
    env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(agent.stdout.setEncoding('utf8'), 'data')).map(Number);
  agent.kill('SIGKILL');
  await wait(() => !isAlive(pid ?? 0), 'the bridge has ended');
  deaf.close();
});

/** Says the pid of its bridge when that takes nothing more. */
const FLOODING_AGENT = `
  const { spawn } = require('node:child_process');
  const bridge = spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'ignore', 'inherit'] });
  const line = JSON.stringify({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(1e6) });
  for (let count = 0; count < 40; count++) bridge.stdin.write(line + '\\n');
  let left = 0;
  setInterval(() => {
    if (bridge.stdin.writableLength === left) process.stdout.write(String(bridge.pid));
    left = bridge.stdin.writableLength;
  }, 300);`;

test('what killed hosts have left is swept, but no socket that somebody listens to', async () => {
  using folder = makeFolder({});
  await using other = stubHost(folder.dir);
  const used = dirname(await other.address());
  const [left, fresh] = [
    await deadSocket(folder.dir, 'left'),
    await deadSocket(folder.dir, 'fresh'),
  ];
  const old = new Date(Date.now() - 120_000);
  for (const one of [used, left]) utimesSync(one, old, old);
  await using host = stubHost(folder.dir);
  await host.address();
  await wait(() => !existsSync(left), 'it is swept');
  expect([used, fresh].map(existsSync)).toEqual([true, true]);
});

/** The folder of a host that was killed. */
async function deadSocket(runDir: string, name: string): Promise<string> {
  const dir = join(runDir, `acp-mcp-${name}`);
  mkdirSync(dir, { mode: 0o700 });
  const listening = `require('net').createServer().listen(process.argv[1], () => console.log('on'))`;
  const child = spawn(process.execPath, ['-e', listening, join(dir, 'socket')]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return dir;
}

/** As a client does that reports all that it gets. */
async function initialize({ transport }: BridgeClient): Promise<unknown> {
  const answer = new Promise((resolve) => {
    transport.onmessage = resolve;
  });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  return answer;
}
