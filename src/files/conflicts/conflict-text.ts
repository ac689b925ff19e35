/** Places that a message lists at most. */
const MAX_PLACES = 20;

interface ConflictState {
  readonly modified: boolean;
  readonly declined: boolean;
  /** The user has only taken back what the agent had written. */
  readonly undone: boolean;
  readonly partly: boolean;
}

/** The answer to an agent whose write would only bring back line endings or a mark that the user has taken back. */
export function formatUndoneText(path: string): string {
  return (
    `${path} was not written: since you last read it, the user has taken back how you wrote its line endings, ` +
    'final newline or byte order mark. Do not write the same text again: read the file again.'
  );
}

/** The answer to an agent whose write was not taken in all places. */
export function conflictText(
  path: string,
  places: readonly string[],
  { modified, declined, undone, partly }: ConflictState,
): string {
  const isOne = places.length === 1 && !places[0]?.includes('-');
  const listed = places.slice(0, MAX_PLACES).join(', ');
  const more = places.length > MAX_PLACES ? `, and ${places.length - MAX_PLACES} more places` : '';
  const place = `${isOne ? 'line' : 'lines'} ${listed}${more}`;
  const unsaved = modified ? ' and has not saved them yet' : '';
  const result = partly ? 'was written only in part' : 'was not written';
  const why = declined
    ? `the user was shown your version of ${place} and chose to keep their own.`
    : `since you last read it, the user has ${undone ? 'taken back what you wrote there' : 'changed the same lines'}${unsaved}. There the user's text was kept ` +
      `(${place} now), and your version is shown to the user, who may still choose it.`;
  const where = modified ? 'in the editor, not saved yet' : 'in the file';
  const rest = partly ? ` All your other changes are ${where}.` : '';
  return (
    `${path} ${result}: ${why}${rest} ` +
    'Do not write the same text again: read the file again and make your change to the text that is there.'
  );
}
