import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../base/logger';
import type { Lua } from '../nvim/lua';
import type { DocumentScope } from '../session/ports';
import type { EditorDocuments } from './documents';
import { NamedPaths } from './paths/named-paths';
import { isInside } from './paths/path-style';
import type { Roots } from './paths/roots';
import type { Later } from './pending-input';
import type { DiskChange } from './reconciler';

/** A change on disk, and whose it is as far as can be told. */
export interface CapturedChange extends DiskChange {
  readonly session: string;
  readonly toolCallId?: string;
}

export interface CaptureOptions {
  readonly lua: Lua;
  readonly documents: EditorDocuments;
  readonly log: Logger;
  readonly roots: Roots;
  readonly onChange: (change: CapturedChange) => void;
  /** Looks for changes of files that are not compared here; settles when they are told. */
  readonly checkOthers: () => Promise<void>;
  /** The turn of a session is over, and all is told. */
  readonly onEnd: (session: string) => void;
}

/** Who named a file last. */
interface Mention {
  readonly session: string;
  readonly toolCallId?: string;
}

interface Run {
  /** Real paths. */
  readonly roots: readonly string[];
  /** Set when the turn is over, and only stragglers are waited for. */
  settling?: NodeJS.Timeout;
}

/** Editors and tools write in several steps. */
const DEBOUNCE_MS = 40;
/** Agents end a turn before the last of what they have started has ended. */
const SETTLE_MS = 400;
/** How often files that are still being changed are looked at once more before nothing is watched any more. */
const LAST_LOOKS = 10;
/** Where folders cannot be watched. */
const POLL_MS = 1000;
const MAX_FOLDERS = 200;
/** More than are ever guarded (lua/acp/buffers/reload_guard.lua), so that none of those goes out of date. */
const MAX_FILES = 2500;

/**
 * Road 2: agents that write the disk themselves. While a turn runs, the files that are loaded in the editor and those
 * that tool calls name are compared with what they held before, and buffers take over what has changed.
 */
export class DiskWatcher {
  readonly #options: CaptureOptions;
  readonly #runs = new Map<string, Run>();
  /** All that is compared, with the one who named it. */
  readonly #tracked = new Map<string, Mention | undefined>();
  /** Of these, what the editor has not been told yet. */
  readonly #untold = new Set<string>();
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  readonly #named = new NamedPaths();
  readonly #soon = new Map<string, NodeJS.Timeout>();
  #poll: NodeJS.Timeout | undefined;
  /** For loaded files: the look that is under way, and the one after it. */
  #look: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;

  constructor(options: CaptureOptions) {
    this.#options = options;
  }

  /** A turn begins: settles when what its agent may change is known as it is now. */
  async begin(scope: DocumentScope): Promise<void> {
    const { session } = scope;
    const real = await this.#options.roots.of(scope);
    clearTimeout(this.#runs.get(session)?.settling);
    this.#runs.set(session, { roots: real });
    this.#poll ??= setInterval(() => void this.#checkUnwatched(), POLL_MS).unref();
    await this.trackLoaded();
  }

  /** A tool call names files. Settles when they are known as they are now; false: some of them were known already. */
  async mention(mention: Mention, paths: readonly string[]): Promise<boolean> {
    if (!this.#runs.has(mention.session)) return false;
    const real = await Promise.all(paths.map((path) => this.#named.real(path)));
    const found = real.filter((path) => path !== undefined);
    const fresh = found.filter((path) => !this.#tracked.has(path));
    for (const path of found) this.#tracked.set(path, mention);
    for (const path of fresh) this.#untold.add(path);
    await Promise.all(fresh.map((path) => this.#track(path)));
    if (fresh.length > 0) await this.trackLoaded();
    return fresh.length > 0 && fresh.length === found.length;
  }

  /** Looks at all files, also at others, or at those that a tool call has named; answers as `compare` does. */
  async check(toolCallId?: string): Promise<Later | undefined> {
    await this.trackLoaded();
    const paths = [...this.#tracked].filter(
      ([, mention]) => toolCallId === undefined || mention?.toolCallId === toolCallId,
    );
    const others = toolCallId === undefined ? this.#options.checkOthers() : undefined;
    const compared = await Promise.all(paths.map(([path]) => this.compare(path)));
    await others;
    return compared.includes('held') ? 'held' : compared.find((later) => later !== undefined);
  }

  /** Whether a file (by its real path) is compared here. */
  tracks(path: string): boolean {
    return this.#tracked.has(path);
  }

  /** Whose a change of a file is, as far as can be told. */
  ownerOf(path: string): Mention | undefined {
    const mention = this.#tracked.get(path);
    if (mention) return mention;
    const run = [...this.#runs].find(([, { roots }]) => isInside(roots, path));
    return run && { session: run[0] };
  }

  /** The agent has ended its turn: settles when the buffers have taken over what was on disk then. */
  async settle(): Promise<void> {
    for (let looks = LAST_LOOKS; looks > 0; looks--) {
      await this.trackLoaded();
      const compared = await Promise.all(
        [...this.#tracked.keys()].map((path) => this.compare(path)),
      );
      if (!compared.includes('busy')) return;
      await pause(DEBOUNCE_MS);
    }
  }

  /** The turn is over. */
  async end(session: string): Promise<void> {
    const run = this.#runs.get(session);
    if (!run || run.settling) return;
    run.settling = setTimeout(() => void this.#settled(session, run), SETTLE_MS);
    await this.check();
  }

  /** Compares a file that is tracked with what it held; answers why it is done later. */
  async compare(path: string): Promise<Later | undefined> {
    try {
      const change = await this.#options.documents.reconcile(path);
      if (typeof change === 'string') {
        this.changed(path);
        return change;
      }
      if (change) this.tell(change);
    } catch (error) {
      this.#failed(error);
    }
    return undefined;
  }

  /** Files may be opened at any time, by the user and in follow mode. Those who ask before it is looked share one look. */
  trackLoaded(): Promise<void> {
    this.#nextLook ??= this.#look.then(() => {
      this.#nextLook = undefined;
      this.#look = this.#trackLoaded();
      return this.#look;
    });
    return this.#nextLook;
  }

  async #trackLoaded(): Promise<void> {
    const roots = [...this.#runs.values()].flatMap((run) => run.roots);
    const named = [...this.#untold].filter((path) => this.#tracked.has(path));
    this.#untold.clear();
    try {
      const loaded = await this.#options.lua.call('buffers.reload_guard.watch', roots, named);
      const fresh = loaded.map(({ path }) => path).filter((path) => !this.#tracked.has(path));
      for (const path of fresh) {
        this.#tracked.set(path, undefined);
        this.#untold.add(path);
      }
      await Promise.all(fresh.map((path) => this.#track(path)));
      for (const { path, was } of loaded) {
        if (was !== undefined) await this.#options.documents.lead(was, path);
      }
    } catch (error) {
      for (const path of named) this.#untold.add(path);
      this.#failed(error);
    }
  }

  /** Neovim has seen that a file has changed. */
  changed(path: string): void {
    if (!this.#tracked.has(path)) return;
    clearTimeout(this.#soon.get(path));
    this.#soon.set(
      path,
      setTimeout(() => {
        this.#soon.delete(path);
        void this.compare(path);
      }, DEBOUNCE_MS),
    );
  }

  /** Nothing is watched any more. */
  dispose(): void {
    for (const { settling } of this.#runs.values()) clearTimeout(settling);
    this.#runs.clear();
    this.#stop();
  }

  async #settled(session: string, run: Run, looks = LAST_LOOKS): Promise<void> {
    const later = await this.check();
    // Another turn may have begun meanwhile.
    if (this.#runs.get(session) !== run) return;
    if (later === 'held') {
      run.settling = setTimeout(() => void this.#settled(session, run, looks), SETTLE_MS);
      return;
    }
    if (later && looks > 1) {
      run.settling = setTimeout(() => void this.#settled(session, run, looks - 1), DEBOUNCE_MS);
      return;
    }
    this.#runs.delete(session);
    this.#options.onEnd(session);
    if (this.#runs.size > 0) return;
    this.#stop();
    await this.#options.lua
      .call('buffers.reload_guard.release')
      .catch((error: unknown) => this.#failed(error));
  }

  #stop(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
    for (const timer of this.#soon.values()) clearTimeout(timer);
    for (const watcher of this.#watchers.values()) watcher?.close();
    this.#soon.clear();
    this.#watchers.clear();
    this.#tracked.clear();
    this.#named.clear();
    this.#untold.clear();
  }

  async #track(path: string): Promise<void> {
    if (this.#tracked.size > MAX_FILES) {
      this.#tracked.delete(path);
      return;
    }
    this.#watch(dirname(path));
    await this.#options.documents.take(path).catch((error: unknown) => this.#failed(error));
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    if (this.#watchers.size >= MAX_FOLDERS) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name) this.changed(join(folder, name));
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.set(folder, undefined);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // No such folder yet, or none that can be watched.
      this.#watchers.set(folder, undefined);
    }
  }

  async #checkUnwatched(): Promise<void> {
    const paths = [...this.#tracked.keys()].filter((path) => !this.#watchers.get(dirname(path)));
    await Promise.all(paths.map((path) => this.compare(path)));
  }

  /** A change that was found. */
  tell(change: DiskChange): void {
    const owner = this.ownerOf(change.path);
    if (owner) this.#options.onChange({ ...change, ...owner });
  }

  #failed(error: unknown): void {
    this.#options.log.debug('watching the disk', error);
  }
}
