import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '../protocol/schema.gen';
import { Elicitations } from './elicitations';
import { Permissions, type PermissionsOptions } from './permissions';

export interface OpenRequestsOptions extends PermissionsOptions {
  /** The agent does not know yet that nobody will answer. */
  readonly isTooLate: () => boolean;
}

/** All that an agent asks the user in a session: permissions, forms, addresses. */
export class OpenRequests {
  readonly permissions: Permissions;
  readonly elicitations: Elicitations;
  readonly #isTooLate: () => boolean;

  constructor(options: OpenRequestsOptions) {
    this.permissions = new Permissions(options);
    this.elicitations = new Elicitations(options.emit, options.newId);
    this.#isTooLate = options.isTooLate;
  }

  elicit(
    params: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse> {
    const answer = this.elicitations.ask(params, signal);
    if (this.#isTooLate()) this.elicitations.cancelAll();
    return answer;
  }

  ask(params: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
    const answer = this.permissions.ask(params, signal);
    if (this.#isTooLate()) this.permissions.cancelAll();
    return answer;
  }

  /** Answers everything with "cancelled". */
  cancelAll(): void {
    this.permissions.cancelAll();
    this.elicitations.cancelAll();
  }
}
