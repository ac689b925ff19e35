/** What an agent is about to write through the editor, and what the user has made of it before it is written. */
import type { Disposable } from '../base/disposable';
import type { SessionEvent } from '../model/event';

/** All that a file would hold; null before: there is none yet. */
export interface ProposedWrite {
  /** The real path. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** The user has accepted another text in place of the agent's. */
export interface EditedWrite extends ProposedWrite {
  /** What is to be written. */
  readonly text: string;
  /** Called once: when it is written, or when it never will be, with the reason. */
  readonly settled: (problem?: string) => void;
}

const UNUSED = 'the agent has not written this file';

/** Those of one session. What was accepted is good for its turn. */
export class ProposedWrites {
  /** By the tool call of our own question about them. */
  readonly #asked = new Map<string, ProposedWrite>();
  #edited: EditedWrite[] = [];

  /** Our own question about a write is open, until this is disposed. */
  asking(toolCallId: string, write: ProposedWrite): Disposable {
    this.#asked.set(toolCallId, write);
    return { dispose: () => void this.#asked.delete(toolCallId) };
  }

  /** What our own question of this call is about. */
  askedBy(toolCallId: string): ProposedWrite | undefined {
    return this.#asked.get(toolCallId);
  }

  accept(write: EditedWrite): void {
    const [same] = this.#remove(({ path }) => path === write.path);
    same?.settled('there is a newer text of yours');
    this.#edited.push(write);
  }

  /** What is to be written in place of one of these texts: only if it was made of that. */
  take(path: string, texts: readonly string[]): EditedWrite | undefined {
    const isMeant = (write: EditedWrite): boolean =>
      write.path === path && texts.some((text) => plain(text) === plain(write.after));
    return this.#remove(isMeant)[0];
  }

  /** The user has accepted a text for this file that is not written yet. */
  awaits(path: string): boolean {
    return this.#edited.some((write) => write.path === path);
  }

  /** Follows the turns of the session. */
  note({ type }: SessionEvent): void {
    if (type !== 'cancelling' && type !== 'turnEnded' && type !== 'turnFailed') return;
    for (const write of this.#remove(() => true)) write.settled(UNUSED);
  }

  #remove(isMeant: (write: EditedWrite) => boolean): EditedWrite[] {
    const removed = this.#edited.filter(isMeant);
    this.#edited = this.#edited.filter((write) => !removed.includes(write));
    return removed;
  }
}

/** Agents read and write line ends and byte order marks differently. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
