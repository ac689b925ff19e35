import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import type { FileBuffer } from '../nvim/editor-tools';
import { uriOf } from './buffer-uris';
import type { Server } from './library';

export interface ResourceConnection {
  /** The agent has said that it is ready. */
  readonly mayNotify: () => boolean;
  /** Agents of newer revisions say to the library which resources they watch, not to us. */
  readonly subscribesElsewhere: boolean;
}

interface WatchParts {
  /** The open files that the agent may have. */
  readonly exposed: () => Promise<readonly FileBuffer[]>;
  readonly server: Pick<Server, 'sendResourceUpdated' | 'sendResourceListChanged'>;
  readonly connection: ResourceConnection;
  readonly log: Logger;
}

/** In which state each resource is, by its address. */
type States = ReadonlyMap<string, number>;

/** Tells an agent which resources have come, gone or changed since it was told last. */
export class ResourceWatch implements Disposable {
  readonly #parts: WatchParts;
  /** As the agent has written them, by the address as we write it. */
  readonly #subscribed = new Map<string, string>();
  #states: States | undefined;
  #checking: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Looks whether something is different. One look at a time. */
  check(): void {
    this.#again = true;
    this.#checking ??= this.#look().finally(() => {
      this.#checking = undefined;
    });
  }

  /** Settles when it is known which text the agent has subscribed to. */
  async subscribe(uri: string, asWritten: string): Promise<void> {
    await this.#checking;
    this.#subscribed.set(uri, asWritten);
  }

  unsubscribe(uri: string): void {
    this.#subscribed.delete(uri);
  }

  dispose(): void {
    this.#closed = true;
  }

  async #look(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        const before = this.#states;
        this.#states = statesOf(await this.#parts.exposed());
        if (before && !this.#closed) await this.#announce(before, this.#states);
      } catch (error) {
        this.#parts.log.debug('resources', error);
      }
    }
  }

  async #announce(before: States, now: States): Promise<void> {
    const { server, connection } = this.#parts;
    if (!connection.mayNotify()) return;
    if (!isSameSet(before, now)) await server.sendResourceListChanged();
    for (const uri of changedIn(before, now)) {
      const subscribed = connection.subscribesElsewhere ? uri : this.#subscribed.get(uri);
      if (subscribed !== undefined) await server.sendResourceUpdated({ uri: subscribed });
    }
  }
}

function statesOf(buffers: readonly FileBuffer[]): States {
  return new Map(buffers.map(({ path, changedtick }) => [uriOf(path), changedtick]));
}

function isSameSet(before: States, now: States): boolean {
  return before.size === now.size && [...now.keys()].every((uri) => before.has(uri));
}

/** Those that were there before, with another text. */
function changedIn(before: States, now: States): string[] {
  return [...now.keys()].filter((uri) => before.has(uri) && before.get(uri) !== now.get(uri));
}
