import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import type { KeptToken } from '../nvim/kept-tools';
import type { ViewId } from '../nvim/view-id';

interface Grant<T> {
  readonly token: string;
  readonly digest: Buffer;
  readonly view: ViewId;
  /** Settles when the next host has the session again. */
  readonly owner: Deferred<T>;
  readonly isInherited: boolean;
  /** There is at most one client. */
  client: Disposable | undefined;
}

/** What a client that has presented a token may do. */
export interface Admission<T> {
  readonly owner: Promise<T>;
  /** The client is gone; another one may come. */
  leave(): void;
}

const TOKEN_BYTES = 32;

/** Owns the tokens: which session each is for, and who uses it. */
export class Tokens<T> {
  #grants: readonly Grant<T>[] = [];
  readonly #onChange: () => void;

  /**
   * @param inherited those of a host that died: its bridges may still run, and come again
   * @param onChange there are others, or a client has come or gone
   */
  constructor(inherited: readonly KeptToken[], onChange: () => void) {
    this.#onChange = onChange;
    this.#grants = inherited.map(({ token, view }) => newGrant<T>(token, view, true));
  }

  /** Nobody could present one. */
  get isEmpty(): boolean {
    return this.#grants.length === 0;
  }

  /** What another host would have to know. */
  get kept(): readonly KeptToken[] {
    return this.#grants.map(({ token, view }) => ({ token, view }));
  }

  /** Whether a client has come with a token for the view. */
  isUsed(view: ViewId): boolean {
    return this.#grants.some((one) => one.view === view && one.client !== undefined);
  }

  /** A new token for an agent that is about to start its server. */
  grant(view: ViewId, owner: T): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const made = newGrant<T>(token, view, false);
    made.owner.resolve(owner);
    this.#set([...this.#grants, made]);
    return token;
  }

  /** The session of the view is there again: bridges that its agent had started before may go on. */
  claim(view: ViewId, owner: T): void {
    for (const one of this.#grants) {
      if (one.view === view && one.isInherited) one.owner.resolve(owner);
    }
  }

  /** Those that this host has granted for the view count no longer; their clients are closed. */
  revokeOwn(view: ViewId): void {
    this.#end((one) => one.view === view && !one.isInherited);
  }

  /** No token of the view counts any longer. */
  revoke(view: ViewId): void {
    this.#end((one) => one.view === view);
  }

  /** For whom a token is; nothing: it is none. */
  ownerOf(token: string): Promise<T> | undefined {
    return this.#find(token)?.owner.promise;
  }

  /** A text is why not. `close` ends the client when its token is revoked. */
  admit(token: string, client: Disposable): Admission<T> | string {
    const found = this.#find(token);
    if (!found) return 'The token is not, or no longer, known to the editor.';
    if (found.client) return 'Another client uses this token already.';
    found.client = client;
    this.#onChange();
    return {
      owner: found.owner.promise,
      leave: () => {
        if (found.client !== client) return;
        found.client = undefined;
        this.#onChange();
      },
    };
  }

  /** Takes as long whatever was guessed right: digests are compared, each with all. */
  #find(token: string): Grant<T> | undefined {
    const digest = digestOf(token);
    let found: Grant<T> | undefined;
    for (const one of this.#grants) if (timingSafeEqual(one.digest, digest)) found = one;
    return found;
  }

  #end(isEnded: (one: Grant<T>) => boolean): void {
    const ended = this.#grants.filter(isEnded);
    if (ended.length === 0) return;
    this.#set(this.#grants.filter((one) => !isEnded(one)));
    for (const { client } of ended) client?.dispose();
  }

  #set(grants: readonly Grant<T>[]): void {
    this.#grants = grants;
    this.#onChange();
  }
}

function newGrant<T>(token: string, view: ViewId, isInherited: boolean): Grant<T> {
  const digest = digestOf(token);
  return { token, digest, view, owner: new Deferred<T>(), isInherited, client: undefined };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
