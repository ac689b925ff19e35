import type { HunkView } from '../../model/review/overview';

/** Whether two lists show the same, wherever the rows are by now. */
export function isShownSame(some: readonly HunkView[], others: readonly HunkView[]): boolean {
  return (
    some.length === others.length &&
    some.every((hunk, at) => {
      const other = others[at];
      return (
        other?.id === hunk.id &&
        other.current === hunk.current &&
        other.reference === hunk.reference
      );
    })
  );
}
