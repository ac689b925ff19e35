import { resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { RecorderThread } from '../../../../src/files/scan/thread';
import { makeFolder } from '../../../support/folder';
import { TestLog } from '../../../support/wire';

const PROGRAM = resolve('.cache/test/recorder.js');

beforeAll(async () => {
  await build({
    entryPoints: ['src/files/scan/main.ts'],
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  });
});

test('changes come from the thread, in the order in which they were looked for', async () => {
  using folder = makeFolder({ 'a.txt': 'a\n' });
  const recorder = new RecorderThread(PROGRAM, new TestLog());
  const found: string[] = [];
  const look = (since: number): Promise<unknown> =>
    recorder.look(folder.dir, { since, begins: false }, (changes) => {
      found.push(...changes.map(({ path }) => path.slice(folder.dir.length + 1)));
    });
  await recorder.look(folder.dir, undefined, () => {});
  folder.write('b.txt', 'b\n');
  const first = look(0);
  expect(await first).toEqual({ files: 2, unsettled: false });
  folder.write('c.txt', 'c\n');
  await Promise.all([look(0), look(0)]);
  expect(found).toEqual(['b.txt', 'c.txt']);
  recorder.dispose();
});

test('looks that are under way end with the thread', async () => {
  using folder = makeFolder({ 'a.txt': 'a\n' });
  const recorder = new RecorderThread(PROGRAM, new TestLog());
  const look = recorder.look(folder.dir, undefined, () => {});
  recorder.dispose();
  expect(await look).toBeUndefined();
});

test('without its program there is no record, and that is said once', async () => {
  const log = new TestLog();
  const recorder = new RecorderThread(resolve('.cache/test/none.js'), log);
  expect(await recorder.look('/', undefined, () => {})).toBeUndefined();
  expect(await recorder.look('/', undefined, () => {})).toBeUndefined();
  expect(log.of('warn')).toHaveLength(1);
});

test('what is left out is said', async () => {
  const log = new TestLog();
  const recorder = new RecorderThread(PROGRAM, log);
  expect(await recorder.look('/', undefined, () => {})).toEqual({ files: 0, unsettled: false });
  expect(log.of('warn').join()).toContain('the root of a file system');
  recorder.dispose();
});
