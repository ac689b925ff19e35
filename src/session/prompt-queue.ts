import type { Deferred } from '../base/deferred';
import type { SessionEvent } from '../model/event';
import type { ContentBlock } from '../protocol/schema.gen';

/** How a prompt ended for the one who sent it. */
export type PromptResult =
  | { readonly ok: true; readonly stopReason: string }
  /**
   * `unsent`: the agent never got it; `removed`: because the user has taken it out of the queue; `refused`: because what
   * it mentions cannot go along any more.
   */
  | {
      readonly ok: false;
      readonly error: string;
      readonly unsent?: true;
      readonly removed?: true;
      readonly refused?: true;
    };

export interface PromptOptions {
  /** Before what waits already. */
  readonly first?: boolean;
  /** Called when its turn begins. */
  readonly onSent?: (() => void) | undefined;
  /** What it says when it goes out after it had to wait; absent: what it says now. Rejects with a message for the user. */
  readonly renew?: (() => Promise<readonly ContentBlock[]>) | undefined;
  /** Asked when it goes out: what the agent is to read besides. */
  readonly more?: (() => PromptAddition) | undefined;
}

/** Text that is not the user's. */
export interface PromptAddition {
  readonly content: readonly ContentBlock[];
  /** The agent has it: it need not be said again. */
  readonly onSent: () => void;
}

export interface WaitingPrompt {
  readonly id: string;
  readonly content: readonly ContentBlock[];
  readonly result: Deferred<PromptResult>;
  readonly onSent: (() => void) | undefined;
  readonly renew: (() => Promise<readonly ContentBlock[]>) | undefined;
  readonly more: (() => PromptAddition) | undefined;
  /** Goes out although the queue is paused. */
  readonly now: boolean;
}

/** What waits to be sent, in order. A pause lets nothing out but what is to go now. */
export class PromptQueue {
  readonly #apply: (event: SessionEvent) => void;
  #waiting: readonly WaitingPrompt[] = [];
  #paused = false;

  constructor(apply: (event: SessionEvent) => void) {
    this.#apply = apply;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** The prompt that may go out next. */
  get next(): WaitingPrompt | undefined {
    return this.#paused ? this.#waiting.find(({ now }) => now) : this.#waiting[0];
  }

  /** Shows a prompt that cannot go out at once. */
  add(prompt: WaitingPrompt, first: boolean): void {
    const at = this.#indexFor(prompt, first);
    this.#waiting = this.#waiting.toSpliced(at, 0, prompt);
    const { id, content } = prompt;
    this.#apply({ type: 'queued', id, content, ...(at < this.#waiting.length - 1 ? { at } : {}) });
  }

  /** Takes a prompt out; its result is the caller's to settle. */
  take(id: string): WaitingPrompt | undefined {
    const prompt = this.#waiting.find((one) => one.id === id);
    if (!prompt) return undefined;
    this.#waiting = this.#waiting.filter((one) => one !== prompt);
    this.#apply({ type: 'unqueued', id });
    if (this.#waiting.length === 0) this.pause(false);
    return prompt;
  }

  takeAll(): WaitingPrompt[] {
    return this.#waiting.flatMap(({ id }) => this.take(id) ?? []);
  }

  /** Moves a prompt so many places towards the end, or the head. */
  move(id: string, by: number): void {
    const from = this.#waiting.findIndex((one) => one.id === id);
    const prompt = this.#waiting[from];
    if (!prompt) return;
    const to = Math.max(0, Math.min(this.#waiting.length - 1, from + by));
    if (to === from) return;
    this.#waiting = this.#waiting.toSpliced(from, 1).toSpliced(to, 0, prompt);
    this.#apply({ type: 'queueOrdered', ids: this.#waiting.map((one) => one.id) });
  }

  /** An empty queue is never paused. What was to go now waits like the others: the user has changed their mind. */
  pause(paused: boolean): void {
    const wanted = paused && this.#waiting.length > 0;
    if (wanted) this.#waiting = this.#waiting.map(unhurried);
    if (wanted === this.#paused) return;
    this.#paused = wanted;
    this.#apply({ type: 'queuePaused', paused: wanted });
  }

  /** What goes now comes before what is paused, in the order in which it was sent. */
  #indexFor({ now }: WaitingPrompt, first: boolean): number {
    if (first) return 0;
    if (!now) return this.#waiting.length;
    const rest = this.#waiting.findIndex((one) => !one.now);
    return rest < 0 ? this.#waiting.length : rest;
  }
}

function unhurried(prompt: WaitingPrompt): WaitingPrompt {
  return prompt.now ? { ...prompt, now: false } : prompt;
}
