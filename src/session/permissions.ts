import { Deferred } from '../base/deferred';
import type { PermissionOutcome, SessionEvent } from '../model/event';
import { said, saysSame } from '../model/request';
import type { AnsweredBy, PermissionRequest } from '../model/state';
import { AcpError } from '../protocol/errors';
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallUpdate,
} from '../protocol/schema.gen';

/** An answer that was found without asking the user. */
export interface PolicyAnswer {
  readonly optionId: string;
  readonly by: 'rule' | 'hook';
  /** For the user. */
  readonly why: string;
}

/** The user is asked, and why nobody answered in their place. */
export interface LeftToUser {
  readonly optionId?: never;
  /** For the user. */
  readonly why: string;
}

/** Nothing: the user is asked. */
export type Decision = PolicyAnswer | LeftToUser | undefined;

/** Answers in the user's place, or leaves that to the user. */
export type Policy = (request: PermissionRequest) => Decision | Promise<Decision>;

/** No user can answer more questions of one session at once, and each is drawn and kept. */
const MAX_OPEN = 100;

/** Who answers, and why. */
interface Given {
  readonly by: AnsweredBy;
  /** What the rules or the user's function say. */
  readonly why?: string;
  /** What the user says. */
  readonly reason?: string | undefined;
}

const NOBODY: Given = { by: 'cancelled' };

interface Pending {
  readonly answer: Deferred<PermissionOutcome>;
  /** Another one when the agent has changed the call. */
  request: PermissionRequest;
  /** Why it was left to the user. */
  why?: string | undefined;
}

export interface PermissionsOptions {
  readonly emit: (event: SessionEvent) => void;
  readonly newId: () => string;
  /** What is asked, with what the session knows of the call. */
  readonly describe: (id: string, params: RequestPermissionRequest) => PermissionRequest;
  /** What a question is now, by what the session knows of the call; itself when nothing of it was changed. */
  readonly update: (request: PermissionRequest) => PermissionRequest;
  readonly policy: Policy;
}

/**
 * The one owner of every open question. Each way of losing a question (cancel, agent gone, session closed,
 * withdrawn by the agent) settles it, so no agent is left waiting.
 */
export class Permissions {
  readonly #pending = new Map<string, Pending>();
  readonly #options: PermissionsOptions;

  constructor(options: PermissionsOptions) {
    this.#options = options;
  }

  /** Settles when someone has answered. Rejects with "cancelled" (-32800) only when the agent withdrew it. */
  async ask(
    params: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    const id = this.#options.newId();
    const request = this.#options.describe(id, params);
    checkShowable(request);
    const duplicate = this.#duplicateOf(request);
    if (duplicate) return this.#askWith(duplicate, params, signal);
    if (this.#pending.size >= MAX_OPEN) {
      throw AcpError.internal(`${MAX_OPEN} permissions are asked already`);
    }
    const answer = new Deferred<PermissionOutcome>();
    const pending: Pending = { answer, request };
    this.#pending.set(id, pending);
    const withdraw = (): void => {
      if (this.#settle(pending.request.id, { outcome: 'cancelled' }, NOBODY))
        answer.reject(AcpError.cancelled());
    };
    signal.addEventListener('abort', withdraw, { once: true });
    this.#put(request, params);
    // It may add details of the call that another open question about it lacks.
    this.callChanged(request.toolCallId);
    if (signal.aborted) withdraw();
    try {
      return { outcome: await answer.promise };
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  /** False when the question is not open (any more) or has no such option. No option: `cancelled`. */
  answer(id: string, optionId?: string, answer: Given = { by: 'user' }): boolean {
    const pending = this.#pending.get(id);
    if (!pending) return false;
    if (optionId !== undefined && !pending.request.options.some((o) => o.optionId === optionId)) {
      return false;
    }
    const outcome: PermissionOutcome =
      optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
    this.#settle(id, outcome, answer);
    pending.answer.resolve(outcome);
    return true;
  }

  cancelAll(): void {
    for (const id of [...this.#pending.keys()]) this.answer(id, undefined, NOBODY);
  }

  /** A call that has ended needs no answer any more: the question was answered elsewhere. */
  callReported({ toolCallId, status }: ToolCallUpdate): void {
    if (status !== 'completed' && status !== 'failed') return;
    for (const [id, { request }] of [...this.#pending]) {
      if (request.toolCallId === toolCallId) this.answer(id, undefined, NOBODY);
    }
  }

  /**
   * What the agent has changed is another question, under another id: no answer to what was shown before counts for it,
   * the user's no more than one that a rule is still looking for.
   */
  callChanged(toolCallId: string): void {
    for (const [id, pending] of [...this.#pending]) {
      if (pending.request.toolCallId !== toolCallId) continue;
      const request = this.#updated(pending.request);
      if (request === pending.request) continue;
      if (!request) {
        this.answer(id, undefined, NOBODY);
        continue;
      }
      this.#pending.delete(id);
      pending.request = request;
      pending.why = undefined;
      this.#pending.set(request.id, pending);
      this.#decide(request, (state) => ({ type: 'reasked', id, request, ...state }));
    }
  }

  /** `undefined` when it has become something that cannot be shown. */
  #updated(request: PermissionRequest): PermissionRequest | undefined {
    try {
      const updated = this.#options.update(request);
      checkShowable(updated);
      return updated;
    } catch {
      return undefined;
    }
  }

  /** The rules have changed: what they answer now is no longer asked. */
  reconsider(): void {
    for (const [id, { request }] of [...this.#pending]) {
      const decision = this.#options.policy(request);
      if (decision instanceof Promise)
        decision.then(
          (late) => void this.#settleBy(id, late),
          () => {},
        );
      else this.#settleBy(id, decision);
    }
  }

  /** An open question about the same call that says the same: the user sees only one. */
  #duplicateOf(request: PermissionRequest): Pending | undefined {
    const asked = said(request);
    return [...this.#pending.values()].find((pending) => saysSame(said(pending.request), asked));
  }

  /** Gets the duplicate's answer; when the agent withdraws only the duplicate, this question stays. */
  async #askWith(
    duplicate: Pending,
    params: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    const withdrawn = new Deferred<never>();
    const withdraw = (): void => withdrawn.reject(AcpError.cancelled());
    signal.addEventListener('abort', withdraw, { once: true });
    if (signal.aborted) withdraw();
    try {
      return { outcome: await Promise.race([duplicate.answer.promise, withdrawn.promise]) };
    } catch (error) {
      if (signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
    return this.ask(params, signal);
  }

  #put(request: PermissionRequest, { toolCall, options }: RequestPermissionRequest): void {
    const { id } = request;
    this.#decide(request, (state) => ({ type: 'asked', id, toolCall, options, ...state }));
  }

  /** Lets the policy answer; shows the question when it does not. */
  #decide(request: PermissionRequest, asked: (state: { pending?: true }) => SessionEvent): void {
    const { emit, policy } = this.#options;
    const { id } = request;
    const decision = policy(request);
    const settle = (now: Decision): void => {
      if (!this.#settleBy(id, now) && this.#pending.has(id)) emit(asked({}));
    };
    if (decision instanceof Promise || decision?.optionId !== undefined)
      emit(asked({ pending: true }));
    if (decision instanceof Promise) decision.then(settle, () => settle(undefined));
    else settle(decision);
  }

  /** False when the question stays open; it then knows why. */
  #settleBy(id: string, decision: Decision): boolean {
    const pending = this.#pending.get(id);
    if (pending) pending.why = decision?.why;
    if (decision?.optionId === undefined) return false;
    return this.answer(id, decision.optionId, { by: decision.by, why: decision.why });
  }

  #settle(id: string, outcome: PermissionOutcome, { by, why, reason }: Given): boolean {
    const pending = this.#pending.get(id);
    if (!pending) return false;
    this.#pending.delete(id);
    const { request, why: left } = pending;
    const because = why ?? left;
    this.#options.emit({
      type: 'answered',
      id,
      outcome,
      by,
      request,
      ...(because ? { why: because } : {}),
      ...(reason ? { reason } : {}),
    });
    return true;
  }
}

/** What cannot be serialised cannot be shown, nor decided on. */
function checkShowable(request: PermissionRequest): void {
  try {
    JSON.stringify(request);
  } catch {
    throw AcpError.internal('what is asked is nested too deeply to be shown');
  }
}
