import { Deferred } from '../base/deferred';
import type { SessionEvent } from '../model/event';
import {
  checkValue,
  defaults,
  type Field,
  type FieldErrors,
  formContent,
  formOf,
  type Values,
} from '../model/form';
import type { Elicitation } from '../model/state';
import { AcpError } from '../protocol/errors';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationContentValue,
} from '../protocol/schema.gen';

/** No user can answer more at once. */
const MAX_OPEN = 20;

interface Pending {
  readonly request: Elicitation;
  readonly answer: Deferred<CreateElicitationResponse>;
  /** What the form holds now, and what is wrong with it. */
  values: Values;
  errors: FieldErrors;
}

/** Nothing wrong, or a message for the user. */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: string;
      /** It is not asked any more. */
      readonly gone?: true;
    };

const OK: Outcome = { ok: true };
const GONE: Outcome = {
  ok: false,
  error: 'the agent does not ask for this any more',
  gone: true,
};

/** The owner of all open elicitations (forms, addresses); each way of losing one settles it. */
export class Elicitations {
  readonly #pending = new Map<string, Pending>();
  readonly #emit: (event: SessionEvent) => void;
  readonly #newId: () => string;
  /** Addresses that were opened, by the agent's id, until the agent says that it is done. */
  readonly #opened = new Set<string>();

  constructor(emit: (event: SessionEvent) => void, newId: () => string) {
    this.#emit = emit;
    this.#newId = newId;
  }

  /** Settles when the user has answered. Rejects when it cannot be asked, and when the agent withdrew it. */
  async ask(
    params: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse> {
    if (this.#pending.size >= MAX_OPEN) {
      throw AcpError.internal(`${MAX_OPEN} forms and addresses are asked already`);
    }
    const id = this.#newId();
    const request = elicitation(id, params);
    const answer = new Deferred<CreateElicitationResponse>();
    const values = request.form ? defaults(request.form) : {};
    this.#pending.set(id, { request, answer, values, errors: {} });
    const withdraw = (): void => {
      if (this.#close(id)) answer.reject(AcpError.cancelled());
    };
    signal.addEventListener('abort', withdraw, { once: true });
    this.#emit({ type: 'elicited', request: { ...request, values } });
    if (signal.aborted) withdraw();
    try {
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  /** Puts a value into a field; the user sees it before anything is sent. What will not do is only said to be wrong. */
  fill(id: string, name: string, given: unknown): Outcome {
    const found = this.#find(id, name);
    if (!found) return GONE;
    const { pending, field } = found;
    const checked = checkValue(field, given);
    if (checked.ok) {
      this.#put(pending, field, checked.value);
      return OK;
    }
    this.#note(pending, { ...pending.errors, [name]: checked.error });
    return { ok: false, error: `${field.title}: ${checked.error}` };
  }

  /** The same with what is chosen step by step: it is kept while there is still something wrong with it. */
  choose(id: string, name: string, chosen: readonly string[]): Outcome {
    const found = this.#find(id, name);
    if (!found) return GONE;
    const { pending, field } = found;
    const checked = checkValue(field, chosen);
    this.#put(pending, field, checked.ok ? checked.value : chosen, checked.ok ? '' : checked.error);
    return OK;
  }

  /** The user agrees: the form is sent as it is, or the address has to be opened. */
  accept(id: string): Outcome {
    const pending = this.#pending.get(id);
    if (!pending) return GONE;
    const { form, url } = pending.request;
    const content = form ? formContent(form, pending.values) : undefined;
    if (content && !content.ok) {
      this.#note(pending, content.errors);
      return { ok: false, error: content.error };
    }
    this.#close(id);
    if (url) this.#opened.add(url.elicitationId);
    pending.answer.resolve({
      action: 'accept',
      ...(content ? { content: content.content } : {}),
    });
    return OK;
  }

  refuse(id: string, action: 'decline' | 'cancel'): Outcome {
    const pending = this.#pending.get(id);
    if (!pending) return GONE;
    this.#close(id);
    pending.answer.resolve({ action });
    return OK;
  }

  /** What was opened outside is done; what is still asked need not be any more. Ids of others are ignored. */
  complete(elicitationId: string): void {
    if (this.#opened.delete(elicitationId)) {
      this.#emit({
        type: 'noticed',
        level: 'info',
        text: 'What was opened in the browser is done',
      });
    }
    for (const [id, { request }] of [...this.#pending]) {
      if (request.url?.elicitationId === elicitationId) this.refuse(id, 'cancel');
    }
  }

  cancelAll(): void {
    for (const id of [...this.#pending.keys()]) this.refuse(id, 'cancel');
  }

  #find(
    id: string,
    name: string,
  ): { readonly pending: Pending; readonly field: Field } | undefined {
    const pending = this.#pending.get(id);
    const field = pending?.request.form?.fields.find((one) => one.name === name);
    return pending && field ? { pending, field } : undefined;
  }

  #put(
    pending: Pending,
    { name }: Field,
    value: ElicitationContentValue | undefined,
    error = '',
  ): void {
    const { [name]: _, ...others } = pending.values;
    const { [name]: __, ...errors } = pending.errors;
    pending.values = value === undefined ? others : { ...others, [name]: value };
    this.#note(pending, error === '' ? errors : { ...errors, [name]: error });
  }

  #note(pending: Pending, errors: FieldErrors): void {
    pending.errors = errors;
    const { request, values } = pending;
    const wrong = Object.keys(errors).length > 0 ? { errors } : {};
    this.#emit({ type: 'filled', id: request.id, values, ...wrong });
  }

  #close(id: string): boolean {
    if (!this.#pending.delete(id)) return false;
    this.#emit({ type: 'elicitationClosed', id });
    return true;
  }
}

/** Throws the error that answers the agent when it asks for something that we cannot do. */
function elicitation(id: string, params: CreateElicitationRequest): Elicitation {
  const common = { id, message: params.message, values: {} };
  if ('requestedSchema' in params) return { ...common, form: formOf(params.requestedSchema) };
  if (!('url' in params)) throw AcpError.invalidParams(`unknown elicitation mode "${params.mode}"`);
  const address = URL.canParse(params.url) ? new URL(params.url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw AcpError.invalidParams('only http and https addresses are opened');
  }
  // As the browser will read it: what is shown is what is opened.
  const url = { elicitationId: params.elicitationId, address: address.href, host: address.host };
  return { ...common, url };
}
