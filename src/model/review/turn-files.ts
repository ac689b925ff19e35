/** What has become of the changes of each turn, as far as it was seen: what is pending, what was kept, what undone. Pure. */
import { SharedMap } from '../../base/shared-map';
import type { Turn } from './author';
import { type Counts, type FileSummary, type FileTurn, turnsIn } from './overview';
import type { Review } from './state';

/**
 * `rewritten`: kept, as the user has written something else there; `replaced`: an agent has changed the same again;
 * `returned`, `discarded`: nothing, and what was undone, or rewritten, is pending again.
 */
export type Outcome = 'kept' | 'rewritten' | 'undone' | 'replaced' | 'returned' | 'discarded';

export interface ReviewChange {
  readonly before: Review;
  readonly after: Review;
  /** What has become of changes that are pending no longer. */
  readonly outcome: Outcome;
}

/** What a turn has changed of a file. The counts of all parts make up its own. */
export interface TurnFile extends Omit<FileSummary, 'ids'> {
  /** Absent: all of it is decided. */
  readonly pending?: Counts;
  readonly kept?: Counts;
  readonly undone?: Counts;
}

/** What is known of a turn. */
export interface TurnRecord extends Turn {
  /** By path. */
  readonly files: SharedMap<TurnFile>;
}

/** By `turnKey`. */
export type TurnRecords = SharedMap<TurnRecord>;

/** A turn as the key of a map. */
export function turnKey({ session, turn }: Turn): string {
  return `${turn} ${session}`;
}

/** Sorted by path. */
export function filesOf({ files }: TurnRecord): TurnFile[] {
  return files.values().sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The cost is that of the files that have changed. */
export function record(
  records: TurnRecords,
  { before, after, outcome }: ReviewChange,
): TurnRecords {
  let next = records;
  for (const path of after.files.changedSince(before.files)) {
    const [was, is] = [summaries(before, path), summaries(after, path)];
    for (const [key, { session, turn }] of new Map([...was, ...is])) {
      const { files } = next.get(key) ?? { files: SharedMap.empty<TurnFile>() };
      const [old, now] = [was.get(key)?.summary, is.get(key)?.summary];
      const file = recorded(files.get(path), old, now, outcome);
      const all = file ? files.set(path, file) : files.delete(path);
      next = next.set(key, { session, turn, files: all });
    }
  }
  return next;
}

function summaries({ files }: Review, path: string): Map<string, FileTurn> {
  const file = files.get(path);
  return new Map((file ? turnsIn(file) : []).map((one) => [turnKey(one), one]));
}

/** Nothing when nothing is left of what the turn has changed. */
function recorded(
  known: TurnFile | undefined,
  was: FileSummary | undefined,
  is: FileSummary | undefined,
  outcome: Outcome,
): TurnFile | undefined {
  const pending = is && countsOf(is);
  const kept = keptOf(known, was, is, outcome);
  const undone = undoneOf(known, was, is, outcome);
  const all = sum(sum(pending, kept), undone);
  // What is decided changes nothing about what the turn has done.
  const head = outcome === 'replaced' ? (is ?? known) : (known ?? was ?? is);
  if (!all || !head) return undefined;
  const { path, kind, from, marks } = head;
  return {
    path,
    kind,
    ...(from === undefined ? {} : { from }),
    ...(marks ? { marks } : {}),
    ...(is?.isQueued ? { isQueued: true } : {}),
    ...all,
    ...(pending ? { pending } : {}),
    ...(kept ? { kept } : {}),
    ...(undone ? { undone } : {}),
  };
}

function keptOf(
  known: TurnFile | undefined,
  was: FileSummary | undefined,
  is: FileSummary | undefined,
  outcome: Outcome,
): Counts | undefined {
  const isKept = outcome === 'kept' || outcome === 'rewritten';
  if (isKept) return sum(known?.kept, was && fallen(was, is));
  return outcome === 'discarded' ? withoutRisen(known?.kept, was, is) : known?.kept;
}

function undoneOf(
  known: TurnFile | undefined,
  was: FileSummary | undefined,
  is: FileSummary | undefined,
  outcome: Outcome,
): Counts | undefined {
  if (outcome === 'undone') return sum(known?.undone, was && fallen(was, is));
  return outcome === 'returned' ? withoutRisen(known?.undone, was, is) : known?.undone;
}

/** Without what is pending again. */
function withoutRisen(
  counts: Counts | undefined,
  was: FileSummary | undefined,
  is: FileSummary | undefined,
): Counts | undefined {
  if (!counts || !is) return counts;
  const added = Math.max(0, counts.added - (is.added - (was?.added ?? 0)));
  const removed = Math.max(0, counts.removed - (is.removed - (was?.removed ?? 0)));
  return added > 0 || removed > 0 ? { added, removed } : undefined;
}

/** What is pending no longer. */
function fallen(was: FileSummary, is: FileSummary | undefined): Counts | undefined {
  const added = Math.max(0, was.added - (is?.added ?? 0));
  const removed = Math.max(0, was.removed - (is?.removed ?? 0));
  const isLess = !is || is.ids.length < was.ids.length || added + removed > 0;
  return isLess ? { added, removed } : undefined;
}

function countsOf({ added, removed }: Counts): Counts {
  return { added, removed };
}

function sum(some: Counts | undefined, more: Counts | undefined): Counts | undefined {
  if (!some || !more) return some ?? more;
  return { added: some.added + more.added, removed: some.removed + more.removed };
}
