import { Emitter } from '../base/emitter';
import type { SessionChange } from '../model/changes';
import { endsWithNotice } from '../model/entries';
import { openedEvent, type RecordedEvent, type SessionEvent } from '../model/event';
import type { Ruling } from '../model/operations';
import { permissionRequest, updatedRequest } from '../model/request';
import { newSession, type PermissionRequest, type SessionState } from '../model/state';
import { reduceAt } from '../model/times';
import { AcpError } from '../protocol/errors';
import type {
  ContentBlock,
  NewSessionResponse,
  Notice,
  PromptResponse,
  SessionUpdate,
} from '../protocol/schema.gen';
import { AgentAttachment } from './agent-attachment';
import type { AgentSession } from './agent-port';
import { changeSetting, type SettingName } from './change-setting';
import { Consents } from './consents';
import type { Elicitations } from './elicitations';
import { History } from './history';
import { OpenRequests } from './open-requests';
import type { DocumentScope } from './ports';
import type { SessionOptions } from './session-options';
import { StreamingInputs } from './streaming-inputs';
import { SessionTerminals } from './terminals';
import { Turns } from './turns';

/**
 * One conversation: owns its state, its queue of prompts and its open questions. Lives longer than the agent
 * process behind it, so that nothing on screen is lost when an agent dies.
 */
export class Session {
  /** Unique in the host, from the start on. */
  readonly key: string;
  /** What the user has agreed to. */
  readonly consents: Consents;
  /** The commands that the agent runs here. */
  readonly terminals: SessionTerminals;
  /** What the agent asks the user to fill in or to open. */
  readonly elicitations: Elicitations;
  readonly #options: SessionOptions;
  #state: SessionState;
  #ids = 0;
  /** No view shows the session any more; an agent that is still opening it learns so then. */
  #closed = false;
  readonly #history = new History();
  readonly #attachment: AgentAttachment;
  readonly #turns: Turns;
  readonly #requests: OpenRequests;
  readonly #inputs: StreamingInputs;
  readonly #changed = new Emitter<SessionChange>();
  readonly #noticed = new Emitter<Notice>();
  readonly #replayed = new Emitter<void>();

  /** Fires after every change of state. */
  readonly onChange = this.#changed.on;
  /** Fires for updates that are events rather than state (`notice`). */
  readonly onNotice = this.#noticed.on;
  /** Fires when the agent has made or found the session and replayed all of its history; before any prompt goes out. */
  readonly onReplayed = this.#replayed.on;

  /** Asks the user to fill in a form, or to open an address. */
  readonly elicit: OpenRequests['elicit'] = (...asked) => this.#requests.elicit(...asked);
  readonly ask: OpenRequests['ask'] = (params, signal) => this.#requests.ask(params, signal);
  /** Answers an open question; see `Permissions.answer`. */
  readonly answer = (id: string, optionId?: string, reason?: string): boolean =>
    this.#requests.permissions.answer(id, optionId, { by: 'user', reason });
  /** Sends, or queues while a turn runs or the agent starts. */
  readonly prompt: Turns['add'] = (content, options) => this.#turns.add(content, options);
  readonly hold: Turns['hold'] = () => this.#turns.hold();
  /** Takes waiting prompts out of the queue, answered with the error: none of them was sent. */
  readonly dropQueue: Turns['drop'] = (error) => this.#turns.drop(error);
  /** What the user does with prompts that wait, and what goes into the running turn. */
  readonly prompts: Pick<Turns, 'remove' | 'move' | 'promote' | 'resume' | 'steer'>;

  constructor(options: SessionOptions) {
    const { key, agent, cwd, rules, turnHooks } = options;
    this.#options = options;
    this.#attachment = new AgentAttachment(options.authorized);
    this.key = key;
    this.#state = newSession(agent, cwd);
    this.consents = new Consents(cwd);
    this.onChange(({ event }) => this.consents.note(event));
    this.#inputs = new StreamingInputs(options, this.onChange, (event) => this.#apply(event));
    const newId = (): string => `${key}.${++this.#ids}`;
    this.#turns = new Turns({
      state: () => this.#state,
      apply: (event) => this.#apply(event),
      newId: () => `q${++this.#ids}`,
      isReady: () => this.linked && !this.#history.waiting,
      send: (content) => this.#send(content),
      steer: (content) => this.#attachment.steer(content),
      interrupt: () => void this.cancel('goes on'),
      isEnding: () => this.#attachment.ending,
      onEnd: () => this.#requests.cancelAll(),
      settle: () => turnHooks.after(this.scope),
    });
    this.prompts = this.#turns;
    this.#requests = new OpenRequests({
      emit: (event) => this.#apply(event),
      newId,
      describe: (id, { toolCall, options }) =>
        permissionRequest(this.#state, id, toolCall, options),
      update: (request) => updatedRequest(this.#state, request, newId),
      policy: (request) => rules.answer(this, request),
      isTooLate: () => this.#closed || this.#state.turn.phase === 'cancelling',
    });
    this.elicitations = this.#requests.elicitations;
    this.terminals = new SessionTerminals(options.terminals, newId, (id, now) =>
      this.#apply({ type: 'terminal', id, now }),
    );
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The folders that its agent may use. */
  get scope(): DocumentScope {
    return { session: this.key, roots: [this.#state.cwd, ...this.#state.directories] };
  }

  /** True while prompts go to an agent at once or after the running turn. */
  get linked(): boolean {
    return this.#attachment.link !== undefined;
  }

  /** Aborted while the turn is being cancelled: nothing more is begun for it. */
  get turnCancelled(): AbortSignal {
    return this.#turns.cancelled;
  }

  /** True while the agent may be replaying the conversation. */
  get replaying(): boolean {
    return this.#history.replaying;
  }

  /**
   * The agent has made, loaded or resumed the session: prompts that waited for it start now.
   * @param early updates that came before the answer which named the session
   * @param continued it was not made new: the agent may know of more than what was said here
   */
  open(
    response: NewSessionResponse,
    link: AgentSession,
    early: readonly SessionUpdate[],
    continued = false,
  ): void {
    if (this.#closed) {
      link.close();
      return;
    }
    this.#attachment.open(link);
    this.#apply(openedEvent(response, continued));
    for (const update of early) this.update(update);
    this.#history.answered(() => {
      this.#apply({ type: 'replayed' });
      this.#replayed.fire();
      this.#turns.startNext();
    });
  }

  /** Lets the agent use these folders beside the cwd, from its next opening of the session on. */
  grantFolders(directories: readonly string[]): void {
    this.#apply({ type: 'foldersGranted', directories });
  }

  /** Begins with the conversation of another session, of which this one will be a copy. */
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

  /** The next turn has a higher number: the session had turns that were not replayed. */
  countFrom(turns: number): void {
    if (turns > this.#state.turns) this.#apply({ type: 'turnsKnown', turns });
  }

  /** The agent has refused, or died in the middle of it: the next try replays all. */
  loseHistory(): void {
    const { begun } = this.#history;
    this.#history.end();
    if (begun) this.#apply({ type: 'historyLost' });
  }

  update(update: SessionUpdate): void {
    if (!this.#history.takes(update)) return;
    if (update.sessionUpdate === 'notice') this.#noticed.fire(update);
    this.#apply({ type: 'update', update });
    if (!('toolCallId' in update)) return;
    this.#requests.permissions.callReported(update);
    this.#requests.permissions.callChanged(update.toolCallId);
  }

  notice(level: 'info' | 'warn' | 'error', text: string, detail?: string): void {
    this.#apply({ type: 'noticed', level, text, ...(detail ? { detail } : {}) });
  }

  /** As it is found out. */
  record(event: RecordedEvent): void {
    this.#apply(event);
  }

  /** Cancels the running turn, in the order that ACP wants: calls, questions, then the agent. */
  cancel(queue: 'pauses' | 'goes on' = 'pauses'): boolean {
    if (queue === 'pauses' && this.#turns.between) return this.#turns.pause();
    if (this.#state.turn.phase !== 'running' || this.#turns.settling) return false;
    if (queue === 'pauses') this.#turns.pause();
    this.#apply({ type: 'cancelling' });
    this.#requests.cancelAll();
    this.#attachment.link?.cancel();
    this.#attachment.giveUpWaiting();
    this.#turns.cancel();
    return true;
  }

  /** Sets what the agent offers, in the way it offers that. Rejects with a message for the user. */
  async set(name: SettingName, value: string | boolean): Promise<void> {
    this.#attachment.needed();
    this.#apply(await changeSetting(this.#state, name, value, (ask) => this.#attachment.ask(ask)));
  }

  /** What the rules say to what the agent does without asking. */
  judge(operation: PermissionRequest): Ruling | undefined {
    return this.#options.rules.judge(this, operation);
  }

  /** Lets the policy answer questions that it left to the user before. */
  reconsider(): void {
    this.#requests.permissions.reconsider();
  }

  /** The agent is ended by the user's wish and will be there again: nothing is said, and what waits goes on waiting. */
  detach(): void {
    this.#attachment.end();
    void this.#endOpen();
  }

  /** A new try to find an agent begins. */
  awaitAgent(): void {
    this.#attachment.await();
  }

  /** The agent behind the session is gone, or never came. What was said stays; what waited is answered. */
  unlink(text: string, detail?: string): void {
    if (this.#attachment.ending) return;
    this.#attachment.lose(text, detail);
    void this.#endOpen();
    this.#apply({ type: 'agentLost', text });
    // A turn that was running reports the same by its own failure, before this or after it.
    const isOver = this.#state.turn.phase === 'idle' || this.#turns.settling;
    if (isOver && !endsWithNotice(this.#state, text)) this.notice('error', text, detail);
    this.dropQueue(text);
  }

  /** Ends all that belongs to the session: it is not shown any more. */
  close(): Promise<void> {
    this.#closed = true;
    this.cancel();
    this.#inputs.dispose();
    this.#attachment.giveUpWaiting();
    const ended = this.#endOpen();
    this.dropQueue('the chat was closed');
    this.#attachment.close();
    return ended;
  }

  /** Nothing that the agent has begun goes on without it. */
  #endOpen(): Promise<void> {
    this.loseHistory();
    this.#requests.cancelAll();
    return this.terminals.endAll();
  }

  async #send(content: readonly ContentBlock[]): Promise<PromptResponse> {
    const ready = this.#options.turnHooks.before(this.scope);
    if (ready) await ready;
    if (this.#state.turn.phase === 'cancelling') throw AcpError.cancelled();
    this.#attachment.checkNotLost();
    return this.#attachment.ask((link) => link.prompt(content));
  }

  #apply(event: SessionEvent): void {
    const now = this.replaying ? undefined : this.#options.clock.now();
    const change = reduceAt(this.#state, event, now);
    this.#state = change.after;
    if (change.after !== change.before) this.#changed.fire(change);
  }
}
