import { applyHunks, diffLines, type Hunk } from '../../edit/hunks';
import { type Author, mergeAuthors, sameTurn } from './author';
import { divide } from './carve';
import { named } from './naming';
import { type Region, regionOf, withInside } from './region';
import {
  currentLines,
  currentOf,
  type Ids,
  type Lines,
  type PendingHunk,
  referenceLines,
  type Segment,
  type Version,
} from './segment';

/** Of more turns on one place the oldest count as one. */
const MAX_VERSIONS = 16;

/** An agent's edit of the current text: the reference stays. */
export function agentEdit(
  segments: readonly Segment[],
  edit: Hunk,
  version: { readonly by: Author; readonly step: number },
  ids: Ids,
): Segment[] {
  const region = closeRegion(regionOf(segments, edit.row, edit.row + edit.del), edit, version.by);
  const current = currentLines(region.inside);
  const lines = applyHunks(current, [{ ...edit, row: edit.row - region.row }]);
  const by = [version.by];
  const versions = collapse([...jointVersions(region.inside), { lines, by, step: version.step }]);
  const reference = referenceLines(region.inside);
  const joint: PendingHunk = { kind: 'pending', id: 0, reference, versions };
  const parts = divide(joint, diffLines(reference, lines));
  return withInside(region, named(parts, region.inside, ids));
}

/** Without the hunks at its edges that the edit only touches and has nothing to do with. */
function closeRegion(region: Region, edit: Hunk, by: Author): Region {
  const end = edit.row + edit.del;
  const inside = [...region.inside];
  const [above, below]: [Segment[], Segment[]] = [[], []];
  const removed = removedBy(region, edit);
  let { row } = region;
  for (let first = inside[0]; first; first = inside[0]) {
    const last = row + currentOf(first).length;
    if (last > edit.row || !isApart(first, edit, removed, by)) break;
    above.push(first);
    inside.shift();
    row = last;
  }
  let bottom = row + currentLines(inside).length;
  for (let last = inside.at(-1); last; last = inside.at(-1)) {
    bottom -= currentOf(last).length;
    if (bottom < end || !isApart(last, edit, removed, by)) break;
    below.unshift(last);
    inside.pop();
  }
  return { before: [...region.before, ...above], inside, after: [...below, ...region.after], row };
}

function removedBy({ inside, row }: Region, edit: Hunk): Lines {
  const at = edit.row - row;
  return currentLines(inside).slice(at, at + edit.del);
}

/** Whether a hunk that an edit touches stays a hunk of its own. */
function isApart(segment: Segment, edit: Hunk, removed: Lines, by: Author): boolean {
  if (segment.kind === 'settled') return false;
  // It may put back what the hunk took away, or take away lines as the hunk has put in.
  if (share(edit.lines, segment.reference) || share(removed, currentOf(segment))) return false;
  if (segment.queued) return true;
  const last = segment.versions.at(-1)?.by[0];
  return !last || !sameTurn(last, by);
}

function share(some: Lines, others: Lines): boolean {
  const set = new Set(some.filter((line) => line.trim() !== ''));
  return set.size > 0 && others.some((line) => set.has(line));
}

/** What several segments held together after each edit of any of them. */
function jointVersions(segments: readonly Segment[]): Version[] {
  const all = segments
    .flatMap((segment) => (segment.kind === 'pending' ? segment.versions : []))
    .sort((a, b) => a.step - b.step);
  return authorsByStep(all).map(({ by, step }) => ({
    by,
    step,
    lines: segments.flatMap((segment) => linesAt(segment, step)),
  }));
}

/** One for each run of steps in one turn: only these texts are put together. */
function authorsByStep(versions: readonly Version[]): Pick<Version, 'by' | 'step'>[] {
  const runs: { by: readonly Author[]; step: number }[] = [];
  for (const { by, step } of versions) {
    const last = runs.at(-1);
    if (!last || (last.step !== step && !isSameTurn(last.by, by))) runs.push({ by, step });
    else {
      last.step = step;
      last.by = mergeAuthors(last.by, by);
    }
  }
  return runs;
}

function linesAt(segment: Segment, step: number): Lines {
  if (segment.kind === 'settled') return segment.lines;
  const version = segment.versions.findLast((one) => one.step <= step);
  return version?.lines ?? segment.reference;
}

/** Consecutive versions of one turn are one. */
function collapse(versions: readonly Version[]): Version[] {
  const result: Version[] = [];
  for (const version of versions) {
    const last = result.at(-1);
    if (last && isSameTurn(last.by, version.by)) {
      result[result.length - 1] = { ...version, by: mergeAuthors(last.by, version.by) };
    } else result.push(version);
  }
  while (result.length > MAX_VERSIONS) {
    const [oldest, next] = result.splice(0, 2);
    if (oldest && next) result.unshift({ ...next, by: mergeAuthors(oldest.by, next.by) });
  }
  return result;
}

function isSameTurn(some: readonly Author[], others: readonly Author[]): boolean {
  const [first] = some;
  return first !== undefined && [...some, ...others].every((one) => sameTurn(one, first));
}
