import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, silentLogger } from '../../src/base/logger';
import { imageText } from '../../src/edit/file-image';
import { Attribution, type Mention } from '../../src/files/attribution';
import type { Choice } from '../../src/files/conflicts/conflict-book';
import { Drafts } from '../../src/files/disk/drafts';
import type { Access } from '../../src/files/documents/access';
import { type DocumentsOptions, EditorDocuments } from '../../src/files/documents/documents';
import type { WriteConflict } from '../../src/files/documents/written';
import { Roots } from '../../src/files/paths/roots';
import { TurnFiles } from '../../src/files/turn-files';
import { ComparedFiles } from '../../src/files/watching/compared-files';
import type { DiskChange } from '../../src/files/watching/disk-change';
import { DiskWatcher } from '../../src/files/watching/disk-watcher';
import { TrackedFiles } from '../../src/files/watching/tracked-files';
import { listen, luaOf } from './listen';
import { type Nvim, type NvimOptions, startNvim } from './nvim';
import { wait } from './wait';

/** An agent's view of the user's text, beside the editor that holds it. */
export interface Desk extends AsyncDisposable {
  readonly editor: Nvim;
  readonly accesses: Access[];
  /** Paths are relative to the project folder. */
  read(path: string, range?: { line?: number; limit?: number }): Promise<string>;
  write(path: string, content: string, signal?: AbortSignal): Promise<void>;
  /** A turn begins: what is loaded now is watched. */
  begin(): Promise<void>;
  /** The agent's own tools change the disk; settles when the editor has heard of it. */
  tool(path: string, content: string | Buffer | null): Promise<void>;
  /** Settles when the editor has heard of what was changed on disk until now. */
  check(): Promise<void>;
  /** The turn ends: settles when nothing is watched any more. */
  end(): Promise<void>;
  /** With the texts of both sides. */
  readonly changes: DeskChange[];
  readonly conflicts: WriteConflict[];
  /** Drops the accesses, changes and conflicts until now. */
  forget(): void;
  /** The same for another session. */
  as(session: string): Pick<Desk, 'read' | 'write'>;
  path(path: string): string;
  disk(path: string): string;
  /** For bytes that are not UTF-8. */
  disk64(path: string): string;
  setDisk(path: string, content: string | Buffer): void;
  edit(path: string): Promise<void>;
  /** Runs Lua in the editor. */
  lua: Nvim['lua'];
  lines(): Promise<string[]>;
}

export type DeskChange = Omit<DiskChange & Mention, 'before' | 'after'> & {
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
};

export interface DeskOptions extends NvimOptions {
  readonly documents?: Partial<DocumentsOptions>;
  readonly log?: Logger;
  /** All files are about to be looked at: when a turn ends, and when its stragglers should be done. */
  readonly onLook?: () => void;
}

/** A Neovim with a project, and `Documents` over it. */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const editor = await startNvim(options);
  const { log = silentLogger, onLook } = options;
  const accesses: Access[] = [];
  const changes: DeskChange[] = [];
  const conflicts: WriteConflict[] = [];
  const lua = luaOf(editor);
  const attribution = new Attribution();
  const drafts = new Drafts(join(editor.dir, '../state'), log);
  const compared = new ComparedFiles(lua, {
    log,
    drafts,
    ...options.documents,
    onChange: (change) => {
      const owner = attribution.ownerOf(change.path, undefined, change.changedMs);
      if (!owner) return;
      const { before, after } = change;
      changes.push({ ...change, ...owner, before: imageText(before), after: imageText(after) });
    },
  });
  const documents = new EditorDocuments(lua, {
    log,
    compared,
    drafts,
    onAccess: (access) => accesses.push(access),
    onConflict: (conflict) => conflicts.push(conflict),
    ...options.documents,
  });
  const tracked = new TrackedFiles({ lua, log, attribution, compared });
  const watcher = new DiskWatcher({ attribution, tracked, compared });
  const turns = new TurnFiles({
    attribution,
    tracked,
    watcher,
    log,
    roots: new Roots(),
    ledger: { begin: () => {} },
    tree: { begin: async () => {}, check: async () => onLook?.(), end: () => {} },
  });
  await listen<Payload>(editor, (name, payload) => {
    if (name === 'file_changed') watcher.changed(payload.path);
    if (name === 'file_saved' && payload.version) compared.saved(payload.path, payload.version);
    if (name === 'conflict_choice') documents.chose(payload.id, payload.choice);
  });
  const never = new AbortController().signal;
  const path = (name: string): string => join(editor.dir, name);
  const as = (session: string): Pick<Desk, 'read' | 'write'> => {
    const scope = { session, roots: [editor.dir] };
    return {
      read: (name, range = {}) => documents.read(scope, path(name), range, never),
      write: (name, content, signal = never) => documents.write(scope, path(name), content, signal),
    };
  };
  return {
    editor,
    accesses,
    changes,
    conflicts,
    forget: () => {
      for (const reported of [accesses, changes, conflicts]) reported.length = 0;
    },
    ...as('one'),
    begin: async () => {
      await turns.begin({ session: 'one', roots: [editor.dir] });
      // A turn does not wait for as long as it takes on a loaded machine.
      await wait(() => attribution.isRunning('one'), 'the turn has begun');
      await tracked.refresh();
      await Promise.all(tracked.paths.map((path) => compared.take(path)));
    },
    tool: async (name, content) => {
      await tracked.mention({ session: 'one', toolCallId: 'call' }, [path(name)]);
      if (content === null) rmSync(path(name));
      else writeFileSync(path(name), content);
      await wait(async () => !(await watcher.check('call')), `${name} is taken over`);
    },
    check: async () => void (await watcher.check()),
    end: async () => {
      await turns.settle('one');
      await turns.end('one');
      const left = `return vim.fn.exists('#acp.guard') == 1
        and #vim.api.nvim_get_autocmds({ group = 'acp.guard' }) or 0`;
      await wait(async () => (await editor.lua(left)) === 0, 'nothing is watched any more');
    },
    as,
    path,
    disk: (name) => readFileSync(path(name), 'utf8'),
    disk64: (name) => readFileSync(path(name), 'base64'),
    setDisk: (name, content) => writeFileSync(path(name), content),
    edit: async (name) => {
      await editor.lua('vim.cmd.edit(vim.fn.fnameescape(...))', path(name));
    },
    lua: editor.lua,
    lines: () => editor.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, true)'),
    [Symbol.asyncDispose]: () => {
      turns.dispose();
      return editor[Symbol.asyncDispose]();
    },
  };
}

interface Payload {
  readonly path: string;
  readonly version?: string;
  readonly id: number;
  readonly choice: Choice;
}
