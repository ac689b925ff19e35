import { expect, it, onTestFinished } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { silentLogger } from '../../../src/base/logger';
import { DiskWatcher } from '../../../src/files/disk-watcher';
import type { EditorDocuments } from '../../../src/files/documents';
import { Roots } from '../../../src/files/paths/roots';
import type { Lua } from '../../../src/nvim/lua';

/** A watcher whose editor answers `watched` when it is asked which files are loaded. */
function watcher(watched: (paths: readonly string[]) => unknown): DiskWatcher {
  const call = async (fn: string, _roots: unknown, paths: readonly string[]): Promise<unknown> =>
    fn === 'buffers.reload_guard.watch' ? watched(paths) : undefined;
  const documents = { take: async () => {}, reconcile: async () => undefined };
  const capture = new DiskWatcher({
    lua: { call } as unknown as Lua,
    documents: documents as unknown as EditorDocuments,
    log: silentLogger,
    roots: new Roots(),
    onChange: () => {},
    checkOthers: async () => {},
    onEnd: () => {},
  });
  onTestFinished(() => capture.dispose());
  return capture;
}

it('names each file to the editor once, and again what could not be told', async () => {
  const named: string[][] = [];
  let fails = false;
  const capture = watcher((paths) => {
    named.push([...paths]);
    if (fails) throw new Error('the editor is busy');
    return [];
  });
  const mention = (toolCallId: string): Promise<boolean> =>
    capture.mention({ session: 's', toolCallId }, [`/nowhere/${toolCallId}.txt`]);

  await capture.begin({ session: 's', roots: ['/'] });
  await mention('one');
  await capture.check('one');
  fails = true;
  await mention('two');
  fails = false;
  await mention('three');
  await capture.check('three');
  const [one, two, three] = ['one', 'two', 'three'].map((name) => `/nowhere/${name}.txt`);
  expect(named).toEqual([[], [one], [], [two], [two, three], []]);
});

it('asks the editor once for all who want to know before it is asked', async () => {
  const answer = new Deferred<readonly never[]>();
  let asked = 0;
  const capture = watcher(() => {
    asked++;
    return answer.promise;
  });
  const first = [capture.trackLoaded(), capture.trackLoaded()];
  await new Promise((settle) => setImmediate(settle));
  expect(asked).toBe(1);
  // What is loaded by now may be loaded since: these have to ask anew.
  const later = [capture.trackLoaded(), capture.trackLoaded()];
  answer.resolve([]);
  await Promise.all([...first, ...later]);
  expect(asked).toBe(2);
});

it('says when all that is named was looked at just now', async () => {
  const capture = watcher(() => []);
  await capture.begin({ session: 's', roots: ['/'] });
  const mention = { session: 's', toolCallId: 'one' };
  expect(await capture.mention(mention, ['/nowhere/one.txt'])).toBe(true);
  expect(await capture.mention(mention, ['/nowhere/one.txt', '/nowhere/two.txt'])).toBe(false);
  expect(await capture.mention(mention, [])).toBe(false);
});
