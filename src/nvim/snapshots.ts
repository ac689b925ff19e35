import { mergeTexts } from '../edit/merge';
import type { SplitText } from '../edit/text';

/** Characters kept in all; the files that were not used for longest go first. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

interface Snapshot {
  readonly path: string;
  readonly session: string;
  readonly text: SplitText;
  readonly size: number;
  /** The moment of the buffer it was read from. */
  readonly moment?: string;
}

/** What each session believes its files to hold: what it last read or wrote. The base of three-way merges. */
export class Snapshots {
  readonly #byKey = new Map<string, Snapshot>();
  readonly #readers = new Set<string>();
  #size = 0;

  get(session: string, path: string): SplitText | undefined {
    return this.#byKey.get(keyOf(session, path))?.text;
  }

  /** What the session has seen, if that was the file at this very moment of its buffer. */
  at(session: string, path: string, moment: string): SplitText | undefined {
    const snapshot = this.#byKey.get(keyOf(session, path));
    return snapshot?.moment === moment ? snapshot.text : undefined;
  }

  /** `size`: about how many characters the text has. */
  set(session: string, path: string, text: SplitText, size: number, moment?: string): void {
    const key = keyOf(session, path);
    this.#remove(key);
    this.#byKey.set(key, { session, path, text, size, ...(moment ? { moment } : {}) });
    this.#size += size;
    for (const oldest of this.#byKey.keys()) {
      if (this.#size <= MAX_CHARACTERS) break;
      this.#remove(oldest);
    }
  }

  /**
   * The file was changed on disk, not by the user in the editor: by the agent's own tools, most likely. Such changes
   * are no reason for a conflict, so every session is taken to know them.
   */
  rebase(path: string, before: SplitText, after: SplitText): void {
    const snapshots = [...this.#byKey.values()].filter((snapshot) => snapshot.path === path);
    for (const { session, text, size } of snapshots) {
      const { text: rebased, conflicts } = mergeTexts(before, text, after);
      if (conflicts.length === 0) this.set(session, path, rebased, size);
    }
  }

  /** The session has read the file here: so it does not read the disk itself. */
  noteRead(session: string, path: string): void {
    this.#readers.add(keyOf(session, path));
  }

  reads(session: string, path: string): boolean {
    return this.#readers.has(keyOf(session, path));
  }

  forget(session: string): void {
    for (const key of this.#readers) {
      if (key.startsWith(keyOf(session, ''))) this.#readers.delete(key);
    }
    for (const [key, snapshot] of this.#byKey) {
      if (snapshot.session === session) this.#remove(key);
    }
  }

  #remove(key: string): void {
    this.#size -= this.#byKey.get(key)?.size ?? 0;
    this.#byKey.delete(key);
  }
}

function keyOf(session: string, path: string): string {
  return `${session}\0${path}`;
}
