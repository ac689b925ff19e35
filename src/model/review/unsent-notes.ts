/** What agents are still to hear of the user's decisions. Pure. */
import type { EditedPlace } from './edited-place';
import { excerptOf, MAX_DIFF_LINES, MAX_UNSENT_NOTES, type UndoneNote } from './notes';
import type { Review } from './state';

/** What an agent must be notified of. */
export function notesFor({ notes }: Review, session: string): UndoneNote[] {
  return notes.filter(({ sessions }) => sessions.includes(session));
}

/** The session's agent was notified of these. */
export function dropNotes(review: Review, session: string, said: readonly UndoneNote[]): Review {
  if (said.length === 0) return review;
  const ids = new Set(said.map(({ id }) => id));
  const notes = review.notes
    .map((note) =>
      ids.has(note.id)
        ? { ...note, sessions: note.sessions.filter((one) => one !== session) }
        : note,
    )
    .filter(({ sessions }) => sessions.length > 0);
  return { ...review, notes };
}

/** The user has written another text in place of a session's. */
export function noteEdited(
  review: Review,
  { session, path }: { readonly session: string; readonly path: string },
  places: readonly EditedPlace[],
): Review {
  const notes = places.map(({ from, to, agents, users }, at): UndoneNote => {
    const diff = [...agents.map((line) => `-${line}`), ...users.map((line) => `+${line}`)];
    const excerpt = excerptOf(diff, MAX_DIFF_LINES);
    const id = review.nextId + at;
    return { id, sessions: [session], path, range: { from, to }, what: 'edited', excerpt };
  });
  return {
    ...review,
    notes: [...review.notes, ...notes].slice(-MAX_UNSENT_NOTES),
    nextId: review.nextId + notes.length,
  };
}

/** The user does not want agents to be notified of it. */
export function removeNote(review: Review, id: number): Review {
  return { ...review, notes: review.notes.filter((note) => note.id !== id) };
}

/** The user has gone back: these files of a session were restored. */
export function noteRestored(
  review: Review,
  session: string,
  paths: readonly string[],
  reason: string,
): Review {
  const notes = paths.map((path, at): UndoneNote => {
    const id = review.nextId + at;
    return { id, sessions: [session], path, what: 'restored', excerpt: [], reason };
  });
  // What was restored twice is said once.
  const others = review.notes.filter(
    ({ what, path, sessions }) =>
      what !== 'restored' || !sessions.includes(session) || !paths.includes(path),
  );
  const all = [...others, ...notes].slice(-MAX_UNSENT_NOTES);
  return { ...review, notes: all, nextId: review.nextId + notes.length };
}
