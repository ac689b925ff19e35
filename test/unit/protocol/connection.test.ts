import { describe, expect, it } from 'vitest';
import type { ClientHandlers } from '../../../src/protocol/connection';
import { AcpError } from '../../../src/protocol/errors';
import type { RequestPermissionResponse } from '../../../src/protocol/schema.gen';
import { expectValid } from '../../support/schema';
import { wait } from '../../support/wait';
import { NO_HANDLERS, wire, wiredPair } from '../../support/wire';

const update = (fields: object, sessionId = 's') => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update: fields },
});
const chunk = (text: string) =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const request = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
const PERMISSION = {
  sessionId: 's',
  toolCall: { toolCallId: 't' },
  options: [{ optionId: 'o', name: 'Yes', kind: 'allow_once' }],
};

/** Waits until everything said so far has been handled: answers come after all that was said before. */
async function settled(w: ReturnType<typeof wire>): Promise<void> {
  const id = `settled-${w.sent.length}-${Math.random()}`;
  w.say(request(id, '_settled'));
  await w.answerTo(id);
}

function texts(handlers: Partial<ClientHandlers['requests']> = {}) {
  const seen: string[] = [];
  const all: ClientHandlers = {
    requests: handlers,
    notifications: {
      'session/update': ({ update }) => {
        if (update.sessionUpdate !== 'agent_message_chunk') seen.push(update.sessionUpdate);
        else if (update.content.type === 'text') seen.push(update.content.text);
      },
    },
  };
  return { seen, handlers: all };
}

describe('requests to the agent', () => {
  it('are lines of valid ACP, with ids from 0', async () => {
    const w = wire();
    const initialize = w.connection.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
      clientInfo: { name: 'acp-host.nvim', version: '0.1.0' },
    });
    const session = w.connection.request('session/new', { cwd: '/p', mcpServers: [] });
    w.connection.notify('session/cancel', { sessionId: 's' });
    const sent = await w.sentMethod('session/cancel');
    expect(w.sent.map((m) => m.id)).toEqual([0, 1, undefined]);
    expect(w.sent.map((m) => m.jsonrpc)).toEqual(['2.0', '2.0', '2.0']);
    expectValid('ClientRequest', w.sent[0]);
    expectValid('InitializeRequest', w.sent[0]?.params);
    expectValid('NewSessionRequest', w.sent[1]?.params);
    expectValid('CancelNotification', sent.params);

    w.say({ jsonrpc: '2.0', id: 1, result: { sessionId: 'new' } });
    w.say({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } });
    expect((await initialize).agentCapabilities?.loadSession).toBe(false);
    expect(await session).toEqual({ sessionId: 'new' });
  });

  it('reject with the code, message and data of an error', async () => {
    const w = wire();
    const prompt = w.connection.request('session/prompt', { sessionId: 's', prompt: [] });
    w.say({
      jsonrpc: '2.0',
      id: 0,
      error: { code: -32000, message: 'log in', data: { url: 'u' } },
    });
    await expect(prompt).rejects.toEqual(new AcpError(-32000, 'log in', { url: 'u' }));
  });

  it('name the field of a bad result', async () => {
    const w = wire();
    const session = w.connection.request('session/new', { cwd: '/p', mcpServers: [] });
    w.say({ jsonrpc: '2.0', id: 0, result: { sessionId: 5 } });
    await expect(session).rejects.toThrow(
      'bad answer to session/new: result.sessionId: expected string, got 5',
    );
  });

  it.each([null, undefined, {}])('take %s for an empty result', async (result) => {
    const w = wire();
    const load = w.connection.request('session/load', {
      sessionId: 's',
      cwd: '/p',
      mcpServers: [],
    });
    w.say({ jsonrpc: '2.0', id: 0, result });
    expect(await load).toEqual({});
  });

  it('give up after their time, with a clear text, and say so to the agent', async () => {
    const w = wire();
    const late = w.connection.request(
      'initialize',
      { protocolVersion: 1 },
      { timeoutMs: 20, timeoutText: 'it did not start in time' },
    );
    await expect(late).rejects.toEqual(AcpError.internal('it did not start in time'));
    expect((await w.sentMethod('$/cancel_request')).params).toEqual({ requestId: 0 });
    const other = w.connection.request('session/list', {}, { timeoutMs: 100 });
    await expect(other).rejects.toThrow('session/list was not answered within 0.1 s');
    w.say({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } });
    await settled(w);
    expect(w.log.of('warn', 'error')).toEqual([]);
  });

  it('ask to be cancelled when aborted, and still take the answer', async () => {
    const w = wire();
    const abort = new AbortController();
    const prompt = w.connection.request(
      'session/prompt',
      { sessionId: 's', prompt: [] },
      { signal: abort.signal },
    );
    abort.abort();
    const cancel = await w.sentMethod('$/cancel_request');
    expect(cancel).toEqual({
      jsonrpc: '2.0',
      method: '$/cancel_request',
      params: { requestId: 0 },
    });
    expectValid('CancelRequestNotification', cancel.params);
    w.say({ jsonrpc: '2.0', id: 0, result: { stopReason: 'end_turn' } });
    expect(await prompt).toEqual({ stopReason: 'end_turn' });
  });

  it('are not sent when aborted before', async () => {
    const w = wire();
    const signal = AbortSignal.abort();
    await expect(w.connection.request('session/list', {}, { signal })).rejects.toEqual(
      AcpError.cancelled(),
    );
    await settled(w);
    expect(w.sent.filter((m) => m.method)).toEqual([]);
  });

  it('are not disturbed by answers to nobody', async () => {
    const w = wire();
    const list = w.connection.request('session/list', {});
    w.say({ jsonrpc: '2.0', error: { code: -32601, message: 'unknown notification' } });
    w.say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse error' } });
    w.say({ jsonrpc: '2.0', id: 99, result: {} });
    w.say({ jsonrpc: '2.0', id: '0', result: {} });
    w.say({ result: { sessions: [] }, id: 0, jsonrpc: '2.0' });
    expect(await list).toEqual({ sessions: [] });
    expect(w.sent).toHaveLength(1);
    expect(w.log.of('debug').join()).toContain('parse error');
  });
});

describe('requests from the agent', () => {
  it('are answered under their id, whatever it looks like', async () => {
    const w = wire({
      requests: { 'fs/read_text_file': async ({ path }) => ({ content: path }) },
      notifications: {},
    });
    // All in one chunk: 1 and "1" must not be mixed up, and a repeated id gets an answer each.
    const ids = [0, 1, '1', 'a-uuid', -3, 2.5, '', 1];
    w.say(
      ids
        .map((id, n) =>
          JSON.stringify(request(id, 'fs/read_text_file', { sessionId: 's', path: `/${n}` })),
        )
        .join('\n'),
    );
    await settled(w);
    const answers = w.sent.filter((m) => m.result !== undefined);
    expect(answers.map((m) => m.id)).toEqual(ids);
    expect(answers.map((m) => (m.result as { content: string }).content)).toEqual(
      ids.map((_, n) => `/${n}`),
    );
    for (const answer of answers) expectValid('ReadTextFileResponse', answer.result);
  });

  it('may overlap: one that waits for the user holds nothing up', async () => {
    let decide: (value: RequestPermissionResponse) => void = () => {};
    const { seen, handlers } = texts({
      'session/request_permission': () =>
        new Promise((resolve) => {
          decide = resolve;
        }),
    });
    const w = wire(handlers);
    w.say(request(7, 'session/request_permission', PERMISSION));
    w.say(chunk('meanwhile'));
    await wait(() => seen.includes('meanwhile'), 'the update is handled');
    expect(w.sent).toEqual([]);
    decide({ outcome: { outcome: 'selected', optionId: 'o' } });
    const { result } = await w.answerTo(7);
    expectValid('RequestPermissionResponse', result);
  });

  it('are answered with an object when the handler has nothing to say', async () => {
    const w = wire({
      requests: { 'fs/write_text_file': (async () => undefined) as never },
      notifications: {},
    });
    w.say(request(0, 'fs/write_text_file', { sessionId: 's', path: '/a', content: '' }));
    expect(await w.answerTo(0)).toEqual({ jsonrpc: '2.0', id: 0, result: {} });
  });

  it.each([
    [
      'an AcpError as it is',
      AcpError.notFound('/a'),
      { code: -32002, message: 'Resource not found: /a', data: { uri: '/a' } },
    ],
    [
      'anything else as an internal error',
      new TypeError('boom'),
      { code: -32603, message: 'boom' },
    ],
    ['even no error at all', undefined, { code: -32603, message: 'unknown error' }],
  ])('fail with %s', async (_what, thrown, error) => {
    const w = wire({
      requests: { 'fs/read_text_file': () => Promise.reject(thrown) },
      notifications: {},
    });
    w.say(request(0, 'fs/read_text_file', { sessionId: 's', path: '/a' }));
    expect((await w.answerTo(0)).error).toEqual(error);
    expectValid('Error', error);
  });

  it('fail when the handler throws before it waits, or its result cannot be written', async () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    const w = wire({
      requests: {
        'fs/read_text_file': () => {
          throw new Error('at once');
        },
        'fs/write_text_file': async () => ring,
      },
      notifications: {},
    });
    w.say(request(0, 'fs/read_text_file', { sessionId: 's', path: '/a' }));
    w.say(request(1, 'fs/write_text_file', { sessionId: 's', path: '/a', content: '' }));
    expect((await w.answerTo(0)).error).toMatchObject({ code: -32603, message: 'at once' });
    expect((await w.answerTo(1)).error).toMatchObject({ code: -32603 });
  });

  it.each([
    '_qwencode/start_turn',
    'craft/drainMidTurnQueue',
    'constructor',
    '__proto__',
    'session/new',
    '$/progress',
  ])('that are unknown, such as %s, get "method not found"', async (method) => {
    const w = wire();
    w.say(request('x', method));
    expect((await w.answerTo('x')).error).toMatchObject({ code: -32601, data: { method } });
  });

  it('with bad params get the path of the bad field', async () => {
    const w = wire({
      requests: { 'session/request_permission': () => Promise.reject(1) },
      notifications: {},
    });
    w.say(request(0, 'session/request_permission', { ...PERMISSION, toolCall: {} }));
    expect((await w.answerTo(0)).error).toEqual({
      code: -32602,
      message: 'params.toolCall.toolCallId: expected string, got nothing',
    });
  });

  it.each([
    ['no params', undefined, -32602],
    ['null as params', null, -32602],
    ['positional params', ['s', '/a'], -32602],
  ])('with %s do not reach the handler', async (_what, params, code) => {
    const w = wire({
      requests: { 'fs/read_text_file': async () => ({ content: 'reached' }) },
      notifications: {},
    });
    w.say(request(0, 'fs/read_text_file', params));
    expect((await w.answerTo(0)).error).toMatchObject({ code });
  });

  it('with the id null, and batches, get one error with the id null each', async () => {
    const w = wire();
    w.say(request(null, 'fs/read_text_file', { sessionId: 's', path: '/a' }));
    w.say([request(1, '_a'), request(2, '_b')]);
    await settled(w);
    expect(w.sent.slice(0, 2)).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batches are not supported' } },
    ]);
    for (const answer of w.sent.slice(0, 2)) expectValid('ClientResponse', answer);
  });

  it.each([0, 'a-uuid'])('can be withdrawn: %s', async (id) => {
    const w = wire({
      requests: {
        'session/request_permission': (_params, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(AcpError.cancelled()));
          }),
      },
      notifications: {},
    });
    // In one chunk: the cancellation must find the request even before it was dispatched.
    const cancel = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: id } };
    w.say(
      [request(id, 'session/request_permission', PERMISSION), cancel]
        .map((m) => JSON.stringify(m))
        .join('\n'),
    );
    expect((await w.answerTo(id)).error).toEqual({ code: -32800, message: 'Request cancelled' });
    expect(w.log.of('error', 'warn')).toEqual([]);
  });

  it('that end by an abort error count as cancelled', async () => {
    const w = wire({
      requests: {
        'fs/read_text_file': (_params, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          ),
      },
      notifications: {},
    });
    w.say(request(1, 'fs/read_text_file', { sessionId: 's', path: '/a' }));
    w.say({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } });
    expect((await w.answerTo(1)).error).toMatchObject({ code: -32800 });
  });

  it('may be finished all the same when withdrawn, and unknown ids are ignored', async () => {
    const w = wire({
      requests: {
        'fs/read_text_file': (_params, signal) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve({ content: 'done' })),
          ),
      },
      notifications: {},
    });
    for (const requestId of ['nobody', 12, null, {}]) {
      w.say({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });
    }
    w.say({ jsonrpc: '2.0', method: '$/cancel_request' });
    w.say(request(12, 'fs/read_text_file', { sessionId: 's', path: '/a' }));
    w.say({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 12 } });
    expect((await w.answerTo(12)).result).toEqual({ content: 'done' });
  });
});

describe('notifications from the agent', () => {
  it('are handled in the order of arrival, all before the answer that follows them', async () => {
    const { seen, handlers } = texts();
    const w = wire(handlers);
    const prompt = w.connection
      .request('session/prompt', { sessionId: 's', prompt: [] })
      .then(({ stopReason }) => seen.push(stopReason));
    const words = Array.from({ length: 3000 }, (_, n) => `${n}`);
    const lines = [
      ...words.map(chunk),
      { jsonrpc: '2.0', id: 0, result: { stopReason: 'end_turn' } },
      chunk('late'),
    ];
    w.say(lines.map((m) => JSON.stringify(m)).join('\n'));
    await prompt;
    await settled(w);
    expect(seen).toEqual([...words, 'end_turn', 'late']);
  });

  it('survive a handler that throws', async () => {
    const seen: number[] = [];
    const w = wire({
      requests: {},
      notifications: {
        'session/update': () => {
          seen.push(1);
          throw new Error('handler');
        },
      },
    });
    w.say(chunk('a'));
    w.say(chunk('b'));
    await settled(w);
    expect(seen).toHaveLength(2);
    const failed = 'error: handling session/update failed Error: handler';
    expect(w.log.of('error')).toEqual([failed, failed]);
  });

  it('of unknown kinds and methods are logged, once each', async () => {
    const { seen, handlers } = texts();
    const w = wire(handlers);
    for (let n = 0; n < 3; n++) {
      w.say(update({ sessionUpdate: '_subagent_spawned' }));
      w.say({ jsonrpc: '2.0', method: 'qwen/notify/session/mode-update', params: {} });
      w.say({ jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId: 'e' } });
      w.say({ jsonrpc: '2.0', method: '$/progress', params: {} });
    }
    w.say(chunk('still here'));
    await settled(w);
    expect(seen).toEqual(['still here']);
    expect(w.log.of('info')).toEqual([
      'info: session/update of an unknown kind: _subagent_spawned',
      'info: unknown notification qwen/notify/session/mode-update',
      'info: unknown notification elicitation/complete',
      'info: unknown request _settled',
    ]);
    expect(w.sent).toHaveLength(1);
  });

  it('that are unusable are logged with the bad field', async () => {
    const { seen, handlers } = texts();
    const w = wire(handlers);
    w.say(update({ sessionUpdate: 'tool_call', title: 'no id' }));
    w.say(update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'odd' }));
    await settled(w);
    expect(seen).toEqual(['tool_call_update']);
    expect(w.log.of('warn')).toEqual([
      'warn: unusable session/update params.update.toolCallId: expected string, got nothing',
    ]);
    expect(w.log.of('debug').join()).toContain('params.update.status');
  });
});

describe('the stream', () => {
  it('may hold junk, blank lines, CR LF and a BOM', async () => {
    const { seen, handlers } = texts();
    const w = wire(handlers);
    const one = JSON.stringify(chunk('one'));
    w.stdout.write(
      `\ufeff${one}\r\n\r\n   \nStarting \u001b[31magent\u0007…\n{"level":"info"}\n{"half": \n42\n${one}\n`,
    );
    await settled(w);
    expect(seen).toEqual(['one', 'one']);
    expect(w.junk).toEqual(['Starting agent␇…', '{"level":"info"}', '{"half":', '42']);
    expect(w.sent).toHaveLength(1);
  });

  it('reports the start of a long line of junk', async () => {
    const w = wire();
    w.say(`\u001b[31m${'x'.repeat(300)}`);
    await settled(w);
    expect(w.junk).toEqual(['x'.repeat(195)]);
    expect(w.log.of('debug')).toContain(
      `debug: skipped a line that is no message ${'x'.repeat(195)}`,
    );
  });

  it('may give texts instead of bytes', async () => {
    const { seen, handlers } = texts();
    const w = wire(handlers);
    w.stdout.setEncoding('utf8');
    w.say(chunk('häß'));
    await settled(w);
    expect(seen).toEqual(['häß']);
  });

  it('is copied to the tap, both ways, and a failing tap harms nothing', async () => {
    const tapped: string[] = [];
    const w = wire(NO_HANDLERS, {
      tap: (direction, message) => {
        tapped.push(`${direction} ${(message as { method?: string }).method ?? 'answer'}`);
        throw new Error('tap');
      },
    });
    w.connection.notify('session/cancel', { sessionId: 's' });
    w.say({ jsonrpc: '2.0', id: null, error: {} });
    w.say('junk');
    await settled(w);
    expect(tapped).toEqual(['out session/cancel', 'in answer', 'in _settled', 'out answer']);
    expect(w.log.of('error')).toEqual(Array(4).fill('error: the traffic tap failed Error: tap'));
  });

  it('waits when we are slower than the agent', async () => {
    const { seen, handlers } = texts();
    const w = wire(handlers);
    const line = `${JSON.stringify(chunk('x'.repeat(50)))}\n`;
    let paused = 0;
    w.stdout.on('pause', () => {
      paused += 1;
    });
    for (let n = 0; n < 50; n++) w.stdout.write(line.repeat(200));
    await settled(w);
    expect(seen).toHaveLength(10_000);
    expect(paused).toBeGreaterThan(0);
  });
});

describe('both ends of ours', () => {
  it('understand each other', async () => {
    const seen: string[] = [];
    const pair = wiredPair(
      {
        requests: {
          'fs/read_text_file': async ({ path, line }) => ({ content: `${path}:${line}` }),
        },
        notifications: { 'session/update': ({ update }) => seen.push(update.sessionUpdate) },
      },
      {
        requests: {
          initialize: async ({ protocolVersion }) => ({ protocolVersion }),
          'session/prompt': async ({ sessionId }, signal) => {
            const { content } = await pair.toClient.request(
              'fs/read_text_file',
              { sessionId, path: '/a', line: 3 },
              { signal },
            );
            pair.toClient.notify('session/update', {
              sessionId,
              update: {
                sessionUpdate: 'agent_message_chunk',
                content: { type: 'text', text: content },
              },
            });
            seen.push(content);
            return { stopReason: 'end_turn' };
          },
        },
        notifications: { 'session/cancel': ({ sessionId }) => seen.push(`cancel ${sessionId}`) },
      },
    );
    expect((await pair.toAgent.request('initialize', { protocolVersion: 1 })).protocolVersion).toBe(
      1,
    );
    pair.toAgent.notify('session/cancel', { sessionId: 's' });
    const prompt = [{ type: 'text', text: 'go' }] as const;
    expect(await pair.toAgent.request('session/prompt', { sessionId: 's', prompt })).toEqual({
      stopReason: 'end_turn',
    });
    expect(seen).toEqual(['cancel s', '/a:3', 'agent_message_chunk']);
    await expect(pair.toAgent.request('logout', {})).rejects.toEqual(
      AcpError.methodNotFound('logout'),
    );
  });
});
