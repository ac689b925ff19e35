import { isRecord } from '../../base/guards';
import { SharedMap } from '../../base/shared-map';
import { MEBIBYTE } from '../../base/units';
import type { FileImage } from '../../edit/file-image';
import { addComment, type Comment, NO_COMMENTS } from './comments';
import { numbersOf } from './join';
import { readComment, readFile, readNote, readSession } from './json-read';
import type { Lines } from './segment';
import { mentionedSessions } from './sessions';
import {
  EMPTY_REVIEW,
  type FileReview,
  isPending,
  pendingHunks,
  type Review,
  type WholeChange,
} from './state';

const VERSION = 1;

/** Larger contents that are no text are not stored: what they replaced is unknown after a restart. */
const MAX_BYTES = 4 * MEBIBYTE;
/** Characters of the lines that a comment is about. */
const MAX_COMMENTED = 16 * 1024;

/** For a file that outlives the host: plain JSON, to which its `files` belong. */
export function reviewToJson(review: Review): Record<string, unknown> {
  const { nextId, notes } = review;
  const comments = review.comments.list.map(commentToJson);
  const sessions = mentionedSessions(review).values();
  return { version: VERSION, nextId, notes, comments, sessions };
}

/** Whether it is written in another way than we do. */
export function isOtherVersion(value: unknown): boolean {
  return !isRecord(value) || value.version !== VERSION;
}

/** What can be read of it: a file, change or note that is wrong is left out, never another one. */
export function reviewFromJson(value: unknown): Review {
  if (!isRecord(value) || isOtherVersion(value)) return EMPTY_REVIEW;
  const files = listOf(value.files).flatMap((one) => readFile(one) ?? []);
  const notes = listOf(value.notes).flatMap((one) => readNote(one) ?? []);
  const comments = listOf(value.comments).flatMap((one) => readComment(one) ?? []);
  const sessions = listOf(value.sessions).flatMap((one) => readSession(one) ?? []);
  const taken = new Set<number>();
  const good = files.filter((file) => {
    const ids = idsOf(file);
    // An id names one change only.
    if (!isPending(file) || ids.some((id) => taken.has(id)) || new Set(ids).size < ids.length)
      return false;
    for (const id of ids) taken.add(id);
    return true;
  });
  const used = [...good.flatMap(numbersOf), ...notes.map(({ id }) => id)];
  const nextId = Number.isSafeInteger(value.nextId) ? Number(value.nextId) : 1;
  return {
    files: good.reduce((map, file) => map.set(file.path, file), SharedMap.empty<FileReview>()),
    nextId: used.reduce((next, id) => Math.max(next, id + 1), nextId),
    notes,
    comments: comments.reduce(addComment, NO_COMMENTS),
    sessions: sessions.reduce((map, one) => map.set(one.key, one), EMPTY_REVIEW.sessions),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function idsOf(file: FileReview): number[] {
  return [...file.changes, ...pendingHunks(file)].map(({ id }) => id);
}

/** One of the `files`. */
export function fileToJson(file: FileReview): unknown {
  const image = file.image && { image: imageToJson(file.image) };
  return { ...file, ...image, changes: file.changes.map(changeToJson) };
}

/** One that was being sent was not, for all that the next host knows. Its lines are for finding its place. */
function commentToJson({ isSent: _, id: __, ...comment }: Comment): unknown {
  const { lines, removed } = comment;
  return { ...comment, lines: firstOf(lines), ...(removed ? { removed: firstOf(removed) } : {}) };
}

function firstOf(lines: Lines): Lines {
  let room = MAX_COMMENTED;
  const end = lines.findIndex((one) => {
    room -= one.length + 1;
    return room < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function changeToJson(change: WholeChange): unknown {
  return change.kind === 'replaced' ? { ...change, before: imageToJson(change.before) } : change;
}

function imageToJson(image: FileImage): unknown {
  const { content } = image;
  if (content.kind !== 'binary') return image;
  if (content.bytes.length > MAX_BYTES) {
    return { ...image, content: { kind: 'unknown', why: 'it is too large to be stored' } };
  }
  return {
    ...image,
    content: { kind: 'binary', base64: Buffer.from(content.bytes).toString('base64') },
  };
}
