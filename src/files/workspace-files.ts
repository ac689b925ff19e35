import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import type { SessionChange } from '../model/changes';
import type { NoticeLevel } from '../model/state';
import type { FireEvent } from '../model/user-events';
import type { Lua } from '../nvim/lua';
import type { DocumentScope } from '../session/ports';
import type { TurnHooks } from '../session/session-options';
import { AppliedCode } from './applied-code';
import { Attribution } from './attribution';
import { ChangeLedger } from './change-ledger';
import { Checkpoints } from './checkpoints/checkpoints';
import { Restores } from './checkpoints/restores';
import { isChoice } from './conflicts/conflict-book';
import { type Conflict, ConflictNotices } from './conflicts/conflict-notices';
import type { Drafts } from './disk/drafts';
import type { WriteReport } from './documents/access';
import { EditorDocuments } from './documents/documents';
import { PresentFiles } from './documents/present-files';
import { SentTexts } from './documents/sent-texts';
import { EditorTexts } from './editor-texts';
import { FileEvents } from './file-events';
import type { FileThreads } from './file-threads';
import { ContentFolder, sweepContents } from './ledger/content-folder';
import { Confinement } from './paths/confine';
import { Roots } from './paths/roots';
import { ProjectFolders } from './project-state/project-folders';
import { FileRestorer } from './review/file-restorer';
import { ReviewedFiles } from './review/reviewed-files';
import { ToolCallFiles } from './tool-call-files';
import { TurnFiles } from './turn-files';
import { turnHooks } from './turn-hooks';
import { ComparedFiles } from './watching/compared-files';
import type { DiskChange } from './watching/disk-change';
import { DiskWatcher } from './watching/disk-watcher';
import { TrackedFiles } from './watching/tracked-files';
import { TreeChanges } from './watching/tree-changes';

/** The options that are about files. */
export interface FilesConfig {
  /** Patterns of files that agents may not read or write. */
  readonly deny: readonly string[];
  /** What happens to files outside the session's folder. */
  readonly outside: 'ask' | 'allow' | 'reject';
  /** Save what an agent's text was merged into, too. */
  readonly save_dirty: boolean;
  /** What the user commits counts as kept. */
  readonly keep_committed: boolean;
}

/** A session as far as its files are concerned. */
export interface FilesSession {
  /** Unique in the host. */
  readonly key: string;
  readonly state: { readonly id: string; readonly cwd: string; readonly turns: number };
  notice(level: NoticeLevel, text: string, detail?: string): void;
}

/** The threads are ours from now on. */
export interface FilesOptions extends FileThreads {
  readonly lua: Lua;
  readonly log: Logger;
  readonly config: () => FilesConfig;
  readonly drafts: Drafts;
  /** Folder for what outlives the host. */
  readonly stateDir: string;
  /** The chat with the session of this key. */
  readonly chat: (key: string) => { readonly session: FilesSession } | undefined;
  readonly follow: (place: { readonly path: string; readonly line?: number }) => void;
  readonly fire: FireEvent;
  readonly notify: (level: NoticeLevel, text: string) => void;
}

/** All that agents do to files, with the session and the turn that each change belongs to. */
export class Files implements Disposable {
  readonly documents: EditorDocuments;
  readonly ledger: ChangeLedger;
  readonly reviewed: ReviewedFiles;
  /** For showing; see `PresentFiles`. */
  readonly present: PresentFiles;
  /** For the editor's tools. */
  readonly texts: EditorTexts;
  readonly checkpoints: Checkpoints;
  /** Code that the user takes over from messages. */
  readonly applied: AppliedCode;
  readonly turnHooks: TurnHooks;
  readonly #options: FilesOptions;
  readonly #roots = new Roots();
  readonly #folders: ProjectFolders;
  readonly #attribution = new Attribution();
  readonly #confinement: Confinement;
  readonly #compared: ComparedFiles;
  readonly #tracked: TrackedFiles;
  readonly #watcher: DiskWatcher;
  readonly #tree: TreeChanges;
  readonly #calls: ToolCallFiles;
  readonly #turns: TurnFiles;
  readonly #conflicts: ConflictNotices;
  readonly #sent: SentTexts;

  constructor(options: FilesOptions) {
    this.#options = options;
    const { lua, log, config, drafts, recorder, stateDir } = options;
    this.#folders = new ProjectFolders(stateDir, log);
    const saveDirty = (): boolean => config().save_dirty;
    this.ledger = new ChangeLedger({
      contents: new ContentFolder(stateDir, log),
      turnOf: (key) => options.chat(key)?.session.state.turns,
    });
    const events = new FileEvents(options);
    this.ledger.on((change) => events.changed(change));
    this.#conflicts = new ConflictNotices(options);
    this.#confinement = new Confinement({
      deny: () => config().deny,
      outside: () => config().outside,
      roots: this.#roots,
    });
    const limits = { confinement: this.#confinement, roots: this.#roots };
    this.present = new PresentFiles({ ...options, ...limits });
    this.texts = new EditorTexts({ ...options, ...limits, present: this.present });
    this.#compared = new ComparedFiles(lua, {
      log,
      drafts,
      saveDirty,
      onChange: (change) => this.#found(change),
    });
    const restorer = new FileRestorer({
      lua,
      drafts,
      compared: this.#compared,
      ledger: this.ledger,
    });
    const { ledger } = this;
    this.applied = new AppliedCode({ restorer, ledger, loaded: this.#compared.loaded });
    this.reviewed = new ReviewedFiles({
      lua,
      log,
      restorer,
      compared: this.#compared,
      ledger: this.ledger,
      folders: this.#folders,
      notify: options.notify,
      keepsCommitted: () => config().keep_committed,
    });
    const onConflict = (conflict: Conflict): void => this.#conflicts.conflict(conflict);
    this.checkpoints = new Checkpoints({
      log,
      stateDir,
      folders: this.#folders,
      ledger: this.ledger,
      settle: async () => {
        if (!this.#attribution.idle) await this.#turns.settle();
      },
      restores: new Restores({
        compared: this.#compared,
        restorer,
        reviewed: this.reviewed,
        onConflict,
      }),
    });
    this.documents = new EditorDocuments(lua, {
      log,
      drafts,
      saveDirty,
      compared: this.#compared,
      confine: this.#confinement.confine,
      onAccess: (access) => events.accessed(access),
      onWritten: (report) => this.#written(report),
      onConflict,
    });
    this.#sent = new SentTexts(lua, this.#compared, log);
    const shared = { attribution: this.#attribution, compared: this.#compared, log };
    this.#tracked = new TrackedFiles({ ...shared, lua });
    const sources = { ...shared, tracked: this.#tracked, ledger, roots: this.#roots };
    this.#watcher = new DiskWatcher(sources);
    this.#tree = new TreeChanges({ ...sources, recorder, drafts });
    const finding = { ...sources, watcher: this.#watcher, tree: this.#tree };
    this.#calls = new ToolCallFiles(finding);
    this.#turns = new TurnFiles(finding);
    this.turnHooks = turnHooks({
      turns: this.#turns,
      commits: this.reviewed.commits,
      sent: this.#sent,
      log,
    });
  }

  /** Cleans up after hosts that were killed. */
  sweep(): Promise<void> {
    return sweepContents(this.#options.stateDir, this.#options.log);
  }

  /** A session begins. */
  join(scope: DocumentScope): void {
    this.#tree.join(scope).catch((error: unknown) => this.#options.log.debug('files', error));
  }

  /** A session gets its folders: finds out where they are before its agent can put a link in their place. */
  async hold(scope: DocumentScope): Promise<void> {
    await this.#roots.of(scope);
  }

  /** Follows what a session's agent says it does. */
  observe(session: FilesSession, change: SessionChange): void {
    const { before, after, event } = change;
    this.#sent.observe(session.key, event);
    if (before.turn.phase !== 'idle' && after.turn.phase === 'idle') {
      void this.#turns.end(session.key);
      void this.reviewed.commits.end(session.key);
    }
    this.#calls.observe(session, change);
  }

  /** The pattern of the deny list that keeps a session's agent off a file. */
  denies(scope: DocumentScope, path: string, realPath: string): Promise<string | undefined> {
    return this.#confinement.denies({ scope, path, realPath });
  }

  /** See `Confinement.leadsAway`. */
  leadsAway(scope: DocumentScope, path: string, realPath: string): Promise<boolean> {
    return this.#confinement.leadsAway({ scope, path, realPath });
  }

  /** Files and folders that a session's agent may have, by a part of their paths; the best first. Never rejects. */
  async find(scope: DocumentScope, query: string, limit: number): Promise<readonly string[]> {
    const { finder, config } = this.#options;
    return finder.find({ roots: await this.#roots.of(scope), deny: config().deny, query, limit });
  }

  /** See `HostEvents.file_changed`. */
  changed(path: string): void {
    this.#watcher.changed(path);
  }

  /** See `HostEvents.file_saved`. */
  saved(path: string, version: string | undefined): void {
    if (version === undefined) return;
    this.#compared.saved(path, version);
    this.ledger.saved(path, version);
  }

  /** See `HostEvents.conflict_choice`. */
  chose(id: number, choice: string): void {
    if (isChoice(choice)) this.documents.chose(id, choice);
  }

  /** A session ends. */
  forget(session: Pick<FilesSession, 'key'>): void {
    void this.#turns.end(session.key);
    void this.reviewed.commits.end(session.key);
    this.#tree.leave(session.key);
    this.#compared.forget(session.key);
    this.ledger.forget(session.key);
    this.#confinement.forget(session.key);
    this.#roots.forget(session.key);
    this.#conflicts.forget(session.key);
    this.checkpoints.forget(session);
  }

  dispose(): void {
    this.#turns.dispose();
    this.reviewed.dispose();
    const { recorder, finder, searches } = this.#options;
    for (const thread of [recorder, finder, searches]) thread.dispose();
    this.ledger.dispose();
  }

  /** Settles when all that outlives the host is on disk, for others to take over. */
  async close(): Promise<void> {
    await Promise.all([this.checkpoints.close(), this.reviewed.store.close()]);
    await this.#folders.close();
  }

  #written(report: WriteReport): void {
    const source = report.toolCallId === undefined ? 'fs' : 'mcp';
    const toolCallId = report.toolCallId ?? this.#attribution.callOf(report.session, report.path);
    this.ledger.seen({ ...report, ...(toolCallId ? { toolCallId } : {}), source });
  }

  #found({ conflict, unsaved, changedMs, ...change }: DiskChange): void {
    const { path, bufnr } = change;
    const owner = this.#attribution.ownerOf(path, undefined, changedMs);
    if (!owner) {
      // Its buffer has taken it over all the same.
      this.reviewed.loaded(path);
      return;
    }
    this.ledger.seen({ ...change, ...owner, source: 'disk' });
    const { session } = owner;
    if (unsaved) this.#conflicts.deleted(session, path);
    if (conflict) {
      this.#conflicts.conflict({ session, path, ...(bufnr ? { bufnr } : {}), ...conflict });
    }
  }
}
