import { type ImageRef, isUncertain, sameRef } from './image-ref';

/** What a source says of a file. */
export interface Sighting {
  readonly path: string;
  readonly before: ImageRef | null;
  readonly after: ImageRef | null;
  /** Of the file as it is after, see `fileVersionOf`; absent: not known, or there is no file. */
  readonly version?: string | undefined;
  /** Of the file as it is by now, where that was looked at. */
  readonly versionNow?: string | undefined;
  /** A moment at which the file was in the state after, or was just being brought there: milliseconds since the epoch. */
  readonly seenAt: number;
  /** The source has written the file itself: it knows what was there before. */
  readonly isWrite: boolean;
  /** It has written to a buffer that the user has to save: the file is as it was. */
  readonly isUnsaved: boolean;
}

/**
 * What a sighting adds to what is known. `none`: nothing, it was reported, or the user has saved it. `next`: the file went
 * on to the new state; `from`, if there is one, is the state reported last, which the sighting did not know. `earlier`: it
 * says how the file came to where the first report began.
 */
export type Verdict =
  | { readonly is: 'none' | 'earlier' }
  | { readonly is: 'next'; readonly from?: { readonly ref: ImageRef | null } };

/** A state that was reported, or that a report began with. */
interface State {
  readonly ref: ImageRef | null;
  readonly version?: string | undefined;
}

/** What is known of a file since a turn began while no other ran. */
interface Known {
  /** Oldest first. */
  readonly states: readonly State[];
  /** When the first and the last report were seen. */
  readonly firstAt: number;
  readonly seenAt: number;
  /** Versions that the editor has saved, whose content is unknown. */
  readonly saved: readonly string[];
  /** Those of them that were saved after the last report. */
  readonly savedSince: readonly string[];
}

/** A file that is changed more often forgets its oldest states. */
const MAX_STATES = 32;
/** Of more files, those that were reported longest ago are forgotten. */
const MAX_PATHS = 20_000;
const NOTHING: Known = { states: [], firstAt: 0, seenAt: 0, saved: [], savedSince: [] };

/** The states of files that have been reported while turns run, so that each change is reported once. */
export class ReportedStates {
  /** The file reported last comes last. */
  readonly #byPath = new Map<string, Known>();

  /** The reported states say nothing about this one. */
  clear(): void {
    this.#byPath.clear();
  }

  saved(path: string, version: string): void {
    const known = this.#byPath.get(path) ?? NOTHING;
    // A write that was reported.
    if (known.states.at(-1)?.version === version) return;
    const saved = [...known.saved, version].slice(-MAX_STATES);
    const savedSince = [...known.savedSince, version].slice(-MAX_STATES);
    this.#put(path, { ...known, saved, savedSince });
  }

  /** The file was brought to this state, which to find is no change; not by an agent. */
  restored(path: string, ref: ImageRef | null, seenAt: number): void {
    const known = this.#byPath.get(path) ?? NOTHING;
    const states = [...known.states, { ref }].slice(-MAX_STATES);
    this.#put(path, { ...known, states, seenAt });
  }

  /** What to make of a sighting. */
  judge(sighting: Sighting): Verdict {
    return judge(this.#byPath.get(sighting.path) ?? NOTHING, sighting);
  }

  /** A sighting that was reported, as judged. */
  add({ path, before, after, version, seenAt, isUnsaved }: Sighting, verdict: Verdict): void {
    if (isUnsaved) return;
    const known = this.#byPath.get(path) ?? NOTHING;
    if (verdict.is === 'earlier') {
      this.#put(path, { ...known, states: [{ ref: before }, ...known.states], firstAt: seenAt });
      return;
    }
    const [first = { ref: before }, ...rest] = known.states;
    const states = [first, ...[...rest, { ref: after, version }].slice(-MAX_STATES)];
    const firstAt = known.states.length > 0 ? known.firstAt : seenAt;
    this.#put(path, { ...known, states, firstAt, seenAt, savedSince: [] });
  }

  #put(path: string, known: Known): void {
    this.#byPath.delete(path);
    this.#byPath.set(path, known);
    const [oldest] = this.#byPath.keys();
    if (this.#byPath.size > MAX_PATHS && oldest !== undefined) this.#byPath.delete(oldest);
  }
}

function judge(known: Known, sighting: Sighting): Verdict {
  const { before, after, version, versionNow, seenAt, isWrite } = sighting;
  const { states, saved, savedSince } = known;
  if (sameRef(before, after)) return { is: 'none' };
  if (sighting.isUnsaved) return { is: 'next' };
  // What the editor has saved is the user's, unless it has done so for a write.
  if (!isWrite && version !== undefined && saved.includes(version)) return { is: 'none' };
  const last = states.at(-1);
  if (!last) return { is: 'next' };
  const now = { ref: after, version };
  if (states.some((state) => isSame(state, now) && isSameVersion(state, now)))
    return { is: 'none' };
  const isLast = isSame(last, now);
  // It was looked at before the last report. A write is over only some time after it was seen.
  if (seenAt < known.seenAt && (isLast || !isWrite)) {
    const isEarlier = seenAt < known.firstAt && sameRef(states[0]?.ref ?? null, after);
    return { is: isEarlier ? 'earlier' : 'none' };
  }
  // The file holds what was reported last: it was seen on its way there, such as emptied by a write that was about to fill
  // it. Seen in that version itself it differs by its mode, which is no part of the version.
  const isAsReported = versionNow !== undefined && versionNow === last.version;
  if (!isWrite && isAsReported && version !== versionNow) return { is: 'none' };
  const isNext = sameRef(last.ref, before);
  // What the editor has saved for the write itself is no doing of the user's.
  const isUsers = savedSince.some((one) => !isWrite || one !== version);
  if (isNext && !isUsers) return { is: 'next' };
  // A source that has seen what the user saved knows what was there.
  const isOlder = !isNext && states.some(({ ref }) => sameRef(ref, before));
  const isSince = isOlder || !isUsers;
  if (isLast && isSince && !isWrite) return { is: 'none' };
  return isSince ? { is: 'next', from: { ref: last.ref } } : { is: 'next' };
}

/** Where contents cannot be compared, the times of the file decide. */
function isSame(a: State, b: State): boolean {
  return isUncertain(a.ref, b.ref) ? isSameVersion(a, b) : sameRef(a.ref, b.ref);
}

function isSameVersion(a: State, b: State): boolean {
  return a.version !== undefined && a.version === b.version;
}
