import { SharedMap } from '../../base/shared-map';
import type { TurnChanged } from '../../model/event';
import {
  filesOf,
  type ReviewChange,
  record,
  type TurnRecord,
  type TurnRecords,
  turnKey,
} from '../../model/review/turn-files';

/** A session that shows what its turns have changed. */
export interface ShowingSession {
  readonly state: { readonly turns: number; readonly turn: { readonly phase: string } };
  record(event: TurnChanged): void;
}

/** Keeps what transcripts say of the changes of their turns true. */
export class TurnSummaries {
  readonly #session: (key: string) => ShowingSession | undefined;
  #records: TurnRecords = SharedMap.empty();
  /** What transcripts show. */
  #shown: TurnRecords = SharedMap.empty();

  constructor(session: (key: string) => ShowingSession | undefined) {
    this.#session = session;
  }

  note(change: ReviewChange): void {
    this.#records = record(this.#records, change);
  }

  /** A turn is over: what it has changed is shown behind it, before another one begins. */
  turnEnded(session: string, turn: number): void {
    const known = this.#records.get(turnKey({ session, turn }));
    if (known) this.#show(known);
  }

  /** Shows what has changed since. */
  update(): void {
    for (const key of this.#records.changedSince(this.#shown)) {
      const known = this.#records.get(key);
      if (known) this.#show(known);
    }
  }

  /** The session is closed. */
  forget(session: string): void {
    for (const record of this.#records.values()) {
      if (record.session !== session) continue;
      this.#records = this.#records.delete(turnKey(record));
      this.#shown = this.#shown.delete(turnKey(record));
    }
  }

  #show(known: TurnRecord): void {
    const session = this.#session(known.session);
    if (!session) return;
    const { turns, turn } = session.state;
    // What a running turn has changed is shown at its end.
    if (known.turn === turns && turn.phase !== 'idle') return;
    this.#shown = this.#shown.set(turnKey(known), known);
    session.record({ type: 'turnChanged', turn: known.turn, files: filesOf(known) });
  }
}
