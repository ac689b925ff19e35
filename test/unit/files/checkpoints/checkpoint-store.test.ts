import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Logger, silentLogger } from '../../../../src/base/logger';
import { imageText, textImage } from '../../../../src/edit/file-image';
import type { LedgerChange } from '../../../../src/files/change-ledger';
import {
  CheckpointStore,
  type StoreLimits,
} from '../../../../src/files/checkpoints/checkpoint-store';
import { makeFolder } from '../../../support/folder';

const LIMITS: StoreLimits = { checkpoints: 100, steps: 100, contentBytes: 10_000 };
const ABOUT = { session: 's-1', agent: 'a', time: 1, prompt: 'do it' };

interface Place {
  readonly dir: string;
  open(limits?: Partial<StoreLimits>): Promise<CheckpointStore>;
  contents(): string[];
  readonly warnings: string[];
}

function place(): Place {
  const folder = makeFolder({ 'project/keep': '' });
  const warnings: string[] = [];
  const log: Logger = { ...silentLogger, warn: (text) => void warnings.push(text) };
  const dir = folder.path('project');
  const stores: CheckpointStore[] = [];
  onTestFinished(async () => {
    // A store that still writes would make anew what is being removed.
    await Promise.all(stores.map((store) => store.idle()));
    folder[Symbol.dispose]();
  });
  return {
    dir,
    warnings,
    open: async (limits = {}) => {
      const stateDir = folder.path('state');
      const store = new CheckpointStore({ stateDir, log, dir, limits: { ...LIMITS, ...limits } });
      stores.push(store);
      await store.load();
      return store;
    },
    contents: () => {
      const at = join(dir, 'checkpoints');
      return existsSync(at) ? readdirSync(at) : [];
    },
  };
}

const change = (
  path: string,
  before: string | null,
  after: string | null,
  more: Partial<LedgerChange> = {},
): LedgerChange => ({
  entry: {
    id: 1,
    session: 'key',
    turn: 1,
    source: 'disk',
    path,
    before: null,
    after: null,
    time: 1,
  },
  before: textImage(before),
  after: textImage(after),
  hunks: [],
  ...more,
});

/** What is known of each file since a checkpoint. */
async function since(store: CheckpointStore, number: number): Promise<unknown> {
  const files = await Promise.all(
    [...store.history.since(number)].map(async ([path, steps]) => {
      const texts = steps.map(async ({ before, after }) => [
        imageText(await store.image(before)),
        imageText(await store.image(after)),
      ]);
      return [path, await Promise.all(texts)] as const;
    }),
  );
  return Object.fromEntries(files);
}

describe('the checkpoints of a project', () => {
  test('outlive the host with what files held, private to the user', async () => {
    const { open, dir } = place();
    const first = await open();
    first.begin('key', ABOUT);
    first.changed(change('/a', 'one', 'two'));
    first.changed(change('/b', null, 'made'));
    await first.idle();
    first.dispose();
    const second = await open();
    expect(second.history.get(1)).toEqual({ number: 1, ...ABOUT });
    expect(await since(second, 1)).toEqual({ '/a': [['one', 'two']], '/b': [[null, 'made']] });
    expect(second.begin('key', ABOUT).number).toBe(2);
    expect(statSync(join(dir, 'checkpoints')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'checkpoints.jsonl')).mode & 0o777).toBe(0o600);
  });

  test('a line that a killed host was writing is lost, and no other', async () => {
    const { open, dir } = place();
    const first = await open();
    first.begin('key', ABOUT);
    first.changed(change('/a', 'one', 'two'));
    await first.idle();
    appendFileSync(join(dir, 'checkpoints.jsonl'), '{"step":{"id":9,"check');
    const second = await open();
    second.changed(change('/ignored', 'no session', 'has begun'));
    second.begin('key', ABOUT);
    second.changed(change('/a', 'two', 'three'));
    await second.idle();
    const third = await open();
    expect(await since(third, 1)).toEqual({
      '/a': [
        ['one', 'two'],
        ['two', 'three'],
      ],
    });
    const lines = readFileSync(join(dir, 'checkpoints.jsonl'), 'utf8').split('\n').slice(0, -1);
    expect(lines.map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
      'checkpoint',
      'step',
      'checkpoint',
      'step',
    ]);
  });

  test('a file that is changed again and again in a turn is one step, and only its ends are kept', async () => {
    const { open, contents } = place();
    const store = await open();
    store.begin('key', ABOUT);
    for (const [before, after] of ['1', '2', '3', '4'].map((text, at) => [String(at), text])) {
      store.changed(change('/a', before ?? null, after ?? null));
    }
    store.changed(change('/a', 'earlier', '0', { isEarlier: true }));
    await store.idle();
    expect(await since(store, 1)).toEqual({ '/a': [['earlier', '4']] });
    expect(contents()).toHaveLength(2);
  });

  test('steps between which somebody else has changed the file stay apart', async () => {
    const { open } = place();
    const store = await open();
    store.begin('key', ABOUT);
    store.changed(change('/a', '0', '1'));
    store.changed(change('/a', 'mine', '2'));
    expect(await since(store, 1)).toEqual({
      '/a': [
        ['0', '1'],
        ['mine', '2'],
      ],
    });
  });

  test('of too much the oldest go first, with their contents', async () => {
    const { open, contents } = place();
    const store = await open({ contentBytes: 500 });
    for (const name of ['one', 'two', 'three']) {
      store.begin('key', ABOUT);
      store.changed(change(`/${name}`, null, name.repeat(50)));
    }
    await store.idle();
    expect(store.history.periods().map(({ checkpoint }) => checkpoint.number)).toEqual([2, 3]);
    expect(contents()).toHaveLength(2);
    store.changed(change('/huge', null, 'x'.repeat(600)));
    store.changed(change('/small', null, 'y'));
    expect(await since(store, 3)).toMatchObject({ '/huge': [[null, undefined]] });
  });

  test('the file is written anew when most of it is out of date', async () => {
    const { open, dir } = place();
    const store = await open({ checkpoints: 3 });
    for (let at = 0; at < 700; at++) store.begin('key', ABOUT);
    await store.idle();
    const { length } = readFileSync(join(dir, 'checkpoints.jsonl'), 'utf8').split('\n');
    expect(length).toBeLessThan(520);
    const again = await open({ checkpoints: 3 });
    expect(again.history.nextNumber).toBe(701);
  });

  test('contents that no record names are removed, and a file of somebody else is put aside', async () => {
    const { open, dir, contents, warnings } = place();
    const first = await open();
    first.begin('key', ABOUT);
    first.changed(change('/a', 'one', 'two'));
    await first.idle();
    appendFileSync(join(dir, 'checkpoints', 'f'.repeat(64)), 'half a content');
    await open();
    expect(contents()).toHaveLength(2);
    chmodSync(join(dir, 'checkpoints.jsonl'), 0o666);
    const store = await open();
    expect(store.history.periods()).toEqual([]);
    expect(warnings).toEqual(['earlier checkpoints cannot be read']);
    expect(existsSync(join(dir, 'checkpoints.jsonl.unreadable'))).toBe(true);
    await store.idle();
  });
});

test('without the project’s folder nothing outlives the host', async () => {
  const folder = makeFolder({});
  onTestFinished(() => folder[Symbol.dispose]());
  const store = new CheckpointStore({ stateDir: folder.path('state'), log: silentLogger });
  await store.load();
  store.begin('key', ABOUT);
  store.changed(change('/a', 'one', 'two'));
  await store.idle();
  expect(await since(store, 1)).toEqual({ '/a': [['one', 'two']] });
  store.dispose();
  expect(readdirSync(folder.path('state/ledger'))).toEqual([]);
});
