import { MEBIBYTE } from '../../base/units';
import type { FileImage } from '../../edit/file-image';
import { hunksBetween, imageOf, type TreeChange } from './change';
import { type Entry, type FileDifference, FolderIndex, type TurnWindow } from './folder-index';
import { readGitObjects } from './git';
import { LIMITS, type RecordLimits } from './limits';
import { ledAway, listFiles, tooWide } from './list';
import { StatCache } from './scan';
import { ContentStore } from './store';

export interface RecorderOptions {
  readonly limits?: RecordLimits;
  /** What is left out of the record, and why: once for each reason. */
  readonly onGap: (root: string, why: string) => void;
}

export interface ScanResult {
  readonly files: number;
  /** See `IndexUpdate`. */
  readonly unsettled: boolean;
}

/** Reports to the caller of a scan, some at a time. */
type OnChanges = (changes: readonly TreeChange[]) => void;

/** What git is asked for at a time: each time costs a process. */
const GROUP = { bytes: 32 * MEBIBYTE, files: 2000 };
/** What is reported at a time: it must not keep the other thread long. */
const BATCH = { bytes: MEBIBYTE, files: 50 };
const GIT_MS = 10_000;

/**
 * Records all files below some folders, and their contents, to find what has changed since, whoever
 * changed it. Blocks: it runs in a thread of its own.
 */
export class Recorder {
  readonly #limits: RecordLimits;
  readonly #onGap: RecorderOptions['onGap'];
  readonly #indexes = new Map<string, FolderIndex>();
  readonly #reported = new Set<string>();
  #store: ContentStore | undefined;

  constructor({ limits = LIMITS, onGap }: RecorderOptions) {
    this.#limits = limits;
    this.#onGap = onGap;
  }

  /** Scans a root (a real path), and reports what has changed since the last scan, as far as it is of the turn. */
  async look(
    root: string,
    turn: TurnWindow | undefined,
    onChanges: OnChanges,
  ): Promise<ScanResult> {
    const reason = tooWide(root) ?? ledAway(root);
    if (reason) {
      this.#gap(root, reason);
      return { files: 0, unsettled: false };
    }
    const listing = await listFiles(root, this.#limits);
    if (listing.incomplete) this.#gap(root, listing.incomplete);
    const index = this.#indexOf(root);
    this.#store ??= new ContentStore(this.#limits.storeBytes);
    const { differences, unsettled, changed } = index.update(
      listing.files,
      new StatCache(root),
      this.#store,
      this.#limits,
      turn,
    );
    for (const group of batches(differences, GROUP)) {
      const objects = await objectsOf(group.flatMap(({ before, after }) => [before, after]));
      for (const batch of batches(group, BATCH)) onChanges(this.#describe(batch, objects));
    }
    if (changed) this.#tidy(root, index);
    return { files: index.size, unsettled };
  }

  /** A root is not needed any more. */
  forget(root: string): void {
    this.#indexes.delete(root);
    this.#store?.keep(this.#hashes());
  }

  dispose(): void {
    this.#indexes.clear();
    this.#store?.dispose();
    this.#store = undefined;
  }

  #indexOf(root: string): FolderIndex {
    const index = this.#indexes.get(root) ?? new FolderIndex(root);
    this.#indexes.set(root, index);
    return index;
  }

  #tidy(root: string, index: FolderIndex): void {
    for (const why of index.gaps()) this.#gap(root, why);
    this.#store?.keep(this.#hashes());
  }

  #hashes(): ReadonlySet<string> {
    return new Set([...this.#indexes.values()].flatMap((index) => index.hashes()));
  }

  #gap(root: string, why: string): void {
    const key = `${root}\0${why}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#onGap(root, why);
  }

  #describe(
    differences: readonly FileDifference[],
    objects: ReadonlyMap<string, Buffer>,
  ): TreeChange[] {
    const image = (entry: Entry | null): FileImage | null => this.#image(entry, objects);
    return differences.map(({ path, before, after, seenAt, changedMs }) => {
      const [old, now] = [image(before), image(after)];
      const versions = {
        ...(before?.version === undefined ? {} : { before: before.version }),
        ...(after?.version === undefined ? {} : { after: after.version }),
      };
      const hunks = hunksBetween(old, now);
      return { path, before: old, after: now, versions, seenAt, changedMs, hunks };
    });
  }

  #image(entry: Entry | null, objects: ReadonlyMap<string, Buffer>): FileImage | null {
    if (!entry) return null;
    const { stat, hash, target, lost } = entry;
    if (target !== undefined) return { content: { kind: 'link', target } };
    const bytes = hash ? (this.#store?.get(hash) ?? objects.get(hash)) : undefined;
    if (bytes) return imageOf(bytes, stat.mode);
    return { content: { kind: 'unknown', why: lost ?? 'it was not kept' }, mode: stat.mode };
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
  differences: readonly FileDifference[],
  limit: { readonly bytes: number; readonly files: number },
): Generator<FileDifference[]> {
  let batch: FileDifference[] = [];
  let bytes = 0;
  for (const difference of differences) {
    const { before, after } = difference;
    bytes += (before?.stat.size ?? 0) + (after?.stat.size ?? 0);
    batch.push(difference);
    if (bytes < limit.bytes && batch.length < limit.files) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
