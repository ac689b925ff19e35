import { basename } from 'node:path';
import type { Logger } from '../../base/logger';
import type { NoticeLevel } from '../../model/state';
import type { FireEvent } from '../../model/user-events';
import type { Lua } from '../../nvim/lua';
import { shownPath } from '../../view/path';
import type { WriteConflict } from '../documents/written';

/** The user and an agent have changed the same lines; the buffer holds the user's text. */
export type Conflict = Omit<WriteConflict, 'text'>;

interface NoticedSession {
  readonly state: { readonly cwd: string };
  notice(level: NoticeLevel, text: string, detail?: string): void;
}

export interface ConflictNoticesOptions {
  readonly lua: Lua;
  readonly log: Logger;
  /** The chat with the session of this key. */
  readonly chat: (key: string) => { readonly session: NoticedSession } | undefined;
  readonly fire: FireEvent;
}

const MAX_PLACES = 10;
/** All conflicts that come within this time are one message. */
const BURST_MS = 150;
const HOW =
  ':Acp conflict next goes there; :Acp conflict mine, theirs or both chooses\n:Acp conflict diff shows both versions of the file';

/** Notices for the user where an agent's change of a file conflicts with their text. */
export class ConflictNotices {
  readonly #options: ConflictNoticesOptions;
  /** Paths with a kept conflict, by session. */
  readonly #kept = new Map<string, Set<string>>();
  /** How many are not reported yet, by the name of the file. */
  readonly #unreported = new Map<string, number>();

  constructor(options: ConflictNoticesOptions) {
    this.#options = options;
  }

  /** The buffer shows the agent's text beside the user's; the transcript says where. */
  conflict({ session: key, path, bufnr, places, fresh, theirs }: Conflict): void {
    const { lua, log, chat, fire } = this.#options;
    // The agent repeats itself.
    if (fresh === 0) return;
    this.#report(basename(path), fresh);
    fire('AcpConflict', { path, bufnr });
    const session = chat(key)?.session;
    if (!session) return;
    this.#kept.set(key, (this.#kept.get(key) ?? new Set()).add(path));
    const isOne = places.length === 1 && !places[0]?.includes('-');
    const where = `${isOne ? 'line' : 'lines'} ${places.slice(0, MAX_PLACES).join(', ')}`;
    const name = shownPath(path, session.state.cwd);
    const what = `Conflict in ${name}: you and the agent changed the same text (${where}); yours was kept`;
    session.notice('warn', what, HOW);
    lua
      .call('conflict.keep', path, theirs)
      .catch((error: unknown) => log.warn("the agent's version could not be kept", error));
  }

  /** The file was deleted, and its buffer is all there is of the user's text. */
  deleted(key: string, path: string): void {
    const session = this.#options.chat(key)?.session;
    if (!session) return;
    const name = shownPath(path, session.state.cwd);
    const text = `${name} was deleted on disk; your unsaved text is still in its buffer`;
    session.notice('warn', text);
    this.#show(text);
  }

  /** The session is closed: agents' versions go, unless there is something to choose still. */
  forget(key: string): void {
    const { lua, log } = this.#options;
    const paths = [...(this.#kept.get(key) ?? [])];
    this.#kept.delete(key);
    if (paths.length === 0) return;
    lua
      .call('conflict.drop', paths)
      .catch((error: unknown) => log.debug('dropping conflicts', error));
  }

  #report(name: string, fresh: number): void {
    if (this.#unreported.size === 0) {
      setTimeout(() => {
        this.#show(burstText([...this.#unreported]));
        this.#unreported.clear();
      }, BURST_MS).unref();
    }
    this.#unreported.set(name, (this.#unreported.get(name) ?? 0) + fresh);
  }

  #show(text: string): void {
    const { lua, log } = this.#options;
    lua
      .call('ui.notify.show', 'warn', text)
      .catch((error: unknown) => log.debug('a notice of a conflict', error));
  }
}

/** `counts`: new conflicts by the name of the file. */
function burstText(counts: readonly (readonly [name: string, count: number])[]): string {
  const count = counts.reduce((sum, [, fresh]) => sum + fresh, 0);
  const what = count === 1 ? 'a conflict' : `${count} conflicts`;
  const where = counts.length === 1 ? counts[0]?.[0] : `${counts.length} files`;
  return `${what} in ${where}, your text was kept (:Acp conflict next)`;
}
