import { Emitter } from '../../base/emitter';
import { type FileImage, sameContent } from '../../edit/file-image';
import { currentImage, referenceImage } from '../../model/review/images';
import { joinReviews } from '../../model/review/join';
import { isEdited } from '../../model/review/notes';
import { hunksOf } from '../../model/review/overview';
import { userChanged } from '../../model/review/review';
import { renameSession } from '../../model/review/sessions';
import { EMPTY_REVIEW, type FileReview, type Review } from '../../model/review/state';
import type { Outcome, ReviewChange } from '../../model/review/turn-files';
import { isShownSame } from './same-hunks';
import { UndoneFiles } from './undone-files';

/** The one place where the project's review is kept. */
export class ReviewState {
  readonly #changed = new Emitter<ReviewChange>();
  readonly #undone = new UndoneFiles();
  #review: Review = EMPTY_REVIEW;

  readonly onChange = this.#changed.on;

  get review(): Review {
    return this.#review;
  }

  get(path: string): FileReview | undefined {
    return this.#review.files.get(path);
  }

  /** @param outcome what becomes of changes that are pending no longer */
  set(review: Review, outcome: Outcome = 'kept'): void {
    const before = this.#review;
    if (review === before) return;
    this.#review = review;
    for (const path of review.files.changedSince(before.files)) {
      if (outcome === 'replaced') this.#undone.forget(path);
      else if (outcome === 'undone') this.#remember(path, before);
      else if (outcome === 'rewritten') this.#rememberRewritten(path, before);
    }
    this.#changed.fire({ before, after: review, outcome });
  }

  /** The file is found to hold this: what agents have not done is the user's doing. */
  found(path: string, image: FileImage | null): void {
    this.#bringBack(path, image);
    const file = this.get(path);
    const isBack = file !== undefined && sameContent(referenceImage(file), image);
    this.set(userChanged(this.#review, path, image), isBack ? 'undone' : 'rewritten');
  }

  /** Files in which something was undone that may be brought back. */
  get undonePaths(): string[] {
    return this.#undone.paths;
  }

  /** What the file holds as far as is known, or held before something in it was undone. */
  lastKnown(path: string): FileImage | null {
    const file = this.get(path);
    return file ? currentImage(file) : this.#undone.last(path);
  }

  /** What was undone last in each file, as a review of its own that outlives the host. */
  get undone(): Review {
    const files = this.#undone.lasting.reduce(
      (all, file) => all.set(file.path, file),
      EMPTY_REVIEW.files,
    );
    return { ...EMPTY_REVIEW, files, sessions: this.#review.sessions };
  }

  /** Takes in what an earlier host has left of that. */
  restoreUndone(stored: Review, project: string): void {
    const { review } = joinReviews({ ...this.#review, files: EMPTY_REVIEW.files }, stored, project);
    this.set({ ...this.#review, sessions: review.sessions, nextId: review.nextId });
    this.#undone.restore(review.files.values());
  }

  /** A session goes on under another key. */
  rename(from: string, to: string): void {
    this.set(renameSession(this.#review, from, to), 'replaced');
    this.#undone.rename(from, to);
  }

  /** Whether what was undone in the file may be brought back by an edit of the user. */
  mayReturn(path: string): boolean {
    return this.#undone.has(path);
  }

  /** What was undone in the file is not to be pending again. */
  decided(path: string): void {
    this.#undone.forget(path);
  }

  /** What the review takes the file to hold; null: it is not there, or not under review. */
  now(path: string): FileImage | null {
    const file = this.get(path);
    return file ? currentImage(file) : null;
  }

  isThere(path: string): boolean {
    return this.now(path) !== null;
  }

  #remember(path: string, { files, notes }: Review): void {
    const [file, after] = [files.get(path), this.get(path)];
    if (!file) return;
    const [was, now] = [currentImage(file), after ? currentImage(after) : referenceImage(file)];
    const isModeOnly = sameContent(was, now);
    if (isModeOnly && was?.mode === now?.mode) return;
    this.#undone.remember({ file, notes, isModeOnly });
  }

  /** Unless no hunk has changed: then they have moved. */
  #rememberRewritten(path: string, { files, notes }: Review): void {
    const [file, after] = [files.get(path), this.get(path)];
    if (!file || isShownSame(hunksOf(file), after ? hunksOf(after) : [])) return;
    this.#undone.remember({ file, notes, isModeOnly: false, isRewritten: true });
  }

  /** Who takes an undo back has the changes again, and no agent is notified that they are gone. */
  #bringBack(path: string, image: FileImage | null): void {
    const undone = this.#undone.take(path, image);
    if (!undone) return;
    const { files, notes } = this.#review;
    const outcome = undone.isRewritten ? 'discarded' : 'returned';
    const rest = notes.filter(
      (note) => note.path !== path || isEdited(note) || undone.notes.includes(note),
    );
    this.set({ ...this.#review, files: files.set(path, undone.file), notes: rest }, outcome);
  }
}
