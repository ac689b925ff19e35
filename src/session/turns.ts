import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import type { SessionEvent } from '../model/event';
import type { SessionState } from '../model/state';
import { AgentGoneError, describeError } from '../protocol/errors';
import type { ContentBlock, PromptResponse } from '../protocol/schema.gen';

/** How a prompt ended for the one who sent it. */
export type PromptResult =
  | { readonly ok: true; readonly stopReason: string }
  /** `unsent`: the agent never got it. */
  | { readonly ok: false; readonly error: string; readonly unsent?: true };

export interface PromptOptions {
  /** Before what waits already. */
  readonly first?: boolean;
  /** Called when its turn begins. */
  readonly onSent?: (() => void) | undefined;
  /** Asked when its turn begins: what the agent is to read besides. */
  readonly more?: (() => readonly ContentBlock[]) | undefined;
}

export interface TurnsOptions {
  readonly state: () => SessionState;
  readonly apply: (event: SessionEvent) => void;
  readonly newId: () => string;
  /** A prompt could go out now, were there no turn. */
  readonly isReady: () => boolean;
  readonly send: (content: readonly ContentBlock[]) => Promise<PromptResponse>;
  /** The agent is ended by the user's wish. */
  readonly isEnding: () => boolean;
  /** The agent has ended a turn: nothing it asked is open any more. */
  readonly onEnd: () => void;
  /** Awaited before a turn that the agent has ended is over; never rejects. */
  readonly settle: () => Promise<void> | undefined;
}

/** How long a cancelled turn may go unanswered before the user is notified of what else to do. */
const CANCEL_GRACE_MS = 8000;

interface Waiting {
  readonly id: string;
  readonly content: readonly ContentBlock[];
  readonly result: Deferred<PromptResult>;
  readonly options: PromptOptions;
}

/** How the agent has ended a turn. */
interface Outcome {
  readonly event: SessionEvent;
  readonly gone?: boolean;
  /** For the one who sent the prompt, once the event has happened. */
  readonly answer: () => PromptResult;
}

/** The prompts of a session, one at a time on the wire (docs/agents.md, 15): the running turn and the queue. */
export class Turns {
  readonly #options: TurnsOptions;
  #queue: Waiting[] = [];
  /** Number of the last turn. */
  #turn = 0;
  #settling = false;
  #holds = 0;
  #cancelling = new AbortController();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** The agent has ended the turn; it is not over yet, because of what it has left. */
  get settling(): boolean {
    return this.#settling;
  }

  /** Sends, or queues. */
  add(content: readonly ContentBlock[], options: PromptOptions = {}): Promise<PromptResult> {
    const { newId, apply } = this.#options;
    const { first } = options;
    const waiting: Waiting = { id: newId(), content, result: new Deferred(), options };
    if (first) this.#queue.unshift(waiting);
    else this.#queue.push(waiting);
    if (this.#canStart()) this.startNext();
    else apply({ type: 'queued', id: waiting.id, content, ...(first ? { first } : {}) });
    return waiting.result.promise;
  }

  /** Begins with the oldest prompt that waits, unless something is in its way. */
  startNext(): void {
    const { state, apply } = this.#options;
    if (!this.#canStart()) return;
    const waiting = this.#queue.shift();
    if (!waiting) return;
    this.#turn++;
    if (state().queue.some((queued) => queued.id === waiting.id)) {
      apply({ type: 'unqueued', id: waiting.id });
    }
    const { onSent, more } = waiting.options;
    const content = [...waiting.content, ...(more?.() ?? [])];
    apply({ type: 'prompted', content });
    onSent?.();
    void this.#run(content, waiting.result);
  }

  /** No turn begins before this is disposed: prompts wait in the queue. */
  hold(): Disposable {
    let isOpen = true;
    this.#holds++;
    return {
      dispose: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#holds--;
        this.startNext();
      },
    };
  }

  /** Takes waiting prompts out of the queue, answered with the error: none of them was sent. */
  drop(error: string): void {
    for (const waiting of this.#queue.splice(0)) {
      this.#options.apply({ type: 'unqueued', id: waiting.id });
      waiting.result.resolve({ ok: false, error, unsent: true });
    }
  }

  /** Aborted from the cancellation of a turn to its end. */
  get cancelled(): AbortSignal {
    return this.#cancelling.signal;
  }

  /** Sends the agent `session/cancel`; when it does not answer, a notice says what else the user can do. */
  cancel(): void {
    const { state, apply } = this.#options;
    this.#cancelling.abort();
    const turn = this.#turn;
    const text = 'The agent does not answer the cancellation; `:Acp restart` ends it';
    const timer = setTimeout(() => {
      if (this.#turn !== turn || state().turn.phase !== 'cancelling') return;
      apply({ type: 'noticed', level: 'warn', text });
    }, CANCEL_GRACE_MS);
    timer.unref();
  }

  #canStart(): boolean {
    const { state, isReady } = this.#options;
    return this.#holds === 0 && state().turn.phase === 'idle' && isReady();
  }

  async #run(content: readonly ContentBlock[], result: Deferred<PromptResult>): Promise<void> {
    const { apply, onEnd, settle } = this.#options;
    const { event, gone, answer } = await this.#outcome(content);
    // Questions of a turn that is over are answered too: some agents end it without waiting (docs/agents.md, 13).
    onEnd();
    const settled = gone ? undefined : settle();
    if (settled) {
      this.#settling = true;
      await settled;
      this.#settling = false;
      onEnd();
    }
    if (this.cancelled.aborted) this.#cancelling = new AbortController();
    apply(event);
    result.resolve(answer());
    // An agent that has ended gets no more prompts, though the session does not know yet.
    if (!gone) this.startNext();
  }

  async #outcome(content: readonly ContentBlock[]): Promise<Outcome> {
    try {
      const { stopReason } = await this.#options.send(content);
      return {
        event: { type: 'turnEnded', stopReason },
        answer: () => ({ ok: true, stopReason: this.#lastStop(stopReason) }),
      };
    } catch (error) {
      return { ...this.#failed(error), gone: error instanceof AgentGoneError };
    }
  }

  #failed(error: unknown): Outcome {
    const { state, isEnding } = this.#options;
    const text = describeError(error);
    const wished = state().turn.phase === 'cancelling' && !(error instanceof AgentGoneError);
    if (wished || isEnding()) {
      const stopReason = 'cancelled';
      return { event: { type: 'turnEnded', stopReason }, answer: () => ({ ok: true, stopReason }) };
    }
    const detail = error instanceof AgentGoneError ? error.detail : undefined;
    return {
      event: { type: 'turnFailed', text, ...(detail ? { detail } : {}) },
      answer: () => ({ ok: false, error: text }),
    };
  }

  #lastStop(fallback: string): string {
    const { turn } = this.#options.state();
    return (turn.phase === 'idle' && turn.stopReason) || fallback;
  }
}
