import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import type { SessionEvent } from '../model/event';
import type { ContentBlock, PromptResponse } from '../protocol/schema.gen';
import { type Renewed, refuse, renew, whole } from './outgoing-prompt';
import {
  type PromptOptions,
  PromptQueue,
  type PromptResult,
  type WaitingPrompt,
} from './prompt-queue';
import { outcomeOf, type TurnFacts } from './turn-outcome';

export interface TurnsOptions extends TurnFacts {
  readonly apply: (event: SessionEvent) => void;
  readonly newId: () => string;
  /** A prompt could go out now, were there no turn. */
  readonly isReady: () => boolean;
  readonly send: (content: readonly ContentBlock[]) => Promise<PromptResponse>;
  /** Puts a message into the running turn; false when the agent has not taken it. Never rejects. */
  readonly steer: (content: readonly ContentBlock[]) => Promise<boolean>;
  /** Cancels the running turn, if there is one; the queue goes on. */
  readonly interrupt: () => void;
  /** The agent has ended a turn: nothing it asked is open any more. */
  readonly onEnd: () => void;
  /** Awaited before a turn that the agent has ended is over; never rejects. */
  readonly settle: () => Promise<void> | undefined;
}

/** How long a cancelled turn may go unanswered before the user is notified of what else to do. */
const CANCEL_GRACE_MS = 8000;

/** The prompts of a session, one at a time on the wire (docs/agents.md, 15): the running turn and the queue. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #queue: PromptQueue;
  /** Number of the last turn. */
  #turn = 0;
  /** The result of the running turn. */
  #running: Promise<PromptResult> | undefined;
  #settling = false;
  /** What the next prompt says is being looked for. */
  #renewing = false;
  #holds = 0;
  /** What is being sent now, of which it is not known yet how it goes. */
  readonly #urgent = new Set<WaitingPrompt['result']>();
  #cancelling = new AbortController();

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#queue = new PromptQueue(options.apply);
  }

  /** The agent has ended the turn; it is not over yet, because of what it has left. */
  get settling(): boolean {
    return this.#settling;
  }

  /** Nothing is left to cancel at the agent, and what waits is about to go out. */
  get between(): boolean {
    return this.#settling || this.#renewing;
  }

  /** Sends, or queues. */
  add(
    content: readonly ContentBlock[],
    { first = false, ...options }: PromptOptions = {},
  ): Promise<PromptResult> {
    // What is said after a cancellation, or in answer to a question, does not wait for what is paused.
    const isRunning = this.#options.state().turn.phase === 'running';
    const now = this.#queue.paused && (first || !isRunning);
    const prompt = this.#newPrompt(content, options, now);
    if (this.#canStart()) this.#start(prompt);
    else this.#queue.add(prompt, first);
    return prompt.result.promise;
  }

  /** Puts a message into the running turn, where the agent takes it; else cancels that turn and sends it next. */
  steer(content: readonly ContentBlock[], options: PromptOptions = {}): Promise<PromptResult> {
    const prompt = this.#newPrompt(content, options, true);
    void this.#sendNow(prompt, { prompt });
    return prompt.result.promise;
  }

  /** Begins with the oldest prompt that waits, unless something is in its way. */
  startNext(): void {
    const { next } = this.#queue;
    if (!next || !this.#canStart()) return;
    if (next.renew) {
      void this.#startRenewed(next);
    } else {
      this.#queue.take(next.id);
      this.#start(next);
    }
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
    const waiting = this.#queue.takeAll().map(({ result }) => result);
    for (const result of [...this.#urgent, ...waiting]) {
      result.resolve({ ok: false, error, unsent: true });
    }
    this.#urgent.clear();
  }

  /** Takes one prompt out of the queue by the user's wish; answers it. */
  remove(id: string): readonly ContentBlock[] | undefined {
    const prompt = this.#queue.take(id);
    const error = 'the prompt was taken out of the queue';
    prompt?.result.resolve({ ok: false, error, unsent: true, removed: true });
    return prompt?.content;
  }

  /** Moves a prompt so many places towards the end of the queue, or its head. */
  move(id: string, by: number): void {
    this.#queue.move(id, by);
  }

  /** Steers with a prompt of the queue. */
  promote(id: string): void {
    const waiting = this.#queue.take(id);
    if (!waiting) return;
    const prompt = { ...waiting, now: true };
    void this.#sendNow(prompt, renew(prompt));
  }

  /** The end of a turn does not send what waits now; false when nothing does. */
  pause(): boolean {
    this.#queue.pause(true);
    return this.#queue.paused;
  }

  /** What waits is sent again, the first at once if nothing runs. */
  resume(): void {
    this.#queue.pause(false);
    this.startNext();
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
    return this.#holds === 0 && !this.#renewing && state().turn.phase === 'idle' && isReady();
  }

  #newPrompt(
    content: readonly ContentBlock[],
    { onSent, renew, more }: PromptOptions,
    now: boolean,
  ): WaitingPrompt {
    const id = this.#options.newId();
    return { id, content, result: new Deferred(), onSent, renew, more, now };
  }

  /** It stays in the queue meanwhile, where the user may change their mind. */
  async #startRenewed(prompt: WaitingPrompt): Promise<void> {
    this.#renewing = true;
    const renewed = await renew(prompt);
    this.#renewing = false;
    if (this.#queue.next !== prompt || !this.#canStart()) {
      this.startNext();
      return;
    }
    // What comes after it may rely on it.
    if ('error' in renewed) this.#queue.pause(true);
    this.#queue.take(prompt.id);
    if ('error' in renewed) refuse(prompt, renewed.error);
    else this.#start(renewed.prompt);
  }

  /** No turn begins meanwhile: it would be in the way of what goes first. */
  async #sendNow({ result }: WaitingPrompt, renewing: Renewed | Promise<Renewed>): Promise<void> {
    this.#urgent.add(result);
    this.#holds++;
    const renewed = await renewing;
    const isTaken = !('error' in renewed) && (await this.#steered(renewed.prompt));
    this.#holds--;
    // Else its agent is gone, and it has been given back.
    const isMeant = this.#urgent.delete(result);
    if ('error' in renewed) refuse({ result }, renewed.error);
    else if (isMeant && !isTaken) this.#sendNext(renewed.prompt);
    this.startNext();
  }

  /** True when the agent has taken it into the running turn. */
  async #steered(prompt: WaitingPrompt): Promise<boolean> {
    const { state, apply, steer } = this.#options;
    const running = this.#running;
    if (!running || this.#settling || state().turn.phase !== 'running') return false;
    const { content, onSent } = whole(prompt);
    if (!(await steer(content))) return false;
    apply({ type: 'steered', content });
    onSent();
    void running.then((ended) => prompt.result.resolve(ended));
    return true;
  }

  /** At once, or in place of the turn that runs. */
  #sendNext(prompt: WaitingPrompt): void {
    if (this.#canStart()) {
      this.#start(prompt);
    } else {
      this.#queue.add(prompt, false);
      this.#options.interrupt();
    }
  }

  #start(prompt: WaitingPrompt): void {
    this.#turn++;
    this.#running = prompt.result.promise;
    const { content, onSent } = whole(prompt);
    this.#options.apply({ type: 'prompted', content });
    onSent();
    void this.#run(content, prompt.result);
  }

  async #run(content: readonly ContentBlock[], result: Deferred<PromptResult>): Promise<void> {
    const { apply, send, onEnd, settle } = this.#options;
    const { event, gone, answer } = await outcomeOf(send(content), this.#options);
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
    this.#running = undefined;
    apply(event);
    result.resolve(answer());
    // An agent that has ended gets no more prompts.
    if (!gone) this.startNext();
  }
}
