/** What the user has to say about lines, until it is sent with one prompt. Plain data. */
import type { Lines } from './segment';

/** Lines `from` up to, not including, `to` of the file as it is now, 0-based; none: where lines were taken out. */
export interface CommentPlace {
  readonly from: number;
  readonly to: number;
  /** What stands there. */
  readonly lines: Lines;
}

export interface Comment extends CommentPlace {
  readonly id: number;
  readonly path: string;
  /** With which it is kept: a real path. */
  readonly project: string;
  /** What an agent has taken out there. */
  readonly removed?: Lines;
  readonly text: string;
  /** In a prompt that is to go out: it is shown no more, and is back when that is not sent. */
  readonly isSent?: true;
}

export interface Comments {
  /** In the order in which they were made. */
  readonly list: readonly Comment[];
  readonly nextId: number;
}

/** Of an excerpt. */
const MAX_LINES = 40;
const MAX_COLUMNS = 400;

export const NO_COMMENTS: Comments = { list: [], nextId: 1 };

export function addComment({ list, nextId }: Comments, comment: Omit<Comment, 'id'>): Comments {
  return { list: [...list, { ...comment, id: nextId }], nextId: nextId + 1 };
}

/** An empty text removes it. */
export function changeComment(comments: Comments, id: number, text: string): Comments {
  if (text.trim() === '') return removeComments(comments, [id]);
  const list = comments.list.map((one) => (one.id === id ? { ...one, text } : one));
  return { ...comments, list };
}

/** Without these; the same object when none of them is there. */
export function removeComments(comments: Comments, ids: readonly number[]): Comments {
  const list = comments.list.filter(({ id }) => !ids.includes(id));
  return list.length === comments.list.length ? comments : { ...comments, list };
}

/** They are in a prompt that is to go out. */
export function sendComments(comments: Comments, ids: readonly number[]): Comments {
  const list = comments.list.map((one) =>
    ids.includes(one.id) ? { ...one, isSent: true as const } : one,
  );
  return { ...comments, list };
}

/** What could not be sent stands where it stood. */
export function returnComments(comments: Comments, ids: readonly number[]): Comments {
  const list = comments.list.map(({ isSent, ...one }) =>
    isSent && !ids.includes(one.id) ? { ...one, isSent } : one,
  );
  return { ...comments, list };
}

/** Those that the user may still change. */
export function unsentComments({ list }: Comments): readonly Comment[] {
  return list.filter(({ isSent }) => !isSent);
}

/** A review with those that an earlier host has kept of a project. */
export function joinComments(comments: Comments, stored: Comments, project: string): Comments {
  return stored.list.reduce(
    (all, { id: _, ...one }) => addComment(all, { ...one, project }),
    comments,
  );
}

/** They have moved with the text. */
export function moveComments(
  comments: Comments,
  places: ReadonlyMap<number, CommentPlace>,
): Comments {
  let isMoved = false;
  const list = comments.list.map((comment) => {
    const place = places.get(comment.id);
    if (!place || isAt(comment, place)) return comment;
    isMoved = true;
    return { ...comment, ...place };
  });
  return isMoved ? { ...comments, list } : comments;
}

function isAt(comment: Comment, { from, to, lines }: CommentPlace): boolean {
  const isSameRange = comment.from === from && comment.to === to;
  return isSameRange && comment.lines.every((line, at) => line === lines[at]);
}

/** Where a comment belongs in a text that has changed out of sight: at its lines, if they are still there. */
export function anchored(comment: Comment, text: Lines): CommentPlace {
  const { lines } = comment;
  const from = nearest(comment.from, text, lines) ?? Math.min(comment.from, text.length);
  const to = Math.min(from + comment.to - comment.from, text.length);
  return { from, to, lines: text.slice(from, to) };
}

function nearest(row: number, text: Lines, lines: Lines): number | undefined {
  if (lines.length === 0) return undefined;
  const rows = text.flatMap((_, at) =>
    lines.every((line, offset) => text[at + offset] === line) ? [at] : [],
  );
  return rows.toSorted((a, b) => Math.abs(a - row) - Math.abs(b - row))[0];
}

/** Comments on these lines, or between them. */
export function commentsAt(
  comments: Comments,
  path: string,
  { from, to }: Pick<CommentPlace, 'from' | 'to'>,
): Comment[] {
  return unsentComments(comments).filter(
    (one) =>
      one.path === path &&
      (one.from === one.to
        ? from <= one.from && one.from <= to
        : one.from < Math.max(to, from + 1) && from < one.to),
  );
}

/** The prompt that says all of them. @param nameOf how a file is called there */
export function commentsText(
  comments: readonly Comment[],
  nameOf: (path: string) => string,
): string {
  const [first] = comments;
  const heading =
    comments.length === 1 && first
      ? 'Please look at this comment of mine:'
      : 'Please look at these comments of mine:';
  const parts = comments.map((one) => commentText(one, nameOf(one.path)));
  return [heading, ...parts].join('\n\n');
}

function commentText({ from, to, lines, removed = [], text }: Comment, name: string): string {
  const isDiff = removed.length > 0;
  const excerpt = [
    ...shortened(removed, isDiff ? '-' : ''),
    ...shortened(lines, isDiff ? '+' : ''),
  ];
  const place = to > from + 1 ? `lines ${from + 1}-${to}` : `line ${from + 1}`;
  const code = excerpt.length > 0 ? [fenced(excerpt, isDiff)] : [];
  return [`${name}, ${place}:`, ...code, text].join('\n');
}

/** The agent can read the file: the excerpt is for finding the place. */
function shortened(lines: Lines, sign: string): string[] {
  const first = lines.slice(0, MAX_LINES).map((line) => sign + line.slice(0, MAX_COLUMNS));
  const left = lines.length - first.length;
  return left > 0 ? [...first, `… ${left} more`] : first;
}

/** No line of the excerpt can end the fence. */
function fenced(lines: Lines, isDiff: boolean): string {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const longest = Math.max(2, ...runs.map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${isDiff ? 'diff' : ''}`, ...lines, fence].join('\n');
}
