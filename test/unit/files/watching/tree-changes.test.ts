import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { textImage } from '../../../../src/edit/file-image';
import { Attribution } from '../../../../src/files/attribution';
import type { ChangeReport } from '../../../../src/files/change-ledger';
import { Drafts } from '../../../../src/files/disk/drafts';
import { JoinedFiles } from '../../../../src/files/disk/joined-files';
import { Roots } from '../../../../src/files/paths/roots';
import type { TreeChange } from '../../../../src/files/scan/change';
import { TreeChanges, type TreeChangesOptions } from '../../../../src/files/watching/tree-changes';
import { type Folder, makeFolder } from '../../../support/folder';

const [GONE, NOW] = [textImage('agent\n'), textImage('')];

/** A turn in the folder, of which the next look finds what the test says. */
async function watched(folder: Folder, state = join(folder.dir, 'state')) {
  const found: TreeChange[] = [];
  const reports: ChangeReport[] = [];
  const attribution = new Attribution();
  const drafts = new Drafts(state, silentLogger);
  const tree = new TreeChanges({
    attribution,
    drafts,
    log: silentLogger,
    roots: new Roots(),
    ledger: {
      seen: (report: ChangeReport) => void reports.push(report),
      knows: () => false,
      room: async () => {},
    },
    tracked: { refresh: async () => {}, has: () => false },
    compared: {
      joined: new JoinedFiles(),
      run: (_: string, task: () => Promise<unknown>) => task(),
    },
    recorder: {
      look: async (...[, , onChanges]: Parameters<TreeChangesOptions['recorder']['look']>) => {
        onChanges(found.splice(0));
        return { files: 1, unsettled: false };
      },
    },
  } as unknown as TreeChangesOptions);
  attribution.begin('s', [folder.dir]);
  await tree.begin({ session: 's', roots: [folder.dir] });
  const check = async (...changes: readonly TreeChange[]): Promise<string[]> => {
    found.push(...changes);
    await tree.check();
    return reports
      .splice(0)
      .map(
        ({ path, before }) =>
          `${before ? 'changed' : 'created'} ${path.slice(folder.dir.length + 1)}`,
      );
  };
  return { attribution, drafts, check };
}

const change = (path: string, facts: Partial<TreeChange>): TreeChange => ({
  ...{ path, before: GONE, after: NOW, versions: {} },
  ...{ seenAt: Date.now(), changedMs: Date.now(), hunks: [], ...facts },
});

test('a file that is found half-written after the turn, because the user rewrites it, is no agent’s', async () => {
  using folder = makeFolder({});
  const { attribution, check } = await watched(folder);
  attribution.settled('s');
  attribution.over('s');
  const late = change(folder.path('late'), { changedMs: Date.now() + 60_000 });
  const before = change(folder.path('before'), { changedMs: Date.now() - 60_000 });
  expect(await check(late, before)).toEqual(['changed before']);
});

test('a draft of ours is no agent’s file, however long it is there', async () => {
  using folder = makeFolder({ 'app.js': 'one\n' });
  const { drafts, check } = await watched(folder);
  const draft = await drafts.begin(folder.path('app.js'));
  const path = folder.path(draft.name);
  folder.write(draft.name, 'two\n');
  expect(await check(change(path, { before: null }))).toEqual([]);
  rmSync(path);
  await draft.end();
  expect(await check(change(path, { after: null }))).toEqual([]);
});

test('a file that is gone before it can be reported is none', async () => {
  using folder = makeFolder({ 'kept.txt': 'kept\n' });
  const { check } = await watched(folder);
  const [backup, kept] = [folder.path('app.js~'), folder.path('kept.txt')];
  const came = [backup, kept].map((path) => change(path, { before: null }));
  expect(await check(...came)).toEqual(['created kept.txt']);
  expect(await check(change(backup, { after: null }))).toEqual([]);
  expect(await check(change(kept, { after: null }))).toEqual(['changed kept.txt']);
});

test('a file that was gone for a moment only is reported as a new one', async () => {
  using folder = makeFolder({});
  const { check } = await watched(folder);
  const path = folder.path('new.txt');
  expect(await check(change(path, { before: null }))).toEqual([]);
  folder.write('new.txt', '');
  expect(await check(change(path, {}))).toEqual(['created new.txt']);
  expect(await check(change(path, {}))).toEqual(['changed new.txt']);
});
