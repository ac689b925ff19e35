import { SharedMap } from '../../base/shared-map';
import type { Author, KnownSession, Turn } from './author';
import type { UndoneNote } from './notes';
import type { Queued, Segment } from './segment';
import { type FileReview, pendingHunks, type Review, type WholeChange } from './state';

/** The review, which knows the session from now on. */
export function withSession(review: Review, session: KnownSession): Review {
  return { ...review, sessions: review.sessions.set(session.key, session) };
}

/** A session that was opened again is the same author: what it did as `from` is done by `to`. */
export function renameSession(review: Review, from: string, to: string): Review {
  const rename = (key: string): string => (key === from ? to : key);
  const files = review.files.values().reduce((all, file) => {
    return keysOf(file).includes(from) ? all.set(file.path, withKeys(file, rename)) : all;
  }, review.files);
  const notes = review.notes.map((note) => noteWithKeys(note, rename));
  return { ...review, files, notes, sessions: review.sessions.delete(from) };
}

/** Everywhere the key that another one becomes. */
export function withKeys(file: FileReview, rename: (key: string) => string): FileReview {
  const turn = <T extends Turn>(one: T): T => ({ ...one, session: rename(one.session) });
  const queued = <T extends { readonly queued?: Queued }>(one: T): T =>
    one.queued?.turn ? { ...one, queued: { ...one.queued, turn: turn(one.queued.turn) } } : one;
  const authors = (by: readonly Author[]): readonly Author[] => by.map(turn);
  const segment = (one: Segment): Segment => {
    if (one.kind === 'settled') return one;
    const versions = one.versions.map((version) => ({ ...version, by: authors(version.by) }));
    return queued({ ...one, versions });
  };
  const change = (one: WholeChange): WholeChange => queued({ ...one, by: authors(one.by) });
  const text = file.text && {
    text: { ...file.text, segments: file.text.segments.map(segment) },
  };
  return { ...file, ...text, changes: file.changes.map(change) };
}

/** A note whose sessions have got other keys. */
export function noteWithKeys(note: UndoneNote, rename: (key: string) => string): UndoneNote {
  return { ...note, sessions: [...new Set(note.sessions.map(rename))] };
}

/** Who has a part in what is pending in a file, the first of them first. */
export function keysOf(file: FileReview): string[] {
  const hunks = pendingHunks(file).flatMap(({ versions }) => versions.flatMap(({ by }) => by));
  const changes = file.changes.flatMap(({ by }) => by);
  return [...new Set([...changes, ...hunks].map(({ session }) => session))];
}

/** The number of the last turn of a session that is known of or has something pending. */
export function lastTurnOf(review: Review, key: string): number {
  const known = review.sessions.get(key)?.turns ?? 0;
  return review.files.values().reduce((last, file) => {
    const by = [...pendingHunks(file).flatMap(({ versions }) => versions), ...file.changes];
    const own = by.flatMap((one) => one.by).filter(({ session }) => session === key);
    return own.reduce((most, { turn }) => Math.max(most, turn), last);
  }, known);
}

/** Without what is known of sessions that nothing names any more. */
export function mentionedSessions({ files, notes, sessions }: Review): SharedMap<KnownSession> {
  const keys = [...files.values().flatMap(keysOf), ...notes.flatMap((note) => note.sessions)];
  return [...new Set(keys)].reduce((all, key) => {
    const known = sessions.get(key);
    return known ? all.set(key, known) : all;
  }, SharedMap.empty<KnownSession>());
}
