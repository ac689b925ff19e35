import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLogger } from '../../../../src/base/logger';
import { imageText, textImage } from '../../../../src/edit/file-image';
import type { LedgerChange } from '../../../../src/files/change-ledger';
import { Drafts } from '../../../../src/files/disk/drafts';
import { ProjectFolders } from '../../../../src/files/project-state/project-folders';
import { FileRestorer } from '../../../../src/files/review/file-restorer';
import { ReviewedFiles } from '../../../../src/files/review/reviewed-files';
import { ComparedFiles } from '../../../../src/files/watching/compared-files';
import { hunksOf } from '../../../../src/model/review/overview';
import { pendingHunks } from '../../../../src/model/review/state';
import { type FakeEditor, fakeEditor, textOf } from '../../../support/fake-editor';
import { type Folder, makeFolder } from '../../../support/folder';
import { wait } from '../../../support/wait';

const BEFORE = 'a\nb\nc\nd\ne\n';
const AFTER = 'A\nb\nc\nd\nE\n';
const ALL = { kind: 'all' } as const;

interface Host {
  readonly editor: FakeEditor;
  readonly reviewed: ReviewedFiles;
  readonly said: string[];
  readonly saved: string[];
  /** As [path, text]. */
  readonly restored: unknown[];
  /** An agent has written a file on disk. */
  wrote(path: string, before: string | null, after: string | null, more?: Partial<Wrote>): void;
  /** As [old lines, new lines]. */
  hunks(path: string): unknown[];
  /** The host ends. */
  end(): Promise<void>;
}

interface Wrote {
  readonly source: 'fs' | 'disk';
  readonly bufnr: number;
}

function place(files: Readonly<Record<string, string>> = { 'p/a': BEFORE, 'p/b': BEFORE }): Folder {
  const folder = makeFolder(files);
  onTestFinished(() => folder[Symbol.dispose]());
  return folder;
}

function host(folder: Folder): Host {
  const stateDir = folder.path('state');
  const editor = fakeEditor();
  const changes = new Emitter<LedgerChange>();
  const [said, saved]: [string[], string[]] = [[], []];
  const restored: unknown[] = [];
  const folders = new ProjectFolders(stateDir, silentLogger);
  const drafts = new Drafts(stateDir, silentLogger);
  const compared = new ComparedFiles(editor.lua, { log: silentLogger, drafts });
  const reviewed = new ReviewedFiles({
    lua: editor.lua,
    log: silentLogger,
    compared,
    restorer: new FileRestorer({
      lua: editor.lua,
      compared,
      drafts,
      ledger: {
        saved: (path) => void saved.push(path),
        restored: (path, image) => void restored.push([path, imageText(image)]),
      },
    }),
    ledger: { on: changes.on, net: async () => [] },
    folders,
    notify: (_, text) => void said.push(text),
    keepsCommitted: () => true,
  });
  const session = { key: 's', agent: 'agent', id: 'id', turns: 1 };
  reviewed.authors.know({ ...session, cwd: folder.path('p') });
  let id = 0;
  const end = async (): Promise<void> => {
    reviewed.dispose();
    await reviewed.store.close();
    await folders.close();
  };
  onTestFinished(end);
  return {
    editor,
    reviewed,
    said,
    saved,
    restored,
    wrote: (path, before, after, { source = 'disk', bufnr } = {}) => {
      if (after === null) rmSync(path);
      else if (bufnr === undefined) writeFileSync(path, after);
      changes.fire({
        entry: {
          id: ++id,
          session: 's',
          turn: 1,
          source,
          path,
          before: null,
          after: null,
          time: 0,
        },
        before: textImage(before),
        after: textImage(after),
        hunks: [],
        ...(bufnr === undefined ? {} : { bufnr }),
      });
    },
    hunks: (path) => {
      const file = reviewed.review.files.get(path);
      return file ? hunksOf(file).map(({ reference, current }) => [reference, current]) : [];
    },
    end,
  };
}

const isStored = (at: Folder): boolean =>
  existsSync(at.path('state/projects')) &&
  readdirSync(at.path('state/projects'), { recursive: true }).some((name) =>
    String(name).endsWith('review.json'),
  );

const shownIn = (editor: FakeEditor, bufnr: number): Promise<unknown> =>
  wait(() => editor.calls.includes('review.show'), `buffer ${bufnr} shows it`);

describe('an undo', () => {
  test('in a loaded file is an edit of what the user has typed meanwhile', async () => {
    const at = place();
    const { editor, reviewed, wrote } = host(at);
    wrote(at.path('p/a'), BEFORE, AFTER);
    const buffer = editor.open(at.path('p/a'));
    editor.before('conflict.edit.apply', () =>
      editor.type(buffer, ['A', 'b', 'mine', 'c', 'd', 'E']),
    );
    expect(await reviewed.undo(ALL)).toEqual({ unclean: [], problems: [] });
    expect(textOf(buffer)).toBe('a\nb\nmine\nc\nd\ne\n');
    expect(reviewed.review.files.size).toBe(0);
    // It is the user's to save.
    expect(readFileSync(at.path('p/a'), 'utf8')).toBe(AFTER);
  });

  test('waits while the user is in the middle of a command', async () => {
    const at = place();
    const { editor, reviewed, wrote } = host(at);
    wrote(at.path('p/a'), BEFORE, AFTER);
    const buffer = editor.open(at.path('p/a'));
    buffer.pending = true;
    const undoing = reviewed.undo(ALL);
    await wait(() => editor.calls.filter((name) => name === 'buffers.find').length > 3, 'it waits');
    expect(textOf(buffer)).toBe(AFTER);
    buffer.pending = false;
    await undoing;
    expect(textOf(buffer)).toBe(BEFORE);
  });

  test('of several files does those that it can', async () => {
    const at = place();
    const { reviewed, wrote } = host(at);
    wrote(at.path('p/a'), BEFORE, null);
    wrote(at.path('p/b'), BEFORE, AFTER);
    // Something is in the way of the file that was deleted.
    at.write('p/a/file', '');
    const { problems } = await reviewed.undo(ALL);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(at.path('p/a'));
    expect([...reviewed.review.files.keys()]).toEqual([at.path('p/a')]);
    expect(readFileSync(at.path('p/b'), 'utf8')).toBe(BEFORE);
  });

  test('is nobody’s change: the ledger knows it when it is found on disk', async () => {
    const at = place();
    const { reviewed, wrote, saved, restored } = host(at);
    wrote(at.path('p/a'), BEFORE, AFTER);
    await reviewed.undo(ALL);
    expect(saved).toEqual([at.path('p/a')]);
    expect(restored).toEqual([[at.path('p/a'), BEFORE]]);
    expect(reviewed.review.files.size).toBe(0);
    // What an agent does with it then is its own.
    wrote(at.path('p/a'), BEFORE, AFTER);
    expect(reviewed.review.files.size).toBe(1);
  });

  test('is not made any more when the host ends', async () => {
    const at = place();
    const { editor, reviewed, wrote } = host(at);
    wrote(at.path('p/a'), BEFORE, AFTER);
    editor.open(at.path('p/a')).pending = true;
    const undoing = reviewed.undo(ALL);
    await wait(() => editor.calls.includes('buffers.find'), 'it waits');
    reviewed.dispose();
    expect((await undoing).problems).toHaveLength(1);
    expect(pendingHunks(reviewed.review.files.values()[0] as never)).toHaveLength(2);
  });
});

describe('a buffer under review', () => {
  test('shows the hunks in what it holds, whatever was typed meanwhile', async () => {
    const at = place();
    const { editor, wrote, hunks } = host(at);
    const buffer = editor.open(at.path('p/a'));
    buffer.lines = AFTER.split('\n').slice(0, -1);
    editor.before('review.show', () => editor.type(buffer, ['above', 'A', 'b', 'c', 'd', 'mine']));
    wrote(at.path('p/a'), BEFORE, AFTER);
    await wait(() => buffer.shown, 'it shows them');
    expect(buffer.shown).toMatchObject([{ row: 1, count: 1, old: ['a'] }]);
    expect(hunks(at.path('p/a'))).toEqual([[['a'], ['A']]]);
  });

  test('shows none when nothing is pending any more', async () => {
    const at = place();
    const { editor, reviewed, wrote } = host(at);
    const buffer = editor.open(at.path('p/a'));
    buffer.lines = AFTER.split('\n').slice(0, -1);
    wrote(at.path('p/a'), BEFORE, AFTER);
    await shownIn(editor, buffer.bufnr);
    reviewed.keep(ALL);
    await wait(() => buffer.shown === undefined, 'it shows none');
  });

  test('takes what an agent wrote to disk for what it made of the user’s unsaved text', async () => {
    const at = place();
    const { editor, reviewed, wrote, hunks } = host(at);
    const path = at.path('p/a');
    const buffer = editor.open(path);
    wrote(path, BEFORE, 'A\nb\nc\nd\ne\n', { bufnr: 1 });
    reviewed.userEdited(path, { start: 2, removed: 1, lines: ['mine'] });
    editor.type(buffer, ['A', 'b', 'mine', 'd', 'E']);
    wrote(path, 'A\nb\nc\nd\ne\n', AFTER, { bufnr: 1 });
    expect(hunks(path)).toEqual([
      [['a'], ['A']],
      [['e'], ['E']],
    ]);
  });

  test('says nothing to an editor that has nothing to show', async () => {
    const at = place();
    const { editor, reviewed } = host(at);
    reviewed.loaded(at.path('p/a'));
    reviewed.keep(ALL);
    await new Promise((resolve) => setImmediate(resolve));
    expect(editor.calls).toEqual([]);
  });
});

describe('a file that others change', () => {
  test('is compared with its review when that is looked at, and only once', async () => {
    const at = place();
    const { editor, reviewed, wrote, hunks } = host(at);
    wrote(at.path('p/a'), BEFORE, AFTER);
    wrote(at.path('p/b'), BEFORE, AFTER);
    await wait(() => editor.calls.includes('buffers.find'), 'no buffer shows them');
    await at.pass();
    at.write('p/a', 'A\nb\nmine\nd\ne\n');
    rmSync(at.path('p/b'));
    await reviewed.refresh();
    expect(hunks(at.path('p/a'))).toEqual([[['a'], ['A']]]);
    expect(reviewed.review.files.get(at.path('p/b'))).toBeUndefined();
    const { review } = reviewed;
    const calls = editor.calls.length;
    await reviewed.refresh();
    expect(reviewed.review).toBe(review);
    // Only whether a buffer has taken over another text by now: of the one, and of the other, which may come back.
    expect(editor.calls.slice(calls)).toEqual(['buffers.find', 'buffers.find']);
  });
});

test('what others have rewritten is pending again when they put it back', async () => {
  const at = place();
  const { reviewed, wrote, hunks } = host(at);
  const path = at.path('p/a');
  wrote(path, BEFORE, AFTER);
  const before = hunks(path);
  writeFileSync(path, AFTER.replace('A', 'mine'));
  await reviewed.refresh();
  expect(hunks(path)).toHaveLength(1);
  writeFileSync(path, AFTER);
  await reviewed.refresh();
  expect(hunks(path)).toEqual(before);
  reviewed.keep(ALL);
  writeFileSync(path, AFTER.replace('A', 'mine'));
  await reviewed.refresh();
  writeFileSync(path, AFTER);
  await reviewed.refresh();
  expect(hunks(path)).toEqual([]);
});

describe('what is stored', () => {
  test('has again what was undone when a look at the file finds that back', async () => {
    const at = place();
    const { reviewed, wrote, hunks } = host(at);
    const path = at.path('p/a');
    wrote(path, BEFORE, AFTER);
    await reviewed.undo(ALL);
    expect(readFileSync(path, 'utf8')).toBe(BEFORE);
    await reviewed.refresh();
    expect(hunks(path)).toEqual([]);
    writeFileSync(path, AFTER);
    await reviewed.refresh();
    expect(hunks(path)).toHaveLength(2);
    expect(reviewed.review.notes).toEqual([]);
  });

  test('is joined by the next host, and compared with what the files hold', async () => {
    const at = place();
    const first = host(at);
    first.wrote(at.path('p/a'), BEFORE, AFTER);
    first.wrote(at.path('p/b'), BEFORE, AFTER);
    await first.end();
    at.write('p/b', 'A\nb\nmine\nd\nE\n');
    const next = host(at);
    const buffer = next.editor.open(at.path('p/a'));
    next.editor.type(buffer, ['A', 'b', 'c', 'd', 'unsaved']);
    await next.reviewed.store.open(at.path('p'));
    expect(next.hunks(at.path('p/a'))).toEqual([[['a'], ['A']]]);
    expect(next.hunks(at.path('p/b'))).toEqual([
      [['a'], ['A']],
      [['e'], ['E']],
    ]);
    await wait(() => buffer.shown, 'its buffer shows it');
    await next.reviewed.undo(ALL);
    expect(readFileSync(at.path('p/b'), 'utf8')).toBe('a\nb\nmine\nd\ne\n');
    expect(textOf(buffer)).toBe('a\nb\nc\nd\nunsaved\n');
  });

  test('is found from a folder inside of the project, once', async () => {
    const at = place({ 'p/a': BEFORE, 'p/in/side/x': '' });
    const first = host(at);
    first.wrote(at.path('p/a'), BEFORE, AFTER);
    await first.end();
    const { reviewed, hunks } = host(at);
    await reviewed.store.openAround(at.path('p/in/side'));
    expect(hunks(at.path('p/a'))).toHaveLength(2);
    expect(reviewed.store.openAround(at.path('p/in/side'))).toBeUndefined();
  });

  test('belongs to the session that goes on, which counts its turns on', async () => {
    const at = place();
    const first = host(at);
    first.wrote(at.path('p/a'), BEFORE, AFTER);
    await first.end();
    const { reviewed } = host(at);
    await reviewed.store.open(at.path('p'));
    const { authors } = reviewed;
    const opened = { key: 'new', agent: 'agent', id: 'id' };
    expect(authors.reopened({ ...opened, agent: 'other' }, () => false)).toBe(0);
    expect(authors.reopened({ ...opened, id: '' }, () => false)).toBe(0);
    expect(authors.reopened(opened, () => true)).toBe(0);
    expect(authors.reopened(opened, (key) => key === 's')).toBe(1);
    await reviewed.undo({ kind: 'turn', session: 'new', turn: 1 });
    expect(reviewed.notesFor('new')).toHaveLength(2);
  });

  test('is left to the Neovim that has it; then nothing of ours is written', async () => {
    const at = place();
    const first = host(at);
    first.wrote(at.path('p/a'), BEFORE, AFTER);
    await wait(() => isStored(at), 'it is stored');
    const second = host(at);
    second.wrote(at.path('p/b'), BEFORE, AFTER);
    await wait(() => second.said.length > 0, 'it says so');
    await second.end();
    await first.end();
    expect(second.said).toEqual([expect.stringContaining('another Neovim has the review here')]);
    const third = host(at);
    await third.reviewed.store.open(at.path('p'));
    expect([...third.reviewed.review.files.keys()]).toEqual([at.path('p/a')]);
  });

  test('is taken over with what a host has left that ended meanwhile', async () => {
    const at = place();
    const first = host(at);
    first.wrote(at.path('p/a'), BEFORE, AFTER);
    await first.end();
    const { reviewed, wrote, end } = host(at);
    // Nobody has asked for what is stored until something is to be written.
    wrote(at.path('p/b'), BEFORE, AFTER);
    await wait(() => reviewed.review.files.size === 2, 'both are pending');
    await end();
    const last = host(at);
    await last.reviewed.store.open(at.path('p'));
    expect([...last.reviewed.review.files.keys()].sort()).toEqual([at.path('p/a'), at.path('p/b')]);
  });

  test('cannot be stored: that is said once, and all goes on', async () => {
    const at = place({ 'p/a': BEFORE, 'p/b': BEFORE, 'state/projects': 'in the way' });
    const { reviewed, wrote, said } = host(at);
    wrote(at.path('p/a'), BEFORE, AFTER);
    await wait(() => said.length > 0, 'it is said');
    wrote(at.path('p/b'), BEFORE, AFTER);
    await reviewed.store.close();
    expect(said).toEqual([expect.stringContaining('what is pending is not stored')]);
    expect(reviewed.review.files.size).toBe(2);
  });
});
