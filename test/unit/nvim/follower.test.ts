import { expect, it, onTestFinished } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { silentLogger } from '../../../src/base/logger';
import { Follower } from '../../../src/nvim/follower';
import type { Lua } from '../../../src/nvim/lua';

/** A follower whose editor answers each move when the test says so. */
function setup() {
  const moves: { readonly path: unknown; readonly answer: Deferred<unknown> }[] = [];
  const sets: unknown[][] = [];
  const steps: unknown[] = [];
  const lua: Lua = {
    call: (async (fn: string, ...args: unknown[]) => {
      if (fn === 'follow.set') sets.push(args);
      if (fn === 'follow.step_back') {
        steps.push(args[0]);
        return args[0] !== '/gone';
      }
      if (fn !== 'follow.go') return null;
      const answer = new Deferred<unknown>();
      moves.push({ path: args[0], answer });
      return answer.promise;
    }) as Lua['call'],
  };
  const follower = new Follower(lua, silentLogger);
  onTestFinished(() => follower.dispose());
  const asked = async (count: number) => {
    await expect.poll(() => moves.length).toBe(count);
    return moves[count - 1] as (typeof moves)[number];
  };
  /** Has been at these places, one after another. */
  const went = async (...paths: string[]) => {
    const moved: unknown[] = [];
    follower.onMove(({ path }) => moved.push(path));
    for (const [index, path] of paths.entries()) {
      follower.go({ path });
      (await asked(index + 1)).answer.resolve('moved');
      await expect.poll(() => moved.length).toBe(index + 1);
    }
  };
  return { follower, sets, steps, asked, went };
}

it('stays paused when the user takes the window right after a move', async () => {
  const { follower, asked } = setup();
  follower.set(true);
  follower.go({ path: '/a' });
  const { answer } = await asked(1);
  // Both come in one piece: the answer is read after the event.
  answer.resolve('moved');
  follower.pause(true);
  await answer.promise;
  await Promise.resolve();
  expect(follower.state).toBe('paused');
});

it('goes on when the user says so while a move is refused', async () => {
  const { follower, asked } = setup();
  follower.set(true);
  follower.pause(true);
  follower.go({ path: '/a' });
  const { answer } = await asked(1);
  follower.set(true);
  answer.resolve('paused');
  await answer.promise;
  await Promise.resolve();
  expect(follower.state).toBe('on');
});

it('tries again when the command that was in the way ends before that is heard', async () => {
  const { follower, asked } = setup();
  follower.set(true);
  follower.go({ path: '/a' });
  const { answer } = await asked(1);
  answer.resolve('pending');
  follower.pause(false);
  expect((await asked(2)).path).toBe('/a');
});

it('begins as it was in a host that died', async () => {
  const { follower, sets } = setup();
  follower.begin('paused');
  expect(follower.state).toBe('paused');
  expect(sets).toEqual([[true, true]]);
});

it.each([
  ['begins', (follower: Follower) => follower.begin('paused'), [true, true]],
  ['is switched on', (follower: Follower) => follower.set(true), [true, false]],
])('notifies the editor before anybody sees that it %s', (_, act, reported) => {
  const { follower, sets } = setup();
  const seen: unknown[] = [];
  follower.onState(() => seen.push([...sets]));
  act(follower);
  expect(seen).toEqual([[reported]]);
});

it('goes on to where the agent went during a pause', async () => {
  const { follower, asked } = setup();
  follower.set(true);
  follower.pause(true);
  follower.go({ path: '/a' });
  const { answer } = await asked(1);
  answer.resolve('paused');
  await answer.promise;
  await Promise.resolve();
  follower.set(true);
  expect((await asked(2)).path).toBe('/a');
});

it('forgets where the agent went when it ends', async () => {
  const { follower, asked } = setup();
  follower.set(true);
  follower.go({ path: '/a' });
  const { answer } = await asked(1);
  answer.resolve('paused');
  await answer.promise;
  await Promise.resolve();
  follower.set(false);
  follower.set(true);
  follower.go({ path: '/b' });
  expect((await asked(2)).path).toBe('/b');
});

it('steps back to each place once, however quickly it is asked to', async () => {
  const { follower, steps, went } = setup();
  follower.set(true);
  await went('/a', '/b', '/b', '/c');
  expect(await Promise.all([follower.back(false), follower.back(false)])).toEqual([true, true]);
  expect(steps).toEqual(['/b', '/a']);
  expect(await follower.back(false)).toBe(false);
  expect(await follower.back(true)).toBe(true);
  expect(steps.at(-1)).toBe('/a');
});

it('steps over places that are gone', async () => {
  const { follower, steps, went } = setup();
  follower.set(true);
  await went('/a', '/gone', '/b');
  expect(await follower.back(false)).toBe(true);
  expect(steps).toEqual(['/gone', '/a']);
});
