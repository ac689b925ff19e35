import { joinComments } from './comments';
import { type Ids, newId, type Segment } from './segment';
import { keysOf, lastTurnOf, noteWithKeys, withKeys, withSession } from './sessions';
import { type FileReview, pendingHunks, type Review } from './state';

export interface Joined {
  readonly review: Review;
  /** Files that both have: those of the stored one are left out. */
  readonly doubled: readonly string[];
}

/**
 * A review with what an earlier host has stored of a project. Numbers and keys of sessions are given anew: both hosts
 * have given out the same ones.
 */
export function joinReviews(review: Review, stored: Review, cwd: string): Joined {
  const ids: Ids = { next: review.nextId };
  const all = stored.files.values();
  const fresh = all.filter(({ path }) => !review.files.get(path));
  const number = renumbering(fresh, stored, ids);
  const key = newKeys(fresh, stored, ids);
  const files = fresh
    .map((file) => withKeys(withNumbers(file, number), key))
    .reduce((map, file) => map.set(file.path, file), review.files);
  const notes = stored.notes.map((note) => noteWithKeys({ ...note, id: number(note.id) }, key));
  const keys = new Set([...fresh.flatMap(keysOf), ...notesKeys(stored)]);
  const joined: Review = {
    ...review,
    files,
    notes: [...notes, ...review.notes],
    comments: joinComments(review.comments, stored.comments, cwd),
    nextId: ids.next,
  };
  const known = [...keys].reduce((next, old) => {
    const { agent = '', id = '', title } = stored.sessions.get(old) ?? {};
    const turns = lastTurnOf(stored, old);
    return withSession(next, {
      key: key(old),
      agent,
      id,
      cwd,
      ...(title === undefined ? {} : { title }),
      turns,
    });
  }, joined);
  return { review: known, doubled: all.filter((file) => !fresh.includes(file)).map(pathOf) };
}

const pathOf = ({ path }: FileReview): string => path;

function notesKeys({ notes }: Review): string[] {
  return notes.flatMap(({ sessions }) => sessions);
}

/** In the same order, from the next free one on. */
function renumbering(
  files: readonly FileReview[],
  { notes }: Review,
  ids: Ids,
): (old: number) => number {
  const used = [...files.flatMap(numbersOf), ...notes.map(({ id }) => id)];
  const sorted = [...new Set(used)].sort((a, b) => a - b);
  const numbers = new Map(sorted.map((old) => [old, newId(ids)]));
  return (old) => numbers.get(old) ?? old;
}

function newKeys(files: readonly FileReview[], stored: Review, ids: Ids): (old: string) => string {
  const keys = new Map<string, string>();
  for (const old of [...files.flatMap(keysOf), ...notesKeys(stored)]) {
    if (!keys.has(old)) keys.set(old, `stored-${newId(ids)}`);
  }
  return (old) => keys.get(old) ?? old;
}

/** Ids and steps. */
export function numbersOf(file: FileReview): number[] {
  const hunks = pendingHunks(file);
  const steps = hunks.flatMap(({ versions }) => versions.map(({ step }) => step));
  return [...[...file.changes, ...hunks].map(({ id }) => id), ...steps];
}

function withNumbers(file: FileReview, number: (old: number) => number): FileReview {
  const segment = (one: Segment): Segment => {
    if (one.kind === 'settled') return one;
    const versions = one.versions.map((version) => ({ ...version, step: number(version.step) }));
    return { ...one, id: number(one.id), versions };
  };
  const text = file.text && {
    text: { ...file.text, segments: file.text.segments.map(segment) },
  };
  const changes = file.changes.map((change) => ({ ...change, id: number(change.id) }));
  return { ...file, ...text, changes };
}
