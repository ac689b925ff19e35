import { type FileImage, sameContent } from '../../edit/file-image';
import { diffLines, type LineRange } from '../../edit/hunks';
import { splitNext } from '../../edit/text';
import { currentImage, currentText } from './images';
import { keepFile } from './keep';
import { placed } from './region';
import { compact, currentOf, type Ids, type PendingHunk, type Segment, settled } from './segment';
import { keepIn } from './selection';
import { type FileReview, isPending } from './state';

/**
 * A commit has the file with this content, or has it no more: what is equal there counts as kept. Nothing when nothing
 * is pending any more.
 */
export function committedFile(
  file: FileReview,
  committed: FileImage | null,
  ids: Ids,
): FileReview | undefined {
  const now = currentImage(file);
  if (sameContent(now, committed)) return keepFile(file, { kind: 'all' }, ids).file;
  if (now === null || committed === null) return file;
  // It has the file, under its name.
  const changes = file.changes.filter(({ kind }) => kind !== 'created' && kind !== 'renamed');
  const next = { ...file, changes };
  if (!file.text || committed.content.kind !== 'text') return isPending(next) ? next : undefined;
  const before = currentText(file.text);
  const after = splitNext(committed.content.text, before);
  const differences = diffLines(before.lines, after.lines).map(({ row, del }) => {
    return { from: row, to: row + del };
  });
  const segments = keepEqual(file.text.segments, differences, ids);
  const kept = { ...next, text: { ...file.text, segments } };
  return isPending(kept) ? kept : undefined;
}

function keepEqual(
  segments: readonly Segment[],
  differences: readonly LineRange[],
  ids: Ids,
): Segment[] {
  const result: Segment[] = [];
  let first = 0;
  for (const [segment, row] of placed(segments)) {
    if (segment.kind === 'settled') {
      result.push(segment);
      continue;
    }
    const end = row + currentOf(segment).length;
    while ((differences[first]?.to ?? row) < row) first++;
    const own: LineRange[] = [];
    for (let at = first; (differences[at]?.from ?? end + 1) <= end; at++) {
      own.push(differences[at] ?? { from: row, to: end });
    }
    result.push(
      ...keepBetween(
        segment,
        own.map(({ from, to }) => ({ from: from - row, to: to - row })),
        ids,
      ),
    );
  }
  return compact(result);
}

/** A deletion is kept only where nothing beside it is different. */
function keepBetween(hunk: PendingHunk, differences: readonly LineRange[], ids: Ids): Segment[] {
  if (differences.length === 0) return [settled(currentOf(hunk))];
  const starts = [0, ...differences.map(({ to }) => to)];
  const ends = [...differences.map(({ from }) => from), currentOf(hunk).length];
  const equal = starts.map((from, at) => ({ from, to: ends[at] ?? from }));
  // From the last one on, so that the rows of the others stay.
  return equal.reduceRight<Segment[]>(
    ([first, ...rest], range) => {
      if (first?.kind !== 'pending' || range.to <= range.from)
        return first ? [first, ...rest] : rest;
      return [...(keepIn(first, { kind: 'lines', range }, ids) ?? [first]), ...rest];
    },
    [hunk],
  );
}
