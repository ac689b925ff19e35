import { type FSWatcher, watch } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import { decodeLike } from '../../edit/encoding';
import type { FileImage } from '../../edit/file-image';
import { currentImage } from '../../model/review/images';
import { committed } from '../../model/review/review';
import type { FileReview } from '../../model/review/state';
import { isInside } from '../paths/path-style';
import { realPathOfProject } from '../project-state/project-folders';
import { imageOf } from '../scan/change';
import { readGitObjects } from '../scan/git';
import { committedFiles, gitFolderOf, headOf, repositoryOf } from '../scan/git-commits';
import { bytesOf } from './images';
import type { Heads } from './review-file';
import type { ReviewState } from './review-state';

export interface SeenCommitsOptions {
  readonly state: ReviewState;
  readonly log: Logger;
  /** The option `keep_committed`. */
  readonly isOn: () => boolean;
  /** Settles when the review has what the files hold: hooks of git may have changed them. */
  readonly catchUp: (paths: readonly string[]) => Promise<void>;
  /** Something of a file was committed. */
  readonly onKept: (path: string) => void;
}

interface RunningTurn {
  /** That the agent works in. */
  folder: string;
  /** What was committed before it has been seen. */
  isBegun: boolean;
  /** What its agent has committed has been seen. */
  isSettled: boolean;
}

/** Git writes several files for one commit. */
const SETTLE_MS = 100;
const MAX_GIT_MS = 10_000;
/** A commit touches these in the folder of a repository; the index changes also when somebody only looks. */
const TOUCHED = /^(HEAD|ORIG_HEAD|COMMIT_EDITMSG|MERGE_MSG|logs|packed-refs)/;

/**
 * Takes what the user commits for kept. What counts is that a repository goes from one commit to another which has
 * something else of a file: content that was committed before says nothing about an agent's change. Commits that are
 * made while an agent works there may be its own, and do not count.
 */
export class SeenCommits implements Disposable {
  readonly #options: SeenCommitsOptions;
  /** The commit that each repository was last seen at, by its top folder. */
  readonly #heads = new Map<string, string>();
  readonly #watchers = new Map<string, readonly FSWatcher[]>();
  /** Turns that run, by session. */
  readonly #turns = new Map<string, RunningTurn>();
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Repositories are at other commits now. */
  readonly onChange = this.#changed.on;

  constructor(options: SeenCommitsOptions) {
    this.#options = options;
    let files = options.state.review.files;
    this.#subscription = options.state.onChange(() => {
      const { review } = options.state;
      if (review.files.size !== files.size) this.#lookSoon();
      files = review.files;
    });
  }

  /** Of the repositories that these files are in. */
  headsFor(paths: readonly string[]): Heads {
    const named = [...this.#heads].filter(([top]) => paths.some((path) => isInside([top], path)));
    return Object.fromEntries(named);
  }

  /** What an earlier host has seen: commits since then count. */
  restore(heads: Heads): void {
    for (const [top, head] of Object.entries(heads)) {
      if (!this.#heads.has(top)) this.#heads.set(top, head);
    }
  }

  /** A turn begins: what was committed until now is the user's. */
  async begin(session: string, folder: string): Promise<void> {
    const turn = { folder, isBegun: false, isSettled: false };
    this.#turns.set(session, turn);
    turn.folder = await realPathOfProject(folder);
    await this.look(await repositoryOf(turn.folder));
    turn.isBegun = true;
  }

  /** The agent has ended the turn, which is over only when this settles: what is committed after it is the user's. */
  async settle(session: string): Promise<void> {
    const turn = this.#turns.get(session);
    if (!turn) return;
    await this.look(await repositoryOf(turn.folder));
    turn.isSettled = true;
  }

  /** The turn is over. */
  async end(session: string): Promise<void> {
    const turn = this.#turns.get(session);
    if (!turn) return;
    if (!turn.isSettled) await this.settle(session);
    if (this.#turns.get(session) === turn) this.#turns.delete(session);
  }

  /**
   * Looks at the repositories that something is pending in, one look after the other. Never rejects.
   * @param top one more, in which something may be pending soon
   */
  look(top?: string): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#look(top))
      .catch((error: unknown) => {
        this.#options.log.debug('commits', error);
      });
    return this.#looking;
  }

  dispose(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    for (const top of this.#watchers.keys()) this.#unwatch(top);
  }

  #lookSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.look();
    }, SETTLE_MS);
  }

  async #look(more: string | undefined): Promise<void> {
    if (!this.#options.isOn()) return;
    const pending = await this.#pendingByRepository();
    for (const top of this.#watchers.keys()) if (!pending.has(top)) this.#unwatch(top);
    for (const top of pending.keys()) await this.#watch(top);
    const tops = new Set([...pending.keys(), ...(more === undefined ? [] : [more])]);
    for (const top of tops) {
      const [known, head] = [this.#heads.get(top), await headOf(top, MAX_GIT_MS)];
      if (head === undefined || head === known) continue;
      if (known !== undefined && !this.#isWorkedIn(top)) {
        await this.#committed(top, known, head, pending.get(top) ?? []);
      }
      this.#heads.set(top, head);
      this.#changed.fire();
    }
  }

  async #pendingByRepository(): Promise<Map<string, string[]>> {
    const tops = new Map<string, Promise<string | undefined>>();
    const pending = new Map<string, string[]>();
    for (const path of this.#options.state.review.files.keys()) {
      const folder = dirname(path);
      const finding = tops.get(folder) ?? repositoryOf(folder);
      tops.set(folder, finding);
      const top = await finding;
      if (top !== undefined) pending.set(top, [...(pending.get(top) ?? []), path]);
    }
    return pending;
  }

  #isWorkedIn(top: string): boolean {
    return [...this.#turns.values()].some(
      ({ folder, isBegun }) => isBegun && (isInside([top], folder) || isInside([folder], top)),
    );
  }

  async #committed(top: string, from: string, to: string, paths: readonly string[]): Promise<void> {
    const { state, catchUp, onKept } = this.#options;
    const names = new Map(paths.map((path) => [nameIn(top, path), path]));
    const list = [...names.keys()];
    const before = await committedFiles(top, from, list, MAX_GIT_MS);
    const after = await committedFiles(top, to, list, MAX_GIT_MS);
    const changed = list.filter((name) => before.get(name)?.oid !== after.get(name)?.oid);
    const oids = changed.flatMap((name) => after.get(name)?.oid ?? []);
    const contents = await readGitObjects(top, oids, MAX_GIT_MS);
    await catchUp(changed.flatMap((name) => names.get(name) ?? []));
    for (const name of changed) {
      const path = names.get(name) ?? '';
      const file = state.get(path);
      const committedNow = after.get(name);
      const bytes = committedNow && contents.get(committedNow.oid);
      if (!file || (committedNow && !bytes)) continue;
      state.set(committed(state.review, path, bytes ? committedImage(bytes, file) : null));
      onKept(path);
    }
  }

  async #watch(top: string): Promise<void> {
    if (this.#watchers.has(top) || this.#isClosed) return;
    const folder = await gitFolderOf(top);
    const watchers = [folder, join(folder, 'logs')].flatMap((path) => {
      try {
        const watcher = watch(path, (_, name) => {
          if (name === null || TOUCHED.test(name)) this.#lookSoon();
        });
        watcher.on('error', (error) => this.#options.log.debug(`watching ${path}`, error));
        return [watcher];
      } catch {
        // Without it commits are seen with the next turn.
        return [];
      }
    });
    this.#watchers.set(top, watchers);
  }

  #unwatch(top: string): void {
    for (const watcher of this.#watchers.get(top) ?? []) watcher.close();
    this.#watchers.delete(top);
  }
}

/** The text in the encoding that the file is known to have: encodings are not guessed again. */
function committedImage(bytes: Buffer, file: FileReview): FileImage {
  const known = currentImage(file);
  if (known && bytesOf(known)?.equals(bytes)) return known;
  const encoding = known?.content.kind === 'text' ? known.content.encoding : undefined;
  const text = encoding === undefined ? undefined : decodeLike(bytes, encoding);
  if (encoding === undefined || text === undefined) return imageOf(bytes, file.mode ?? 0o644);
  return { content: { kind: 'text', text, encoding } };
}

/** As git spells it. */
function nameIn(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}
