import { expect, test } from 'vitest';
import type { TreeChange } from '../../../../src/files/scan/change';
import type { RecorderThread } from '../../../../src/files/scan/thread';
import { type Found, TreeWatch } from '../../../../src/files/scan/watch';

type Look = Parameters<RecorderThread['look']>;
type ScanResult = Awaited<ReturnType<RecorderThread['look']>>;

/** A watch, and a recorder that does as a test says. */
function desk(): {
  readonly watch: TreeWatch;
  readonly looks: { root: string; begins: boolean | undefined; restMs: number | undefined }[];
  readonly forgotten: string[];
  readonly found: Found[];
  /** What the next looks answer, and the paths that they find; after that nothing. */
  readonly answers: { looked?: ScanResult; paths?: readonly string[] }[];
} {
  const looks: ReturnType<typeof desk>['looks'] = [];
  const forgotten: string[] = [];
  const found: Found[] = [];
  const answers: ReturnType<typeof desk>['answers'] = [];
  const thread = {
    look: async (...[root, turn, onChanges]: Look): Promise<ScanResult> => {
      looks.push({ root, begins: turn?.begins, restMs: turn?.restMs });
      const answer = answers.shift() ?? { looked: { files: 0, unsettled: false } };
      if (answer.paths) onChanges(answer.paths.map((path) => ({ path }) as TreeChange));
      return answer.looked;
    },
    forget: (root: string) => void forgotten.push(root),
  };
  return {
    watch: new TreeWatch(thread, (one) => found.push(one)),
    looks,
    forgotten,
    found,
    answers,
  };
}

const done = { files: 1, unsettled: false };

test('folders are read once for all sessions, and forgotten with the last one', async () => {
  const { watch, looks, forgotten } = desk();
  await watch.join('one', ['/a', '/a/inner', '/b']);
  await watch.join('two', ['/b']);
  expect(looks.map(({ root }) => root)).toEqual(['/a', '/b']);
  watch.leave('one');
  expect(forgotten).toEqual(['/a']);
  watch.leave('two');
  expect(forgotten).toEqual(['/a', '/b']);
});

test.each(['join', 'begin'] as const)(
  'a folder is not in one whose name its own begins with (%s)',
  async (how) => {
    const { watch, looks } = desk();
    await watch[how]('one', ['/p/app2', '/p/app', '/p/app/inner', '/p/app2/inner', '/p/ap']);
    expect(looks.map(({ root }) => root)).toEqual(['/p/app2', '/p/app', '/p/ap']);
  },
);

test('what changed before a turn is nobody’s, but not while another turn runs in the same folder', async () => {
  const { watch, looks } = desk();
  await watch.begin('one', ['/a']);
  await watch.begin('two', ['/a', '/b']);
  watch.end('one');
  watch.end('two');
  await watch.begin('one', ['/a']);
  expect(looks.map(({ root, begins }) => [root, begins])).toEqual([
    ['/a', true],
    ['/a', false],
    ['/b', true],
    ['/a', true],
  ]);
});

test('when the scan before a turn fails, the next one replaces it', async () => {
  const { watch, looks, answers } = desk();
  answers.push({});
  await watch.begin('one', ['/a']);
  await watch.check();
  await watch.check();
  expect(looks.map(({ begins }) => begins)).toEqual([true, true, false]);
});

test('a change is reported with the calls that may have made it: those that ran since the last scan', async () => {
  const { watch, found, answers } = desk();
  await watch.begin('one', ['/a']);
  await watch.begin('other', ['/b']);
  watch.call('one', 'first', false);
  watch.call('one', 'first', true);
  watch.call('one', 'second', false);
  watch.call('other', 'third', false);
  answers.push({ looked: done, paths: ['/a/1'] }, { looked: done });
  await watch.check();
  answers.push({ looked: done, paths: ['/a/2'] }, { looked: done });
  await watch.check();
  expect(found.map(({ calls }) => calls.map(({ toolCallId }) => toolCallId).sort())).toEqual([
    ['first', 'second'],
    ['second'],
  ]);
});

test('asked many times, it looks once more after the look that runs', async () => {
  const { watch, looks } = desk();
  await watch.begin('one', ['/a']);
  const first = watch.check();
  await Promise.all([first, watch.check(), watch.check()]);
  expect(looks).toHaveLength(2);
});

test('it looks again for what is just being written, but not for ever', async () => {
  const { watch, looks, answers } = desk();
  await watch.begin('one', ['/a']);
  const writing = { looked: { files: 1, unsettled: true } };
  answers.push(writing, writing, writing, writing, { looked: done });
  await watch.check();
  expect(looks.slice(1).map(({ restMs }) => restMs)).toEqual([40, 40, 40, 40, 0]);
});
