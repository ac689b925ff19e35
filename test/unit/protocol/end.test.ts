import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { connectAgent } from '../../../src/protocol/connection';
import { AgentGoneError } from '../../../src/protocol/errors';
import { wait } from '../../support/wait';
import { NO_HANDLERS, TestLog, wire } from '../../support/wire';

const chunk = (text: string) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: {
    sessionId: 's',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  },
});
const PROMPT = { sessionId: 's', prompt: [] };

describe('the end of a connection', () => {
  it('comes after everything received was handled, and then fails what is pending', async () => {
    const order: string[] = [];
    const w = wire(
      { requests: {}, notifications: { 'session/update': () => order.push('update') } },
      {
        endReason: async () =>
          new AgentGoneError('it exited with code 1', 'tail', { code: 1, signal: null }),
      },
    );
    const answered = w.connection.request('session/list', {}).then(() => order.push('answer'));
    const prompt = w.connection
      .request('session/prompt', PROMPT)
      .catch((error: unknown) => order.push(`failed: ${(error as AgentGoneError).message}`));
    void w.connection.closed.then(() => order.push('closed'));
    const lines = [
      ...Array.from({ length: 5000 }, () => chunk('x')),
      { jsonrpc: '2.0', id: 0, result: { sessions: [] } },
    ];
    // The last line has no newline: the agent died before it could write it.
    w.stdout.end(lines.map((line) => JSON.stringify(line)).join('\n'));
    await Promise.all([answered, prompt, w.connection.closed]);
    expect(order.filter((what) => what === 'update')).toHaveLength(5000);
    expect(order.slice(5000)).toEqual(['answer', 'failed: it exited with code 1', 'closed']);
    expect(await w.connection.closed).toMatchObject({ detail: 'tail', exit: { code: 1 } });
  });

  it('is the answer to later requests; notifications are dropped', async () => {
    const w = wire();
    w.stdout.end();
    const late = w.connection.request('session/prompt', PROMPT).catch((error: unknown) => error);
    const reason = await w.connection.closed;
    expect(await late).toBe(reason);
    await expect(w.connection.request('session/list', {})).rejects.toBe(reason);
    expect(() => w.connection.notify('session/cancel', { sessionId: 's' })).not.toThrow();
    expect(w.log.of('debug').join()).toContain('session/cancel not sent');
    expect(reason.message).toBe('the connection has ended');
  });

  it('leaves half a line unanswered', async () => {
    const w = wire();
    w.stdout.end('{"jsonrpc":"2.0","id":1,"meth');
    await w.connection.closed;
    expect(w.junk).toEqual(['{"jsonrpc":"2.0","id":1,"meth']);
    expect(w.sent).toEqual([]);
  });

  it('withdraws the questions of the agent', async () => {
    let aborted = false;
    const w = wire({
      requests: {
        'fs/read_text_file': (_params, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => {
              aborted = true;
              reject(signal.reason);
            }),
          ),
      },
      notifications: {},
    });
    w.say({
      jsonrpc: '2.0',
      id: 1,
      method: 'fs/read_text_file',
      params: { sessionId: 's', path: '/a' },
    });
    w.stdout.end();
    await w.connection.closed;
    expect(aborted).toBe(true);
    expect(w.log.of('warn', 'error')).toEqual([]);
  });

  it('can be ours: close rejects at once and stops listening', async () => {
    const seen: string[] = [];
    const w = wire({
      requests: {},
      notifications: { 'session/update': () => seen.push('update') },
    });
    const prompt = w.connection.request('session/prompt', PROMPT);
    w.connection.close();
    w.connection.close();
    await expect(prompt).rejects.toThrow(new AgentGoneError('the connection was closed'));
    const reason = await w.connection.closed;
    w.say(chunk('late'));
    w.stdout.end();
    await wait(() => w.stdout.readableEnded, 'output nobody reads does not dam up');
    expect(seen).toEqual([]);
    expect(await w.connection.closed).toBe(reason);
  });

  it('comes with the first line that is too long, and names the size', async () => {
    const w = wire(NO_HANDLERS, {
      maxLineBytes: 2 ** 20,
      endReason: () => Promise.reject(new Error('not asked')),
    });
    const prompt = w.connection.request('session/prompt', PROMPT);
    for (let n = 0; n < 20; n++) w.stdout.write('a'.repeat(2 ** 16));
    await expect(prompt).rejects.toThrow('the connection failed: a line is longer than 1 MiB');
    expect(w.junk).toEqual([]);
  });

  it('comes when the stream breaks', async () => {
    const w = wire();
    const prompt = w.connection.request('session/prompt', PROMPT);
    w.stdout.destroy(new Error('EIO'));
    await expect(prompt).rejects.toThrow('the connection failed: EIO');
  });

  it('has a reason even when nobody can give one', async () => {
    const w = wire(NO_HANDLERS, { endReason: () => Promise.reject(new Error('no idea')) });
    w.stdout.end();
    expect((await w.connection.closed).message).toBe('the connection has ended');
    expect(w.log.of('error')).toEqual([
      'error: no reason for the end of the connection Error: no idea',
    ]);
  });

  it('needs nobody who hears of junk', async () => {
    const stdout = new PassThrough();
    const log = new TestLog();
    const connection = connectAgent(new PassThrough(), stdout, NO_HANDLERS, { log });
    stdout.end('junk\n');
    expect((await connection.closed).message).toBe('the connection has ended');
    expect(log.of('error', 'warn')).toEqual([]);
  });

  it('is seen when the stream was over before we listened', async () => {
    const stdout = new PassThrough();
    stdout.destroy();
    const log = new TestLog();
    const connection = connectAgent(new PassThrough(), stdout, NO_HANDLERS, { log });
    expect(await connection.closed).toBeInstanceOf(AgentGoneError);
    const read = new PassThrough({ autoDestroy: false });
    read.resume().end();
    await wait(() => read.readableEnded, 'the stream is over');
    const other = connectAgent(new PassThrough(), read, NO_HANDLERS, { log });
    expect(await other.closed).toBeInstanceOf(AgentGoneError);
  });

  it('leaves no listener of ours on the output, and lets the rest of it go', async () => {
    const w = wire();
    w.connection.close();
    await w.connection.closed;
    for (const name of ['data', 'end', 'close']) expect(w.stdout.listenerCount(name)).toBe(0);
    w.stdout.destroy(new Error('EIO'));
    await wait(() => w.stdout.destroyed, 'a stream that breaks later breaks nothing');
    expect(w.log.of('error', 'warn')).toEqual([]);
  });
});

it('what cannot be written fails, and ends nothing', async () => {
  const w = wire();
  const refused = w.connection.request('logout', {});
  w.say({ jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'no' } });
  await expect(refused).rejects.toMatchObject({ code: -32000 });
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  await expect(w.connection.request('session/list', ring)).rejects.toThrow(/circular/);
  w.connection.notify('session/cancel', ring as never);
  const list = w.connection.request('session/list', {});
  const { id } = await w.sentMethod('session/list');
  w.say({ jsonrpc: '2.0', id, result: { sessions: [] } });
  expect(await list).toEqual({ sessions: [] });
  expect(w.log.of('warn').join()).toContain('session/cancel could not be sent TypeError');
});

describe('an agent that does not read any more', () => {
  const broken = () =>
    new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });

  it('gets to say its last words before requests fail with the reason', async () => {
    const stdout = new PassThrough();
    const log = new TestLog();
    const seen: string[] = [];
    const connection = connectAgent(
      broken(),
      stdout,
      { requests: {}, notifications: { 'session/update': () => seen.push('update') } },
      { log, endReason: async () => new AgentGoneError('it was ended by SIGKILL') },
    );
    const prompt = connection.request('session/prompt', PROMPT);
    stdout.end(`${JSON.stringify(chunk('last words'))}\n`);
    await expect(prompt).rejects.toThrow('it was ended by SIGKILL');
    expect(seen).toEqual(['update']);
  });

  it('is given up soon even when it lives on', async () => {
    const log = new TestLog();
    const connection = connectAgent(broken(), new PassThrough(), NO_HANDLERS, { log });
    connection.notify('session/cancel', { sessionId: 's' });
    expect((await connection.closed).message).toBe('the connection has ended');
    expect(log.of('error')).toEqual([]);
    expect(log.of('warn')).toContain('warn: session/cancel could not be sent Error: write EPIPE');
    expect(log.of('debug')).toContain('debug: writing failed Error: write EPIPE');
  });

  it('is given up when an error cannot be answered, too', async () => {
    const w = wire();
    w.stdin.destroy();
    w.say({ jsonrpc: '2.0', id: null, method: 'x' });
    expect((await w.connection.closed).message).toBe('the connection has ended');
  });

  it('is heard in what it still answers', async () => {
    const w = wire();
    const asked = w.connection.request('session/list', {});
    await w.sentMethod('session/list');
    w.stdin.destroy();
    w.connection.notify('session/cancel', { sessionId: 's' });
    await wait(() => w.log.of('warn').length > 0, 'the notification has failed');
    w.say({ jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'sign in' } });
    await expect(asked).rejects.toMatchObject({ code: -32000, message: 'sign in' });
  });

  it('is given up when its stdin was ended, without writing to it', async () => {
    const w = wire();
    w.stdin.end();
    const prompt = w.connection.request('session/prompt', PROMPT);
    await expect(prompt).rejects.toBeInstanceOf(AgentGoneError);
    expect(w.sent).toEqual([]);
  });
});
