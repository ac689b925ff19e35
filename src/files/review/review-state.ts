import { Emitter } from '../../base/emitter';
import { type FileImage, sameContent } from '../../edit/file-image';
import { currentImage, referenceImage } from '../../model/review/images';
import { userChanged } from '../../model/review/review';
import { EMPTY_REVIEW, type FileReview, type Review } from '../../model/review/state';
import type { Outcome, ReviewChange } from '../../model/review/turn-files';

/** The one place where the project's review is kept. */
export class ReviewState {
  readonly #changed = new Emitter<ReviewChange>();
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
    this.#changed.fire({ before, after: review, outcome });
  }

  /** The file is found to hold this: what agents have not done is the user's doing. */
  found(path: string, image: FileImage | null): void {
    const file = this.get(path);
    const isBack = file !== undefined && sameContent(referenceImage(file), image);
    this.set(userChanged(this.#review, path, image), isBack ? 'undone' : 'kept');
  }

  /** What the review takes the file to hold; null: it is not there, or not under review. */
  now(path: string): FileImage | null {
    const file = this.get(path);
    return file ? currentImage(file) : null;
  }

  isThere(path: string): boolean {
    return this.now(path) !== null;
  }
}
