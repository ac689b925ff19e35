import type { Disposable } from '../base/disposable';
import { eachChange } from '../base/list';
import type { Logger } from '../base/logger';
import { imageText, textImage } from '../edit/file-image';
import type { SessionChange } from '../model/changes';
import type { NoticeLevel, ToolCall } from '../model/state';
import { mentionedPaths } from '../model/tool-paths';
import type { Lua } from '../nvim/lua';
import type { DocumentScope } from '../session/ports';
import type { TurnHooks } from '../session/session-options';
import { shownPath } from '../view/path';
import { isChoice } from './conflict-book';
import type { Drafts } from './disk/drafts';
import { type CapturedChange, DiskWatcher } from './disk-watcher';
import { type Access, createDocuments, type EditorDocuments } from './documents';
import { type FileEdit, FileEdits } from './edits';
import { Confinement } from './paths/confine';
import { Roots } from './paths/roots';
import type { RecorderThread } from './scan/thread';
import { TreeChanges } from './tree-changes';

/** The options that are about files. */
export interface FilesConfig {
  /** Patterns of files that agents may not read or write. */
  readonly deny: readonly string[];
  /** What happens to files outside the session's folder. */
  readonly outside: 'ask' | 'allow' | 'reject';
  /** Save what an agent's text was merged into, too. */
  readonly save_dirty: boolean;
}

/** A session as far as its files are concerned. */
export interface FilesSession {
  /** Unique in the host. */
  readonly key: string;
  readonly state: { readonly id: string; readonly cwd: string; readonly turns: number };
  notice(level: NoticeLevel, text: string, detail?: string): void;
}

export interface FilesOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly config: () => FilesConfig;
  readonly drafts: Drafts;
  /** Ours from now on. */
  readonly recorder: RecorderThread;
  /** The chat with the session of this key. */
  readonly chat: (key: string) => { readonly session: FilesSession } | undefined;
  readonly follow: (place: { readonly path: string; readonly line?: number }) => void;
  readonly fire: (event: string, data: Record<string, unknown>) => void;
}

interface Conflict {
  readonly session: string;
  readonly path: string;
  readonly bufnr?: number;
  readonly places: readonly string[];
  readonly fresh: number;
  readonly theirs: readonly string[];
}

/** No prompt waits longer for what there is to know of files before it. */
const MAX_WAIT_MS = 300;
/** Nor for what there is to know of all the files in its folders: that may be many. */
const MAX_TREE_WAIT_MS = 50;
/** No turn is held up longer by what its agent has left on disk: in loaded files, and in all the others. */
const MAX_SETTLE_MS = 1000;
const MAX_TREE_SETTLE_MS = 300;
/** No buffer is guarded longer for what there is still to be found in folders. */
const MAX_CHECK_MS = 5000;
/** Tool calls of these kinds change no files. */
const READING: ReadonlySet<string> = new Set(['read', 'search', 'think', 'fetch', 'switch_mode']);

/** What agents do to files, by both roads: told, recorded, and shown where it conflicts with the user's text. */
export class Files implements Disposable {
  readonly documents: EditorDocuments;
  readonly turnHooks: TurnHooks = {
    before: (scope) => this.#prepare(scope),
    after: () => this.#settle(),
  };
  readonly #options: FilesOptions;
  readonly #roots = new Roots();
  readonly #confinement: Confinement;
  readonly #capture: DiskWatcher;
  readonly #tree: TreeChanges;
  readonly #edits = new Map<string, FileEdits>();
  /** Paths with a kept conflict, by session. */
  readonly #conflicts = new Map<string, Set<string>>();

  constructor(options: FilesOptions) {
    this.#options = options;
    const { lua, log, config, drafts } = options;
    this.#confinement = new Confinement({
      deny: () => config().deny,
      outside: () => config().outside,
      roots: this.#roots,
    });
    this.documents = createDocuments(lua, {
      log,
      drafts,
      saveDirty: () => config().save_dirty,
      confine: this.#confinement.confine,
      onAccess: (access) => this.#accessed(access),
      onConflict: (conflict) => void this.#conflict(conflict),
      onDiskChange: (change) => this.#capture.tell(change),
    });
    this.#capture = new DiskWatcher({
      lua,
      log,
      roots: this.#roots,
      documents: this.documents,
      onChange: (change) => {
        this.#tree.told(change.path, imageText(change.after));
        this.#captured(change);
      },
      checkOthers: () => within(MAX_CHECK_MS, this.#tree.check(), log),
      onEnd: (session) => this.#tree.end(session),
    });
    this.#tree = new TreeChanges({
      recorder: options.recorder,
      capture: this.#capture,
      documents: this.documents,
      log,
      roots: this.#roots,
      onChange: (change) => this.#captured(change),
    });
  }

  /** A session begins. */
  join(scope: DocumentScope): void {
    this.#send(this.#tree.join(scope));
  }

  /** A session gets its folders: finds out where they are before its agent can put a link in their place. */
  async hold(scope: DocumentScope): Promise<void> {
    await this.#roots.of(scope);
  }

  /** Follows what a session's agent says it does. */
  observe(session: FilesSession, { event, before, after }: SessionChange): void {
    if (before.turn.phase !== 'idle' && after.turn.phase === 'idle') {
      void this.#capture.end(session.key);
    }
    if (before.entries === after.entries || !isAboutTools(event)) return;
    eachChange(before.entries, after.entries, (entry) => {
      if (entry.kind === 'tool') void this.#mentioned(session, entry.call);
    });
  }

  /** See `HostEvents.file_changed`. */
  changed(path: string): void {
    this.#capture.changed(path);
  }

  /** See `HostEvents.file_saved`. */
  saved(path: string, stamp: string | undefined): void {
    if (stamp === undefined) return;
    this.documents.saved(path, stamp);
    this.#tree.saved(path, stamp);
  }

  /** See `HostEvents.conflict_choice`. */
  chose(id: number, choice: string): void {
    if (isChoice(choice)) this.documents.chose(id, choice);
  }

  /** A session ends. */
  forget(session: Pick<FilesSession, 'key'>): void {
    void this.#capture.end(session.key);
    this.#tree.leave(session.key);
    this.documents.forget(session.key);
    this.#edits.delete(session.key);
    this.#confinement.forget(session.key);
    this.#roots.forget(session.key);
    const paths = [...(this.#conflicts.get(session.key) ?? [])];
    this.#conflicts.delete(session.key);
    if (paths.length > 0) this.#send(this.#options.lua.call('conflict.drop', paths));
  }

  dispose(): void {
    this.#capture.dispose();
    this.#options.recorder.dispose();
  }

  async #prepare(scope: DocumentScope): Promise<void> {
    const { log } = this.#options;
    await Promise.all([
      within(MAX_WAIT_MS, this.#capture.begin(scope), log),
      within(MAX_TREE_WAIT_MS, this.#tree.begin(scope), log),
    ]);
  }

  /** Awaited before a turn is over, so that who hears of its end finds the text that it has left. */
  async #settle(): Promise<void> {
    const { log } = this.#options;
    await Promise.all([
      within(MAX_SETTLE_MS, this.#capture.settle(), log),
      within(MAX_TREE_SETTLE_MS, this.#tree.check(), log),
    ]);
  }

  async #mentioned(session: FilesSession, call: ToolCall): Promise<void> {
    const { toolCallId, status, kind } = call;
    const ended = status === 'completed' || status === 'failed';
    const paths = mentionedPaths(call, session.state.cwd);
    const writes = !READING.has(kind);
    if (writes) this.#tree.call(session.key, toolCallId, ended);
    await this.#capture.mention({ session: session.key, toolCallId }, paths);
    if (ended) await this.#capture.check(toolCallId);
    if (ended && writes) await this.#tree.check();
  }

  #accessed(access: Access): void {
    const { kind, path, bufnr, line, hunks, before, after } = access;
    this.#options.follow({ path, ...(line === undefined ? {} : { line }) });
    if (kind === 'read') {
      this.#options.fire('AcpFileRead', { path, bufnr });
      return;
    }
    const session = this.#options.chat(access.session)?.session;
    this.#edited({ path, bufnr, source: 'fs', hunks }, session);
    this.#tree.told(path, after);
    if (!session || after === undefined || before === undefined || before === after) return;
    this.#record(session.key, {
      path,
      before: textImage(before),
      after: textImage(after),
      turn: session.state.turns,
      source: 'fs',
    });
  }

  /** What an agent has changed in a session. */
  edits(session: string): FileEdits {
    const known = this.#edits.get(session);
    if (known) return known;
    const fresh = new FileEdits();
    this.#edits.set(session, fresh);
    return fresh;
  }

  #record(session: string, edit: FileEdit): void {
    this.edits(session).add(edit);
  }

  /** What is told of an edit says whose it is, as long as its session is open. */
  #edited(edit: Readonly<Record<string, unknown>>, session: FilesSession | undefined): void {
    const whose = session ? { session: session.state.id, turn: session.state.turns } : {};
    this.#options.fire('AcpFileEdited', { ...edit, ...whose });
  }

  #captured(change: CapturedChange): void {
    const { path, bufnr, hunks, before, after, toolCallId, conflict } = change;
    const session = this.#options.chat(change.session)?.session;
    const turn = session?.state.turns;
    if (session && turn !== undefined) {
      const edit = { path, before, after, turn, ...(toolCallId ? { toolCallId } : {}) };
      this.#record(session.key, { ...edit, source: 'disk' });
    }
    this.#edited({ path, bufnr, source: 'disk', hunks, toolCallId }, session);
    if (session && change.unsaved) this.#deleted(session, path);
    if (conflict) void this.#conflict({ ...change, ...conflict });
  }

  /** The file was deleted, and its buffer is all there is of the user's text. */
  #deleted(session: FilesSession, path: string): void {
    const name = shownPath(path, session.state.cwd);
    const text = `${name} was deleted on disk; your unsaved text is still in its buffer`;
    session.notice('warn', text);
    this.#send(this.#options.lua.call('ui.notify.show', 'warn', text));
  }

  /** The buffer holds the user's text and shows the agent's beside it; the transcript says where. */
  async #conflict({ session: key, path, bufnr, places, fresh, theirs }: Conflict): Promise<void> {
    const session = this.#options.chat(key)?.session;
    // An agent that repeats itself is no news.
    if (fresh === 0) return;
    this.#options.fire('AcpConflict', { path, bufnr });
    if (!session) return;
    this.#conflicts.set(key, (this.#conflicts.get(key) ?? new Set()).add(path));
    const isOne = places.length === 1 && !places[0]?.includes('-');
    const where = `${isOne ? 'line' : 'lines'} ${places.slice(0, 10).join(', ')}`;
    session.notice(
      'warn',
      `Conflict in ${shownPath(path, session.state.cwd)}: you and the agent changed the same text (${where}); yours was kept`,
      ':Acp conflict next goes there; :Acp conflict mine, theirs or both chooses\n:Acp conflict diff shows both versions of the file',
    );
    try {
      await this.#options.lua.call('conflict.keep', path, theirs);
    } catch (error) {
      this.#options.log.warn("the agent's version could not be kept", error);
    }
  }

  #send(sent: Promise<unknown>): void {
    sent.catch((error: unknown) => this.#options.log.debug('files', error));
  }
}

/** Text comes by the ten thousand chunks: do not walk the transcript for it. */
function isAboutTools(event: SessionChange['event']): boolean {
  if (event.type === 'asked') return true;
  return event.type === 'update' && event.update.sessionUpdate.startsWith('tool_call');
}

/** Settles with the task, or when it takes too long; never rejects. */
async function within(ms: number, task: Promise<void>, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  const quiet = task.catch((error: unknown) => log.debug('around a turn', error));
  await Promise.race([quiet, late]);
  clearTimeout(timer);
}
