import type { FileImage } from '../session/file-image';
import { hunksBetween, imageOf, type TreeChange } from './change';
import { readGitObjects } from './git';
import { LIMITS, type RecordLimits } from './limits';
import { listFiles, tooWide } from './list';
import { Eye } from './look';
import { ContentStore } from './store';
import { type Entry, type Period, Tree, type TreeDifference } from './tree';

export interface RecorderOptions {
  readonly limits?: RecordLimits;
  /** What is left out of the record, and why: once for each reason. */
  readonly onGap: (root: string, why: string) => void;
}

export interface Looked {
  readonly files: number;
  /** See `TreeUpdate`. */
  readonly unsettled: boolean;
}

/** Told to the one who asked for a look, some at a time. */
type OnChanges = (changes: readonly TreeChange[]) => void;

/** Contents of so many bytes, or of so many files, are in memory at a time. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_FILES = 50;
const GIT_MS = 10_000;

/**
 * Knows all files below some folders, and what they hold, so that afterwards it can be told what has changed, who ever
 * has changed it. Blocks: it runs in a thread of its own.
 */
export class Recorder {
  readonly #limits: RecordLimits;
  readonly #onGap: RecorderOptions['onGap'];
  readonly #trees = new Map<string, Tree>();
  readonly #told = new Set<string>();
  #store: ContentStore | undefined;

  constructor({ limits = LIMITS, onGap }: RecorderOptions) {
    this.#limits = limits;
    this.#onGap = onGap;
  }

  /** Looks at a root (a real path), and tells what has changed since the last look, as far as it is of the period. */
  async look(root: string, period: Period | undefined, onChanges: OnChanges): Promise<Looked> {
    const reason = tooWide(root);
    if (reason) {
      this.#gap(root, reason);
      return { files: 0, unsettled: false };
    }
    const listing = await listFiles(root, this.#limits);
    if (listing.incomplete) this.#gap(root, listing.incomplete);
    const tree = this.#treeOf(root);
    this.#store ??= new ContentStore(this.#limits.storeBytes);
    const { differences, unsettled } = tree.update(
      listing.files,
      new Eye(root),
      this.#store,
      this.#limits,
      period,
    );
    for (const batch of batches(differences)) onChanges(await this.#describe(batch));
    this.#tidy(root, tree);
    return { files: tree.size, unsettled };
  }

  /** A root is not needed any more. */
  forget(root: string): void {
    this.#trees.delete(root);
    this.#store?.keep(this.#hashes());
  }

  dispose(): void {
    this.#trees.clear();
    this.#store?.dispose();
    this.#store = undefined;
  }

  #treeOf(root: string): Tree {
    const tree = this.#trees.get(root) ?? new Tree(root);
    this.#trees.set(root, tree);
    return tree;
  }

  #tidy(root: string, tree: Tree): void {
    for (const why of tree.gaps()) this.#gap(root, why);
    this.#store?.keep(this.#hashes());
  }

  #hashes(): ReadonlySet<string> {
    return new Set([...this.#trees.values()].flatMap((tree) => tree.hashes()));
  }

  #gap(root: string, why: string): void {
    const key = `${root}\0${why}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#onGap(root, why);
  }

  async #describe(differences: readonly TreeDifference[]): Promise<TreeChange[]> {
    const objects = await objectsOf(differences.flatMap(({ before, after }) => [before, after]));
    const image = (entry: Entry | null): FileImage | null => this.#image(entry, objects);
    return differences.map(({ path, before, after }) => {
      const [old, now] = [image(before), image(after)];
      const stamps = {
        ...(before ? { before: before.look.stamp } : {}),
        ...(after ? { after: after.look.stamp } : {}),
      };
      return { path, before: old, after: now, stamps, hunks: hunksBetween(old, now) };
    });
  }

  #image(entry: Entry | null, objects: ReadonlyMap<string, Buffer>): FileImage | null {
    if (!entry) return null;
    const { look, hash, target, lost } = entry;
    if (target !== undefined) return { content: { kind: 'link', target } };
    const bytes = hash ? (this.#store?.get(hash) ?? objects.get(hash)) : undefined;
    if (bytes) return imageOf(bytes, look.mode);
    return { content: { kind: 'unknown', why: lost ?? 'it was not kept' }, mode: look.mode };
  }
}

/** What git has of the contents, by hash. */
async function objectsOf(entries: readonly (Entry | null)[]): Promise<ReadonlyMap<string, Buffer>> {
  const byFolder = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (!entry?.folder || !entry.hash) continue;
    const hashes = byFolder.get(entry.folder) ?? new Set();
    byFolder.set(entry.folder, hashes.add(entry.hash));
  }
  const found = await Promise.all(
    [...byFolder].map(([folder, hashes]) =>
      readGitObjects(folder, [...hashes], GIT_MS).catch(() => new Map()),
    ),
  );
  return new Map(found.flatMap((objects) => [...objects]));
}

function* batches(differences: readonly TreeDifference[]): Generator<TreeDifference[]> {
  let batch: TreeDifference[] = [];
  let bytes = 0;
  for (const difference of differences) {
    const { before, after } = difference;
    bytes += (before?.look.size ?? 0) + (after?.look.size ?? 0);
    batch.push(difference);
    if (bytes < BATCH_BYTES && batch.length < BATCH_FILES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
