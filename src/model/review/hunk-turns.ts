import { diffLines } from '../../edit/hunks';
import { mergeLines } from '../../edit/merge';
import { sameTurn, type Turn } from './author';
import { divide } from './carve';
import { named } from './naming';
import {
  currentOf,
  type Ids,
  type Lines,
  type PendingHunk,
  type Segment,
  type Version,
} from './segment';

/** Whether a turn has to do with a hunk. */
export function isOfTurn({ versions }: Pick<PendingHunk, 'versions'>, turn: Turn): boolean {
  return versions.some(({ by }) => by.some((author) => sameTurn(author, turn)));
}

/** A hunk without what a turn did to it; nothing when others have built on that. */
export function withoutTurn(hunk: PendingHunk, turn: Turn, ids: Ids): Segment[] | undefined {
  let versions: readonly Version[] | undefined = hunk.versions;
  for (let at = hunk.versions.length - 1; at >= 0 && versions; at--) {
    const own = ownership(hunk.versions[at], turn);
    if (own === 'shared') return undefined;
    if (own === 'own') versions = without(hunk.reference, versions, at);
  }
  return versions && renewed(hunk, hunk.reference, versions, ids);
}

/** A hunk of which a turn's part is kept, so that it counts as there before; nothing when it builds on others' work. */
export function keepingTurn(hunk: PendingHunk, turn: Turn, ids: Ids): Segment[] | undefined {
  let { reference, versions } = hunk;
  // From the oldest on: each moves down to the reference.
  for (let at = 0; at < versions.length; ) {
    const own = ownership(versions[at], turn);
    if (own === 'shared') return undefined;
    if (own === 'other') {
      at++;
      continue;
    }
    const moved = movedDown(reference, versions, at);
    if (!moved) return undefined;
    [reference, versions] = moved;
  }
  return renewed(hunk, reference, versions, ids);
}

function ownership(version: Version | undefined, turn: Turn): 'own' | 'other' | 'shared' {
  const by = version?.by ?? [];
  if (by.every((author) => sameTurn(author, turn))) return 'own';
  return by.some((author) => sameTurn(author, turn)) ? 'shared' : 'other';
}

/** The versions without one and what it changed. */
function without(
  reference: Lines,
  versions: readonly Version[],
  at: number,
): readonly Version[] | undefined {
  const base = versions[at]?.lines ?? [];
  const theirs = versions[at - 1]?.lines ?? reference;
  const later = rebased(versions.slice(at + 1), base, theirs);
  return later && [...versions.slice(0, at), ...later];
}

/** What one version changed, made in the reference and all versions before it. */
function movedDown(
  reference: Lines,
  versions: readonly Version[],
  at: number,
): [Lines, readonly Version[]] | undefined {
  const base = versions[at - 1]?.lines ?? reference;
  const theirs = versions[at]?.lines ?? [];
  const kept = at === 0 ? theirs : merged(reference, base, theirs);
  const earlier = rebased(versions.slice(0, at), base, theirs);
  return kept && earlier && [kept, [...earlier, ...versions.slice(at + 1)]];
}

function rebased(
  versions: readonly Version[],
  base: Lines,
  theirs: Lines,
): readonly Version[] | undefined {
  const result: Version[] = [];
  for (const version of versions) {
    const lines = merged(version.lines, base, theirs);
    if (!lines) return undefined;
    result.push({ ...version, lines });
  }
  return result;
}

function merged(mine: Lines, base: Lines, theirs: Lines): Lines | undefined {
  const { lines, conflicts } = mergeLines(base, mine, theirs);
  return conflicts.length === 0 ? lines : undefined;
}

function renewed(
  hunk: PendingHunk,
  reference: Lines,
  versions: readonly Version[],
  ids: Ids,
): Segment[] {
  const next = { ...hunk, reference, versions };
  return named(divide(next, diffLines(reference, currentOf(next))), [next], ids);
}
