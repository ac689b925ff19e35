import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { LargeAnswers, untilRead } from '../../../src/protocol/back-pressure';

const LIMIT = 64 * 2 ** 20;

/** A stream whose other side reads on demand. */
class Slow extends Writable {
  readonly #waiting: (() => void)[] = [];

  override _write(_: Buffer, __: string, done: () => void): void {
    this.#waiting.push(done);
  }

  read(): void {
    this.#waiting.shift()?.();
  }

  behind(bytes: number): this {
    this.write(Buffer.alloc(bytes));
    return this;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What becomes of a promise within a few turns. */
async function isSettled(promise: Promise<unknown> | undefined): Promise<boolean> {
  let settled = false;
  void promise?.then(() => {
    settled = true;
  });
  for (let count = 0; count < 5; count++) await turn();
  return settled;
}

describe('a stream that is read slowly', () => {
  it('is waited for when more than the limit is unread', () => {
    expect(untilRead(new Slow())).toBeUndefined();
    expect(untilRead(new Slow().behind(LIMIT))).toBeUndefined();
    expect(untilRead(new Slow().behind(LIMIT + 1))).toBeInstanceOf(Promise);
  });

  it('has one wait, however many wait, which is over when all is read', async () => {
    const output = new Slow().behind(LIMIT + 1);
    const wait = untilRead(output);
    expect(untilRead(output)).toBe(wait);
    expect(output.listenerCount('drain')).toBe(1);
    expect(await isSettled(wait)).toBe(false);
    output.read();
    expect(await isSettled(wait)).toBe(true);
    expect(output.listenerCount('drain') + output.listenerCount('close')).toBe(0);
    expect(untilRead(output.behind(LIMIT + 1))).not.toBe(wait);
  });

  it('is waited for no longer when it ends', async () => {
    const output = new Slow().behind(LIMIT + 1);
    const wait = untilRead(output);
    output.destroy();
    expect(await isSettled(wait)).toBe(true);
    expect(untilRead(output)).toBeUndefined();
  });
});

describe('large answers', () => {
  it('are made when what waits has been read', async () => {
    const output = new Slow().behind(LIMIT + 1);
    const made = new LargeAnswers(output).make(() => 'answer');
    expect(await isSettled(made)).toBe(false);
    output.read();
    expect(await made).toBe('answer');
  });

  it('are made thirty-two at a time, each next one when one of them is done or has failed', async () => {
    const answers = new LargeAnswers(new Slow());
    const works = Array.from({ length: 34 }, () => new Deferred<number>());
    const begun: number[] = [];
    const results = works.map((work, index) =>
      answers
        .make(() => {
          begun.push(index);
          return work.promise;
        })
        .catch((error: Error) => error.message),
    );
    await isSettled(undefined);
    expect(begun).toHaveLength(32);
    works[3]?.resolve(3);
    expect(await results[3]).toBe(3);
    await isSettled(undefined);
    expect(begun.slice(32)).toEqual([32]);
    works[5]?.reject(new Error('no'));
    expect(await results[5]).toBe('no');
    await isSettled(undefined);
    expect(begun.slice(32)).toEqual([32, 33]);
    for (const work of works) work.resolve(0);
    await Promise.all(results);
    await isSettled(undefined);
    expect(await isSettled(answers.make(() => 1))).toBe(true);
  });
});
