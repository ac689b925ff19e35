import type { RecordLimits } from './limits';
import type { ListedFile } from './list';
import {
  goneSinceMs,
  hashOf,
  type Look,
  readLooked,
  readTarget,
  type StatCache,
  sameLook,
} from './scan';
import type { ContentStore } from './store';

/** A file as it was when it was last looked at. */
export interface Entry {
  readonly look: Look;
  /** See `Read`. */
  readonly stamp?: string;
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
  /** Left for the next look. */
  readonly unread?: boolean;
}

/** Null: there was, or is, no such file. */
export interface TreeDifference {
  readonly path: string;
  readonly before: Entry | null;
  readonly after: Entry | null;
  /** When the file was still, or already, as it is after: milliseconds since the epoch, rather too early. */
  readonly seenAt: number;
}

/** Whose changes are wanted. */
export interface TurnWindow {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The period has just begun: what is older belongs to somebody else. */
  readonly begins: boolean;
  /** Programs write in several steps: a file that has changed in the last so many milliseconds is left for the next look. */
  readonly restMs?: number;
}

export interface TreeUpdate {
  readonly differences: readonly TreeDifference[];
  /** Something was left for the next look, which should be soon. */
  readonly unsettled: boolean;
  /** Whether anything is other than at the last look. */
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
export class Tree {
  readonly root: string;
  #entries = new Map<string, Entry>();
  #known = false;

  constructor(root: string) {
    this.root = root;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The hashes of all contents that would be missed. */
  hashes(): string[] {
    return [...this.#entries.values()].flatMap(({ hash, folder }) =>
      hash && !folder ? [hash] : [],
    );
  }

  /** Why some contents are not known, or not kept. */
  gaps(): ReadonlySet<string> {
    return new Set([...this.#entries.values()].flatMap(({ lost }) => (lost ? [lost] : [])));
  }

  /** Looks at the listed files and takes them for the present state. What has changed since the last look: as the period says. */
  update(
    files: readonly ListedFile[],
    eye: StatCache,
    store: ContentStore,
    limits: RecordLimits,
    period?: TurnWindow,
  ): TreeUpdate {
    const deadline = Date.now() + limits.readMs;
    const entries = new Map<string, Entry>();
    const differences: TreeDifference[] = [];
    let unsettled = false;
    let changed = false;
    const take = (difference: TreeDifference): void => {
      const { path, before, after } = difference;
      const changedMs = after ? after.look.changedMs : goneSinceMs(path);
      if (Date.now() - changedMs >= (period?.restMs ?? 0)) {
        differences.push(difference);
        return;
      }
      unsettled = true;
      if (before) entries.set(path, before);
      else entries.delete(path);
    };
    for (const file of files) {
      const seenAt = Date.now();
      const old = this.#entries.get(file.path);
      const entry = present(file, old, eye, store, { ...limits, late: seenAt > deadline });
      if (!entry) continue;
      entries.set(file.path, entry);
      if (entry !== old) changed = true;
      const difference = this.#difference(file.path, old, entry, period);
      if (difference) take({ ...difference, seenAt });
    }
    for (const [path, before] of this.#entries) {
      if (entries.has(path)) continue;
      const seenAt = Date.now();
      const look = eye.look(path);
      // Ignored from now on, or beyond a limit: that is not deleted.
      if (look && sameLook(look, before.look)) {
        entries.set(path, before);
        continue;
      }
      changed = true;
      if (!look && wasDeleted(path, period)) take({ path, before, after: null, seenAt });
    }
    this.#entries = entries;
    this.#known = true;
    return { differences, unsettled, changed };
  }

  #difference(
    path: string,
    before: Entry | undefined,
    after: Entry,
    period: TurnWindow | undefined,
  ): Omit<TreeDifference, 'seenAt'> | undefined {
    if (!period) return undefined;
    const { look } = after;
    const isLater = isAfter(look.changedMs, period);
    // It has changed in this period, but was read only then: perhaps it is new, which nothing says.
    if (period.begins && isLater && (before ? sameLook(before.look, look) : !this.#known)) {
      return { path, before: { look, lost: LATE }, after };
    }
    if (before) {
      const isOld = period.begins && !isLater;
      return isOld || !differs(before, after) ? undefined : { path, before, after };
    }
    // A file that is seen for the first time need not be new: it may have been ignored until now.
    const isNew = isLater || (!period.begins && look.changedMs >= period.since - SKEW_MS);
    return isNew ? { path, before: null, after } : undefined;
  }
}

/** The file as it is now: the old entry where nothing has changed. */
function present(
  file: ListedFile,
  old: Entry | undefined,
  eye: StatCache,
  store: ContentStore,
  limits: ReadLimits,
): Entry | undefined {
  let entry: Entry | undefined;
  // Once more, for a file that is just being written.
  for (let tries = 0; tries < 2 && (!entry || entry.unread); tries++) {
    const look = eye.look(file.path);
    if (!look) return undefined;
    if (old && isSettled(old, look)) return old;
    entry = readEntry(file, look, store, limits);
  }
  return entry;
}

/** In the millisecond of the beginning itself it was somebody else. */
function isAfter(ms: number, { since }: TurnWindow): boolean {
  return ms >= since + 1;
}

function wasDeleted(path: string, period: TurnWindow | undefined): boolean {
  if (!period) return false;
  return !period.begins || isAfter(goneSinceMs(path), period);
}

/** Nothing has changed, and all is known that can be. */
function isSettled(old: Entry, look: Look): boolean {
  return sameLook(old.look, look) && !old.fresh && !old.unread;
}

function differs(before: Entry, after: Entry): boolean {
  if (before.look.kind !== after.look.kind || before.look.mode !== after.look.mode) return true;
  if (before.target !== after.target) return true;
  if (before.hash && after.hash && before.hash.length === after.hash.length)
    return before.hash !== after.hash;
  const [old, now] = [before.look, after.look];
  return old.writtenMs !== now.writtenMs || old.size !== now.size || old.ino !== now.ino;
}

function readEntry(
  { path, staged }: ListedFile,
  look: Look,
  store: ContentStore,
  limits: ReadLimits,
): Entry {
  if (look.kind === 'link') {
    const target = readTarget(path);
    return target === undefined ? { look, lost: 'it cannot be read' } : { look, target };
  }
  if (look.size > limits.fileBytes) return { look, lost: 'too large' };
  if (limits.late) return { look, lost: 'no time to read it', unread: true };
  const read = readLooked(path, look);
  if (!read) return { look, lost: 'it cannot be read', unread: true };
  const { bytes, stamp } = read;
  const hash = hashOf(bytes, staged?.oid);
  const fresh = Date.now() - look.changedMs < FRESH_MS;
  const known = { look, stamp, hash, ...(fresh ? { fresh } : {}) };
  if (staged?.oid === hash) return { ...known, folder: staged.folder };
  return store.put(hash, bytes) ? known : { ...known, lost: 'no room to keep it' };
}
