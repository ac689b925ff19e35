import { Deferred } from '../base/deferred';
import { AcpError } from '../protocol/errors';
import type { RequestPermissionRequest, RequestPermissionResponse } from '../protocol/schema.gen';
import type { PermissionOutcome, SessionEvent } from './event';

interface Pending {
  readonly answer: Deferred<PermissionOutcome>;
  readonly optionIds: readonly string[];
}

/**
 * The one owner of every open question. Each way of losing a question (cancel, agent gone, session closed,
 * withdrawn by the agent) settles it, so no agent is left waiting.
 */
export class Permissions {
  readonly #pending = new Map<string, Pending>();
  readonly #emit: (event: SessionEvent) => void;
  readonly #newId: () => string;

  constructor(emit: (event: SessionEvent) => void, newId: () => string) {
    this.#emit = emit;
    this.#newId = newId;
  }

  /** Settles when someone has answered. Rejects with "cancelled" (-32800) only when the agent withdrew it. */
  async ask(
    params: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    const id = this.#newId();
    const answer = new Deferred<PermissionOutcome>();
    this.#pending.set(id, { answer, optionIds: params.options.map((option) => option.optionId) });
    const withdraw = (): void => {
      if (this.#settle(id, { outcome: 'cancelled' })) answer.reject(AcpError.cancelled());
    };
    signal.addEventListener('abort', withdraw, { once: true });
    this.#emit({ type: 'asked', id, toolCall: params.toolCall, options: params.options });
    if (signal.aborted) withdraw();
    try {
      return { outcome: await answer.promise };
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  /** False when the question is not open (any more) or has no such option. No option: `cancelled`. */
  answer(id: string, optionId?: string): boolean {
    const pending = this.#pending.get(id);
    if (!pending) return false;
    if (optionId !== undefined && !pending.optionIds.includes(optionId)) return false;
    const outcome: PermissionOutcome =
      optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
    this.#settle(id, outcome);
    pending.answer.resolve(outcome);
    return true;
  }

  cancelAll(): void {
    for (const id of [...this.#pending.keys()]) this.answer(id);
  }

  #settle(id: string, outcome: PermissionOutcome): boolean {
    if (!this.#pending.delete(id)) return false;
    this.#emit({ type: 'answered', id, outcome });
    return true;
  }
}
