import { Deferred } from '../base/deferred';
import { Emitter } from '../base/emitter';
import { AcpError, AgentGoneError, describeError, isAuthRequired } from '../protocol/errors';
import type {
  ContentBlock,
  CreateElicitationRequest,
  CreateElicitationResponse,
  NewSessionResponse,
  Notice,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionConfigOption,
  SessionUpdate,
} from '../protocol/schema.gen';
import { FileEdits } from './edits';
import { Elicitations } from './elicitations';
import type { SessionEvent } from './event';
import { History } from './history';
import { Permissions, type Policy } from './permissions';
import type { Terminals } from './ports';
import { reduce } from './reduce';
import { permissionRequest } from './request';
import { configSettings, modelSetting, modeSetting, type Setting, settingValue } from './settings';
import { newSession, type SessionState } from './state';
import { SessionTerminals } from './terminals';

/** A session's way to its agent; there is none before `session/new` has answered and after the agent is gone. */
export interface SessionLink {
  prompt(content: readonly ContentBlock[]): Promise<PromptResponse>;
  cancel(): void;
  setMode(modeId: string): Promise<void>;
  /** The old `session/set_model`. */
  setModel(modelId: string): Promise<void>;
  /** Answers all options with their new values. */
  setConfig(configId: string, value: string | boolean): Promise<readonly SessionConfigOption[]>;
  /** Tells the agent that the session is not needed any more, where it wants to know. */
  close(): void;
}

/** How a prompt ended for the one who sent it. */
export type PromptResult =
  | { readonly ok: true; readonly stopReason: string }
  | { readonly ok: false; readonly error: string };

export interface SessionChange {
  readonly event: SessionEvent;
  readonly before: SessionState;
  readonly after: SessionState;
}

/** How long a cancelled turn may go unanswered before the user is told what else to do. */
const CANCEL_GRACE_MS = 8000;

interface Waiting {
  readonly id: string;
  readonly content: readonly ContentBlock[];
  readonly result: Deferred<PromptResult>;
}

/**
 * One conversation: owns its state, its queue of prompts and its open questions. Lives longer than the agent
 * process behind it, so that nothing on screen is lost when an agent dies.
 */
export class Session {
  #state: SessionState;
  #link: SessionLink | undefined;
  #queue: Waiting[] = [];
  #ids = 0;
  #turn = 0;
  /** Set from `detach` to the next `awaitAgent`: the agent's end is our own doing. */
  #detached = false;
  /** Why there is no agent any more; a turn that is just beginning fails with it. */
  #gone: AgentGoneError | undefined;
  /** Nobody shows it any more; an agent that is just opening it is told. */
  #closed = false;
  readonly #history = new History();
  /** Aborted to end the wait for a sign-in. */
  #waits = new AbortController();
  readonly #permissions: Permissions;
  readonly #elicitations: Elicitations;
  readonly #terminals: SessionTerminals;
  readonly #changed = new Emitter<SessionChange>();
  readonly #news = new Emitter<Notice>();

  /** Asked when the agent wants the user to sign in; settles when that is done, rejects when it is given up. */
  signIn: ((error: unknown, signal: AbortSignal) => Promise<void>) | undefined;

  /** Absolute folders that the session may use beside its cwd. */
  directories: readonly string[] = [];

  /** Fires after every change of state. */
  readonly onChange = this.#changed.on;
  /** Fires for updates that are news rather than state (`notice`). */
  readonly onNews = this.#news.on;

  /** Awaited before a prompt is sent; never rejects. */
  beforeTurn: (() => Promise<void>) | undefined;

  /** What the agent has changed in files. */
  readonly edits = new FileEdits();

  /** Unique in the host, from the start on. */
  readonly key: string;

  /** Answers permissions before the user is asked; by default it never does. */
  policy: Policy = () => undefined;

  /** @param key unique in the host; prefixes the ids of permission requests and terminals. */
  constructor(key: string, agent: string, cwd: string, terminals: Terminals) {
    this.key = key;
    this.#state = newSession(agent, cwd);
    const newId = (): string => `${key}.${++this.#ids}`;
    this.#permissions = new Permissions({
      emit: (event) => this.#apply(event),
      newId,
      describe: (id, { toolCall, options }) =>
        permissionRequest(this.#state, id, toolCall, options),
      policy: (request) => this.policy(request),
    });
    this.#elicitations = new Elicitations((event) => this.#apply(event), newId);
    this.#terminals = new SessionTerminals(terminals, newId, (id, now) =>
      this.#apply({ type: 'terminal', id, now }),
    );
  }

  /** What the agent asks the user to fill in or to open. */
  get elicitations(): Elicitations {
    return this.#elicitations;
  }

  /** The commands that the agent runs here. */
  get terminals(): SessionTerminals {
    return this.#terminals;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** True while prompts go to an agent at once or after the running turn. */
  get linked(): boolean {
    return this.#link !== undefined;
  }

  /**
   * The agent has made, loaded or resumed the session: prompts that waited for it start now.
   * @param early updates that came before the answer which named the session
   */
  open(response: NewSessionResponse, link: SessionLink, early: readonly SessionUpdate[]): void {
    if (this.#closed) {
      link.close();
      return;
    }
    this.#link = link;
    this.#gone = undefined;
    const { modes, models, configOptions } = response;
    this.#apply({
      type: 'opened',
      id: response.sessionId,
      ...(modes ? { modes } : {}),
      ...(models ? { models } : {}),
      ...(configOptions ? { configOptions } : {}),
    });
    for (const update of early) this.update(update);
    this.#history.answered(() => this.#startNext());
  }

  /** Begins with what was said in another session, of which this one is to be a copy. */
  adopt(source: SessionState): void {
    this.#apply({ type: 'adopted', source });
  }

  /** The agent is about to replay the session; what is on screen already is not shown a second time. */
  expectHistory(): void {
    this.#history.expect(this.#state.entries.every((entry) => entry.kind === 'notice'));
  }

  /** There will be no replay after all. */
  expectNoHistory(): void {
    this.#history.end();
  }

  update(update: SessionUpdate): void {
    if (!this.#history.takes(update)) return;
    if (update.sessionUpdate === 'tool_call_update') {
      const { toolCallId, status } = update;
      if (status === 'completed' || status === 'failed') this.#permissions.callEnded(toolCallId);
    }
    if (update.sessionUpdate === 'notice') this.#news.fire(update);
    this.#apply({ type: 'update', update });
  }

  notice(level: 'info' | 'warn' | 'error', text: string, detail?: string): void {
    this.#apply({ type: 'noticed', level, text, ...(detail ? { detail } : {}) });
  }

  /**
   * Sends, or queues while a turn runs or the agent starts: agents take one prompt at a time (AGENTS 22).
   * @param first before what waits already
   */
  prompt(content: readonly ContentBlock[], first = false): Promise<PromptResult> {
    const waiting: Waiting = { id: `q${++this.#ids}`, content, result: new Deferred() };
    if (first) this.#queue.unshift(waiting);
    else this.#queue.push(waiting);
    if (this.#canStart()) this.#startNext();
    else
      this.#apply({ type: 'queued', id: waiting.id, content, ...(first ? { first: true } : {}) });
    return waiting.result.promise;
  }

  /** Cancels the running turn, in the order of PROTOCOL 3.1: calls, questions, then the agent. */
  cancel(): boolean {
    if (this.#state.turn.phase !== 'running') return false;
    this.#apply({ type: 'cancelling' });
    this.#dismissAll();
    this.#link?.cancel();
    this.#giveUpWaiting();
    this.#watchCancel(this.#turn);
    return true;
  }

  /** Sets the mode, in the way the agent offers it. Rejects in words. */
  setMode(mode: string): Promise<void> {
    return this.#set(modeSetting(this.#state), mode, 'the agent offers no modes');
  }

  /** Sets the model, in the way the agent offers it. Rejects in words. */
  setModel(model: string): Promise<void> {
    return this.#set(modelSetting(this.#state), model, 'the agent offers no choice of models');
  }

  /** Sets a configuration option. Rejects in words. */
  setConfig(configId: string, value: string | boolean): Promise<void> {
    const settings = configSettings(this.#state);
    const ids = settings.map(({ id }) => id).join(', ');
    return this.#set(
      settings.find(({ id }) => id === configId),
      value,
      ids ? `expected an option: ${ids}, got "${configId}"` : 'the agent offers no options',
    );
  }

  /** Takes waiting prompts out of the queue, answered with the error: none of them was sent. */
  dropQueue(error: string): void {
    for (const waiting of this.#queue.splice(0)) {
      this.#apply({ type: 'unqueued', id: waiting.id });
      waiting.result.resolve({ ok: false, error });
    }
  }

  /** Asks the user to fill in a form, or to open an address. */
  elicit(
    params: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse> {
    const answer = this.#elicitations.ask(params, signal);
    if (this.#asksTooLate) this.#elicitations.cancelAll();
    return answer;
  }

  ask(params: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
    const answer = this.#permissions.ask(params, signal);
    if (this.#asksTooLate) this.#permissions.cancelAll();
    return answer;
  }

  /** Answers an open question; see `Permissions.answer`. */
  answer(id: string, optionId?: string): boolean {
    return this.#permissions.answer(id, optionId);
  }

  /** Lets the policy answer what it left to the user before. */
  reconsider(): void {
    this.#permissions.reconsider();
  }

  /** The agent is ended by the user's wish and will be there again: nothing is said, and what waits goes on waiting. */
  detach(): void {
    this.#detached = true;
    this.#link = undefined;
    this.#history.end();
    this.#dismissAll();
    void this.#terminals.endAll();
  }

  /** A new try to find an agent begins. */
  awaitAgent(): void {
    this.#detached = false;
  }

  /** The agent behind the session is gone, or never came. What was said stays; what waited is answered. */
  unlink(text: string, detail?: string): void {
    if (this.#detached) return;
    this.#link = undefined;
    this.#gone = new AgentGoneError(text, detail);
    this.#giveUpWaiting(this.#gone);
    this.#history.end();
    this.#dismissAll();
    void this.#terminals.endAll();
    // A turn that was running tells the same by its own failure, before this or after it.
    const last = this.#state.entries.at(-1);
    const told = last?.kind === 'notice' && last.text === text;
    if (this.#state.turn.phase === 'idle' && !told) this.notice('error', text, detail);
    this.dropQueue(text);
  }

  /** Ends all that belongs to the session: it is not shown any more. */
  close(): Promise<void> {
    this.#closed = true;
    this.cancel();
    this.#giveUpWaiting();
    this.#history.end();
    this.#dismissAll();
    this.dropQueue('the chat was closed');
    this.#link?.close();
    this.#link = undefined;
    return this.#terminals.endAll();
  }

  /** What the agent answers replaces all options; modes and models it need not announce, so the state follows. */
  async #set(
    setting: Setting | undefined,
    given: string | boolean,
    missing: string,
  ): Promise<void> {
    this.#linked();
    if (!setting) throw new Error(missing);
    const choice = settingValue(setting, given);
    if (!choice.ok) throw new Error(choice.error);
    const { value } = choice;
    if (setting.via === 'mode') {
      await this.#authorized((link) => link.setMode(value));
      this.update({ sessionUpdate: 'current_mode_update', currentModeId: value });
    } else if (setting.via === 'model') {
      await this.#authorized((link) => link.setModel(value));
      this.#apply({ type: 'modelSet', modelId: value });
    } else {
      const wire = setting.type === 'boolean' ? value === 'on' : value;
      const configOptions = await this.#authorized((link) => link.setConfig(setting.id, wire));
      this.update({ sessionUpdate: 'config_option_update', configOptions });
    }
  }

  /** Asks the agent; when it wants the user to sign in, asks once more after that. */
  async #authorized<T>(ask: (link: SessionLink) => Promise<T>): Promise<T> {
    try {
      return await ask(this.#linked());
    } catch (error) {
      if (!isAuthRequired(error) || !this.signIn) throw error;
      await this.signIn(error, this.#waits.signal);
      return ask(this.#linked());
    }
  }

  #giveUpWaiting(reason?: AgentGoneError): void {
    this.#waits.abort(reason);
    this.#waits = new AbortController();
  }

  /** Answers all that is asked: with "cancelled". */
  #dismissAll(): void {
    this.#permissions.cancelAll();
    this.#elicitations.cancelAll();
  }

  /** The agent has not heard yet that the turn is cancelled, or that nobody is there to answer. */
  get #asksTooLate(): boolean {
    return this.#closed || this.#state.turn.phase === 'cancelling';
  }

  #linked(): SessionLink {
    if (!this.#link)
      throw new Error('the session has no agent; a prompt, or :Acp restart, starts it');
    return this.#link;
  }

  #canStart(): boolean {
    return this.#link !== undefined && this.#state.turn.phase === 'idle' && !this.#history.waiting;
  }

  #startNext(): void {
    if (!this.#link || !this.#canStart()) return;
    const waiting = this.#queue.shift();
    if (!waiting) return;
    this.#turn++;
    if (this.#state.queue.some((queued) => queued.id === waiting.id)) {
      this.#apply({ type: 'unqueued', id: waiting.id });
    }
    this.#apply({ type: 'prompted', content: waiting.content });
    void this.#run(waiting);
  }

  async #run(waiting: Waiting): Promise<void> {
    try {
      if (this.beforeTurn) await this.beforeTurn();
      if (this.#state.turn.phase === 'cancelling') throw AcpError.cancelled();
      if (this.#gone) throw this.#gone;
      const { stopReason } = await this.#authorized((link) => link.prompt(waiting.content));
      this.#apply({ type: 'turnEnded', stopReason });
      waiting.result.resolve({ ok: true, stopReason: this.#lastStop(stopReason) });
    } catch (error) {
      waiting.result.resolve(this.#failed(error));
    } finally {
      // Questions of a turn that is over are answered too: some agents end it without waiting (AGENTS 19).
      this.#dismissAll();
      this.#startNext();
    }
  }

  #failed(error: unknown): PromptResult {
    const text = describeError(error);
    const wished = this.#state.turn.phase === 'cancelling' && !(error instanceof AgentGoneError);
    if (wished || this.#detached) {
      this.#apply({ type: 'turnEnded', stopReason: 'cancelled' });
      return { ok: true, stopReason: 'cancelled' };
    }
    const detail = error instanceof AgentGoneError ? error.detail : undefined;
    this.#apply({ type: 'turnFailed', text, ...(detail ? { detail } : {}) });
    return { ok: false, error: text };
  }

  #lastStop(fallback: string): string {
    const { turn } = this.#state;
    return (turn.phase === 'idle' && turn.stopReason) || fallback;
  }

  #watchCancel(turn: number): void {
    const timer = setTimeout(() => {
      if (this.#turn !== turn || this.#state.turn.phase !== 'cancelling') return;
      this.notice('warn', 'The agent does not answer the cancellation; `:Acp restart` ends it');
    }, CANCEL_GRACE_MS);
    timer.unref();
  }

  #apply(event: SessionEvent): void {
    const before = this.#state;
    this.#state = reduce(before, event);
    if (this.#state !== before) this.#changed.fire({ event, before, after: this.#state });
  }
}
