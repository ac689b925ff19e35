import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../../base/logger';
import { joinReviews } from '../../model/review/join';
import type { Review } from '../../model/review/state';
import type { NoticeLevel } from '../../model/state';
import { reasonOf } from '../disk/disk-error';
import type { JoinedFiles } from '../disk/joined-files';
import { readPrivate, setAside, writePrivate } from '../project-state/private-file';
import {
  type ProjectFolder,
  type ProjectFolders,
  realPathOfProject,
} from '../project-state/project-folders';
import { isSamePart, projectsOf, projectsWith, reviewOfProject } from './project-parts';
import {
  type Beside,
  MAX_REVIEW_BYTES,
  MAX_UNDONE_BYTES,
  parseReview,
  REVIEW_FILE,
  reviewBytes,
  UNDONE_FILE,
} from './review-file';
import type { ReviewState } from './review-state';
import type { SeenCommits } from './seen-commits';

export interface ReviewStoreOptions {
  readonly state: ReviewState;
  readonly folders: ProjectFolders;
  readonly commits: Pick<SeenCommits, 'onChange' | 'headsFor' | 'restore'>;
  readonly joined: Pick<JoinedFiles, 'inodesOf' | 'restore'>;
  readonly notify: (level: NoticeLevel, text: string) => void;
  readonly log: Logger;
  /** Files that an earlier host has left pending have come: they may hold something else by now. */
  readonly onJoined: (paths: readonly string[]) => Promise<void>;
  readonly maxBytes?: number;
}

/** A project whose file is ours. */
interface Opened {
  readonly folder: ProjectFolder;
  /** What its file has. */
  saved?: { readonly review: Review; readonly beside: Beside };
  savedUndone?: Review;
}

const NOTHING: Beside = { heads: {}, inodes: {} };
/** A host that is killed loses no more than what happened in this time, or while a large review was written. */
const SOON_MS = 100;
/** The disk rests so much longer than it takes to write. */
const REST = 10;
const MAX_REST_MS = 2000;

/** Keeps on disk what is pending, for hosts that come later: a file for each project, as long as something is. */
export class ReviewStore {
  readonly #options: ReviewStoreOptions;
  readonly #opened = new Map<string, Promise<Opened | undefined>>();
  /** Why the file of a project is not ours. */
  readonly #refused = new Map<string, 'held' | 'failed'>();
  /** Paths around which what is stored is being looked for; nothing: it has come. */
  readonly #looked = new Map<string, Promise<void> | undefined>();
  /** What was reported to the user, once. */
  readonly #reported = new Set<string>();
  readonly #subscriptions;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;
  #restMs = SOON_MS;
  #isChanged = false;
  #isClosed = false;

  constructor(options: ReviewStoreOptions) {
    this.#options = options;
    const { state, commits } = options;
    this.#subscriptions = [state, commits].map((one) => one.onChange(() => this.#saveSoon()));
  }

  /** Takes in what is stored of a project, if anything is. Never rejects. */
  async open(cwd: string): Promise<void> {
    const project = await realPathOfProject(cwd);
    if (await this.#isStored(project)) await this.#openOrReport(project);
  }

  /** The same of all projects that the paths are in. Nothing: that is done already. */
  openAround(...paths: readonly (string | undefined)[]): Promise<void> | undefined {
    const opening = paths.flatMap((path) => (path ? [this.#looking(path)] : [])).filter(Boolean);
    return opening.length > 0 ? Promise.all(opening).then(() => {}) : undefined;
  }

  /** Whoever asks while it is being looked for waits as well. */
  #looking(path: string): Promise<void> | undefined {
    if (!this.#looked.has(path)) {
      const looking = this.#openAround(path).finally(() => this.#looked.set(path, undefined));
      this.#looked.set(path, looking);
    }
    return this.#looked.get(path);
  }

  async #openAround(path: string): Promise<void> {
    const real = await realPathOfProject(path);
    for (let project = real; ; project = dirname(project)) {
      if (await this.#isStored(project)) await this.#openOrReport(project);
      if (dirname(project) === project) return;
    }
  }

  async #isStored(project: string): Promise<boolean> {
    if (this.#opened.has(project)) return true;
    const { folders } = this.#options;
    const has = [REVIEW_FILE, UNDONE_FILE].map((name) => folders.has(project, name));
    return (await Promise.all(has)).includes(true);
  }

  /** Writes what is not written yet, then nothing any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const one of this.#subscriptions) one.dispose();
    await this.#saving;
    // Also what another Neovim kept us from, which may have ended by now.
    await this.#save();
  }

  /** Nothing: it is not ours; then it is tried again the next time. */
  async #open(project: string): Promise<Opened | undefined> {
    const known = this.#opened.get(project);
    if (known) return known;
    const opening = this.#load(project);
    this.#opened.set(project, opening);
    const opened = await opening;
    if (!opened) this.#opened.delete(project);
    return opened;
  }

  async #load(project: string): Promise<Opened | undefined> {
    const { folders, state, commits, joined, onJoined } = this.#options;
    const folder = await folders.open(project);
    if (typeof folder === 'string') {
      this.#refused.set(project, folder);
      return undefined;
    }
    const stored = await this.#read(folder);
    const undone = await this.#readUndone(folder);
    const before = state.review.files;
    if (stored) {
      const { review, doubled } = joinReviews(state.review, stored.review, project);
      commits.restore(stored.heads);
      joined.restore(stored.inodes);
      state.set(review);
      if (doubled.length > 0) {
        this.#report('warn', `pending in two projects, kept in one: ${doubled.join(', ')}`);
      }
    }
    if (undone) state.restoreUndone(undone, project);
    if (!stored && !undone) return { folder };
    const come = [...state.review.files.changedSince(before), ...(undone?.files.keys() ?? [])];
    await onJoined([...new Set(come)]);
    return { folder };
  }

  /** Without it an undo that is taken back is an edit of the user's. */
  async #readUndone({ project, dir }: ProjectFolder): Promise<Review | undefined> {
    try {
      const bytes = await readPrivate(join(dir, UNDONE_FILE), MAX_UNDONE_BYTES);
      return bytes && parseReview(project, bytes).review;
    } catch (error) {
      this.#options.log.debug('what was undone is not known', error);
      return undefined;
    }
  }

  async #read({
    project,
    dir,
  }: ProjectFolder): Promise<ReturnType<typeof parseReview> | undefined> {
    const path = join(dir, REVIEW_FILE);
    try {
      const bytes = await readPrivate(path, MAX_REVIEW_BYTES);
      const stored = bytes && parseReview(project, bytes);
      if (stored && stored.lost > 0) {
        await writePrivate(`${path}.unreadable`, [bytes]);
        const lost = `${stored.lost} files of the stored review cannot be read`;
        this.#report('warn', `${lost}; it is kept as ${path}.unreadable`);
      }
      return stored;
    } catch (error) {
      const where = await setAside(path).catch((problem: unknown) => reasonOf(problem));
      const unused = `stored review not used: ${reasonOf(error)}`;
      this.#report('warn', `${unused}; it is kept as ${where}`);
      return undefined;
    }
  }

  #saveSoon(): void {
    this.#isChanged = true;
    if (this.#timer || this.#saving) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#saving = this.#save().finally(() => {
        this.#saving = undefined;
        if (this.#isChanged && !this.#isClosed) this.#saveSoon();
      });
    }, this.#restMs);
  }

  /** Never rejects. */
  async #save(): Promise<void> {
    const { state, log } = this.#options;
    const begun = Date.now();
    this.#isChanged = false;
    try {
      // What is stored there already belongs to it.
      for (const project of await projectsWith(state.review)) {
        if (!isEmpty(await this.#partOf(project))) await this.#openOrReport(project);
      }
      for (const [project, opening] of this.#opened) {
        const opened = await opening;
        if (!opened) continue;
        await this.#saveProject(opened, await this.#partOf(project));
        await this.#saveUndone(opened, await this.#partOf(project, state.undone));
      }
    } catch (error) {
      log.warn('what is pending cannot be stored', error);
      this.#report('warn', `what is pending cannot be stored: ${reasonOf(error)}`);
    }
    this.#restMs = Math.max(SOON_MS, Math.min(MAX_REST_MS, REST * (Date.now() - begun)));
  }

  async #partOf(project: string, review = this.#options.state.review): Promise<Review> {
    return reviewOfProject(review, project, await projectsOf(review));
  }

  async #saveProject(opened: Opened, review: Review): Promise<void> {
    const { commits, joined, maxBytes } = this.#options;
    const { folder, saved } = opened;
    const paths = review.files.keys();
    const beside = { heads: commits.headsFor(paths), inodes: joined.inodesOf(paths) };
    if (saved && isSamePart(saved.review, review) && isDeepStrictEqual(saved.beside, beside))
      return;
    const path = join(folder.dir, REVIEW_FILE);
    if (isEmpty(review)) {
      await rm(path, { force: true });
    } else {
      const { pieces, left } = await reviewBytes(folder.project, review, beside, maxBytes);
      await writePrivate(path, pieces);
      for (const one of left) {
        this.#report('warn', `what is pending is too large to be stored: ${one}`);
      }
    }
    opened.saved = { review, beside };
  }

  async #saveUndone(opened: Opened, undone: Review): Promise<void> {
    const { folder, savedUndone } = opened;
    if (savedUndone && isSamePart(savedUndone, undone)) return;
    const path = join(folder.dir, UNDONE_FILE);
    if (isEmpty(undone)) {
      await rm(path, { force: true });
    } else {
      const { pieces } = await reviewBytes(folder.project, undone, NOTHING, MAX_UNDONE_BYTES);
      await writePrivate(path, pieces);
    }
    opened.savedUndone = undone;
  }

  async #openOrReport(project: string): Promise<void> {
    if (await this.#open(project)) return;
    const isHeld = this.#refused.get(project) === 'held';
    const why = isHeld ? 'another Neovim has the review here' : ':Acp log says why';
    this.#report('warn', `what is pending is not stored: ${why} (${project})`);
  }

  #report(level: NoticeLevel, text: string): void {
    if (this.#reported.has(text)) return;
    this.#reported.add(text);
    this.#options.notify(level, text);
  }
}

function isEmpty({ files, notes, comments }: Review): boolean {
  return files.size === 0 && notes.length === 0 && comments.list.length === 0;
}
