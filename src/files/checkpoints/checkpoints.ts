import { createHash } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import type { Checkpoint, CheckpointSummary } from '../../model/checkpoints/checkpoint';
import type { RestoredFile, RestorePreview } from '../../model/checkpoints/preview';
import type { ChangeLedger, LedgerChange } from '../change-ledger';
import type { ProjectFolders } from '../project-state/project-folders';
import { ChangeCounter } from './change-counter';
import { CheckpointStore } from './checkpoint-store';
import type { RestoreOutcome, Restores } from './restores';

/** A session whose prompts are checkpoints. */
export interface PromptedSession {
  /** Unique in the host. */
  readonly key: string;
  readonly state: { readonly id: string; readonly agent: string; readonly cwd: string };
}

export interface CheckpointsOptions {
  readonly log: Logger;
  readonly ledger: Pick<ChangeLedger, 'on'>;
  readonly folders: Pick<ProjectFolders, 'open'>;
  readonly stateDir: string;
  readonly restores: Restores;
}

/** Of the text of a prompt. */
const MAX_PROMPT = 64 * 1024;

/** What to go back to, in each project: a checkpoint before each prompt, and before each restore. */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  readonly #stores = new Map<string, Promise<CheckpointStore>>();
  /** By the session's key. */
  readonly #cwds = new Map<string, string>();
  readonly #counter = new ChangeCounter();
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  #restoring: Promise<unknown> = Promise.resolve();

  readonly onChange = this.#changed.on;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
    this.#subscription = options.ledger.on((change) => this.#record(change));
  }

  /** A prompt goes out: what its turn changes can be taken back. */
  begin({ key, state }: PromptedSession, prompt: string): void {
    const { id: session, agent, cwd } = state;
    this.#cwds.set(key, cwd);
    const about = { session, agent, time: Date.now(), prompt: prompt.slice(0, MAX_PROMPT) };
    this.#in(cwd, (store) => {
      store.begin(key, about);
      this.#changed.fire();
    });
  }

  /** Of a folder, the newest first; counts come later, with `onChange`. */
  async list(cwd: string): Promise<readonly CheckpointSummary[]> {
    const store = await this.#store(cwd);
    return store.history
      .periods()
      .map((period) => this.#counter.summary(store, period, () => this.#changed.fire()))
      .reverse();
  }

  /** The newest first. */
  async numbers(cwd: string): Promise<readonly number[]> {
    const { history } = await this.#store(cwd);
    const numbers = history.periods().map(({ checkpoint }) => checkpoint.number);
    return numbers.reverse();
  }

  /** What a restore would do. Rejects with a message for the user when there is no such checkpoint. */
  async preview(cwd: string, number: number): Promise<RestorePreview> {
    const store = await this.#store(cwd);
    const checkpoint = needed(store, number);
    const files: RestoredFile[] = [];
    for (const [path, steps] of store.history.since(number)) {
      const file = await this.#options.restores.preview(store, { number, path, steps });
      if (file) files.push(file);
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    const id = createHash('sha256')
      .update(JSON.stringify([number, files]))
      .digest('hex');
    return { checkpoint, files, id };
  }

  /** One restore at a time. What could not be restored is in the checkpoint still, and can be restored again. */
  restore(cwd: string, number: number, key?: string): Promise<RestoreOutcome> {
    const restoring = this.#restoring.then(async () => {
      const store = await this.#store(cwd);
      const outcome = await this.#options.restores.restore(store, {
        checkpoint: needed(store, number),
        root: cwd,
        ...(key === undefined ? {} : { key }),
      });
      this.#changed.fire();
      return outcome;
    });
    this.#restoring = restoring.catch(() => {});
    return restoring;
  }

  /** The session is closed. */
  forget({ key }: Pick<PromptedSession, 'key'>): void {
    const cwd = this.#cwds.get(key);
    this.#cwds.delete(key);
    if (cwd !== undefined) this.#in(cwd, (store) => store.forget(key));
  }

  /** Settles when all is on disk. Nothing is recorded any more. */
  async close(): Promise<void> {
    this.#subscription.dispose();
    this.#options.restores.dispose();
    await this.#restoring;
    for (const store of await Promise.all(this.#stores.values())) {
      await store.idle();
      store.dispose();
    }
  }

  #record(change: LedgerChange): void {
    const cwd = this.#cwds.get(change.entry.session);
    if (cwd === undefined) return;
    this.#in(cwd, (store) => {
      store.changed(change);
      this.#changed.fire();
    });
  }

  #in(cwd: string, task: (store: CheckpointStore) => void): void {
    this.#store(cwd)
      .then(task)
      .catch((error: unknown) => this.#options.log.warn('a checkpoint is not complete', error));
  }

  #store(cwd: string): Promise<CheckpointStore> {
    const known = this.#stores.get(cwd) ?? this.#open(cwd);
    this.#stores.set(cwd, known);
    return known;
  }

  async #open(cwd: string): Promise<CheckpointStore> {
    const { folders, stateDir, log } = this.#options;
    const folder = await folders.open(cwd);
    const dir = typeof folder === 'string' ? {} : { dir: folder.dir };
    const store = new CheckpointStore({ stateDir, log, ...dir });
    await store.load();
    return store;
  }
}

function needed(store: CheckpointStore, number: number): Checkpoint {
  const checkpoint = store.history.get(number);
  if (checkpoint) return checkpoint;
  throw new Error(`there is no checkpoint ${number}; :Acp checkpoints lists them`);
}
