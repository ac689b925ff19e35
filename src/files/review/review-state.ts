import { Emitter } from '../../base/emitter';
import { type FileImage, sameContent } from '../../edit/file-image';
import { currentImage, referenceImage } from '../../model/review/images';
import { isEdited } from '../../model/review/notes';
import { userChanged } from '../../model/review/review';
import { EMPTY_REVIEW, type FileReview, type Review } from '../../model/review/state';
import type { Outcome, ReviewChange } from '../../model/review/turn-files';
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
    }
    this.#changed.fire({ before, after: review, outcome });
  }

  /** The file is found to hold this: what agents have not done is the user's doing. */
  found(path: string, image: FileImage | null): void {
    this.#bringBack(path, image);
    const file = this.get(path);
    const isBack = file !== undefined && sameContent(referenceImage(file), image);
    this.set(userChanged(this.#review, path, image), isBack ? 'undone' : 'kept');
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

  /** Only what the file holds says that it is back: that of a mode cannot be told. */
  #remember(path: string, { files, notes }: Review): void {
    const [file, after] = [files.get(path), this.get(path)];
    if (!file) return;
    const now = after ? currentImage(after) : referenceImage(file);
    if (!sameContent(currentImage(file), now)) this.#undone.remember({ file, notes });
  }

  /** Who takes an undo back has the changes again, and no agent is told that they are gone. */
  #bringBack(path: string, image: FileImage | null): void {
    const undone = this.#undone.take(path, image);
    if (!undone) return;
    const { files, notes } = this.#review;
    const rest = notes.filter(
      (note) => note.path !== path || isEdited(note) || undone.notes.includes(note),
    );
    this.set({ ...this.#review, files: files.set(path, undone.file), notes: rest }, 'returned');
  }
}
