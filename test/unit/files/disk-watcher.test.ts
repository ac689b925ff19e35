import { expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../src/base/logger';
import { DiskWatcher } from '../../../src/files/disk-watcher';
import type { EditorDocuments } from '../../../src/files/documents';
import { Roots } from '../../../src/files/paths/roots';
import type { Lua } from '../../../src/nvim/lua';

it('names each file to the editor once, and again what could not be told', async () => {
  const named: string[][] = [];
  let fails = false;
  const call = async (fn: string, _roots: unknown, paths: readonly string[]): Promise<unknown> => {
    if (fn !== 'buffers.reload_guard.watch') return undefined;
    named.push([...paths]);
    if (fails) throw new Error('the editor is busy');
    return [];
  };
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
  const mention = (toolCallId: string): Promise<void> =>
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
