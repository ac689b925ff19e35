/** A change that an agent has made to a file, by whatever road. */
export interface FileEdit {
  /** The real path. */
  readonly path: string;
  /** The whole text; null: there was no file. */
  readonly before: string | null;
  /** The whole text; null: the file was deleted. */
  readonly after: string | null;
  /** `SessionState.turns` at that time. */
  readonly turn: number;
  readonly toolCallId?: string;
  readonly road: 'fs' | 'disk';
  /** The file was there under this path before. */
  readonly movedFrom?: string;
}

const MAX_EDITS = 1000;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** What an agent has changed in a session, oldest first: what a review shows and undo takes back. */
export class FileEdits {
  #edits: readonly FileEdit[] = [];
  #size = 0;

  get all(): readonly FileEdit[] {
    return this.#edits;
  }

  add(edit: FileEdit): void {
    this.#edits = joined(this.#edits, edit);
    this.#size += sizeOf(edit);
    while (this.#edits.length > MAX_EDITS || this.#size > MAX_CHARACTERS) {
      const [oldest, ...rest] = this.#edits;
      this.#size -= oldest ? sizeOf(oldest) : 0;
      this.#edits = rest;
    }
  }
}

function sizeOf({ before, after }: FileEdit): number {
  return (before?.length ?? 0) + (after?.length ?? 0);
}

/** A file that went and one that came with the same text, in one turn, are one file that was moved. */
function joined(edits: readonly FileEdit[], edit: FileEdit): FileEdit[] {
  const other = edits.find((one) => one.turn === edit.turn && areOneMove(one, edit));
  if (!other) return [...edits, edit];
  if (edit.before === null) return [...edits, { ...edit, movedFrom: other.path }];
  const moved = { ...other, movedFrom: edit.path };
  return [...edits.map((one) => (one === other ? moved : one)), edit];
}

function areOneMove(a: FileEdit, b: FileEdit): boolean {
  const [gone, come] = a.after === null ? [a, b] : [b, a];
  const isMove = gone.after === null && come.before === null && come.movedFrom === undefined;
  return isMove && gone.path !== come.path && gone.before !== null && gone.before === come.after;
}
