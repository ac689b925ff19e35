import type { Author } from './author';
import type { Lines } from './segment';

/** What the user has undone or written otherwise, for the agents whose work it was. */
export interface UndoneNote {
  readonly id: number;
  /** Sessions whose agents have not been notified yet. */
  readonly sessions: readonly string[];
  readonly path: string;
  /** Lines of the file after the undo, 1-based; `to` is below `from` where none are. Absent: the file as a whole. */
  readonly range?: { readonly from: number; readonly to: number };
  /** What became of it. */
  readonly what:
    | 'edit'
    | 'created'
    | 'deleted'
    | 'renamed'
    | 'replaced'
    | 'mode'
    | 'format'
    | 'restored'
    /** The user has changed it before it was written. */
    | 'edited';
  /** The agent's lines that are gone; of what was edited a diff. No more than fit. */
  readonly excerpt: Lines;
  /** The user's; of what was restored what the user has done, as in "gone back to before …". */
  readonly reason?: string;
}

const MAX_EXCERPT_LINES = 10;
/** Of a place that was edited: the agent's lines and the user's. */
export const MAX_DIFF_LINES = 40;
const MAX_EXCERPT_COLUMNS = 200;
/** Of more the agent reads only how many they are. */
const MAX_NOTES = 30;
/** Of all that nobody has sent. */
export const MAX_UNSENT_NOTES = 500;

/** The first lines, clipped, with the count of the rest. */
export function excerptOf(lines: Lines, max = MAX_EXCERPT_LINES): string[] {
  const first = lines.slice(0, max).map((line) => line.slice(0, MAX_EXCERPT_COLUMNS));
  const left = lines.length - first.length;
  return left > 0 ? [...first, `… ${left} more`] : first;
}

/** The keys of the sessions that these authors belong to, each once. */
export function sessionsOf(by: readonly Author[]): string[] {
  return [...new Set(by.map(({ session }) => session))];
}

const WHOLE: Readonly<Record<Exclude<UndoneNote['what'], 'edit' | 'edited' | 'restored'>, string>> =
  {
    created: 'the new file was deleted again',
    deleted: 'the deleted file is back',
    renamed: 'the file has its old name again',
    replaced: 'the file has its old content again',
    mode: 'the file has its old mode again',
    format: 'the file has its old line endings and encoding again',
  };

/** What the next prompt says of them; empty without any. */
export function notesText(notes: readonly UndoneNote[]): string {
  const { undone, restored, edited } = sortedNotes(notes);
  return [
    ...listText('The user has undone these changes of yours:', undone),
    ...listText(RESTORED, restored),
    ...listText(EDITED, edited),
  ].join('\n');
}

/** By what the user has done. */
export function sortedNotes(
  notes: readonly UndoneNote[],
): Readonly<Record<'undone' | 'restored' | 'edited', readonly UndoneNote[]>> {
  return {
    undone: notes.filter((note) => !isEdited(note) && note.what !== 'restored'),
    restored: notes.filter(({ what }) => what === 'restored'),
    edited: notes.filter(isEdited),
  };
}

/** Either way: a restore can be taken back. */
const RESTORED =
  'The user has brought these files back to what they held before, but for their own changes:';

const EDITED =
  "The user has edited these changes of yours before they were written. The files hold the user's text; yours is marked -, theirs +:";

/** It says what the agent cannot know otherwise: that its write is not what the file holds. */
export function isEdited({ what }: UndoneNote): boolean {
  return what === 'edited';
}

function listText(heading: string, notes: readonly UndoneNote[]): string[] {
  if (notes.length === 0) return [];
  const shown = notes.slice(0, MAX_NOTES).map(noteText);
  const left = notes.length - shown.length;
  return [heading, ...shown, ...(left > 0 ? [`- and ${left} more`] : [])];
}

function noteText({ path, range, what, excerpt, reason }: UndoneNote): string {
  const why = reason ? `; reason: ${reason}` : '';
  const lines = excerpt.map((line) => `    ${line}`);
  if (what === 'edited') return [`- ${path}${placeOf(range)}:`, ...lines].join('\n');
  if (what === 'restored') return `- ${path}${reason ? `; reason: the user has ${reason}` : ''}`;
  if (what !== 'edit') return `- ${path}: ${WHOLE[what]}${why}`;
  const removed = lines.length > 0 ? '; removed again:' : '; the removed lines are back';
  return [`- ${path}${placeOf(range)}${why}${removed}`, ...lines].join('\n');
}

function placeOf(range: UndoneNote['range']): string {
  if (!range) return '';
  if (range.to < range.from) return `, at line ${range.from}`;
  return range.to === range.from ? `, line ${range.from}` : `, lines ${range.from}-${range.to}`;
}
