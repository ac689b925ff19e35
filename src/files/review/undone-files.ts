import { type FileImage, sameContent } from '../../edit/file-image';
import { currentImage } from '../../model/review/images';
import type { UndoneNote } from '../../model/review/notes';
import { unqueueInFile } from '../../model/review/queue';
import type { FileReview } from '../../model/review/state';

/** A file before something in it was undone. */
export interface UndoneFile {
  readonly file: FileReview;
  /** What agents were to be notified of then. */
  readonly notes: readonly UndoneNote[];
}

const MAX_FILES = 1000;
const MAX_STEPS = 10;

/** What files had under review before something in them was undone: who takes that back finds it pending again. */
export class UndoneFiles {
  /** By path, what was undone last at the end. */
  readonly #files = new Map<string, readonly UndoneFile[]>();

  has(path: string): boolean {
    return this.#files.has(path);
  }

  remember(undone: UndoneFile): void {
    const { path } = undone.file;
    const steps = this.#files.get(path) ?? [];
    this.#files.set(path, [...steps, undone].slice(-MAX_STEPS));
    const [oldest] = this.#files.keys();
    if (this.#files.size > MAX_FILES && oldest !== undefined) this.#files.delete(oldest);
  }

  /** Something else was decided about the file, or an agent has changed it again. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  /** The file holds this: nothing, unless an undo is taken back by that. */
  take(path: string, image: FileImage | null): UndoneFile | undefined {
    const steps = this.#files.get(path) ?? [];
    const at = steps.findLastIndex(({ file }) => sameContent(currentImage(file), image));
    const found = steps[at];
    if (!found) return undefined;
    if (at > 0) this.#files.set(path, steps.slice(0, at));
    else this.#files.delete(path);
    return { ...found, file: unqueueInFile(found.file, { kind: 'all' }, { next: 0 }) };
  }
}
