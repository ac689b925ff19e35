import type { FireEvent, UserEvents } from '../model/user-events';
import type { LedgerChange } from './change-ledger';
import type { Access } from './documents/access';

/** A session as far as events name it. */
interface NamedSession {
  readonly state: { readonly id: string; readonly turns: number };
}

export interface FileEventsOptions {
  /** The chat with the session of this key. */
  readonly chat: (key: string) => { readonly session: NamedSession } | undefined;
  readonly follow: (place: { readonly path: string; readonly line?: number }) => void;
  readonly fire: FireEvent;
}

/** Follow mode and the events of the user get to know what agents do to files. */
export class FileEvents {
  readonly #options: FileEventsOptions;

  constructor(options: FileEventsOptions) {
    this.#options = options;
  }

  /** Changes come from the ledger; from here, reads and other operations that change nothing. */
  accessed({ kind, path, bufnr, line, hunks, before, after, session, toolCallId }: Access): void {
    const isRead = kind === 'read';
    if (!isRead && before !== after) return;
    this.#options.follow({ path, ...(line === undefined ? {} : { line }) });
    if (isRead) this.#options.fire('AcpFileRead', { path, bufnr });
    else
      this.#edited(session, { path, bufnr, source: toolCallId ? 'mcp' : 'fs', hunks, toolCallId });
  }

  changed({ entry, hunks, bufnr }: LedgerChange): void {
    const { session, path, source, toolCallId } = entry;
    const row = hunks[0]?.row;
    if (source !== 'disk') {
      this.#options.follow({ path, ...(row === undefined ? {} : { line: row + 1 }) });
    }
    this.#edited(session, { path, bufnr, source, hunks, toolCallId });
  }

  /** An event of an edit says whose it is, as long as its session is open. */
  #edited(key: string, edit: UserEvents['AcpFileEdited']): void {
    const state = this.#options.chat(key)?.session.state;
    const whose = state ? { session: state.id, turn: state.turns } : {};
    this.#options.fire('AcpFileEdited', { ...edit, ...whose });
  }
}
