import { type FileImage, sizeOfImage } from '../edit/file-image';
import { type FileChange, netChanges } from './net-changes';

/** One step by which an agent has changed a file, by whatever source. */
export interface FileEdit {
  /** The real path; of a symbolic link its own. */
  readonly path: string;
  /** Null: there was no file. */
  readonly before: FileImage | null;
  /** Null: the file was deleted. */
  readonly after: FileImage | null;
  /** `SessionState.turns` at that time. */
  readonly turn: number;
  readonly toolCallId?: string;
  readonly source: 'fs' | 'disk';
}

const MAX_EDITS = 20_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** What an agent has changed in a session: what a review shows and undo takes back. */
export class FileEdits {
  #edits: FileEdit[] = [];
  #size = 0;
  #dropped = 0;

  /** Every step, oldest first. */
  get all(): readonly FileEdit[] {
    return this.#edits;
  }

  /** How many of the oldest steps had to go: those files cannot be brought back. */
  get dropped(): number {
    return this.#dropped;
  }

  /** What has become of the files by a turn. */
  net(turn: number): FileChange[] {
    return netChanges(this.#edits.filter((edit) => edit.turn === turn));
  }

  add(edit: FileEdit): void {
    this.#edits.push(edit);
    this.#size += sizeOfEdit(edit);
    let oldest = 0;
    while (this.#edits.length - oldest > MAX_EDITS || this.#size > MAX_BYTES) {
      const edit = this.#edits[oldest++];
      if (!edit) break;
      this.#size -= sizeOfEdit(edit);
    }
    if (oldest === 0) return;
    this.#edits = this.#edits.slice(oldest);
    this.#dropped += oldest;
  }
}

function sizeOfEdit({ before, after }: FileEdit): number {
  return sizeOfImage(before) + sizeOfImage(after);
}
