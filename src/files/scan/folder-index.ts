import type { RecordLimits } from './limits';
import type { ListedFile } from './list';
import {
  type FileStat,
  goneSinceMs,
  hashOf,
  isSameStat,
  readTarget,
  readUnchanged,
  type StatCache,
} from './scan';
import type { ContentStore } from './store';

/** A file as it was at the last scan. */
export interface Entry {
  readonly stat: FileStat;
  /** See `Read`. */
  readonly version?: string;
  /** Of its content; nothing when that was not read. */
  readonly hash?: string;
  /** Of a link. */
  readonly target?: string;
  /** Where git has the content; otherwise it is in the store, if anywhere. */
  readonly folder?: string;
  /** Why the content is not known, or not kept. */
  readonly lost?: string;
  /** Read so soon after it was changed that another change could leave all times as they are. */
  readonly fresh?: boolean;
  /** Left for the next scan. */
  readonly unread?: boolean;
}

/** Null: there was, or is, no such file. */
export interface FileDifference {
  readonly path: string;
  readonly before: Entry | null;
  readonly after: Entry | null;
  /** When the file was still, or already, as it is after: milliseconds since the epoch, rather too early. */
  readonly seenAt: number;
  /** When it was changed, at the latest, by the clock of the file system. */
  readonly changedMs: number;
}

/** Whose changes are wanted. */
export interface TurnWindow {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The turn has just begun: what is older belongs to somebody else. */
  readonly begins: boolean;
  /** Programs write in several steps: a file that has changed in the last so many milliseconds is left for the next scan. */
  readonly restMs?: number;
}

export interface IndexUpdate {
  readonly differences: readonly FileDifference[];
  /** Something was left for the next scan, which should be soon. */
  readonly unsettled: boolean;
  /** Whether anything has changed since the last scan. */
  readonly changed: boolean;
}

interface ReadLimits extends RecordLimits {
  /** The time for reading is over. */
  readonly late: boolean;
}

/** File systems keep times in steps, the coarsest ones of about two seconds. */
const FRESH_MS = 2000;
/** Clocks of file servers differ from ours. */
const SKEW_MS = 2000;
const LATE = 'changed before it could be read';

/** All that is recorded of the files below one root. */
export class FolderIndex {
  readonly root: string;
  #entries = new Map<string, Entry>();
  #known = false;

  constructor(root: string) {
    this.root = root;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The hashes of all contents that must be kept. */
  hashes(): string[] {
    return [...this.#entries.values()].flatMap(({ hash, folder }) =>
      hash && !folder ? [hash] : [],
    );
  }

  /** Why some contents are not known, or not kept. */
  gaps(): ReadonlySet<string> {
    return new Set([...this.#entries.values()].flatMap(({ lost }) => (lost ? [lost] : [])));
  }

  /** Scans the listed files. Reports what has changed since the last scan, as far as it is of the turn. */
  update(
    files: readonly ListedFile[],
    cache: StatCache,
    store: ContentStore,
    limits: RecordLimits,
    turn?: TurnWindow,
  ): IndexUpdate {
    const deadline = Date.now() + limits.readMs;
    const entries = new Map<string, Entry>();
    const differences: FileDifference[] = [];
    let unsettled = false;
    let changed = false;
    const gone = lazily(() => this.#goneOf(cache, turn));
    const isMoved = (stat: FileStat): boolean => {
      const before = gone().get(stat.ino);
      return before !== undefined && isSameStat(before, stat);
    };
    const take = (difference: Omit<FileDifference, 'changedMs'>): void => {
      const { path, before, after } = difference;
      const changedMs = after ? after.stat.changedMs : goneSinceMs(path);
      if (Date.now() - changedMs >= (turn?.restMs ?? 0)) {
        differences.push({ ...difference, changedMs });
        return;
      }
      unsettled = true;
      if (before) entries.set(path, before);
      else entries.delete(path);
    };
    for (const file of files) {
      const seenAt = Date.now();
      const old = this.#entries.get(file.path);
      const entry = present(file, old, cache, store, { ...limits, late: seenAt > deadline });
      if (!entry) continue;
      entries.set(file.path, entry);
      if (entry !== old) changed = true;
      const difference = this.#difference(file.path, old, entry, turn, isMoved);
      if (difference) take({ ...difference, seenAt });
    }
    for (const [path, before] of this.#entries) {
      if (entries.has(path)) continue;
      const seenAt = Date.now();
      const stat = cache.statOf(path);
      // Ignored from now on, or beyond a limit: that is not deleted.
      if (stat && isSameStat(stat, before.stat)) {
        entries.set(path, before);
        continue;
      }
      changed = true;
      if (!stat && wasDeleted(path, turn)) take({ path, before, after: null, seenAt });
    }
    this.#entries = entries;
    this.#known = true;
    return { differences, unsettled, changed };
  }

  #difference(
    path: string,
    before: Entry | undefined,
    after: Entry,
    turn: TurnWindow | undefined,
    isMoved: (stat: FileStat) => boolean,
  ): Omit<FileDifference, 'seenAt' | 'changedMs'> | undefined {
    if (!turn) return undefined;
    const { stat } = after;
    const isLater = isAfter(stat.changedMs, turn);
    // It has changed in this turn, but was read only then: perhaps it is new, which nothing says.
    if (turn.begins && isLater && (before ? isSameStat(before.stat, stat) : !this.#known)) {
      return { path, before: { stat, lost: LATE }, after };
    }
    if (before) {
      const isOld = turn.begins && !isLater;
      return isOld || !differs(before, after) ? undefined : { path, before, after };
    }
    // A file that is seen for the first time need not be new: it may have been ignored until now.
    const isNew = isLater || (!turn.begins && stat.changedMs >= turn.since - SKEW_MS);
    return isNew || isMoved(stat) ? { path, before: null, after } : undefined;
  }

  /** Files that were deleted, or moved with their folder, which leaves their times as they are. By their inodes. */
  #goneOf(cache: StatCache, turn: TurnWindow | undefined): ReadonlyMap<number, FileStat> {
    const gone = [...this.#entries].filter(
      ([path]) => !cache.statOf(path) && wasDeleted(path, turn),
    );
    return new Map(gone.map(([, { stat }]) => [stat.ino, stat]));
  }
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The file as it is now: the old entry where nothing has changed. */
function present(
  file: ListedFile,
  old: Entry | undefined,
  cache: StatCache,
  store: ContentStore,
  limits: ReadLimits,
): Entry | undefined {
  let entry: Entry | undefined;
  // Once more, for a file that is just being written.
  for (let tries = 0; tries < 2 && (!entry || entry.unread); tries++) {
    const stat = cache.statOf(file.path);
    if (!stat) return undefined;
    if (old && isSettled(old, stat)) return old;
    entry = readEntry(file, stat, store, limits);
  }
  return entry;
}

/** In the millisecond of the beginning itself it was somebody else. */
function isAfter(ms: number, { since }: TurnWindow): boolean {
  return ms >= since + 1;
}

function wasDeleted(path: string, turn: TurnWindow | undefined): boolean {
  if (!turn) return false;
  return !turn.begins || isAfter(goneSinceMs(path), turn);
}

/** Nothing has changed, and all is known that can be. */
function isSettled(old: Entry, stat: FileStat): boolean {
  return isSameStat(old.stat, stat) && !old.fresh && !old.unread;
}

function differs(before: Entry, after: Entry): boolean {
  if (before.stat.kind !== after.stat.kind || before.stat.mode !== after.stat.mode) return true;
  if (before.target !== after.target) return true;
  if (before.hash && after.hash && before.hash.length === after.hash.length)
    return before.hash !== after.hash;
  const [old, now] = [before.stat, after.stat];
  return old.writtenMs !== now.writtenMs || old.size !== now.size || old.ino !== now.ino;
}

function readEntry(
  { path, staged }: ListedFile,
  stat: FileStat,
  store: ContentStore,
  limits: ReadLimits,
): Entry {
  if (stat.kind === 'link') {
    const target = readTarget(path);
    return target === undefined ? { stat, lost: 'it cannot be read' } : { stat, target };
  }
  if (stat.size > limits.fileBytes) return { stat, lost: 'too large' };
  if (limits.late) return { stat, lost: 'no time to read it', unread: true };
  const read = readUnchanged(path, stat);
  if (!read) return { stat, lost: 'it cannot be read', unread: true };
  const { bytes, version } = read;
  const hash = hashOf(bytes, staged?.oid);
  const fresh = Date.now() - stat.changedMs < FRESH_MS;
  const known = { stat, version, hash, ...(fresh ? { fresh } : {}) };
  if (staged?.oid === hash) return { ...known, folder: staged.folder };
  return store.put(hash, bytes) ? known : { ...known, lost: 'no room to keep it' };
}
