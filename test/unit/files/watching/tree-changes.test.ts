import { expect, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { textImage } from '../../../../src/edit/file-image';
import { Attribution } from '../../../../src/files/attribution';
import type { ChangeReport } from '../../../../src/files/change-ledger';
import { Roots } from '../../../../src/files/paths/roots';
import type { TreeChange } from '../../../../src/files/scan/change';
import { TreeChanges, type TreeChangesOptions } from '../../../../src/files/watching/tree-changes';
import { makeFolder } from '../../../support/folder';

test('a file that is found half-written after the turn, because the user rewrites it, is no agent’s', async () => {
  using folder = makeFolder({});
  const scope = { session: 's', roots: [folder.dir] };
  const [gone, now] = [textImage('agent\n'), textImage('')];
  const change = (path: string, changedMs: number): TreeChange => ({
    ...{ path: folder.path(path), before: gone, after: now, versions: {} },
    ...{ seenAt: Date.now(), changedMs, hunks: [] },
  });
  let found: readonly TreeChange[] = [];
  const reports: ChangeReport[] = [];
  const attribution = new Attribution();
  const tree = new TreeChanges({
    attribution,
    log: silentLogger,
    roots: new Roots(),
    ledger: {
      seen: (report: ChangeReport) => void reports.push(report),
      knows: () => false,
      room: async () => {},
    },
    tracked: { refresh: async () => {}, has: () => false },
    compared: { run: (_: string, task: () => Promise<unknown>) => task() },
    recorder: {
      look: async (...[, , onChanges]: Parameters<TreeChangesOptions['recorder']['look']>) => {
        onChanges(found);
        return { files: 1, unsettled: false };
      },
    },
  } as unknown as TreeChangesOptions);
  attribution.begin('s', [folder.dir]);
  await tree.begin(scope);
  attribution.settled('s');
  attribution.over('s');
  found = [change('late', Date.now() + 60_000), change('before', Date.now() - 60_000)];
  await tree.check();
  expect(reports.map(({ path }) => path)).toEqual([folder.path('before')]);
});
