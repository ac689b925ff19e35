import { MEBIBYTE } from '../../base/units';
import type { FileImage } from '../../edit/file-image';
import { hunksBetween, imageOf, type TreeChange } from './change';
import { readGitObjects } from './git';
import { LIMITS, type RecordLimits } from './limits';
import { ledAway, listFiles, tooWide } from './list';
import { StatCache } from './scan';
import { ContentStore } from './store';
import { type Entry, Tree, type TreeDifference, type TurnWindow } from './tree';

export interface RecorderOptions {
  readonly limits?: RecordLimits;
  /** What is left out of the record, and why: once for each reason. */
  readonly onGap: (root: string, why: string) => void;
}

export interface ScanResult {
  readonly files: number;
  /** See `TreeUpdate`. */
  readonly unsettled: boolean;
}

/** Reports to the one who asked for a look, some at a time. */
type OnChanges = (changes: readonly TreeChange[]) => void;

/** What git is asked for at a time: each time costs a process. */
const GROUP = { bytes: 32 * MEBIBYTE, files: 2000 };
/** What is reported at a time: it must not keep the other thread long. */
const BATCH = { bytes: MEBIBYTE, files: 50 };
const GIT_MS = 10_000;

/**
 * Knows all files below some folders, and what they hold, so that afterwards it is known what has changed, who ever
 * has changed it. Blocks: it runs in a thread of its own.
 */
export class Recorder {
  readonly #limits: RecordLimits;
  readonly #onGap: RecorderOptions['onGap'];
  readonly #trees = new Map<string, Tree>();
  readonly #reported = new Set<string>();
  #store: ContentStore | undefined;

  constructor({ limits = LIMITS, onGap }: RecorderOptions) {
    this.#limits = limits;
    this.#onGap = onGap;
  }

  /** Looks at a root (a real path), and reports what has changed since the last look, as far as it is of the period. */
  async look(
    root: string,
    period: TurnWindow | undefined,
    onChanges: OnChanges,
  ): Promise<ScanResult> {
    const reason = tooWide(root) ?? ledAway(root);
    if (reason) {
      this.#gap(root, reason);
      return { files: 0, unsettled: false };
    }
    const listing = await listFiles(root, this.#limits);
    if (listing.incomplete) this.#gap(root, listing.incomplete);
    const tree = this.#treeOf(root);
    this.#store ??= new ContentStore(this.#limits.storeBytes);
    const { differences, unsettled, changed } = tree.update(
      listing.files,
      new StatCache(root),
      this.#store,
      this.#limits,
      period,
    );
    for (const group of batches(differences, GROUP)) {
      const objects = await objectsOf(group.flatMap(({ before, after }) => [before, after]));
      for (const batch of batches(group, BATCH)) onChanges(this.#describe(batch, objects));
    }
    if (changed) this.#tidy(root, tree);
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
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#onGap(root, why);
  }

  #describe(
    differences: readonly TreeDifference[],
    objects: ReadonlyMap<string, Buffer>,
  ): TreeChange[] {
    const image = (entry: Entry | null): FileImage | null => this.#image(entry, objects);
    return differences.map(({ path, before, after, seenAt }) => {
      const [old, now] = [image(before), image(after)];
      const stamps = {
        ...(before?.stamp === undefined ? {} : { before: before.stamp }),
        ...(after?.stamp === undefined ? {} : { after: after.stamp }),
      };
      return { path, before: old, after: now, stamps, seenAt, hunks: hunksBetween(old, now) };
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

function* batches(
  differences: readonly TreeDifference[],
  limit: { readonly bytes: number; readonly files: number },
): Generator<TreeDifference[]> {
  let batch: TreeDifference[] = [];
  let bytes = 0;
  for (const difference of differences) {
    const { before, after } = difference;
    bytes += (before?.look.size ?? 0) + (after?.look.size ?? 0);
    batch.push(difference);
    if (bytes < limit.bytes && batch.length < limit.files) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
