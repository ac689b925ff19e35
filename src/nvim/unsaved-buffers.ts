import { momentOf } from './buffer-text';
import type { BufferFacts } from './lua';

type Moment = Pick<BufferFacts, 'bufnr' | 'changedtick'>;

/** Buffers that hold an agent's text which could not be saved, on a full disk for one: not the user's unsaved text. */
export class UnsavedBuffers {
  /** By path: the moment of the buffer. */
  readonly #moments = new Map<string, string>();

  add(path: string, moment: Moment): void {
    this.#moments.set(path, momentOf(moment));
  }

  /** The facts, with `modified` only for what the user has made of the buffer. */
  asUsers(path: string, facts: BufferFacts): BufferFacts {
    return this.#moments.get(path) === momentOf(facts) ? { ...facts, modified: false } : facts;
  }
}
