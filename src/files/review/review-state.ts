import { Emitter } from '../../base/emitter';
import type { FileImage } from '../../edit/file-image';
import { currentImage } from '../../model/review/images';
import { userChanged } from '../../model/review/review';
import { EMPTY_REVIEW, type FileReview, type Review } from '../../model/review/state';

/** The one place where the project's review is kept. */
export class ReviewState {
  readonly #changed = new Emitter<void>();
  #review: Review = EMPTY_REVIEW;

  readonly onChange = this.#changed.on;

  get review(): Review {
    return this.#review;
  }

  get(path: string): FileReview | undefined {
    return this.#review.files.get(path);
  }

  set(review: Review): void {
    if (review === this.#review) return;
    this.#review = review;
    this.#changed.fire();
  }

  /** The file is found to hold this: what agents have not done is the user's doing. */
  found(path: string, image: FileImage | null): void {
    this.set(userChanged(this.#review, path, image));
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
