import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/logger';
import { Attribution } from '../../../src/files/attribution';
import { TrackedFiles } from '../../../src/files/tracked-files';
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
  const attribution = new Attribution();
  const tracked = new TrackedFiles({
    lua: { call } as unknown as Lua,
    log: silentLogger,
    attribution,
    compared: { take: async () => {}, lead: async () => {} },
  });
  const mention = (toolCallId: string): Promise<void> =>
    tracked.mention({ session: 's', toolCallId }, [`/nowhere/${toolCallId}.txt`]);

  attribution.begin('s', ['/']);
  await tracked.refresh();
  await mention('one');
  await tracked.refresh();
  fails = true;
  await mention('two');
  fails = false;
  await mention('three');
  await tracked.refresh();
  const [one, two, three] = ['one', 'two', 'three'].map((name) => `/nowhere/${name}.txt`);
  expect(named).toEqual([[], [one], [], [two], [two, three], []]);
});
