import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Disposable } from '../../base/disposable';
import { pause } from '../../base/timeout';
import type { Attribution } from '../attribution';
import type { Later } from '../buffers/pending-input';
import type { ComparedFiles } from './compared-files';
import type { TrackedFiles } from './tracked-files';

export interface DiskWatcherOptions {
  readonly attribution: Attribution;
  readonly tracked: TrackedFiles;
  readonly compared: ComparedFiles;
}

/** Editors and tools write in several steps. */
export const DEBOUNCE_MS = 40;
/** How often files that are still being changed are compared again. */
const MAX_LOOKS = 10;
/** Where folders cannot be watched. */
const POLL_MS = 1000;
const MAX_FOLDERS = 200;

/**
 * Agents that write the disk themselves: while a turn runs, tracked files are compared with what they held before, as
 * soon as something happens in their folders.
 */
export class DiskWatcher implements Disposable {
  readonly #options: DiskWatcherOptions;
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  readonly #soon = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: readonly Disposable[];
  #poll: NodeJS.Timeout | undefined;

  constructor(options: DiskWatcherOptions) {
    this.#options = options;
    this.#subscriptions = [
      options.tracked.onAdded((path) => this.#watch(dirname(path))),
      options.compared.onDelayed((path) => this.changed(path)),
    ];
  }

  /** A turn begins: settles when the current state of what its agent may change is known. */
  async begin(): Promise<void> {
    this.#poll ??= setInterval(() => void this.#compareUnwatched(), POLL_MS).unref();
    await this.#options.tracked.refresh();
  }

  /** Compares all files, or those that a tool call has named; answers as `ComparedFiles.compare` does. */
  async check(toolCallId?: string): Promise<Later | undefined> {
    const { tracked, attribution } = this.#options;
    await tracked.refresh();
    const compared = await this.#compareAll(
      toolCallId === undefined
        ? tracked.paths
        : tracked.paths.filter((path) => attribution.isNamedBy(path, toolCallId)),
    );
    return compared.includes('pending') ? 'pending' : compared.find((later) => later !== undefined);
  }

  /** The agent has ended its turn: settles when the buffers have taken over what was on disk then. */
  async settle(): Promise<void> {
    const { tracked } = this.#options;
    for (let looks = MAX_LOOKS; looks > 0; looks--) {
      await tracked.refresh();
      const compared = await this.#compareAll(tracked.paths);
      if (!compared.includes('busy')) return;
      await pause(DEBOUNCE_MS);
    }
  }

  /** A file may have changed: it is compared soon, if it is tracked. */
  changed(path: string): void {
    const { tracked, compared } = this.#options;
    if (!tracked.has(path)) return;
    clearTimeout(this.#soon.get(path));
    this.#soon.set(
      path,
      setTimeout(() => {
        this.#soon.delete(path);
        void compared.compare(path);
      }, DEBOUNCE_MS),
    );
  }

  /** No turn runs any more. */
  stop(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
    for (const timer of this.#soon.values()) clearTimeout(timer);
    for (const watcher of this.#watchers.values()) watcher?.close();
    this.#soon.clear();
    this.#watchers.clear();
  }

  dispose(): void {
    this.stop();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #compareAll(paths: readonly string[]): Promise<(Later | undefined)[]> {
    return Promise.all(paths.map((path) => this.#options.compared.compare(path)));
  }

  async #compareUnwatched(): Promise<void> {
    const { paths } = this.#options.tracked;
    await this.#compareAll(paths.filter((path) => !this.#watchers.get(dirname(path))));
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
}
