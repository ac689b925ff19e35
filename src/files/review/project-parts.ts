/** A review taken apart by the projects of its sessions. */
import { SharedMap } from '../../base/shared-map';
import { keysOf, mentionedSessions } from '../../model/review/sessions';
import type { FileReview, Review } from '../../model/review/state';
import { realPathOfProject } from '../project-state/project-folders';

/** The real path of the project of each session, by its key. */
export async function projectsOf({ sessions }: Review): Promise<ReadonlyMap<string, string>> {
  const all = sessions
    .values()
    .map(async ({ key, cwd }) => [key, await realPathOfProject(cwd)] as const);
  return new Map(await Promise.all(all));
}

/** All projects that something of the review is kept with. */
export async function projectsWith(review: Review): Promise<ReadonlySet<string>> {
  const sessions = (await projectsOf(review)).values();
  return new Set([...sessions, ...review.comments.list.map(({ project }) => project)]);
}

/** The files that sessions of the project were the first to change, the notes for them, and its comments. */
export function reviewOfProject(
  review: Review,
  project: string,
  projects: ReadonlyMap<string, string>,
): Review {
  const files = review.files
    .values()
    .filter((file) => projects.get(keysOf(file)[0] ?? '') === project)
    .reduce((map, file) => map.set(file.path, file), SharedMap.empty<FileReview>());
  const notes = review.notes.filter(({ sessions }) =>
    sessions.some((key) => projects.get(key) === project),
  );
  const list = review.comments.list.filter((comment) => comment.project === project);
  return { ...review, files, notes, comments: { ...review.comments, list } };
}

/** Whether both would be stored alike. */
export function isSamePart(one: Review, other: Review): boolean {
  return (
    isSameList(one.files.values(), other.files.values()) &&
    isSameList(one.notes, other.notes) &&
    isSameList(one.comments.list, other.comments.list) &&
    isSameList(mentionedSessions(one).values(), mentionedSessions(other).values())
  );
}

function isSameList(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}
