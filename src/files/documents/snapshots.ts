import { MEBIBYTE } from '../../base/units';
import { mergeTexts } from '../../edit/merge';
import type { SplitText } from '../../edit/text';
import type { Work } from '../../edit/undone';

/** Characters kept in all; the files that were not used for longest go first. */
const MAX_CHARACTERS = 64 * MEBIBYTE;

interface Snapshot {
  readonly path: string;
  readonly session: string;
  readonly text: SplitText;
  readonly size: number;
  /** The version of the buffer it was read from. */
  readonly version?: string;
  /** What the session has made of the file since it last read all of it. */
  readonly work?: Work;
  /** The user has changed what the session wrote, before it was written: it may not know that. */
  readonly isEdited?: true;
  /** The session was sent it, and may have read another text itself. */
  readonly isSent?: true;
}

/** What each session believes its files to hold: what it last read or wrote. The base of three-way merges. */
export class Snapshots {
  readonly #byKey = new Map<string, Snapshot>();
  readonly #readers = new Set<string>();
  #size = 0;

  get(session: string, path: string): SplitText | undefined {
    return this.#byKey.get(keyOf(session, path))?.text;
  }

  /** What the session has seen, if that was the file in this version of its buffer. */
  at(session: string, path: string, version: string): SplitText | undefined {
    const snapshot = this.#byKey.get(keyOf(session, path));
    return snapshot?.version === version ? snapshot.text : undefined;
  }

  /** The session has read all of the file. `size`: about how many characters the text has. */
  set(session: string, path: string, text: SplitText, size: number, version?: string): void {
    this.#put({ session, path, text, size, ...(version ? { version } : {}) });
  }

  /** The user has sent the session text of the file, which it knows as this now; `complete`: all of it. */
  sent(session: string, path: string, text: SplitText, complete: boolean, size: number): void {
    if (complete) this.set(session, path, text, size);
    else this.update(session, path, text, size);
    const snapshot = this.#byKey.get(keyOf(session, path));
    if (snapshot) this.#put({ ...snapshot, isSent: true });
  }

  /** It knows the file only from there. */
  isSent(session: string, path: string): boolean {
    if (this.reads(session, path)) return false;
    return this.#byKey.get(keyOf(session, path))?.isSent === true;
  }

  /** The session has read or written a part of the file. */
  update(session: string, path: string, text: SplitText, size: number): void {
    const work = this.workOf(session, path);
    this.#put({
      session,
      path,
      text,
      size,
      ...(work ? { work } : {}),
      ...this.#editedOf(session, path),
    });
  }

  /**
   * The session has written the file, which was `work.from` as far as it knew and is `work.left` now. No work: what it
   * wrote has changed nothing.
   */
  wrote(session: string, path: string, text: SplitText, size: number, work?: Work): void {
    const before = this.workOf(session, path);
    const now = work ? { from: before?.from ?? work.from, left: work.left } : before;
    this.#put({
      session,
      path,
      text,
      size,
      ...(now ? { work: now } : {}),
      ...this.#editedOf(session, path),
    });
  }

  /** Others (formatters) have changed at once what the session has written. */
  leave(session: string, path: string, left: SplitText): void {
    const snapshot = this.#byKey.get(keyOf(session, path));
    if (snapshot?.work) this.#put({ ...snapshot, work: { ...snapshot.work, left } });
  }

  /** What the session has just written was changed by the user before it was. */
  edited(session: string, path: string): void {
    const snapshot = this.#byKey.get(keyOf(session, path));
    if (snapshot) this.#put({ ...snapshot, isEdited: true });
  }

  isEdited(session: string, path: string): boolean {
    return this.#byKey.get(keyOf(session, path))?.isEdited === true;
  }

  workOf(session: string, path: string): Work | undefined {
    return this.#byKey.get(keyOf(session, path))?.work;
  }

  /**
   * The file was changed on disk, not by the user in the editor: by the agent's own tools, most likely. Such changes
   * are no reason for a conflict, so every session is taken to know them.
   */
  rebase(path: string, before: SplitText, after: SplitText): void {
    const snapshots = [...this.#byKey.values()].filter((snapshot) => snapshot.path === path);
    for (const { session, text, size } of snapshots) {
      const { text: rebased, conflicts } = mergeTexts(before, text, after);
      if (conflicts.length > 0) continue;
      this.wrote(session, path, rebased, size, { from: text, left: after });
    }
  }

  /** The session is taken back to where it knew this text; null: to where there was no file. */
  goBack(session: string, path: string, text: SplitText | null, size: number): void {
    if (text) this.set(session, path, text, size);
    else this.#remove(keyOf(session, path));
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

  #editedOf(session: string, path: string): Pick<Snapshot, 'isEdited'> {
    return this.isEdited(session, path) ? { isEdited: true } : {};
  }

  #put(snapshot: Snapshot): void {
    const key = keyOf(snapshot.session, snapshot.path);
    this.#remove(key);
    this.#byKey.set(key, snapshot);
    this.#size += costOf(snapshot);
    for (const oldest of this.#byKey.keys()) {
      if (this.#size <= MAX_CHARACTERS) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const snapshot = this.#byKey.get(key);
    if (!snapshot) return;
    this.#size -= costOf(snapshot);
    this.#byKey.delete(key);
  }
}

/** Three texts are about as large as each other. */
function costOf({ size, work }: Snapshot): number {
  return work ? 3 * size : size;
}

function keyOf(session: string, path: string): string {
  return `${session}\0${path}`;
}
