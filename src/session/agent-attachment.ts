import { within } from '../base/timeout';
import { AgentGoneError } from '../protocol/errors';
import type { ContentBlock } from '../protocol/schema.gen';
import type { AgentSession } from './agent-port';

/** Sends the request, and again after a sign-in that the agent asked for; the signal ends the wait. */
export type Authorized = <T>(ask: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** What waits for the answer is shown nowhere, and nothing else is sent meanwhile. */
const MAX_STEER_MS = 10_000;

/** The state of a session's link to its agent: not there yet, open, ended by the user, or lost. */
export class AgentAttachment {
  readonly #authorized: Authorized;
  #link: AgentSession | undefined;
  #ending = false;
  #lost: AgentGoneError | undefined;
  /** Aborted to end the wait for a sign-in. */
  #waits = new AbortController();

  constructor(authorized: Authorized) {
    this.#authorized = authorized;
  }

  get link(): AgentSession | undefined {
    return this.#link;
  }

  /** From `end` to the next `await`: the agent's end is our own doing. */
  get ending(): boolean {
    return this.#ending;
  }

  open(link: AgentSession): void {
    this.#link = link;
    this.#lost = undefined;
  }

  /** A new try to find an agent begins. */
  await(): void {
    this.#ending = false;
  }

  /** The agent is ended by the user's wish. */
  end(): void {
    this.#ending = true;
    this.#link = undefined;
  }

  /** The agent is gone, or never came. */
  lose(text: string, detail?: string): void {
    this.#link = undefined;
    this.#lost = new AgentGoneError(text, detail);
    this.giveUpWaiting(this.#lost);
  }

  close(): void {
    this.#link?.close();
    this.#link = undefined;
  }

  /** Nobody waits for a sign-in any more. */
  giveUpWaiting(reason?: AgentGoneError): void {
    this.#waits.abort(reason);
    this.#waits = new AbortController();
  }

  /** Throws why the agent is not there, for a turn that is just beginning. */
  checkNotLost(): void {
    if (this.#lost) throw this.#lost;
  }

  /** Throws a message for the user when there is none. */
  needed(): AgentSession {
    if (!this.#link)
      throw new Error('the session has no agent; a prompt, or :Acp restart, starts it');
    return this.#link;
  }

  /** Puts a message into the running turn; false when the agent has not taken it. */
  async steer(content: readonly ContentBlock[]): Promise<boolean> {
    try {
      const taken = this.#link?.steer?.(content);
      return taken !== undefined && (await within(MAX_STEER_MS, taken, 'it does not answer'));
    } catch {
      // It is sent as a prompt instead.
      return false;
    }
  }

  ask<T>(ask: (link: AgentSession) => Promise<T>): Promise<T> {
    return this.#authorized(async () => ask(this.needed()), this.#waits.signal);
  }
}
