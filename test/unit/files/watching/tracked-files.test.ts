import { expect, it, onTestFinished, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { silentLogger } from '../../../../src/base/logger';
import { Attribution } from '../../../../src/files/attribution';
import { TrackedFiles } from '../../../../src/files/watching/tracked-files';
import type { Lua } from '../../../../src/nvim/lua';

/** The files of a turn in `/`; the editor answers `watched` when it is asked which files are loaded. */
function trackedFiles(
  watched: (paths: readonly string[]) => unknown,
  take: (path: string) => Promise<void> = async () => {},
) {
  const call = async (fn: string, _roots: unknown, paths: readonly string[]): Promise<unknown> =>
    fn === 'buffers.reload_guard.watch' ? watched(paths) : undefined;
  const attribution = new Attribution();
  const tracked = new TrackedFiles({
    lua: { call } as unknown as Lua,
    log: silentLogger,
    attribution,
    compared: { take, lead: async () => {} },
  });
  attribution.begin('s', ['/']);
  const mention = (toolCallId: string, ...names: string[]): Promise<boolean> =>
    tracked.mention(
      { session: 's', toolCallId },
      names.map((name) => `/nowhere/${name}.txt`),
    );
  return { tracked, mention };
}

it('names each file to the editor once, and again after a failure', async () => {
  const named: string[][] = [];
  let fails = false;
  const { tracked, mention } = trackedFiles((paths) => {
    named.push([...paths]);
    if (fails) throw new Error('the editor is busy');
    return [];
  });
  await tracked.refresh();
  await mention('one', 'one');
  await tracked.refresh();
  fails = true;
  await mention('two', 'two');
  fails = false;
  await mention('three', 'three');
  await tracked.refresh();
  const [one, two, three] = ['one', 'two', 'three'].map((name) => `/nowhere/${name}.txt`);
  expect(named).toEqual([[], [one], [], [two], [two, three], []]);
});

it('names together what comes soon after another name', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const named: string[][] = [];
  const taken = new Map(
    ['one', 'two', 'three'].map((name) => [`/nowhere/${name}.txt`, new Deferred<void>()]),
  );
  const { mention } = trackedFiles(
    (paths) => {
      named.push([...paths]);
      return [];
    },
    async (path) => taken.get(path)?.resolve(),
  );
  await mention('one', 'one');
  const later = [mention('two', 'two'), mention('three', 'three')];
  await Promise.all([...taken.values()].map(({ promise }) => promise));
  expect(named).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20);
  await Promise.all(later);
  expect(named.map((paths) => paths.length)).toEqual([1, 2]);
});

it('asks the editor once for all who want to know before it is asked', async () => {
  const answer = new Deferred<readonly never[]>();
  let asked = 0;
  const { tracked } = trackedFiles(() => {
    asked++;
    return answer.promise;
  });
  const first = [tracked.refresh(), tracked.refresh()];
  await new Promise((settle) => setImmediate(settle));
  expect(asked).toBe(1);
  // What is loaded by now may be loaded since: these have to ask anew.
  const later = [tracked.refresh(), tracked.refresh()];
  answer.resolve([]);
  await Promise.all([...first, ...later]);
  expect(asked).toBe(2);
});

it('says when all that is named was looked at just now', async () => {
  const { mention } = trackedFiles(() => []);
  expect(await mention('one', 'one')).toBe(true);
  expect(await mention('one', 'one', 'two')).toBe(false);
  expect(await mention('one')).toBe(false);
});
