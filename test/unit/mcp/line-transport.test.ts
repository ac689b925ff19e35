import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { lineTransport } from '../../../src/mcp/line-transport';
import { LineSplitter } from '../../../src/protocol/lines';
import { echoTool, servedBy } from '../../support/mcp';
import { wait } from '../../support/wait';

interface Peer extends AsyncDisposable {
  readonly socket: Socket;
  /** Our end of its connection. */
  readonly ours: Socket;
  readonly answers: unknown[];
  /** All answers up to that of a `ping` after these lines. */
  say(...lines: readonly unknown[]): Promise<readonly unknown[]>;
}

const MAX_LINE_BYTES = 2 ** 20;
const request = (id: unknown, method: string, params?: unknown) => ({
  ...{ jsonrpc: '2.0', id, method },
  ...(params === undefined ? {} : { params }),
});
const INITIALIZE = request('first', 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

/** A connection to the server on which a test writes what it likes. */
async function connected(): Promise<Peer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  const [ours] = (await accepted) as [Socket];
  const serving = servedBy({ tools: [echoTool()] }, lineTransport(ours, MAX_LINE_BYTES));
  const answers: unknown[] = [];
  const lines = new LineSplitter(64 * MAX_LINE_BYTES);
  socket.on('data', (chunk) => {
    for (const line of lines.push(chunk)) answers.push(JSON.parse(line));
  });
  const write = (line: unknown): void => {
    socket.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  };
  const isOver = (one: unknown): boolean => (one as { id?: unknown }).id === 'last';
  return {
    socket,
    ours,
    answers,
    say: async (...list) => {
      answers.length = 0;
      for (const line of [...list, request('last', 'ping')]) write(line);
      await wait(() => answers.some(isOver), 'all is answered');
      return answers.filter((one) => !isOver(one));
    },
    [Symbol.asyncDispose]: async () => {
      serving.dispose();
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const failure = (id: unknown, code: number) =>
  expect.objectContaining({ jsonrpc: '2.0', id, error: expect.objectContaining({ code }) });

test.each<[string, unknown, unknown, number]>([
  ['no JSON', '{"jsonrpc"', null, -32700],
  ['two messages in one line', '{"a":1}{"b":2}', null, -32700],
  ['a batch', [request(1, 'ping'), request(2, 'ping')], null, -32600],
  ['no object', '5', null, -32600],
  ['another version of JSON-RPC', { jsonrpc: '1.0', id: 3, method: 'ping' }, 3, -32600],
  ['no version of it', { id: 'x', method: 'ping' }, 'x', -32600],
  ['no method', { jsonrpc: '2.0', id: 4 }, 4, -32600],
  ['a method that is no text', request(5, 7 as never), 5, -32600],
  ['an id of null', request(null, 'ping'), null, -32600],
  ['half an id', request(1.5, 'ping'), 1.5, -32600],
  ['an id that is a list', request([1], 'ping'), null, -32600],
  ['params that are a list', request(6, 'ping', [1]), 6, -32602],
  ['a progress token of null', request(7, 'ping', { _meta: { progressToken: null } }), 7, -32602],
])('%s is answered with an error', async (_, line, id, code) => {
  await using peer = await connected();
  await peer.say(INITIALIZE);
  expect(await peer.say(line)).toEqual([failure(id, code)]);
});

test('before initialize, too', async () => {
  await using peer = await connected();
  expect(await peer.say('x', [])).toEqual([failure(null, -32700), failure(null, -32600)]);
});

test.each([
  ['a response to nothing', { jsonrpc: '2.0', id: 9, result: {} }],
  ['a response that is wrong', { jsonrpc: '2.0', id: null, error: 'x' }],
  ['a notification with wrong params', { jsonrpc: '2.0', method: 'x', params: 5 }],
  ['an empty line', ''],
])('%s is not answered', async (_, line) => {
  await using peer = await connected();
  await peer.say(INITIALIZE);
  expect(await peer.say(line)).toEqual([]);
});

test.each([
  ['tools/list', { cursor: 5 }, 'cursor: expected string'],
  ['resources/read', {}, 'uri: expected string'],
  ['tools/call', { name: 5 }, 'name: expected string'],
  ['initialize', {}, 'protocolVersion: expected string'],
])('%s with wrong params: the answer names what is wrong', async (method, params, problem) => {
  await using peer = await connected();
  await peer.say(INITIALIZE);
  const [answer] = await peer.say(request(1, method, params));
  expect(answer).toEqual(failure(1, -32602));
  expect(answer).toMatchObject({ error: { message: expect.stringContaining(problem) } });
  expect(JSON.stringify(answer)).not.toContain('invalid_type');
});

test('who does not read the answers is not read from', async () => {
  await using peer = await connected();
  await peer.say(INITIALIZE);
  peer.socket.pause();
  const text = 'x'.repeat(MAX_LINE_BYTES / 2);
  let sent = 0;
  const more = (): void => {
    if (peer.socket.destroyed) return;
    sent += 1;
    const id = `x${text}${sent}`;
    peer.socket.write(`${JSON.stringify(request(id, 'ping'))}\n`, (error) => {
      if (!error && sent < 1000) more();
    });
  };
  more();
  await wait(() => peer.ours.isPaused(), 'the server waits');
  expect(peer.ours.writableLength).toBeLessThan(80 * 2 ** 20);
  peer.socket.resume();
  await wait(() => !peer.ours.isPaused(), 'it goes on');
});
