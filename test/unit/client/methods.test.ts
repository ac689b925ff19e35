import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { clientMethods } from '../../../src/client/methods';
import { LargeAnswers } from '../../../src/protocol/back-pressure';
import { AcpError } from '../../../src/protocol/errors';
import type { Documents } from '../../../src/session/ports';
import { newFile } from '../../support/preview';
import { testSession } from '../../support/session';

const FILE = { sessionId: 's', path: '/project/a' };
const never = (): AbortSignal => new AbortController().signal;
/** Work that goes on until the signal says so, and then fails with this. */
const until = (signal: AbortSignal, error: Error): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(error)));

/** The methods of a session in the middle of a turn, over these documents. */
function methods(documents: Partial<Documents>, missingFileReadsEmpty = false) {
  const judged: unknown[] = [];
  const session = testSession({
    judge: (operation) => {
      judged.push(operation);
      return undefined;
    },
  });
  const link = {
    prompt: () => new Promise<never>(() => {}),
    cancel: () => {},
    setMode: async () => {},
    setModel: async () => {},
    setConfig: async () => [],
    close: () => {},
  };
  session.open({ sessionId: 's' }, link, [], false);
  void session.prompt([{ type: 'text', text: 'go' }]);
  const { requests } = clientMethods({
    session: async () => session,
    update: () => {},
    elicit: async () => ({ action: 'cancel' }),
    elicitationComplete: () => {},
    documents: {
      read: () => Promise.reject(AcpError.internal('nothing is read here')),
      write: () => Promise.reject(AcpError.internal('nothing is written here')),
      preview: async (_scope, _path, content) => newFile(content),
      ...documents,
    },
    largeAnswers: new LargeAnswers(new PassThrough()),
    missingFileReadsEmpty: () => missingFileReadsEmpty,
  });
  return {
    session,
    judged,
    write: (signal = never()) =>
      requests['fs/write_text_file']?.({ ...FILE, content: 'new' }, signal),
    read: () => requests['fs/read_text_file']?.(FILE, never()),
  };
}

describe('a write', () => {
  it('is judged as an edit of its file', async () => {
    const { write, judged } = methods({ write: async () => {} });
    expect(await write()).toEqual({});
    expect(judged).toMatchObject([{ kind: 'edit', locations: [{ path: '/project/a' }] }]);
  });

  it('that has not begun when its turn is cancelled does not begin, and says so', async () => {
    const { write, session } = methods({
      write: (_scope, _path, _content, signal) => until(signal, AcpError.cancelled()),
    });
    const written = write();
    await new Promise((resolve) => setImmediate(resolve));
    session.cancel();
    await expect(written).rejects.toMatchObject({
      code: -32800,
      message: 'the turn was cancelled: nothing was written',
    });
  });

  it('that fails otherwise in a cancelled turn says how', async () => {
    const { write, session } = methods({
      write: (_scope, _path, _content, signal) => until(signal, AcpError.internal('half done')),
    });
    const written = write();
    await new Promise((resolve) => setImmediate(resolve));
    session.cancel();
    await expect(written).rejects.toMatchObject({ message: 'half done' });
  });

  it('that the agent withdraws is only cancelled', async () => {
    const { write } = methods({
      write: (_scope, _path, _content, signal) => until(signal, AcpError.cancelled()),
    });
    const abort = new AbortController();
    const written = write(abort.signal);
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await expect(written).rejects.toEqual(AcpError.cancelled());
  });
});

describe('a read', () => {
  it('of a missing file is empty only for agents that need that, and only then', async () => {
    const missing = { read: () => Promise.reject(AcpError.notFound('/project/a')) };
    expect(await methods(missing, true).read()).toEqual({ content: '' });
    await expect(methods(missing, false).read()).rejects.toMatchObject({ code: -32002 });
    for (const error of [AcpError.internal('too large'), new Error('gone')]) {
      const failing = { read: () => Promise.reject(error) };
      await expect(methods(failing, true).read()).rejects.toBe(error);
    }
  });
});
