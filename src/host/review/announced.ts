import type { TurnSummary } from '../../model/review/overview';
import type { FireEvent } from '../../model/user-events';

interface Announced {
  /** Of ACP. */
  readonly session: string;
  readonly turn: number;
  /** The files that `AcpReview` has named; none: it was not fired, or all of them are decided. */
  readonly paths: ReadonlySet<string>;
}

/**
 * Fires `AcpReview` when a turn has ended, again when more of its files are found after that, and `AcpReviewDone` when
 * nothing of it is pending any more.
 */
export class AnnouncedTurns {
  readonly #fire: FireEvent;
  readonly #idOf: (session: string) => string;
  readonly #turns = new Map<string, Announced>();

  /** @param idOf the ACP id of a session, by its key */
  constructor(fire: FireEvent, idOf: (session: string) => string) {
    this.#fire = fire;
    this.#idOf = idOf;
  }

  ended(key: string, turn: number): void {
    const session = this.#idOf(key);
    // Nothing more is expected of the turns before it.
    for (const [name, known] of this.#turns) {
      if (known.session === session && known.paths.size === 0) this.#turns.delete(name);
    }
    this.#add({ session, turn, paths: new Set() });
  }

  /** An earlier host has fired for it. */
  wasAnnounced({ session, turn, files }: TurnSummary): void {
    this.#add({ session: this.#idOf(session), turn, paths: pathsOf(files) });
  }

  /** This is what is pending now. */
  update(turns: readonly TurnSummary[]): void {
    const pending = new Map(turns.map((one) => [nameOf(this.#idOf(one.session), one.turn), one]));
    for (const [name, { session, turn, paths }] of this.#turns) {
      const files = pending.get(name)?.files ?? [];
      const isMore = files.some(({ path }) => !paths.has(path));
      if (files.length === 0) {
        if (paths.size > 0) this.#fire('AcpReviewDone', { session, turn });
        this.#turns.set(name, { session, turn, paths: new Set() });
      } else if (isMore) {
        this.#turns.set(name, { session, turn, paths: pathsOf(files) });
        this.#fire('AcpReview', { session, turn, files: files.map(({ ids: _, ...file }) => file) });
      }
    }
  }

  #add(turn: Announced): void {
    this.#turns.set(nameOf(turn.session, turn.turn), turn);
  }
}

function nameOf(session: string, turn: number): string {
  return `${session} ${turn}`;
}

function pathsOf(files: TurnSummary['files']): ReadonlySet<string> {
  return new Set(files.map(({ path }) => path));
}
