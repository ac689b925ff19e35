/** The file in which a project's review outlives the host. */
import { isAbsolute, normalize } from 'node:path';
import { isRecord } from '../../base/guards';
import { MEBIBYTE } from '../../base/units';
import { fileToJson, isOtherVersion, reviewFromJson, reviewToJson } from '../../model/review/json';
import type { FileReview, Review } from '../../model/review/state';
import type { Inodes } from '../disk/joined-files';

export const REVIEW_FILE = 'review.json';
/** What was undone last, for who takes that back. */
export const UNDONE_FILE = 'undone.json';

/** A larger file was not written by us. */
export const MAX_REVIEW_BYTES = 32 * MEBIBYTE;
export const MAX_UNDONE_BYTES = 4 * MEBIBYTE;
/** So much at once, then others have their turn. */
const MAX_SLICE_MS = 8;

/** The commit that each repository was last seen at, by its folder. */
export type Heads = Readonly<Record<string, string>>;

/** What is kept beside the review. */
export interface Beside {
  readonly heads: Heads;
  /** Of files that an agent may have made one with others. */
  readonly inodes: Inodes;
}

export interface StoredReview extends Beside {
  readonly review: Review;
  /** How many of its files could not be read. */
  readonly lost: number;
}

export interface WrittenReview {
  readonly pieces: readonly Buffer[];
  /** Files that had no room, the largest first. */
  readonly left: readonly string[];
}

/** Does not hold up the host, however much that is. */
export async function reviewBytes(
  project: string,
  review: Review,
  beside: Beside,
  maxBytes = MAX_REVIEW_BYTES,
): Promise<WrittenReview> {
  const head = JSON.stringify({ ...reviewToJson(review), project, ...beside });
  const files: FileBytes[] = [];
  let since = Date.now();
  for (const file of review.files.values()) {
    files.push({ path: file.path, bytes: Buffer.from(`\n${JSON.stringify(fileToJson(file))}`) });
    if (Date.now() - since < MAX_SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = Date.now();
  }
  const [start, end] = [Buffer.from(`${head.slice(0, -1)},"files":[`), Buffer.from('\n]}\n')];
  const left = leaveLargest(files, maxBytes - start.length - end.length);
  const kept = files.filter((file) => !left.includes(file));
  const comma = Buffer.from(',');
  const list = kept.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes]));
  return { pieces: [start, ...list, end], left: left.map(({ path }) => path) };
}

interface FileBytes {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Those without which the others fit. */
function leaveLargest(files: readonly FileBytes[], maxBytes: number): FileBytes[] {
  let over = files.reduce((sum, { bytes }) => sum + bytes.length + 1, 0) - maxBytes;
  const left: FileBytes[] = [];
  if (over <= 0) return left;
  for (const file of files.toSorted((a, b) => b.bytes.length - a.bytes.length)) {
    if (over <= 0) break;
    left.push(file);
    over -= file.bytes.length + 1;
  }
  return left;
}

/** Throws, in words for the user, when it is no review of the project. */
export function parseReview(project: string, bytes: Buffer): StoredReview {
  const value = parseJson(bytes);
  if (!isRecord(value)) throw new Error('it is damaged');
  if (isOtherVersion(value)) throw new Error('another version of the plugin has written it');
  if (value.project !== project) throw new Error('it is of another project');
  const review = reviewFromJson(value);
  const bad = review.files.values().filter((file) => !isPlace(file));
  const files = bad.reduce((all, { path }) => all.delete(path), review.files);
  const count = Array.isArray(value.files) ? value.files.length : 0;
  return {
    review: { ...review, files },
    heads: namedOf(value.heads, /^[0-9a-f]{40,64}$/),
    inodes: namedOf(value.inodes, /^-?\d+$/),
    lost: count - files.values().length,
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Error('it is damaged');
  }
}

/** Only such paths are ever written. */
function isPlace({ path, changes }: FileReview): boolean {
  const from = changes.flatMap((change) => (change.kind === 'renamed' ? [change.from] : []));
  return [path, ...from].every((one) => isAbsolute(one) && normalize(one) === one);
}

/** By path. */
function namedOf(value: unknown, shape: RegExp): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  const named = Object.entries(value).filter(
    (entry): entry is [string, string] =>
      isAbsolute(entry[0]) && typeof entry[1] === 'string' && shape.test(entry[1]),
  );
  return Object.fromEntries(named);
}
