import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eachInPool } from '../../base/pool';
import { type FileImage, imageText } from '../../edit/file-image';
import { type SplitText, splitText } from '../../edit/text';
import type { Checkpoint } from '../../model/checkpoints/checkpoint';
import { operationsTo } from '../../model/checkpoints/operations';
import { previewOf, type RestoredFile } from '../../model/checkpoints/preview';
import type { KeptReason, TakenBack } from '../../model/checkpoints/take-back';
import type { FileOperation } from '../../model/review/undo';
import { describeError } from '../../protocol/errors';
import { type Proposal, placesOf, regionsOf } from '../conflicts/conflict-book';
import type { Conflict } from '../conflicts/conflict-notices';
import { realPathOf } from '../paths/paths';
import type { FileRestorer, Restoration, Restored } from '../review/file-restorer';
import type { ReviewedFiles } from '../review/reviewed-files';
import type { ComparedFiles } from '../watching/compared-files';
import type { CheckpointStore } from './checkpoint-store';
import { removeEmptied } from './emptied-folders';
import { type ChangedFile, type FilePlan, lookOf, planOf } from './file-plan';

export interface RestoresOptions {
  readonly compared: ComparedFiles;
  readonly restorer: FileRestorer;
  readonly reviewed: Pick<ReviewedFiles, 'restored'>;
  /** Lines that the user has changed were not restored. */
  readonly onConflict: (conflict: Conflict) => void;
}

export interface RestoreRequest {
  readonly checkpoint: Checkpoint;
  /** The project. */
  readonly root: string;
  /** Of the session, while it is open. */
  readonly key?: string;
}

export interface RestoreOutcome {
  /** Restored as far as they could be. */
  readonly paths: readonly string[];
  /** Of these, with lines that the user has to choose. */
  readonly conflicts: number;
  /** Of these, in buffers that the user had not saved. */
  readonly unsaved: number;
  readonly kept: readonly { readonly path: string; readonly why: KeptReason }[];
  /** Why files could not be restored; they can be restored again. */
  readonly problems: readonly string[];
}

/** What became of one file. */
type FileOutcome =
  | { readonly kind: 'same' }
  | { readonly kind: 'kept'; readonly why: KeptReason }
  | { readonly kind: 'restored'; readonly isConflict: boolean; readonly isUnsaved: boolean };

/** Owns the conflicts of restores. */
const OWNER = 'restore';
const AT_ONCE = 8;

/** Takes back what a session has changed since a checkpoint; what everybody else has changed stays. */
export class Restores {
  readonly #options: RestoresOptions;
  readonly #ending = new AbortController();

  constructor(options: RestoresOptions) {
    this.#options = options;
  }

  /** Nothing where there is nothing to restore. */
  async preview(store: CheckpointStore, file: ChangedFile): Promise<RestoredFile | undefined> {
    const look = await lookOf(store, file, this.#options.compared.loaded);
    // What an agent has put in the place of a file goes before that comes back.
    const found = (await isTaken(file.path)) ? null : await this.#options.restorer.look(look);
    const { current, taken } = await planOf(store, file, found);
    return previewOf(file.path, current, taken);
  }

  /** It is a checkpoint itself, recorded before the first file is touched. */
  async restore(
    store: CheckpointStore,
    { checkpoint, root, key }: RestoreRequest,
  ): Promise<RestoreOutcome> {
    const { number, session, agent, prompt } = checkpoint;
    const files = [...store.history.since(number)].map(([path, steps]) => ({
      number,
      path,
      steps,
    }));
    const about = { session, agent, prompt, time: Date.now(), restored: number };
    const own = store.begin(key, about);
    await store.idle();
    const outcomes = new Map<string, FileOutcome>();
    const problems: string[] = [];
    const restoreOne = async (file: ChangedFile): Promise<void> => {
      try {
        outcomes.set(file.path, await this.#restoreFile(store, file, { own, root, key }));
      } catch (error) {
        problems.push(describeError(error));
      }
    };
    // What the agent has made goes first: a folder of it may be in the place of a file.
    await eachInPool(files.filter(isNew), AT_ONCE, restoreOne);
    await eachInPool(
      files.filter((file) => !isNew(file)),
      AT_ONCE,
      restoreOne,
    );
    return summaryOf(outcomes, problems);
  }

  /** Nothing waits for the user any more. */
  dispose(): void {
    this.#ending.abort();
  }

  async #restoreFile(
    store: CheckpointStore,
    file: ChangedFile,
    {
      own,
      root,
      key,
    }: { readonly own: Checkpoint; readonly root: string; readonly key: string | undefined },
  ): Promise<FileOutcome> {
    const { restorer } = this.#options;
    const look = await lookOf(store, file, this.#options.compared.loaded);
    const plan = async (found: FileImage | null): Promise<Restoration<FileOutcome>> => {
      const planned = await planOf(store, file, found);
      return this.#restoration(store, file, { planned, own, key });
    };
    const outcome = await restorer.restore({ ...look, plan }, this.#ending.signal);
    if (outcome.kind === 'restored') await removeEmptied(file.path, root);
    return outcome;
  }

  async #restoration(
    store: CheckpointStore,
    { number, path }: ChangedFile,
    about: {
      readonly planned: FilePlan;
      readonly own: Checkpoint;
      readonly key: string | undefined;
    },
  ): Promise<Restoration<FileOutcome>> {
    const { planned, own, key } = about;
    const { current, taken, turns, oldest } = planned;
    if (taken.kind === 'kept') return nothing({ kind: 'kept', why: taken.why });
    const operations = operationsTo(path, current, taken.image);
    const proposal = taken.kind === 'conflict' ? this.#propose(path, taken) : undefined;
    if (operations.length === 0 && !proposal) return nothing({ kind: 'same' });
    const step = { checkpoint: own.number, path, restored: number };
    const recorded = await store.restoring(step, current, taken.image);
    return {
      operations,
      isRecoded: isRecoded(operations, current),
      ...(proposal ? { conflicts: { owner: OWNER, regions: regionsOf(proposal) } } : {}),
      done: (where) => {
        store.restored(recorded);
        const who = { agent: own.agent, id: own.session };
        this.#options.reviewed.restored(path, turns, taken.image, who);
        if (key !== undefined) this.#forgetSince(key, path, oldest);
        this.#settle(key, path, { proposal, taken, where });
        return { kind: 'restored', isConflict: proposal !== undefined, isUnsaved: where.isUnsaved };
      },
    };
  }

  #propose(
    path: string,
    { image, theirs, conflicts }: Extract<TakenBack, { kind: 'conflict' }>,
  ): Proposal {
    const text = splitText(imageText(image) ?? '');
    return this.#options.compared.conflicts.draft(OWNER, path, theirs, { text, conflicts });
  }

  /** The agent's conversation goes on from the checkpoint: what it has read and written since is not what it knows. */
  #forgetSince(key: string, path: string, oldest: FilePlan['oldest']): void {
    const text = imageText(oldest ?? null);
    const known: SplitText | null = typeof text === 'string' ? splitText(text) : null;
    this.#options.compared.snapshots.goBack(key, path, known, text?.length ?? 0);
  }

  #settle(
    key: string | undefined,
    path: string,
    done: {
      readonly proposal: Proposal | undefined;
      readonly taken: TakenBack;
      readonly where: Restored;
    },
  ): void {
    const { compared, onConflict } = this.#options;
    const { proposal, taken, where } = done;
    if (!proposal || taken.kind !== 'conflict') {
      compared.conflicts.drop(OWNER, path);
      return;
    }
    compared.conflicts.keep(proposal);
    const { bufnr, fresh } = where;
    onConflict({
      session: key ?? '',
      path,
      ...(bufnr === undefined ? {} : { bufnr }),
      places: placesOf(taken.conflicts),
      fresh,
      theirs: taken.theirs.lines,
    });
  }
}

function nothing(outcome: FileOutcome): Restoration<FileOutcome> {
  return { operations: [], isRecoded: false, done: () => outcome };
}

function isNew({ steps }: ChangedFile): boolean {
  return steps[0]?.before === null;
}

function isRecoded(operations: readonly FileOperation[], current: FileImage | null): boolean {
  const edit = operations.find(({ kind }) => kind === 'edit');
  if (edit?.kind !== 'edit' || current?.content.kind !== 'text') return false;
  return edit.format.encoding !== undefined && edit.format.encoding !== current.content.encoding;
}

/** By a folder, or by a link in the place of its folder. */
async function isTaken(path: string): Promise<boolean> {
  const folder = dirname(path);
  const real = await realPathOf(folder).catch(() => folder);
  const found = await lstat(path).catch(() => undefined);
  return real !== folder || (found?.isDirectory() ?? false);
}

function summaryOf(
  outcomes: ReadonlyMap<string, FileOutcome>,
  problems: readonly string[],
): RestoreOutcome {
  const all = [...outcomes];
  const restored = all.flatMap(([path, one]) =>
    one.kind === 'restored' ? [{ path, ...one }] : [],
  );
  return {
    paths: restored.map(({ path }) => path),
    conflicts: restored.filter(({ isConflict }) => isConflict).length,
    unsaved: restored.filter(({ isUnsaved }) => isUnsaved).length,
    kept: all.flatMap(([path, one]) => (one.kind === 'kept' ? [{ path, why: one.why }] : [])),
    problems,
  };
}
