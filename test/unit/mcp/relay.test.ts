import { expect, test } from 'vitest';
import { Relay } from '../../../src/mcp/bridge/relay';

const request = (id: number | string, method: string, params: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const notification = (method: string): string => JSON.stringify({ jsonrpc: '2.0', method });
const result = (id: unknown, value: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: value });
const INITIALIZE = request(0, 'initialize', { protocolVersion: '2025-11-25' });
const INITIALIZED = notification('notifications/initialized');
const LIST = request(1, 'tools/list');

function relay() {
  const client: string[] = [];
  const host: string[] = [];
  const reports: string[] = [];
  const made = new Relay({
    toClient: (line) => client.push(line),
    toHost: (line) => host.push(line),
    initializeResult: (params) => ({ made: params }),
    report: (text) => reports.push(text),
  });
  /** What has gone out since the last look. */
  const seen = () => ({ client: client.splice(0), host: host.splice(0) });
  const say = (...lines: string[]) => {
    for (const line of lines) made.fromClient(line);
  };
  return { relay: made, seen, say, reports };
}

/** A client that has initialized with a host. */
function initialized() {
  const made = relay();
  made.relay.opened();
  made.say(INITIALIZE);
  made.relay.fromHost(result(0));
  made.say(INITIALIZED);
  made.seen();
  return made;
}

const parsed = (line = '{}') => JSON.parse(line);

test('lines pass through as they are', () => {
  const { relay: made, seen, say } = relay();
  made.opened();
  const odd =
    '{ "jsonrpc" : "2.0", "id" : "a", "method" : "x", "params" : { "text" : "\\u0000 é" } }';
  say(odd);
  made.fromHost('{"id":"a" , "result":{} }');
  expect(seen()).toEqual({ client: ['{"id":"a" , "result":{} }'], host: [odd] });
});

test('what comes before the host listens waits, in order', () => {
  const { relay: made, seen, say } = relay();
  say(INITIALIZE, LIST);
  expect(seen().host).toEqual([]);
  expect(made.queued).toBe(INITIALIZE.length + LIST.length);
  made.opened();
  expect(seen().host).toEqual([INITIALIZE, LIST]);
  expect(made.queued).toBe(0);
});

test('another host hears what the client has told the first one, and then what waits', () => {
  const { relay: made, seen, say } = initialized();
  made.lost();
  say(LIST);
  made.opened();
  const [again] = seen().host.map(parsed);
  expect(again).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-11-25' } });
  // Nothing else before that is answered.
  say(request(2, 'tools/call'));
  expect(seen()).toEqual({ client: [], host: [] });
  made.fromHost(result(again.id));
  expect(seen()).toEqual({
    host: [INITIALIZED, LIST, request(2, 'tools/call')],
    client: [
      notification('notifications/tools/list_changed'),
      notification('notifications/resources/list_changed'),
    ],
  });
});

test('subscriptions live on, but not those that were ended or refused', () => {
  const { relay: made, seen, say } = initialized();
  say(
    request(1, 'resources/subscribe', { uri: 'a' }),
    request(2, 'resources/subscribe', { uri: 'b' }),
  );
  say(
    request(3, 'resources/subscribe', { uri: 'c' }),
    request(4, 'resources/unsubscribe', { uri: 'b' }),
  );
  for (const id of [1, 2, 4]) made.fromHost(result(id));
  made.fromHost(JSON.stringify({ jsonrpc: '2.0', id: 3, error: { code: -32002, message: 'no' } }));
  made.lost();
  made.opened();
  const [again] = seen().host.slice(-1).map(parsed);
  made.fromHost(result(again.id));
  const [, subscribe, ...rest] = seen().host;
  expect(parsed(subscribe)).toMatchObject({ method: 'resources/subscribe', params: { uri: 'a' } });
  expect(rest).toEqual([]);
  made.fromHost(result(parsed(subscribe).id));
  expect(seen().client).toEqual([]);
});

test('what was being answered when the host went is an error, and not done again', () => {
  const { relay: made, seen, say } = initialized();
  say(request(1, 'tools/list'), request('1', 'tools/list'), request(3, 'ping'));
  made.fromHost(result(3));
  seen();
  made.lost();
  const answers = seen().client.map(parsed);
  expect(answers.map(({ id }) => id)).toEqual([1, '1']);
  for (const { error } of answers) {
    expect(error.code).toBe(-32603);
    expect(error.message).toContain('went away before it answered');
  }
  made.opened();
  expect(seen().host.map(parsed)).toMatchObject([{ method: 'initialize' }]);
});

test('of a call whose host went the model hears that it may be done, or may not', () => {
  const { relay: made, seen, say } = initialized();
  say(request(1, 'tools/call', { name: 'edit_buffer' }));
  made.lost();
  say(request(2, 'tools/call', { name: 'edit_buffer' }));
  made.overdue();
  const failed = (text: string) => ({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining(text) }],
  });
  expect(seen().client.map(parsed)).toEqual([
    { jsonrpc: '2.0', id: 1, result: failed('whether this was done is not known') },
    { jsonrpc: '2.0', id: 2, result: failed('cannot be reached now') },
  ]);
});

test('initialize that was not answered is asked again', () => {
  const { relay: made, seen, say } = relay();
  made.opened();
  say(INITIALIZE);
  made.lost();
  made.opened();
  expect(seen()).toEqual({ host: [INITIALIZE, INITIALIZE], client: [] });
});

test('without a host initialize is answered after a while, and the next host is told', () => {
  const { relay: made, seen, say } = relay();
  say(INITIALIZE);
  made.answerInitialize();
  expect(seen().client.map(parsed)).toMatchObject([
    { id: 0, result: { made: { protocolVersion: '2025-11-25' } } },
  ]);
  say(INITIALIZED, LIST);
  made.opened();
  const [again] = seen().host.map(parsed);
  made.fromHost(result(again.id));
  expect(seen().host).toEqual([INITIALIZED, LIST]);
});

test('initialize that comes later is answered at once', () => {
  const { relay: made, seen, say } = relay();
  made.answerInitialize();
  say(INITIALIZE);
  expect(seen().client.map(parsed)).toMatchObject([{ id: 0, result: {} }]);
});

test('when no host comes requests are errors, until there is one', () => {
  const { relay: made, seen, say } = relay();
  say(INITIALIZE, INITIALIZED, LIST);
  made.overdue();
  expect(seen().client.map(parsed)).toMatchObject([
    { id: 0, result: {} },
    { id: 1, error: { code: -32603, message: expect.stringContaining('cannot be reached') } },
  ]);
  say(request(2, 'tools/list'));
  expect(seen().client.map(parsed)).toMatchObject([{ id: 2, error: { code: -32603 } }]);
  expect(made.queued).toBe(0);
  made.opened();
  const [again] = seen().host.map(parsed);
  made.fromHost(result(again.id));
  say(LIST);
  expect(seen().host).toEqual([INITIALIZED, LIST]);
});

test('a ping is answered with or without a host', () => {
  const { relay: made, seen, say } = initialized();
  made.lost();
  say(request(7, 'ping'));
  made.overdue();
  say(request(8, 'ping'));
  expect(seen().client.map(parsed)).toMatchObject([
    { id: 7, result: {} },
    { id: 8, result: {} },
  ]);
});

test('a client that the host refuses hears why, for all that it asks', () => {
  const { relay: made, seen, say } = relay();
  say(INITIALIZE);
  made.refused('No such token.');
  say(LIST, INITIALIZED, request(2, 'tools/call'));
  expect(seen().client.map(parsed)).toEqual([
    { jsonrpc: '2.0', id: 0, error: { code: -32603, message: 'No such token.' } },
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'No such token.' } },
    { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'No such token.' } },
  ]);
});

test('an answer to a question of the host before does not reach the next one', () => {
  const { relay: made, seen, say } = initialized();
  made.fromHost(request(5, 'ping'));
  made.lost();
  say(result(5));
  made.opened();
  const [again] = seen().host.map(parsed);
  made.fromHost(result(again.id));
  say(result(5));
  expect(seen().host).toEqual([INITIALIZED]);
  made.fromHost(request(5, 'ping'));
  say(result(5));
  expect(seen().host).toEqual([result(5)]);
});

test('what is no JSON is answered here, what is no message is left to the host', () => {
  const { seen, say, reports } = initialized();
  say('Starting…', '', '[]', '{}');
  const { host, client } = seen();
  expect(host).toEqual(['[]', '{}']);
  expect(client.map(parsed)).toMatchObject([{ id: null, error: { code: -32700 } }]);
  expect(reports).toEqual(['a line of the client is no JSON']);
});

test('without a host the bridge answers what is no message', () => {
  const { relay: made, seen, say } = relay();
  made.refused('no');
  say('[]', '{"jsonrpc":"2.0","id":3}', '{"jsonrpc":"2.0","id":4,"result":{}}');
  expect(seen().client.map(parsed)).toMatchObject([
    { id: null, error: { code: -32600 } },
    { id: 3, error: { code: -32600 } },
  ]);
});
