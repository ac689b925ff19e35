import type { SessionEvent } from '../../model/event';

/** Which chat an open question, form or address belongs to, by the id of the request. */
export class RequestOwners<T> {
  readonly #byId = new Map<string, T>();

  /** Who waits for the answer; nobody when the request is settled. */
  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** Follows what is asked and settled, also what a rule is still answering. */
  note(owner: T, event: SessionEvent): void {
    const settles =
      event.type === 'answered' || event.type === 'elicitationClosed' || event.type === 'reasked';
    if (settles) this.#byId.delete(event.id);
    if (event.type === 'asked') this.#byId.set(event.id, owner);
    if (event.type === 'reasked' || event.type === 'elicited') {
      this.#byId.set(event.request.id, owner);
    }
  }

  /** What an owner that is gone was still asked. */
  forget(owner: T): void {
    for (const [id, one] of this.#byId) if (one === owner) this.#byId.delete(id);
  }
}
