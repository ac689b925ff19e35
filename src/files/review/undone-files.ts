import { type FileImage, sameContent } from '../../edit/file-image';
import { currentImage, referenceImage } from '../../model/review/images';
import type { UndoneNote } from '../../model/review/notes';
import { unqueueInFile } from '../../model/review/queue';
import { withKeys } from '../../model/review/sessions';
import type { FileReview } from '../../model/review/state';

/** A file before something in it was undone, or rewritten by the user. */
export interface UndoneFile {
  readonly file: FileReview;
  readonly isRewritten?: boolean;
  /** What agents were to be notified of then. */
  readonly notes: readonly UndoneNote[];
  /** The undo has left the content as it was: only the mode says whether it is taken back. */
  readonly isModeOnly: boolean;
}

const MAX_FILES = 1000;
const MAX_STEPS = 10;

/** What files had under review before something in them was undone, or rewritten: who takes that back finds it pending again. */
export class UndoneFiles {
  /** By path, what was undone last at the end. */
  readonly #files = new Map<string, readonly UndoneFile[]>();

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** What the file held before the last undo. */
  last(path: string): FileImage | null {
    const step = this.#files.get(path)?.at(-1);
    return step ? currentImage(step.file) : null;
  }

  remember(undone: UndoneFile): void {
    const { path } = undone.file;
    const steps = this.#files.get(path) ?? [];
    this.#files.set(path, [...steps, undone].slice(-MAX_STEPS));
    const [oldest] = this.#files.keys();
    if (this.#files.size > MAX_FILES && oldest !== undefined) this.#files.delete(oldest);
  }

  /** What an earlier host has left: the last undo in each file. */
  restore(files: readonly FileReview[]): void {
    for (const file of files) {
      const isModeOnly = sameContent(currentImage(file), referenceImage(file));
      if (!this.has(file.path)) this.remember({ file, notes: [], isModeOnly });
    }
  }

  /** The same for the next host. */
  get lasting(): FileReview[] {
    return [...this.#files.values()].flatMap((steps) => steps.at(-1)?.file ?? []);
  }

  /** A session goes on under another key. */
  rename(from: string, to: string): void {
    const rename = (key: string): string => (key === from ? to : key);
    for (const [path, steps] of this.#files) {
      const renamed = steps.map((step) => ({ ...step, file: withKeys(step.file, rename) }));
      this.#files.set(path, renamed);
    }
  }

  /** Something else was decided about the file, or an agent has changed it again. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  /** The file holds this: nothing, unless an undo is taken back by that. */
  take(path: string, image: FileImage | null): UndoneFile | undefined {
    const steps = this.#files.get(path) ?? [];
    const at = steps.findLastIndex((step) => isBack(step, image));
    const found = steps[at];
    if (!found) return undefined;
    if (at > 0) this.#files.set(path, steps.slice(0, at));
    else this.#files.delete(path);
    return { ...found, file: unqueueInFile(found.file, { kind: 'all' }, { next: 0 }) };
  }
}

/** The text of a buffer says nothing about the mode. */
function isBack({ file, isModeOnly }: UndoneFile, image: FileImage | null): boolean {
  const before = currentImage(file);
  const isMode = image?.mode !== undefined && image.mode === before?.mode;
  return sameContent(before, image) && (isMode || !isModeOnly);
}
