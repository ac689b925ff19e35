import type { BufferFacts } from '../nvim/lua';
import { AcpError } from '../protocol/errors';
import { bufferVersionOf } from './buffers/buffer-text';

/** Buffers that hold an agent's text which could not be saved, on a full disk for one: not the user's unsaved text. */
export class UnsavedBuffers {
  /** By path: the moment of the buffer. */
  readonly #moments = new Map<string, string>();

  /** A buffer could not be saved: what the agent is answered. */
  failed(
    path: string,
    { bufnr, modified }: BufferFacts,
    { changedtick, problem }: { readonly changedtick: number; readonly problem?: string },
  ): AcpError {
    if (!modified) this.#moments.set(path, bufferVersionOf({ bufnr, changedtick }));
    const state = 'changed in the editor, but not saved';
    return AcpError.internal(`cannot write ${path}: ${state}: ${problem}`);
  }

  /** The facts, with `modified` only for what the user has made of the buffer. */
  asUsers(path: string, facts: BufferFacts): BufferFacts {
    return this.#moments.get(path) === bufferVersionOf(facts)
      ? { ...facts, modified: false }
      : facts;
  }
}
