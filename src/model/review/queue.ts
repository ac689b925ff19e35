import type { Turn } from './author';
import { carve, distinct } from './carve';
import { placed } from './region';
import { authorsOf, compact, type Ids, type PendingHunk, type Segment, tidy } from './segment';
import { type Scope, type Selection, scopeOfChange, scopeOfHunk } from './selection';
import { type FileReview, pendingHunks, type WholeChange } from './state';

type Mark = (queued: { readonly turn?: Turn }) => PendingHunk['queued'];

/** Marks what is meant, so that the mark goes where the change goes, is divided with it, and ends with it. */
export function queueInFile(
  file: FileReview,
  selection: Selection,
  reason: string | undefined,
  ids: Ids,
): FileReview {
  const mark: Mark = ({ turn }) => ({ ...(reason ? { reason } : {}), ...(turn ? { turn } : {}) });
  return marked(file, selection, mark, ids);
}

/** Takes the marks off again. */
export function unqueueInFile(file: FileReview, selection: Selection, ids: Ids): FileReview {
  return marked(file, selection, () => undefined, ids);
}

function marked(file: FileReview, selection: Selection, mark: Mark, ids: Ids): FileReview {
  const segments: Segment[] = [];
  for (const [segment, row] of placed(file.text?.segments ?? [])) {
    const scope = segment.kind === 'pending' ? scopeOfHunk(selection, segment, row) : undefined;
    if (segment.kind === 'settled' || !scope) segments.push(segment);
    else segments.push(...markedHunk(segment, scope, mark, ids));
  }
  const changes = file.changes.map((change) => {
    const isMeant = scopeOfChange(selection, change) === 'whole';
    return isMeant ? withMark(change, mark({})) : change;
  });
  const text = file.text && { text: { ...file.text, segments: compact(segments) } };
  return { ...file, ...text, changes };
}

/** Of which only some lines are meant, they become a hunk of their own. */
function markedHunk(hunk: PendingHunk, scope: Scope, mark: Mark, ids: Ids): Segment[] {
  if (scope.kind === 'whole') return [withMark(hunk, mark({}))];
  if (scope.kind === 'turn') return [withMark(hunk, mark({ turn: scope.turn }))];
  const { above, middle, below } = carve(hunk, scope.range);
  return distinct([...above, ...tidy(withMark(middle, mark({}))), ...below], ids);
}

function withMark<T extends PendingHunk | WholeChange>(item: T, queued: PendingHunk['queued']): T {
  const { queued: _, ...rest } = item;
  return { ...rest, ...(queued ? { queued } : {}) } as T;
}

/** What is queued, by how much of it is meant. */
export interface QueuedItem {
  readonly id: number;
  readonly path: string;
  readonly reason?: string;
  readonly turn?: Turn;
  readonly isOutdated: boolean;
}

/** @param session of whose changes; absent: of all */
export function queuedInFile(file: FileReview, session?: string): QueuedItem[] {
  const items = [
    ...pendingHunks(file).map(({ id, queued, versions }) => ({
      id,
      queued,
      by: authorsOf({ versions }),
    })),
    ...file.changes,
  ];
  return items.flatMap(({ id, queued, by }): QueuedItem[] => {
    const isOwn = session === undefined || by.some((author) => author.session === session);
    if (!queued || !isOwn) return [];
    const { isOutdated = false, ...rest } = queued;
    return [{ id, path: file.path, ...rest, isOutdated }];
  });
}
