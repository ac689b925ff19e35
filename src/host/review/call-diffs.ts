import { type Disposable, disposeAll } from '../../base/disposable';
import { eachChange } from '../../base/list';
import type { Logger } from '../../base/logger';
import type { ChangeLedger } from '../../files/change-ledger';
import { callChanges } from '../../files/ledger/call-changes';
import type { LedgerEntry } from '../../files/ledger/entry';
import type { CallChanged } from '../../model/call-change';
import { isOnlyText, type SessionChange } from '../../model/changes';
import { findTool } from '../../model/entries';
import type { SessionState, ToolEntry } from '../../model/state';
import { wantsChanges } from '../../model/tool-call';

/** A session whose tool calls change files. */
export interface CallingSession {
  readonly key: string;
  readonly state: SessionState;
  record(event: CallChanged): void;
}

export interface CallDiffsOptions {
  readonly ledger: Pick<ChangeLedger, 'on' | 'netOf' | 'image'>;
  readonly session: (key: string) => CallingSession | undefined;
  readonly log: Logger;
}

/** Changes of one call are found one after the other, some of them when it has ended. */
const SETTLE_MS = 30;

/** The tool calls of a session's last turn with changes, and what is known of those. */
interface TurnCalls {
  readonly turn: number;
  readonly calls: Map<string, LedgerEntry[]>;
}

/** Has the cards of finished tool calls show what these have really changed, and where, if their agents do not say it. */
export class CallDiffs implements Disposable {
  readonly #options: CallDiffsOptions;
  readonly #bySession = new Map<string, TurnCalls>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #subscription: Disposable;

  constructor(options: CallDiffsOptions) {
    this.#options = options;
    this.#subscription = options.ledger.on(({ entry }) => this.#changed(entry));
  }

  /** Follows the tool calls of a session. */
  observe(session: Pick<CallingSession, 'key'>, change: SessionChange): void {
    const known = this.#bySession.get(session.key);
    if (!known || isOnlyText(change) || change.event.type === 'callChanged') return;
    const { before, after } = change;
    if (before.entries === after.entries) return;
    eachChange(before.entries, after.entries, (entry) => {
      if (entry.kind === 'tool' && known.calls.has(entry.call.toolCallId)) {
        this.#showSoon(session.key, entry);
      }
    });
  }

  /** The session is closed. */
  forget(session: string): void {
    this.#bySession.delete(session);
  }

  dispose(): void {
    const timers = [...this.#timers.values()].map((timer) => ({
      dispose: () => clearTimeout(timer),
    }));
    disposeAll([...timers, this.#subscription], () => {});
  }

  #changed(entry: LedgerEntry): void {
    const { session, turn, toolCallId } = entry;
    if (toolCallId === undefined) return;
    const known = this.#bySession.get(session);
    const { calls } = known?.turn === turn ? known : { calls: new Map<string, LedgerEntry[]>() };
    const entries = calls.get(toolCallId) ?? [];
    entries.push(entry);
    calls.set(toolCallId, entries);
    this.#bySession.set(session, { turn, calls });
    const state = this.#options.session(session)?.state;
    const found = state && findTool(state, toolCallId);
    if (found) this.#showSoon(session, found.entry);
  }

  /** Only what is shown is put together. */
  #showSoon(session: string, { call }: ToolEntry): void {
    const { toolCallId } = call;
    const key = `${toolCallId} ${session}`;
    if (!wantsChanges(call) || this.#timers.has(key)) return;
    const show = (): void => {
      this.#timers.delete(key);
      this.#show(session, toolCallId).catch((error: unknown) =>
        this.#options.log.debug('what a tool call has changed', error),
      );
    };
    this.#timers.set(key, setTimeout(show, SETTLE_MS));
  }

  async #show(key: string, toolCallId: string): Promise<void> {
    const { ledger, session } = this.#options;
    const { turn, calls } = this.#bySession.get(key) ?? {};
    const entries = calls?.get(toolCallId);
    if (turn === undefined || !entries) return;
    const changes = await callChanges(ledger, entries);
    session(key)?.record({ type: 'callChanged', turn, toolCallId, changes });
  }
}
