import type { FileImage } from '../../edit/file-image';
import { sameContent } from '../../edit/file-image';
import { agentChange, freshFile } from './agent-file';
import type { Author } from './author';
import { committedFile } from './committed';
import { currentImage } from './images';
import { renamedFile } from './renamed';
import type { Ids } from './segment';
import { type FileReview, isPending, type Review } from './state';
import { type LineEdit, userChange, userLines } from './user-file';

/** What an agent has made of a file, in one step. */
export interface AgentEdit extends Author {
  readonly path: string;
  /** Null: there was no file. */
  readonly before: FileImage | null;
  /** Null: the agent deleted it. */
  readonly after: FileImage | null;
}

/** What the file held before, where that is not what the review knows, is taken for the user's doing. */
export function agentEdited(review: Review, edit: AgentEdit): Review {
  const { path, before, after, ...by } = edit;
  return inFile(review, path, (known, ids) => {
    const file = known && isKnown(known, before) ? known : known && userChange(known, before, ids);
    return agentChange(file ?? freshFile(path, before, after), after, authorOf(by), ids);
  });
}

/** Only who has done it. */
function authorOf({ session, turn, toolCallId, source }: Author): Author {
  return { session, turn, ...(toolCallId === undefined ? {} : { toolCallId }), source };
}

function isKnown(file: FileReview, image: FileImage | null): boolean {
  if (image?.content.kind === 'unknown') return true;
  const now = currentImage(file);
  const modes = [now?.mode, image?.mode];
  return sameContent(now, image) && (modes.includes(undefined) || modes[0] === modes[1]);
}

/** A file that agents deleted in one place and created in another was moved: its changes go on there. */
export function agentRenamed(
  review: Review,
  { from, to, ...by }: Author & { readonly from: string; readonly to: string },
): Review {
  const [old, created] = [review.files.get(from), review.files.get(to)];
  const ids = { next: review.nextId };
  const file = old && created && renamedFile(old, created, authorOf(by), ids);
  if (!file) return review;
  const rest = { ...review, files: review.files.delete(from), nextId: ids.next };
  return withFile(rest, to, file);
}

/** The user has edited lines of a file that is loaded. */
export function userEdited(review: Review, path: string, edit: LineEdit): Review {
  return inKnownFile(review, path, (file, ids) => userLines(file, edit, ids));
}

/** A file is found to hold this, by no agent's doing: reloaded, checked out, changed while nobody looked. */
export function userChanged(review: Review, path: string, after: FileImage | null): Review {
  return inKnownFile(review, path, (file, ids) => userChange(file, after, ids));
}

/** A commit has this content of a file: what is equal is kept. Null: it has no such file. */
export function committed(review: Review, path: string, content: FileImage | null): Review {
  return inKnownFile(review, path, (file, ids) => committedFile(file, content, ids));
}

/** Changes a file that the review has; of others nothing is known. */
export function inKnownFile(
  review: Review,
  path: string,
  change: (file: FileReview, ids: Ids) => FileReview | undefined,
): Review {
  return inFile(review, path, (file, ids) => file && change(file, ids));
}

function inFile(
  review: Review,
  path: string,
  change: (file: FileReview | undefined, ids: Ids) => FileReview | undefined,
): Review {
  const ids = { next: review.nextId };
  const before = review.files.get(path);
  const file = change(before, ids);
  return file === before ? review : withFile({ ...review, nextId: ids.next }, path, file);
}

/** A file of which nothing is pending is none of the review's. */
export function withFile(review: Review, path: string, file: FileReview | undefined): Review {
  if (file && isPending(file)) return { ...review, files: review.files.set(path, file) };
  return review.files.get(path) ? { ...review, files: review.files.delete(path) } : review;
}
