import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';

/** A token that outlives the host which has granted it, and for whom: `holder` means the same to the next host. */
export interface KeptToken {
  readonly token: string;
  readonly holder: number;
}

interface Grant<T> {
  readonly token: string;
  readonly digest: Buffer;
  readonly holder: number;
  /** Settles when the next host has the holder again. */
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
  readonly #onChange: (kept: readonly KeptToken[]) => void;

  /**
   * @param inherited those of a host that died: its bridges may still run, and come again
   * @param onChange gets what another host would have to know
   */
  constructor(inherited: readonly KeptToken[], onChange: (kept: readonly KeptToken[]) => void) {
    this.#onChange = onChange;
    this.#grants = inherited.map(({ token, holder }) => grant<T>(token, holder, true));
  }

  /** Nobody could present one. */
  get isEmpty(): boolean {
    return this.#grants.length === 0;
  }

  /** A new token for an agent that is about to start its server. Those that it had in this host count no more. */
  renew(holder: number, owner: T): string {
    this.#end((one) => one.holder === holder && !one.isInherited);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const made = grant<T>(token, holder, false);
    made.owner.resolve(owner);
    this.#set([...this.#grants, made]);
    return token;
  }

  /** The holder is there again: bridges that its agent had started before may go on. */
  claim(holder: number, owner: T): void {
    for (const one of this.#grants) {
      if (one.holder === holder && one.isInherited) one.owner.resolve(owner);
    }
  }

  /** No token of the holder counts any longer; its clients are closed. */
  revoke(holder: number): void {
    this.#end((one) => one.holder === holder);
  }

  /** A text is why not. `close` ends the client when its token is revoked. */
  admit(token: string, client: Disposable): Admission<T> | string {
    const found = this.#find(token);
    if (!found) return 'The token is not, or no longer, known to the editor.';
    if (found.client) return 'Another client uses this token already.';
    found.client = client;
    return {
      owner: found.owner.promise,
      leave: () => {
        if (found.client === client) found.client = undefined;
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
    this.#onChange(grants.map(({ token, holder }) => ({ token, holder })));
  }
}

function grant<T>(token: string, holder: number, isInherited: boolean): Grant<T> {
  const digest = digestOf(token);
  return { token, digest, holder, owner: new Deferred<T>(), isInherited, client: undefined };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
