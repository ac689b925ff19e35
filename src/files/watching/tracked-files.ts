import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import { pause } from '../../base/timeout';
import type { Lua } from '../../nvim/lua';
import type { Attribution, Mention } from '../attribution';
import { type NamedFile, NamedPaths } from '../paths/named-paths';
import type { ComparedFiles } from './compared-files';

export interface TrackedFilesOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly attribution: Attribution;
  readonly compared: Pick<ComparedFiles, 'take' | 'lead'>;
}

/** More than are ever guarded (lua/acp/buffers/reload_guard.lua), so that none of those goes out of date. */
const MAX_FILES = 2500;

/** Between two announcements of files to the editor. */
const REST_MS = 20;

/**
 * The files that are compared while turns run: those that are loaded in the editor, and those that tool calls name. The
 * editor guards them as long.
 */
export class TrackedFiles {
  readonly #options: TrackedFilesOptions;
  readonly #tracked = new Set<string>();
  /** Of these, what the editor does not know yet. */
  readonly #unannounced = new Set<string>();
  readonly #added = new Emitter<string>();
  readonly #named = new NamedPaths();
  /** For loaded files: the look that is under way, and the one after it. */
  #look: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  /** The pause after files were announced, and the announcement after it. */
  #rest: Promise<void> = Promise.resolve();
  #nextAnnouncement: Promise<void> | undefined;

  constructor(options: TrackedFilesOptions) {
    this.#options = options;
  }

  get paths(): readonly string[] {
    return [...this.#tracked];
  }

  has(path: string): boolean {
    return this.#tracked.has(path);
  }

  /** Called with each file before it is known what it holds. */
  onAdded(listener: (path: string) => void): Disposable {
    return this.#added.on(listener);
  }

  /** A tool call names files. Settles when their current state is known; false: some of them were known already. */
  async mention(mention: Mention, names: readonly string[]): Promise<boolean> {
    const { attribution } = this.#options;
    if (!attribution.isRunning(mention.session)) return false;
    const real = await Promise.all(names.map((name) => this.#named.real(name)));
    const found = real.filter((file) => file !== undefined);
    const fresh = found.filter(({ path }) => !this.#tracked.has(path));
    for (const { path } of fresh) {
      if (!this.#add(path)) continue;
      this.#unannounced.add(path);
    }
    for (const { path } of found) if (this.#tracked.has(path)) attribution.mention(path, mention);
    await Promise.all(fresh.map((file) => this.#take(file)));
    if (fresh.length > 0) await this.#announce();
    return fresh.length > 0 && fresh.length === found.length;
  }

  /** Settles when the editor guards all that is named: at once, but while names come by the hundred, once in a while. */
  #announce(): Promise<void> {
    this.#nextAnnouncement ??= this.#rest.then(() => {
      this.#nextAnnouncement = undefined;
      this.#rest = pause(REST_MS);
      return this.refresh();
    });
    return this.#nextAnnouncement;
  }

  /** Files may be opened at any time, by the user and in follow mode. Callers before a look begins share it. */
  refresh(): Promise<void> {
    this.#nextLook ??= this.#look.then(() => {
      this.#nextLook = undefined;
      this.#look = this.#lookAtLoaded();
      return this.#look;
    });
    return this.#nextLook;
  }

  async #lookAtLoaded(): Promise<void> {
    const { lua, attribution, compared } = this.#options;
    const named = [...this.#unannounced];
    this.#unannounced.clear();
    try {
      const loaded = await lua.call('buffers.reload_guard.watch', attribution.roots, named);
      const fresh = loaded.map(({ path }) => path).filter((path) => !this.#tracked.has(path));
      for (const path of fresh) if (this.#add(path)) this.#unannounced.add(path);
      await Promise.all(fresh.map((path) => this.#take({ path })));
      for (const { path, was } of loaded) {
        if (was !== undefined) await compared.lead(was, path);
      }
    } catch (error) {
      for (const path of named) this.#unannounced.add(path);
      this.#failed(error);
    }
  }

  /** No turn runs any more. */
  async release(): Promise<void> {
    this.#tracked.clear();
    this.#named.clear();
    this.#unannounced.clear();
    await this.#options.lua
      .call('buffers.reload_guard.release')
      .catch((error: unknown) => this.#failed(error));
  }

  /** False: there are too many already. */
  #add(path: string): boolean {
    if (this.#tracked.size >= MAX_FILES) return false;
    this.#tracked.add(path);
    this.#added.fire(path);
    return true;
  }

  async #take({ path, found }: NamedFile): Promise<void> {
    if (!this.#tracked.has(path)) return;
    await this.#options.compared.take(path, found).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.#options.log.debug('tracking files', error);
  }
}
