import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { LateThread } from '../../../src/base/thread';

const folder = mkdtempSync(join(tmpdir(), 'acp-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, code: string): string {
  const file = join(folder, `${name}.cjs`);
  writeFileSync(file, `const { parentPort } = require('node:worker_threads');\n${code}`);
  return file;
}

test('a thread is started by what is sent first, and answers', async () => {
  const reply = new Deferred<string>();
  const thread = new LateThread<string, string>({
    program: program('echo', "parentPort.on('message', (text) => parentPort.postMessage(text));"),
    name: 'echo',
    onReply: (text) => reply.resolve(text),
    onEnd: (error) => reply.reject(error),
  });
  expect(thread.isRunning).toBe(false);
  expect(thread.send('hello')).toBe(true);
  expect(await reply.promise).toBe('hello');
  thread.dispose();
  expect(thread.send('again')).toBe(false);
});

test.each([
  ['ends by itself', 'process.exit(0)', /ended early/],
  ['throws', "throw new Error('out of order')", /out of order/],
])('one that %s says so once, and is not started again', async (_, code, why) => {
  const ends: Error[] = [];
  const end = new Deferred<void>();
  const thread = new LateThread<string, never>({
    program: program(`end ${ends.length}`, `parentPort.on('message', () => { ${code}; });`),
    name: 'short',
    onReply: () => {},
    onEnd: (error) => {
      ends.push(error);
      end.resolve();
    },
  });
  thread.send('end');
  await end.promise;
  expect(thread.send('more')).toBe(false);
  expect(ends.map(({ message }) => message)).toEqual([expect.stringMatching(why)]);
});
