import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Message } from 'vscode-jsonrpc/node';
import { Deferred } from '../../../src/base/deferred';
import { NdjsonReader, NdjsonWriter, type ReaderOptions } from '../../../src/protocol/ndjson';

const HIGH_WATER = 1000;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn();
}
const message = (method: string) => JSON.stringify({ jsonrpc: '2.0', method, params: {} });
const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${message(`${n}`)}\n`).join('');

/** A reader of a stream, and all that it has reported. */
function reader(options: Partial<ReaderOptions> = {}) {
  const stream = new PassThrough({ highWaterMark: 2 ** 20 });
  const reported: string[] = [];
  const made = new NdjsonReader(stream, {
    onValue: () => {},
    onJunk: (sample) => reported.push(`junk ${sample}`),
    onIgnored: (reason) => reported.push(`ignored ${reason}`),
    onAnswer: ({ error }) => reported.push(`answer ${error.code}`),
    ...options,
  });
  made.onError((error) => reported.push(`error ${error.message}`));
  made.onClose(() => reported.push('closed'));
  const listening = made.listen((one) => reported.push((one as { method?: string }).method ?? '?'));
  return { stream, reported, made, listening };
}

describe('a reader of lines', () => {
  it('hands out one message a turn, in order with what it answers and ignores itself', async () => {
    const { stream, reported } = reader();
    stream.write(`${message('a')}\n${message('b')}\n[]\n{"error":{"code":1}}\n${message('c')}\n`);
    while (reported.length === 0) await turn();
    const seen = [reported.length];
    for (let n = 0; n < 4; n++) {
      await turn();
      seen.push(reported.length);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(reported).toEqual(['a', 'b', 'answer -32600', expect.stringMatching(/^ignored /), 'c']);
  });

  it('closes when all that came has been handed out', async () => {
    const { stream, reported } = reader();
    stream.end(`${message('a')}\n${message('b')}`);
    await turns(10);
    expect(reported).toEqual(['a', 'b', 'closed']);
  });

  it('closes after an error, with what came before it', async () => {
    const { stream, reported } = reader({ maxLineBytes: 100 });
    stream.write(`${message('a')}\n${'x'.repeat(101)}\n${message('late')}\n`);
    stream.write(`${message('later')}\n`);
    await turns(10);
    expect(reported).toEqual(['error a line is longer than 100 bytes', 'a', 'closed']);
  });

  it('hands out nothing while it is held, and then all of it', async () => {
    const holds = [new Deferred<void>(), new Deferred<void>()];
    let asked = 0;
    const { stream, reported } = reader({ hold: () => holds[asked++]?.promise });
    stream.end(`${message('a')}\n${message('b')}\n`);
    await turns(5);
    expect([asked, reported, stream.isPaused()]).toEqual([1, [], true]);
    holds[0]?.resolve();
    await turns(5);
    expect([asked, reported]).toEqual([2, []]);
    holds[1]?.resolve();
    await turns(10);
    expect(reported).toEqual(['a', 'b', 'closed']);
    // Asked for each message, and not for the end.
    expect(asked).toBe(4);
  });

  it('pauses the stream when too much waits, until half of it is handed out', async () => {
    const { stream, reported } = reader();
    const paused: number[] = [];
    const resumed: number[] = [];
    stream.on('pause', () => paused.push(reported.length));
    stream.write(lines(HIGH_WATER));
    await turns(2);
    expect(paused).toEqual([]);
    stream.write(lines(20));
    while (paused.length === 0) await turn();
    stream.on('resume', () => resumed.push(reported.length));
    await turns(HIGH_WATER + 50);
    expect(reported).toHaveLength(HIGH_WATER + 20);
    expect(resumed).toHaveLength(1);
    expect(Math.abs((resumed[0] ?? 0) - (HIGH_WATER / 2 + 20))).toBeLessThan(5);
    expect(reported.slice(0, 3)).toEqual(['0', '1', '2']);
    expect(reported.slice(-2)).toEqual(['18', '19']);
  });

  it('that is disposed of hands out nothing more, and lets the stream run dry', async () => {
    const { stream, reported, made } = reader();
    stream.write(lines(3));
    await turns(1);
    made.dispose();
    const before = [...reported];
    stream.end(lines(2));
    await turns(10);
    expect(reported).toEqual(before);
    expect(stream.readableEnded).toBe(true);
  });

  it('stops listening when the one who listens does', async () => {
    const { stream, reported, listening } = reader();
    listening.dispose();
    stream.write(lines(1));
    await turns(5);
    expect(reported).toEqual([]);
    expect(stream.listenerCount('data')).toBe(0);
  });
});

describe('a writer of lines', () => {
  const one = { jsonrpc: '2.0', method: 'a' } as Message;

  it('settles when the stream has taken the line, which is reported before', async () => {
    const taken: string[] = [];
    const reported: unknown[] = [];
    const release = new Deferred<void>();
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        taken.push(chunk.toString());
        void release.promise.then(() => done());
      },
    });
    const writer = new NdjsonWriter(stream, (given) => reported.push(given));
    let settled = false;
    const written = writer.write(one).then(() => {
      settled = true;
    });
    await turns(3);
    expect([settled, taken, reported]).toEqual([
      false,
      ['{"jsonrpc":"2.0","method":"a"}\n'],
      [one],
    ]);
    release.resolve();
    await written;
    writer.end();
    expect(stream.writableEnded).toBe(true);
    await expect(writer.write(one)).rejects.toThrow('the stream is closed');
    expect(reported).toHaveLength(1);
  });

  it('fails with the stream, which breaks nothing else', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const writer = new NdjsonWriter(stream, () => {});
    const errors: string[] = [];
    writer.onError(([error]) => errors.push(error.message));
    await expect(writer.write(one)).rejects.toThrow('EPIPE');
    await turns(2);
    expect(errors).toEqual(['EPIPE']);
  });
});
