import type { BufferInfo } from '../../nvim/buffer-edit';
import { AcpError } from '../../protocol/errors';
import { bufferVersionOf } from '../buffers/buffer-text';

/** Buffers with an agent's text that could not be saved (on a full disk, say): not the user's unsaved text. */
export class UnsavedBuffers {
  /** By path: the version of the buffer. */
  readonly #versions = new Map<string, string>();

  /** The answer to the agent when a buffer could not be saved. */
  failed(
    path: string,
    { bufnr, modified }: BufferInfo,
    { changedtick, problem }: { readonly changedtick: number; readonly problem?: string },
  ): AcpError {
    if (!modified) this.#versions.set(path, bufferVersionOf({ bufnr, changedtick }));
    const state = 'changed in the editor, but not saved';
    return AcpError.internal(`cannot write ${path}: ${state}: ${problem}`);
  }

  /** The same, `modified` only where the user has changed the buffer. */
  asUsers(path: string, info: BufferInfo): BufferInfo {
    return this.#versions.get(path) === bufferVersionOf(info) ? { ...info, modified: false } : info;
  }
}
