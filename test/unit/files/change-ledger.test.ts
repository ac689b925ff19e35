import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Logger, silentLogger } from '../../../src/base/logger';
import { type FileImage, imageText, textImage } from '../../../src/edit/file-image';
import {
  ChangeLedger,
  type ChangeReport,
  type LedgerChange,
} from '../../../src/files/change-ledger';
import { hasEnded, ownMark } from '../../../src/files/disk/process-mark';
import { ContentFolder, sweepContents } from '../../../src/files/ledger/content-folder';
import { sameRef } from '../../../src/files/ledger/image-ref';
import type { LedgerLimits } from '../../../src/files/ledger/kept-entries';
import { hunksBetween } from '../../../src/files/scan/change';
import { makeFolder } from '../../support/folder';
import { mountSmallDisk, whyNoSmallDisk } from '../../support/small-disk';

interface Place {
  readonly ledger: ChangeLedger;
  readonly contents: ContentFolder;
  readonly changes: LedgerChange[];
  readonly warnings: string[];
  readonly state: string;
  /** Names of what is kept on disk. */
  kept(): Promise<string[]>;
  /** As [source, before, after] of the session `s`. */
  texts(): Promise<unknown[]>;
}

function open({ limits, state }: { limits?: LedgerLimits; state?: string } = {}): Place {
  const folder = makeFolder({});
  const stateDir = state ?? folder.path('state');
  const warnings: string[] = [];
  const log: Logger = { ...silentLogger, warn: (text) => void warnings.push(text) };
  const contents = new ContentFolder(stateDir, log);
  const ledger = new ChangeLedger({
    contents,
    turnOf: (session) => (session === 'closed' ? undefined : 1),
    ...(limits ? { limits } : {}),
  });
  const changes: LedgerChange[] = [];
  ledger.on((change) => changes.push(change));
  onTestFinished(async () => {
    ledger.dispose();
    // Contents that are still written would make anew what is being removed.
    await contents.idle();
    folder[Symbol.dispose]();
  });
  return {
    ledger,
    contents,
    changes,
    warnings,
    state: stateDir,
    kept: async () => {
      await contents.idle();
      const all = join(stateDir, 'ledger');
      const [own] = existsSync(all) ? readdirSync(all) : [];
      return own === undefined ? [] : readdirSync(join(all, own));
    },
    texts: () =>
      Promise.all(
        ledger
          .entries('s')
          .map(async ({ source, before, after }) => [
            source,
            imageText(await ledger.image(before)),
            imageText(await ledger.image(after)),
          ]),
      ),
  };
}

let now = 0;

function change(
  before: FileImage | string | null,
  after: FileImage | string | null,
  more: Partial<ChangeReport> = {},
): ChangeReport {
  const image = (side: FileImage | string | null): FileImage | null =>
    typeof side === 'string' ? textImage(side) : side;
  const [old, next] = [image(before), image(after)];
  return {
    session: 's',
    source: 'disk',
    path: '/a',
    seenAt: ++now,
    hunks: hunksBetween(old, next),
    ...more,
    before: old,
    after: next,
  };
}

const fs = { source: 'fs' } as const;
const disk = { source: 'disk' } as const;

describe('a change that two have seen', () => {
  const sources = { fs, watcher: disk, scan: { ...disk, toolCallId: 'shell' } };
  const pairs = Object.entries(sources).flatMap(([first, one]) =>
    Object.entries(sources)
      .filter(([second]) => first !== second)
      .map(([second, other]) => [first, second, one, other] as const),
  );

  test.each(pairs)('is that of the first: %s before %s', async (_, __, one, other) => {
    const { ledger, changes, texts } = open();
    const seen = change('a', 'b', { ...one, version: 'B' });
    ledger.seen(seen);
    // A source that writes reports late, but of the time when it wrote.
    const again = change('a', 'b', { ...other, version: 'B' });
    expect(ledger.knows({ ...again, source: 'disk' })).toBe(true);
    ledger.seen(other.source === 'fs' ? { ...again, seenAt: seen.seenAt - 0.5 } : again);
    expect(await texts()).toEqual([[one.source, 'a', 'b']]);
    expect(changes).toHaveLength(1);
  });

  test.each([
    ['watcher', sources.watcher],
    ['scan', sources.scan],
  ])('is the user’s when they saved it, not of: %s', (_, source) => {
    const { ledger, changes } = open();
    ledger.saved('/a', 'B');
    ledger.seen(change('a', 'b', { ...source, version: 'B' }));
    expect(ledger.entries('s')).toEqual([]);
    expect(changes).toEqual([]);
  });

  test.each(Object.entries(sources))(
    'stays reported when the user saves after: %s',
    async (_, source) => {
      const { ledger, texts } = open();
      ledger.seen(change('a', 'b', { ...source, version: 'B' }));
      ledger.saved('/a', 'C');
      ledger.seen(change('a', 'c', { version: 'C' }));
      ledger.seen(change('c', 'd', { version: 'D' }));
      expect(await texts()).toEqual([
        [source.source, 'a', 'b'],
        ['disk', 'c', 'd'],
      ]);
    },
  );

  test('is divided where the other knows only its end', async () => {
    const { ledger, changes, texts } = open();
    ledger.seen(change('a\n', 'b\n', fs));
    ledger.seen(change('a\n', 'b\nc\n'));
    expect(await texts()).toEqual([
      ['fs', 'a\n', 'b\n'],
      ['disk', 'b\n', 'b\nc\n'],
    ]);
    expect(changes[1]?.hunks).toEqual([{ row: 1, del: 0, lines: ['c'] }]);
  });

  test('is decided by its times where only the editor knows its encoding', () => {
    const cyrillic: FileImage = { content: { kind: 'text', text: 'я', encoding: 'cp1251' } };
    const guessed: FileImage = { content: { kind: 'text', text: '\xff', encoding: 'latin1' } };
    const { ledger, changes } = open();
    ledger.seen(change(null, cyrillic, { version: 'B' }));
    ledger.seen(change(null, guessed, { version: 'B' }));
    expect(changes).toHaveLength(1);
    ledger.seen(change(null, guessed, { version: 'C' }));
    expect(changes).toHaveLength(2);
  });

  test('is decided by its times where its content is unknown', () => {
    const unknown: FileImage = { content: { kind: 'unknown', why: 'too large' } };
    const { ledger, changes } = open();
    ledger.seen(change('a', 'large', { ...fs, version: 'B' }));
    ledger.seen(change(unknown, unknown, { version: 'B' }));
    expect(changes).toHaveLength(1);
    ledger.seen(change(unknown, unknown, { version: 'C' }));
    expect(changes).toHaveLength(2);
  });
});

test.each(['before', 'after'])(
  'a write is not the user’s when the editor saves it, %s its report',
  async (when) => {
    const { ledger, texts } = open();
    if (when === 'before') ledger.saved('/a', 'B');
    ledger.seen(change('a', 'b', { ...fs, version: 'B' }));
    if (when === 'after') ledger.saved('/a', 'B');
    ledger.seen(change('a', 'b', { version: 'B' }));
    ledger.seen(change('a', 'c', { version: 'C' }));
    expect(await texts()).toEqual([
      ['fs', 'a', 'b'],
      ['disk', 'b', 'c'],
    ]);
  },
);

describe('a file that was restored', () => {
  test('is no change of an agent when it is found', async () => {
    const { ledger, texts } = open();
    ledger.seen(change('a', 'b', disk));
    ledger.restored('/a', textImage('a'));
    const seenAt = Date.now() + 1;
    ledger.seen(change('b', 'a', { ...disk, seenAt }));
    expect(await texts()).toEqual([['disk', 'a', 'b']]);
    ledger.seen(change('a', 'c', { ...disk, seenAt }));
    expect(await texts()).toEqual([
      ['disk', 'a', 'b'],
      ['disk', 'a', 'c'],
    ]);
  });

  test('is none either where nothing was known of it', async () => {
    const { ledger, texts } = open();
    ledger.restored('/a', null);
    ledger.seen(change('a', null, disk));
    expect(await texts()).toEqual([]);
    ledger.seen(change(null, 'c', { ...fs, seenAt: Date.now() + 1 }));
    expect(await texts()).toEqual([['fs', null, 'c']]);
  });
});

describe('a change that was seen late', () => {
  test('is none when what came of it is reported', async () => {
    const { ledger, texts } = open();
    const late = change('a', 'b');
    ledger.seen(change('a', 'b', fs));
    ledger.seen(change('b', 'c', fs));
    ledger.seen(late);
    expect(await texts()).toEqual([
      ['fs', 'a', 'b'],
      ['fs', 'b', 'c'],
    ]);
  });

  test('comes before the one that began with it', async () => {
    const { ledger, texts } = open();
    ledger.seen(change('x', 'y'));
    ledger.begin();
    const late = change('a', 'b');
    ledger.seen(change('b', 'c', fs));
    ledger.seen(late);
    expect(await texts()).toEqual([
      ['disk', 'x', 'y'],
      ['disk', 'a', 'b'],
      ['fs', 'b', 'c'],
    ]);
  });
});

test('a write of the same text again says that somebody has put back the old one', async () => {
  const { ledger, texts } = open();
  ledger.seen(change('a', 'b', fs));
  ledger.seen(change('a', 'b', fs));
  expect(await texts()).toEqual([
    ['fs', 'a', 'b'],
    ['disk', 'b', 'a'],
    ['fs', 'a', 'b'],
  ]);
});

test('a write to unsaved text says nothing of what the disk holds', async () => {
  const { ledger, texts } = open();
  ledger.seen(change('a', 'b', fs));
  ledger.seen(change('b and mine', 'c and mine', { ...fs, isUnsaved: true }));
  ledger.seen(change('a', 'c'));
  expect(await texts()).toEqual([
    ['fs', 'a', 'b'],
    ['fs', 'b and mine', 'c and mine'],
    ['disk', 'b', 'c'],
  ]);
});

test('what was reported before a turn says nothing of a change in it', async () => {
  const { ledger, texts } = open();
  ledger.seen(change('a', 'b'));
  ledger.begin();
  // Others have put back the old text in between.
  ledger.seen(change('a', 'b'));
  expect(await texts()).toEqual([
    ['disk', 'a', 'b'],
    ['disk', 'a', 'b'],
  ]);
});

test('a file that is seen in the middle of a write is none that somebody else has changed', async () => {
  const { ledger, texts } = open();
  const write = change('a', 'b', { ...fs, version: 'B' });
  const emptied = change('a', '', { version: 'E' });
  const removed = change('a', null);
  ledger.seen(write);
  for (const half of [emptied, removed]) ledger.seen({ ...half, versionNow: 'B' });
  expect(await texts()).toEqual([['fs', 'a', 'b']]);
  // It was emptied since then.
  ledger.seen({ ...emptied, versionNow: 'E' });
  expect(await texts()).toEqual([
    ['fs', 'a', 'b'],
    ['disk', 'b', ''],
  ]);
});

test('a file whose mode has changed after its text was reported is none in the middle of a write', async () => {
  const { ledger, changes } = open();
  const old = { ...textImage('a'), mode: 0o755 };
  ledger.seen(change(old, { ...textImage('b'), mode: 0o755 }, { version: 'B' }));
  // The version says nothing about the mode.
  const changed = { ...textImage('b'), mode: 0o644 };
  ledger.seen(change(old, changed, { version: 'B', versionNow: 'B' }));
  expect(changes.map(({ before, after }) => [before?.mode, after?.mode])).toEqual([
    [0o755, 0o755],
    [0o755, 0o644],
  ]);
});

test('a write that changes nothing is none', () => {
  const { ledger, changes } = open();
  ledger.seen(change('a', 'a', fs));
  expect(ledger.entries('s')).toEqual([]);
  expect(changes).toEqual([]);
});

/** What may happen to one file, and who looks when. */
const STEPS = ['write', 'shell', 'delete', 'save', 'watch', 'look', 'deliver'] as const;

test('each change is there once, whoever sees it when, and they follow each other without a gap', async () => {
  const step = fc.tuple(fc.constantFrom(...STEPS), fc.integer({ min: 0, max: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { ledger, changes } = open();
      let time = 0;
      let file: { readonly text: string | null; readonly version: string } = {
        text: '0',
        version: '0',
      };
      let [watched, looked] = [file, file];
      const saved = new Set<string>();
      const saves: number[] = [];
      const found: ChangeReport[] = [];
      let writes = 0;
      const put = (text: string | null): typeof file => ({ text, version: `${++time}` });
      const reportOf = (from: typeof file, more: Partial<ChangeReport> = {}): ChangeReport => ({
        ...change(from.text, file.text, { seenAt: ++time, ...more }),
        ...(file.text === null ? {} : { version: file.version }),
      });
      const watch = (): void => {
        if (watched.text !== file.text && !saved.has(file.version)) ledger.seen(reportOf(watched));
        watched = file;
      };
      const look = (): void => {
        // What one look finds is taken before the next.
        while (found.length > 0) deliver();
        if (looked.text !== file.text) found.push(reportOf(looked));
        looked = file;
      };
      const deliver = (): void => {
        const [report] = found.splice(0, 1);
        if (report)
          ledger.seen({ ...report, ...(file.text === null ? {} : { versionNow: file.version }) });
      };
      for (const [what, text] of steps) {
        if (what === 'write') {
          // As documents do it: what others have written is compared first.
          watch();
          const before = file;
          if (before.text === `${text}`) continue;
          const seenAt = ++time;
          if (text === 3) {
            // Somebody looks while the file is empty and not filled yet.
            file = put('');
            look();
          }
          file = put(`${text}`);
          writes++;
          // The editor may have saved it, and says so sooner or later.
          if (text === 1) ledger.saved('/a', file.version);
          ledger.seen(reportOf(before, { ...fs, seenAt }));
          if (text === 2) ledger.saved('/a', file.version);
          watched = file;
        } else if (what === 'shell') file = put(`${text}`);
        else if (what === 'delete') file = put(null);
        else if (what === 'save') {
          watch();
          // A deletion that is found only now could be one of what the user has saved.
          while (found.length > 0) deliver();
          file = put(`user ${time}`);
          saves.push(time);
          saved.add(file.version);
          ledger.saved('/a', file.version);
        } else ({ watch, look, deliver })[what]();
      }
      watch();
      look();
      while (found.length > 0) deliver();

      const entries = ledger.entries('s');
      expect(changes.map(({ entry }) => entry.id).sort()).toEqual(
        entries.map(({ id }) => id).sort(),
      );
      expect(entries.filter(({ source }) => source === 'fs')).toHaveLength(writes);
      const texts = await Promise.all(
        entries.map(async ({ before, after }) => [
          imageText(await ledger.image(before)),
          imageText(await ledger.image(after)),
        ]),
      );
      let [last, since]: [string | null | undefined, number] = ['0', 0];
      for (const [at, [before, after]] of texts.entries()) {
        const until = entries[at]?.time ?? 0;
        // Only what the user has saved comes in between.
        const isUsers = saves.some((save) => since < save && save <= until);
        if (!isUsers) expect(before).toBe(last);
        expect(after).not.toBe(before);
        [last, since] = [after, until];
      }
      if (!saves.some((save) => since < save)) expect(last).toBe(file.text);
    }),
    {
      numRuns: 1000,
      examples: [
        // The watcher cannot see that the text went and came; the editor saves before the write is reported.
        [
          [
            ['save', 0],
            ['look', 0],
            ['shell', 1],
            ['look', 0],
            ['shell', 0],
            ['deliver', 0],
            ['write', 1],
          ],
        ],
      ],
    },
  );
});

describe('what is kept of a file', () => {
  test.each<[string, FileImage | null, FileImage | null]>([
    ['a file that comes', null, textImage('a')],
    ['a file that goes', textImage('a'), null],
    [
      'bytes',
      null,
      { content: { kind: 'binary', bytes: new Uint8Array([0, 1, 255]) }, mode: 0o600 },
    ],
    [
      'a link',
      { content: { kind: 'link', target: 'x' } },
      { content: { kind: 'link', target: 'y' } },
    ],
    ['a mode', { ...textImage('a'), mode: 0o644 }, { ...textImage('a'), mode: 0o755 }],
    [
      'an encoding',
      { content: { kind: 'text', text: 'ä', encoding: 'latin1' } },
      { content: { kind: 'text', text: 'ä', encoding: 'utf-16' } },
    ],
    [
      'an encoding that only the editor knows',
      { content: { kind: 'text', text: 'я', encoding: 'cp1251' } },
      { content: { kind: 'text', text: '\ufeffя\r\n', encoding: 'cp1251' } },
    ],
    [
      'a text that its encoding lacks',
      { content: { kind: 'text', text: '→', encoding: 'latin1' } },
      textImage('a'),
    ],
  ])('is all of it: %s', async (_, before, after) => {
    const { ledger, contents } = open();
    ledger.seen(change(before, after));
    await contents.idle();
    const [entry] = ledger.entries('s');
    expect(await ledger.image(entry?.before ?? null)).toEqual(before);
    expect(await ledger.image(entry?.after ?? null)).toEqual(after);
  });

  test('has who changed it, and is found by session, turn and path', async () => {
    const { ledger } = open();
    ledger.seen(change('a\n', 'b\n', { toolCallId: 'x', bufnr: 3 }));
    ledger.seen(change('a\n', 'b\n', { session: 't', path: '/b' }));
    const [entry] = ledger.entries('s');
    expect(entry).toMatchObject({ session: 's', turn: 1, toolCallId: 'x', source: 'disk' });
    expect(entry && (await ledger.hunks(entry))).toEqual([{ row: 0, del: 1, lines: ['b'] }]);
    expect(ledger.ofTurn('s', 1)).toEqual([entry]);
    expect(ledger.ofTurn('s', 2)).toEqual([]);
    expect(ledger.ofPath('/b').map(({ session }) => session)).toEqual(['t']);
  });

  test('is there once on disk, for nobody but the user', async () => {
    const { ledger, state, kept } = open();
    ledger.seen(change('a', 'b'));
    ledger.seen(change('b', 'a', { path: '/b' }));
    expect(await kept()).toHaveLength(2);
    const [own = ''] = readdirSync(join(state, 'ledger'));
    const folder = join(state, 'ledger', own);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  });

  test('is not taken from a file that somebody has changed', async () => {
    const { ledger, state, kept } = open();
    const large = 'x'.repeat(100_000);
    ledger.seen(change(null, large));
    const [name = ''] = await kept();
    const [own = ''] = readdirSync(join(state, 'ledger'));
    const file = join(state, 'ledger', own, name);
    const [entry] = ledger.entries('s');
    expect(await ledger.image(entry?.after ?? null)).toEqual(textImage(large));
    chmodSync(file, 0o600);
    writeFileSync(file, 'another');
    expect(await ledger.image(entry?.after ?? null)).toMatchObject({
      content: { kind: 'unknown' },
    });
  });

  test('goes with its session, and with the host', async () => {
    const { ledger, state, kept } = open();
    ledger.seen(change('shared', 'a'));
    ledger.seen(change('shared', 'b', { session: 't', path: '/b' }));
    ledger.seen(change('shared', 'c', { session: 'closed', path: '/c' }));
    expect(await kept()).toHaveLength(3);
    ledger.forget('s');
    expect(ledger.entries('s')).toEqual([]);
    expect(await kept()).toHaveLength(2);
    const [entry] = ledger.entries('t');
    expect(await ledger.image(entry?.before ?? null)).toEqual(textImage('shared'));
    ledger.seen(change('b', 'late', { session: 't', path: '/b' }));
    ledger.dispose();
    expect(await kept()).toEqual([]);
    expect(readdirSync(join(state, 'ledger'))).toEqual([]);
  });
});

describe('the bounds', () => {
  test('let go of the oldest entries, and say how many', () => {
    const { ledger } = open({ limits: { entries: 20, contentBytes: 1000 } });
    for (let n = 0; n < 25; n++) ledger.seen(change('a', 'b', { path: `/${n}` }));
    expect(ledger.entries('s')).toHaveLength(20);
    expect(ledger.entries('s')[0]?.path).toBe('/5');
    expect(ledger.dropped('s')).toBe(5);
    ledger.forget('s');
    expect(ledger.dropped('s')).toBe(0);
  });

  test('let go of the oldest contents, and leave those that others need', async () => {
    const { ledger, contents, kept } = open({ limits: { entries: 20, contentBytes: 35 } });
    const text = (letter: string): string => letter.repeat(10);
    ledger.seen(change(null, text('a'), { path: '/1' }));
    ledger.seen(change(null, text('b'), { path: '/2' }));
    ledger.seen(change(text('b'), text('c'), { path: '/3' }));
    ledger.seen(change(null, text('d'), { path: '/4' }));
    expect(contents.bytes).toBe(30);
    expect(await kept()).toHaveLength(3);
    expect(ledger.dropped('s')).toBe(1);
    const images = await Promise.all(ledger.entries('s').map(({ after }) => ledger.image(after)));
    expect(images.map(imageText)).toEqual([undefined, text('b'), text('c'), text('d')]);
    ledger.seen(change(null, 'x'.repeat(36), { path: '/5' }));
    expect(ledger.dropped('s')).toBe(5);
    expect(contents.bytes).toBe(0);
  });
});

describe('a disk that takes nothing', () => {
  test('is reported once, and the entries say that their contents are gone', async () => {
    const folder = makeFolder({ state: 'a file is in the way' });
    onTestFinished(() => folder[Symbol.dispose]());
    const { ledger, contents, warnings } = open({ state: folder.path('state') });
    ledger.seen(change(null, 'x'.repeat(100_000)));
    ledger.seen(change(null, 'y'.repeat(100_000), { path: '/b' }));
    await contents.idle();
    expect(warnings).toHaveLength(1);
    expect(contents.bytes).toBe(0);
    const [entry] = ledger.entries('s');
    expect(await ledger.image(entry?.after ?? null)).toEqual({
      content: { kind: 'unknown', why: 'its content was not kept' },
    });
    ledger.forget('s');
    await contents.idle();
  });

  const why = whyNoSmallDisk();
  test.skipIf(why)('may be full, and have room again', async () => {
    const folder = makeFolder({});
    onTestFinished(() => folder[Symbol.dispose]());
    using small = mountSmallDisk(folder.path('state'), 512);
    small.fill(8);
    const { ledger, contents, warnings } = open({ state: folder.path('state') });
    const large = 'x'.repeat(200_000);
    ledger.seen(change(null, large));
    await contents.idle();
    expect(warnings).toHaveLength(1);
    small.clear();
    ledger.seen(change(null, large, { path: '/b' }));
    await contents.idle();
    const [entry] = ledger.ofPath('/b');
    expect(await ledger.image(entry?.after ?? null)).toEqual(textImage(large));
  });
});

test('what a host has left that was killed goes, and nothing else', async () => {
  const folder = makeFolder({});
  onTestFinished(() => folder[Symbol.dispose]());
  const [host = '', boot = '', space = '', pid = '', started = ''] = ownMark().split('+');
  const dead = [host, boot, space, pid, `${started}1`].join('+');
  expect(hasEnded(dead)).toBe(true);
  const { ledger, contents } = open({ state: folder.path('state') });
  ledger.seen(change('a', 'b'));
  await contents.idle();
  const all = folder.path('state/ledger');
  for (const name of [`0123.${dead}`, '0123.another machine', 'notes']) {
    mkdirSync(join(all, name));
    writeFileSync(join(all, name, 'content'), 'a');
  }
  await sweepContents(folder.path('state'), silentLogger);
  expect(readdirSync(all)).toHaveLength(3);
  expect(readdirSync(all)).not.toContain(`0123.${dead}`);
  expect(readFileSync(join(all, 'notes/content'), 'utf8')).toBe('a');
});

describe('what has become of the files by a turn', () => {
  type Step = ChangeReport & { readonly turn: number };
  const edit = (
    path: string,
    before: FileImage | string | null,
    after: FileImage | string | null,
    turn = 1,
  ): Step => ({ ...change(before, after, { path }), turn });

  async function netOf(...steps: readonly Step[]) {
    const folder = makeFolder({});
    onTestFinished(() => folder[Symbol.dispose]());
    let turn = 0;
    const ledger = new ChangeLedger({
      contents: new ContentFolder(folder.path('state'), silentLogger),
      turnOf: () => turn,
    });
    onTestFinished(() => ledger.dispose());
    for (const step of steps) {
      turn = step.turn;
      ledger.seen(step);
    }
    const changes = await ledger.net('s', 1);
    return Promise.all(
      changes.map(async ({ before, after, ...rest }) => ({
        ...rest,
        before: imageText(await ledger.image(before)),
        after: imageText(await ledger.image(after)),
      })),
    );
  }

  const net = async (...edits: readonly Step[]): Promise<unknown[]> =>
    (await netOf(...edits)).map(({ kind, path, from, before, after }) => [
      kind,
      path,
      ...(from === undefined ? [] : [from]),
      before,
      after,
    ]);

  test('joins the steps of a file, with their tool calls', async () => {
    const steps = [
      { ...edit('/a', 'one', 'two'), toolCallId: 'x' },
      { ...edit('/a', 'two', 'three'), toolCallId: 'y' },
      edit('/a', 'three', 'four', 2),
    ];
    expect(await net(...steps)).toEqual([['modified', '/a', 'one', 'three']]);
    expect((await netOf(...steps))[0]?.toolCallIds).toEqual(['x', 'y']);
  });

  test('has no file that was created and deleted again, and none that is as it was', async () => {
    expect(
      await net(
        edit('/new', null, 'x'),
        edit('/new', 'x', null),
        edit('/a', 'one', 'two'),
        edit('/a', 'two', 'one'),
      ),
    ).toEqual([]);
  });

  test('has a file of which only the mode has changed', async () => {
    const image = (mode: number): FileImage => ({ content: { kind: 'text', text: 'x' }, mode });
    expect(await net(edit('/a', image(0o644), image(0o755)))).toEqual([
      ['modified', '/a', 'x', 'x'],
    ]);
  });

  test.each([
    ['gone first', edit('/old', 'text', null), edit('/new', null, 'text')],
    ['made first', edit('/new', null, 'text'), edit('/old', 'text', null)],
  ])('knows a moved file, %s', async (_, first, second) => {
    expect(await net(first, second)).toEqual([['renamed', '/new', '/old', 'text', 'text']]);
  });

  test('knows a file that was moved and changed, and takes the one that is most like it', async () => {
    const lines = (...words: string[]): string => words.map((word) => `${word} a line\n`).join('');
    const old = lines('one', 'two', 'three', 'four');
    const [near, far] = [lines('one', 'two', 'three', 'five'), lines('one', 'two', 'six', 'seven')];
    expect(
      await net(edit('/old', old, null), edit('/far', null, far), edit('/near', null, near)),
    ).toEqual([
      ['created', '/far', null, far],
      ['renamed', '/near', '/old', old, near],
    ]);
  });

  test('knows moved links and binary files', async () => {
    const binary = { content: { kind: 'binary', bytes: new Uint8Array([0, 1]) } } as const;
    const link = { content: { kind: 'link', target: 'x' } } as const;
    const changes = await netOf(
      edit('/b', binary, null),
      edit('/l', link, null),
      edit('/m', null, link),
      edit('/c', null, binary),
    );
    expect(changes.map(({ path, from }) => [path, from])).toEqual([
      ['/c', '/b'],
      ['/m', '/l'],
    ]);
  });

  test.each([
    ['another text', edit('/old', 'text', null), edit('/new', null, 'other')],
    ['another turn', edit('/old', 'text', null), edit('/new', null, 'text', 2)],
    ['a changed file', edit('/old', 'text', null), edit('/new', 'old', 'text')],
    ['an empty file', edit('/old', '', null), edit('/new', null, '')],
    ['blank lines', edit('/old', 'a\n\n\n', null), edit('/new', null, 'b\n\n\n')],
  ])('takes %s for no move', async (_, first, second) => {
    expect((await netOf(first, second)).map(({ kind }) => kind)).not.toContain('renamed');
  });
});

test('a state is the same where one side does not know its mode', () => {
  const content = { kind: 'text', hash: 'x', size: 1 } as const;
  expect(sameRef({ content }, { content, mode: 0o644 })).toBe(true);
  expect(sameRef({ content, mode: 0o755 }, { content, mode: 0o644 })).toBe(false);
});
