import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { silentLogger } from '../../src/base/logger';
import { type FileImage, imageText } from '../../src/edit/file-image';
import { Drafts } from '../../src/files/disk/drafts';
import { FinderThread } from '../../src/files/finder/thread';
import type { FileChange } from '../../src/files/ledger/net-changes';
import { RecorderThread } from '../../src/files/scan/thread';
import { SearchThreads } from '../../src/files/search/thread';
import { ComparedFiles } from '../../src/files/watching/compared-files';
import { Files } from '../../src/files/workspace-files';
import type { AgentSession } from '../../src/session/agent-port';
import type { Session } from '../../src/session/session';
import { listen, luaOf } from '../support/listen';
import { type Nvim, ROOT, startNvim } from '../support/nvim';
import { testSession } from '../support/session';
import { wait } from '../support/wait';

const CONFIG = { save_dirty: false, deny: [], outside: 'reject' } as never;
interface Place extends AsyncDisposable {
  readonly editor: Nvim;
  readonly session: Session;
  readonly files: Files;
  readonly events: string[];
  /** Folders that are not watched any more. */
  readonly forgotten: string[];
  /** What the editor has saved. */
  readonly saved: string[];
  path(name: string): string;
  /** Of a path in the project. */
  name(path: string | undefined): string | undefined;
  /** A turn in which the agent does this. */
  turn(act: () => Promise<void>): Promise<void>;
  /** Settles when it is known what the files hold. */
  names(...paths: readonly string[]): Promise<void>;
  write(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
}

/** A session with files, as the host puts them together, and an agent that does what a test says. */
async function open(project: Readonly<Record<string, string>>): Promise<Place> {
  const editor = await startNvim({ files: project });
  let session: Session;
  const events: string[] = [];
  const recorder = new RecorderThread(join(ROOT, 'dist/recorder.js'), silentLogger);
  const forgotten: string[] = [];
  const forget = recorder.forget.bind(recorder);
  recorder.forget = (root) => {
    forgotten.push(root);
    forget(root);
  };
  const look = recorder.look.bind(recorder);
  let looking = 0;
  recorder.look = async (...args) => {
    looking++;
    const looked = await look(...args);
    looking--;
    return looked;
  };
  const files = new Files({
    lua: luaOf(editor),
    log: silentLogger,
    recorder,
    finder: new FinderThread(join(ROOT, 'dist', 'finder.js'), silentLogger),
    searches: new SearchThreads(join(ROOT, 'dist', 'search.js')),
    config: () => CONFIG,
    drafts: new Drafts(join(editor.dir, '../state'), silentLogger),
    stateDir: join(editor.dir, '../state'),
    chat: (key) => (key === session.key ? { session } : undefined),
    follow: () => {},
    notify: () => {},
    fire: (event, data) =>
      void events.push(`${event} ${'source' in data ? data.source : ''}`.trim()),
  });
  const taken = new Set<string>();
  const { take } = ComparedFiles.prototype;
  const spy = vi.spyOn(ComparedFiles.prototype, 'take').mockImplementation(async function (
    this: ComparedFiles,
    name,
  ) {
    await take.call(this, name);
    taken.add(name);
  });
  onTestFinished(() => spy.mockRestore());
  const saved: string[] = [];
  await listen<{ readonly path: string; readonly version: string }>(editor, (name, payload) => {
    if (name !== 'file_saved') return;
    files.saved(payload.path, payload.version);
    saved.push(payload.path);
  });
  session = testSession({ cwd: editor.dir, turnHooks: files.turnHooks });
  files.join(session.scope);
  session.onChange((change) => files.observe(session, change));
  let act = async (): Promise<void> => {};
  const link = {
    prompt: async () => {
      await act();
      return { stopReason: 'end_turn' };
    },
    close: () => {},
  } as unknown as AgentSession;
  session.open({ sessionId: 'wire' }, link, []);
  const path = (name: string): string => join(editor.dir, name);
  const scope = { session: session.key, roots: [editor.dir] };
  const never = new AbortController().signal;
  return {
    editor,
    session,
    files,
    events,
    forgotten,
    saved,
    path,
    name: (long) => long?.slice(editor.dir.length + 1),
    turn: async (todo) => {
      act = async () => {
        await wait(() => looking === 0, 'the folder is known');
        await todo();
      };
      await session.prompt([{ type: 'text', text: 'go' }]);
    },
    names: async (...names) => {
      const paths = names.map(path);
      session.update({
        sessionUpdate: 'tool_call',
        toolCallId: 'call',
        title: 'call',
        locations: paths.map((name) => ({ path: name })),
      });
      await wait(() => paths.every((name) => taken.has(name)), 'the files are known');
    },
    write: (name, text) => files.documents.write(scope, path(name), text, never),
    read: (name) => files.documents.read(scope, path(name), {}, never),
    [Symbol.asyncDispose]: async () => {
      files.dispose();
      await editor[Symbol.asyncDispose]();
    },
  };
}

type Images<T> = Omit<T, 'before' | 'after'> & {
  readonly before: FileImage | null;
  readonly after: FileImage | null;
};

/** Entries or changes with what the files held. */
async function imagesOf<T extends Pick<FileChange, 'before' | 'after'>>(
  { files }: Place,
  changes: readonly T[],
): Promise<Images<T>[]> {
  return Promise.all(
    changes.map(async (change) => ({
      ...change,
      before: await files.ledger.image(change.before),
      after: await files.ledger.image(change.after),
    })),
  );
}

const textsOf = (edit: { before: FileImage | null; after: FileImage | null }) => ({
  before: imageText(edit.before),
  after: imageText(edit.after),
});

describe('the record of a session', () => {
  test('has both sources, with whole texts, turns and tool calls', async () => {
    await using place = await open({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await place.turn(() => place.write('a.txt', 'A\n'));
    await place.turn(async () => {
      await place.names('b.txt');
      writeFileSync(place.path('b.txt'), 'B\n');
    });
    await wait(
      () => place.files.ledger.entries(place.session.key).length === 2,
      'both are recorded',
    );
    const entries = await imagesOf(place, place.files.ledger.entries(place.session.key));
    const edits = entries.map(({ id, session, time, ...edit }) => ({ ...edit, ...textsOf(edit) }));
    expect(edits).toEqual([
      { path: place.path('a.txt'), before: 'a\n', after: 'A\n', turn: 1, source: 'fs' },
      {
        path: place.path('b.txt'),
        before: 'b\n',
        after: 'B\n',
        turn: 2,
        toolCallId: 'call',
        source: 'disk',
      },
    ]);
    expect(place.events).toEqual(['AcpFileEdited fs', 'AcpFileEdited disk']);
  });

  test('has a write to a loaded file, which the editor saves', async () => {
    await using place = await open({ 'a.txt': 'a\n' });
    await place.editor.lua(`vim.cmd.edit('a.txt')`);
    // As the host does it.
    const { saved } = place;
    await place.turn(async () => {
      await place.write('a.txt', 'A\n');
      await wait(() => saved.length > 0, 'the editor has said that it has saved the file');
    });
    const [entry, ...others] = await imagesOf(place, place.files.ledger.entries(place.session.key));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ source: 'fs', turn: 1 });
    expect(entry && textsOf(entry)).toEqual({ before: 'a\n', after: 'A\n' });
    expect(place.events).toEqual(['AcpFileEdited fs']);
  });

  test.each([
    ['clean', 'at once'],
    ['clean', 'one after the other'],
    ['dirty', 'at once'],
    ['dirty', 'one after the other'],
  ])('has text and mode of a loaded file: %s, %s', async (buffer, when) => {
    await using place = await open({ 'a.txt': 'a\nb\n' });
    chmodSync(place.path('a.txt'), 0o644);
    await place.editor.lua(`vim.cmd.edit('a.txt')`);
    if (buffer === 'dirty') await place.editor.lua(`vim.fn.setline(2, 'mine')`);
    await place.turn(async () => {
      if (when !== 'at once') await place.names('a.txt');
      writeFileSync(place.path('a.txt'), 'A\nb\n');
      const isSeen = (): boolean => place.files.ledger.entries(place.session.key).length > 0;
      if (when !== 'at once') await wait(isSeen, 'the text is recorded');
      chmodSync(place.path('a.txt'), 0o755);
    });
    let net: unknown[] = [];
    const isThere = async (): Promise<boolean> => {
      const changes = await place.files.ledger.net(place.session.key, 1);
      net = (await imagesOf(place, changes)).map(({ before, after }) => [
        imageText(before),
        before?.mode,
        imageText(after),
        after?.mode,
      ]);
      return changes[0]?.after?.mode === 0o755;
    };
    await wait(isThere, () => `it is recorded: ${JSON.stringify(net)}`);
    expect(net).toEqual([['a\nb\n', 0o644, 'A\nb\n', 0o755]]);
    const entries = await imagesOf(place, place.files.ledger.entries(place.session.key));
    const texts = entries.filter(({ before, after }) => imageText(before) !== imageText(after));
    expect(texts).toHaveLength(1);
    expect(await place.editor.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, true)')).toEqual([
      'A',
      buffer === 'dirty' ? 'mine' : 'b',
    ]);
  });

  test('has files that came, went and moved', async () => {
    await using place = await open({ 'gone.txt': 'gone\n', 'old.txt': 'moved\n' });
    await place.turn(async () => {
      await place.names('gone.txt', 'old.txt', 'folder/new.txt', 'made.txt');
      rmSync(place.path('gone.txt'));
      mkdirSync(place.path('folder'));
      renameSync(place.path('old.txt'), place.path('folder/new.txt'));
      writeFileSync(place.path('made.txt'), 'made\n');
    });
    await wait(
      () => place.files.ledger.entries(place.session.key).length === 4,
      'all are recorded',
    );
    const net = await place.files.ledger.net(place.session.key, 1);
    const changes = (await imagesOf(place, net)).map((change) => {
      const { before, after } = textsOf(change);
      return [change.kind, place.name(change.path), before, after, place.name(change.from)];
    });
    expect(changes).toEqual([
      ['renamed', 'folder/new.txt', 'moved\n', 'moved\n', 'old.txt'],
      ['deleted', 'gone.txt', 'gone\n', null, undefined],
      ['created', 'made.txt', null, 'made\n', undefined],
    ]);
  });

  test('has files that nobody named: all that there is to know, to undo it', async () => {
    await using place = await open({
      'a.txt': 'a\n',
      'b.sh': 'b\n',
      'c.txt': 'see\nthe\n',
      'd.txt': 'd\n',
    });
    writeFileSync(place.path('x.bin'), Buffer.from([0, 1]));
    symlinkSync('a.txt', place.path('link'));
    chmodSync(place.path('b.sh'), 0o644);
    await place.turn(async () => {
      place.session.update({
        sessionUpdate: 'tool_call',
        toolCallId: 'shell',
        title: 'make it so',
        kind: 'execute',
        status: 'in_progress',
      });
      writeFileSync(place.path('a.txt'), Buffer.from([0xe4, 0x0a]));
      chmodSync(place.path('b.sh'), 0o755);
      renameSync(place.path('c.txt'), place.path('e.txt'));
      writeFileSync(place.path('e.txt'), 'see\nthe\nsea\n');
      for (const name of ['d.txt', 'x.bin', 'link']) rmSync(place.path(name));
      writeFileSync(place.path('passing.txt'), 'passing\n');
      rmSync(place.path('passing.txt'));
      place.session.update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'shell',
        status: 'completed',
      });
    });
    let net: unknown[] = [];
    await wait(
      async () => {
        const changes = await imagesOf(place, await place.files.ledger.net(place.session.key, 1));
        net = changes.map((change) => ({ ...change, path: place.name(change.path) }));
        return net.length === 6;
      },
      () => `all are recorded: ${JSON.stringify(net)}`,
    );
    const mode = expect.any(Number);
    const text = (text: string, encoding = 'utf-8'): unknown => ({
      content: { kind: 'text', text, encoding },
      mode,
    });
    const same = { toolCallIds: ['shell'] };
    expect(net).toEqual([
      {
        kind: 'modified',
        path: 'a.txt',
        before: text('a\n'),
        after: text('ä\n', 'latin1'),
        ...same,
      },
      {
        kind: 'modified',
        path: 'b.sh',
        before: { ...Object(text('b\n')), mode: 0o644 },
        after: { ...Object(text('b\n')), mode: 0o755 },
        ...same,
      },
      { kind: 'deleted', path: 'd.txt', before: text('d\n'), after: null, ...same },
      {
        kind: 'renamed',
        path: 'e.txt',
        from: place.path('c.txt'),
        before: text('see\nthe\n'),
        after: text('see\nthe\nsea\n'),
        ...same,
      },
      {
        kind: 'deleted',
        path: 'link',
        before: { content: { kind: 'link', target: 'a.txt' } },
        after: null,
        ...same,
      },
      {
        kind: 'deleted',
        path: 'x.bin',
        before: { content: { kind: 'binary', bytes: new Uint8Array([0, 1]) }, mode },
        after: null,
        ...same,
      },
    ]);
  });

  test('has nothing of what others do when no turn runs', async () => {
    await using place = await open({ 'a.txt': 'a\n' });
    await place.editor.lua(`vim.cmd.edit('a.txt')`);
    await place.turn(async () => {});
    await wait(
      () => place.editor.lua(`return #vim.api.nvim_get_autocmds({ group = 'acp.guard' }) == 0`),
      'nothing is watched any more',
    );
    writeFileSync(place.path('a.txt'), 'b\n');
    await place.turn(async () => {});
    expect(place.files.ledger.entries(place.session.key)).toEqual([]);
  });
});

describe('a conflict on the source fs', () => {
  test('keeps the agent’s version beside the user’s until the session ends', async () => {
    await using place = await open({ 'a.txt': 'one\ntwo\n' });
    await place.editor.lua(`vim.cmd.edit('a.txt')`);
    await place.read('a.txt');
    await place.editor.lua(`vim.fn.setline(1, 'mine')`);
    await expect(place.write('a.txt', 'theirs\ntwo\n')).rejects.toThrow(/was not written/);
    const name = `acp://conflict${place.path('a.txt')}`;
    const kept = () =>
      place.editor.lua(
        `local bufnr = vim.fn.bufnr('^' .. ... .. '$')
        return bufnr > 0 and vim.fn.getbufline(bufnr, 1, '$') or false`,
        name,
      );
    expect(await wait(kept, 'the version is kept')).toEqual(['theirs', 'two']);
    expect(place.events).toEqual(['AcpFileRead', 'AcpConflict']);
    await wait(() => place.session.state.entries.length > 0, 'the transcript says it');
    expect(place.session.state.entries.at(-1)).toMatchObject({
      kind: 'notice',
      text: expect.stringMatching(/Conflict in a\.txt.*\(line 1\)/),
      detail: expect.stringContaining(':Acp conflict diff'),
    });
    expect(await place.editor.lua('return vim.fn.getline(1)')).toBe('mine');
    // There is something to choose still, and to compare.
    place.files.forget(place.session);
    await place.editor.lua(`vim.fn.setline(2, 'more')`);
    expect(await kept()).toEqual(['theirs', 'two']);
    await place.editor.lua(`vim.cmd('Acp conflict mine')`);
    await wait(async () => (await kept()) === false, 'it is gone');
  });
});

test('the folder of a session that is closed is watched no more', async () => {
  await using place = await open({ 'a.txt': 'a\n' });
  await place.turn(async () => {});
  expect(place.forgotten).toEqual([]);
  place.files.forget(place.session);
  expect(place.forgotten).toEqual([place.editor.dir]);
  writeFileSync(place.path('a.txt'), 'b\n');
  place.files.changed(place.path('a.txt'));
  expect(place.files.ledger.entries(place.session.key)).toEqual([]);
});
