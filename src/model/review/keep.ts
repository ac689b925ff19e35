import { placed } from './region';
import { compact, currentOf, type Ids, type Segment } from './segment';
import { keepIn, type Selection, scopeOfChange, scopeOfHunk } from './selection';
import { type FileReview, isPending } from './state';
import { type Unclean, uncleanChange, uncleanHunk } from './unclean';

interface Kept {
  /** Nothing when nothing is pending any more. */
  readonly file?: FileReview;
  readonly unclean: readonly Unclean[];
}

/** What is kept is there in the reference, too: the file itself does not change. */
export function keepFile(file: FileReview, selection: Selection, ids: Ids): Kept {
  const unclean: Unclean[] = [];
  const segments: Segment[] = [];
  let isKept = false;
  for (const [segment, row] of placed(file.text?.segments ?? [])) {
    const scope = segment.kind === 'pending' ? scopeOfHunk(selection, segment, row) : undefined;
    const kept = segment.kind === 'pending' && scope ? keepIn(segment, scope, ids) : undefined;
    if (segment.kind === 'pending' && scope && !kept) {
      unclean.push(uncleanHunk(file.path, segment, row, 'others'));
    }
    isKept ||= kept !== undefined && currentOf(segment).length > 0;
    segments.push(...(kept ?? [segment]));
  }
  const changes = file.changes.filter((change) => {
    const scope = scopeOfChange(selection, change);
    if (scope === 'shared') unclean.push(uncleanChange(file, change, 'others'));
    // Lines that stay need their file.
    return scope !== 'whole' && !(change.kind === 'created' && isKept);
  });
  const isDeleted = file.changes.some(
    ({ kind, id }) => kind === 'deleted' && !changes.some((one) => one.id === id),
  );
  const text = file.text && { text: { ...file.text, segments: compact(segments) } };
  const next = { ...file, ...text, changes };
  return { ...(isDeleted || !isPending(next) ? {} : { file: next }), unclean };
}
