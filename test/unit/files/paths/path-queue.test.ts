import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { PathQueue } from '../../../../src/files/paths/path-queue';

test('tasks for one path run one after another, in order, also after a failure', async () => {
  const queue = new PathQueue();
  const log: string[] = [];
  const gate = new Deferred<void>();
  const first = queue.run('a', async () => {
    log.push('first begins');
    await gate.promise;
    log.push('first ends');
    throw new Error('broken');
  });
  const second = queue.run('a', async () => {
    log.push('second');
    return 2;
  });
  gate.resolve();
  await expect(first).rejects.toThrow('broken');
  expect(await second).toBe(2);
  expect(log).toEqual(['first begins', 'first ends', 'second']);
});

test('another path does not wait', async () => {
  const queue = new PathQueue();
  const gate = new Deferred<void>();
  const slow = queue.run('a', () => gate.promise);
  expect(await queue.run('b', async () => 'done')).toBe('done');
  gate.resolve();
  await slow;
});
