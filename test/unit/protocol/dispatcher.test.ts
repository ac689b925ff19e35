import { describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { Dispatcher, logDropped, own } from '../../../src/protocol/dispatcher';
import { AcpError } from '../../../src/protocol/errors';
import { clientNotifications, clientRequests } from '../../../src/protocol/methods.gen';
import { TestLog } from '../../support/wire';

const FILE = { sessionId: 's', path: '/a' };
type Handlers = ConstructorParameters<typeof Dispatcher>[1];

function dispatcher(handlers: Partial<Handlers> = {}) {
  const log = new TestLog();
  const tables = { requests: clientRequests, notifications: clientNotifications };
  const made = new Dispatcher(tables, { requests: {}, notifications: {}, ...handlers }, log);
  const source = new CancellationTokenSource();
  return {
    log,
    source,
    made,
    answer: (method: string, params: unknown) => made.answer(method, params, source.token),
  };
}
const reading = (read: (signal: AbortSignal) => unknown): Partial<Handlers> => ({
  requests: { 'fs/read_text_file': (_params: never, signal: AbortSignal) => read(signal) },
});
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

describe('a request', () => {
  it('is answered by its handler, with an object in any case', async () => {
    const { answer } = dispatcher(reading(() => ({ content: 'x' })));
    expect(await answer('fs/read_text_file', FILE)).toEqual({ content: 'x' });
    const silent = dispatcher(reading(() => undefined));
    expect(await silent.answer('fs/read_text_file', FILE)).toEqual({});
  });

  it('that nobody handles is refused by a name that is cut', async () => {
    const { answer, log } = dispatcher();
    const name = 'x'.repeat(150);
    await expect(answer(name, {})).rejects.toMatchObject({
      code: -32601,
      data: { method: 'x'.repeat(100) },
    });
    await expect(answer('fs/read_text_file', FILE)).rejects.toMatchObject({ code: -32601 });
    expect(log.lines).toEqual([
      `info: unknown request ${'x'.repeat(100)}`,
      'info: unknown request fs/read_text_file',
    ]);
  });

  it('gives up when it is withdrawn, and says that it was cancelled', async () => {
    const { answer, source, log } = dispatcher(reading(untilAborted));
    const answered = answer('fs/read_text_file', FILE);
    source.cancel();
    await expect(answered).rejects.toMatchObject({ code: -32800 });
    expect(log.lines).toEqual([]);
  });

  it('gives up when nobody waits any more', async () => {
    const { answer, made } = dispatcher(reading(untilAborted));
    const answered = answer('fs/read_text_file', FILE);
    made.abort();
    await expect(answered).rejects.toMatchObject({ code: -32800 });
  });

  it('that is answered is not aborted afterwards', async () => {
    let given: AbortSignal | undefined;
    const { answer, made, source } = dispatcher(
      reading((signal) => {
        given = signal;
      }),
    );
    await answer('fs/read_text_file', FILE);
    source.cancel();
    made.abort();
    expect(given?.aborted).toBe(false);
  });

  it('fails with the error of its handler, which a log hears of when it is none of ours', async () => {
    const ours = dispatcher(reading(() => Promise.reject(AcpError.notFound('/a'))));
    await expect(ours.answer('fs/read_text_file', FILE)).rejects.toMatchObject({
      code: -32002,
      data: { uri: '/a' },
    });
    expect(ours.log.lines).toEqual([]);
    const other = dispatcher(
      reading(() => {
        throw new TypeError('boom');
      }),
    );
    await expect(other.answer('fs/read_text_file', FILE)).rejects.toMatchObject({
      code: -32603,
      message: 'boom',
    });
    expect(other.log.lines).toEqual(['error: answering fs/read_text_file failed TypeError: boom']);
  });

  it('whose handler ends by an abort error of its own has failed', async () => {
    const error = new DOMException('the disk gave up', 'AbortError');
    const { answer } = dispatcher(reading(() => Promise.reject(error)));
    await expect(answer('fs/read_text_file', FILE)).rejects.toMatchObject({ code: -32603 });
  });

  it('that fails otherwise after it was withdrawn says how', async () => {
    const { answer, source } = dispatcher(
      reading(async (signal) => {
        await untilAborted(signal).catch(() => {});
        throw new Error('half done');
      }),
    );
    const answered = answer('fs/read_text_file', FILE);
    source.cancel();
    await expect(answered).rejects.toMatchObject({ code: -32603, message: 'half done' });
  });
});

describe('the log', () => {
  it('hears of two hundred unknown names, and of each once', () => {
    const { made, log } = dispatcher();
    for (let n = 0; n < 250; n++) {
      made.take(`x/${n}`, {});
      made.take(`x/${n}`, {});
    }
    expect(log.lines).toHaveLength(200);
    expect(log.lines.at(-1)).toBe('info: unknown notification x/199');
  });

  it('hears of names up to a hundred characters', () => {
    const { made, log } = dispatcher();
    made.take('y'.repeat(101), {});
    expect(log.lines).toEqual([`info: unknown notification ${'y'.repeat(100)}`]);
  });

  it('hears what was left out of a message, the first twenty of it', () => {
    const log = new TestLog();
    logDropped(log, 'a', []);
    expect(log.lines).toEqual([]);
    logDropped(
      log,
      'a',
      Array.from({ length: 21 }, (_, n) => `f${n}`),
    );
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toMatch(/^debug: left out of a f0,.*,f19$/);
  });

  it('hears what is left out of requests, notifications and answers', async () => {
    const { answer, made, log } = dispatcher({
      ...reading(() => ({ content: '' })),
      notifications: { 'session/update': () => {} },
    });
    await answer('fs/read_text_file', { ...FILE, line: 'first' });
    made.take('session/update', {
      sessionId: 's',
      update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'odd' },
    });
    expect(log.of('debug').map((text) => text.split(' ').slice(0, 5).join(' '))).toEqual([
      'debug: left out of fs/read_text_file',
      'debug: left out of session/update',
    ]);
  });
});

it('a table has only its own entries', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own({ a: 1 }, 'constructor')).toBeUndefined();
});
