import type { Author } from './author';
import type { Lines } from './segment';

/** What the user has undone, for the agents whose work it was. */
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
    | 'restored';
  /** The agent's lines that are gone; no more than fit. */
  readonly excerpt: Lines;
  readonly reason?: string;
}

const MAX_EXCERPT_LINES = 10;
const MAX_EXCERPT_COLUMNS = 200;
/** Of more the agent reads only how many they are. */
const MAX_NOTES = 30;
/** Of all that nobody has sent. */
export const MAX_UNSENT_NOTES = 500;

export function excerptOf(lines: Lines): string[] {
  const first = lines.slice(0, MAX_EXCERPT_LINES).map((line) => line.slice(0, MAX_EXCERPT_COLUMNS));
  const left = lines.length - first.length;
  return left > 0 ? [...first, `… ${left} more`] : first;
}

export function sessionsOf(by: readonly Author[]): string[] {
  return [...new Set(by.map(({ session }) => session))];
}

const WHOLE: Readonly<Record<Exclude<UndoneNote['what'], 'edit'>, string>> = {
  created: 'the new file was deleted again',
  deleted: 'the deleted file is back',
  renamed: 'the file has its old name again',
  replaced: 'the file has its old content again',
  mode: 'the file has its old mode again',
  format: 'the file has its old line endings and encoding again',
  restored: 'the file is again what it was before, but for changes of the user',
};

/** What the next prompt says of them; empty without any. */
export function notesText(notes: readonly UndoneNote[]): string {
  if (notes.length === 0) return '';
  const shown = notes.slice(0, MAX_NOTES).map(noteText);
  const left = notes.length - shown.length;
  const more = left > 0 ? [`- and ${left} more`] : [];
  return ['The user has undone these changes of yours:', ...shown, ...more].join('\n');
}

function noteText({ path, range, what, excerpt, reason }: UndoneNote): string {
  const why = reason ? `; reason: ${reason}` : '';
  if (what !== 'edit') return `- ${path}: ${WHOLE[what]}${why}`;
  const lines = excerpt.map((line) => `    ${line}`);
  const removed = lines.length > 0 ? '; removed again:' : '; the removed lines are back';
  return [`- ${path}${placeOf(range)}${why}${removed}`, ...lines].join('\n');
}

function placeOf(range: UndoneNote['range']): string {
  if (!range) return '';
  if (range.to < range.from) return `, at line ${range.from}`;
  return range.to === range.from ? `, line ${range.from}` : `, lines ${range.from}-${range.to}`;
}
