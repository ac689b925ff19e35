import type { Logger } from '../base/logger';
import { plain } from '../base/plain';
import type { FireEvent } from '../model/user-events';
import type { Lua } from '../nvim/lua';

/** One short line for the user. */
export type Notify = (level: 'info' | 'warn' | 'error', text: string) => void;

/** Fires a `User` autocommand. */
export type Fire = FireEvent;

/** Messages of the host that need no answer: to the user, to Lua callbacks, to autocommands. */
export class Messages {
  readonly #lua: Lua;
  readonly #log: Logger;

  constructor(lua: Lua, log: Logger) {
    this.#lua = lua;
    this.#log = log;
  }

  readonly notify: Notify = (level, text) => {
    this.send('ui.notify.show', this.#lua.call('ui.notify.show', level, text));
  };

  readonly fire: Fire = (event, data) => {
    const args = plain(data) as typeof data;
    this.send(event, this.#lua.call('events.fire', event, args));
  };

  /** Answers a Lua callback, if there is one; without one the user is notified of an error. */
  readonly reply = (cb: number | undefined, error: string | null, result?: unknown): void => {
    if (cb !== undefined) {
      this.send('host.reply', this.#lua.call('host.reply', cb, error, plain(result) ?? null));
    } else if (error !== null) {
      this.notify('error', error);
    }
  };

  /** The editor may be gone, or ending: then the message is not needed. */
  send(what: string, sent: Promise<unknown>): void {
    sent.catch((error: unknown) => this.#log.debug(`${what} failed`, error));
  }
}

/** Calls `send` only with what differs from the value before. */
export function onlyChanges<T>(send: (value: T) => void, known?: T): (value: T) => void {
  let sent = JSON.stringify(known);
  return (value) => {
    const text = JSON.stringify(value);
    if (text === sent) return;
    sent = text;
    send(value);
  };
}
