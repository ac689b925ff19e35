import { isAbsolute } from 'node:path';
import type { DocumentScope, Reach } from '../../session/ports';
import type { Confinement } from './confine';
import { admit, type FileRequest, realPathOf } from './paths';

/** Which files a session may have, found out beforehand. Nobody is asked. */
export class ReachableFiles {
  readonly #confinement: Pick<Confinement, 'permits' | 'asks'>;

  constructor(confinement: Pick<Confinement, 'permits' | 'asks'>) {
    this.#confinement = confinement;
  }

  /** Whether a session may read a file without a question. Never rejects. */
  async permits(scope: DocumentScope, path: string): Promise<boolean> {
    if (!isAbsolute(path) || path.includes('\0')) return false;
    try {
      const realPath = await realPathOf(path);
      const { signal } = new AbortController();
      return await this.#confinement.permits({ kind: 'read', scope, path, realPath, signal });
    } catch {
      return false;
    }
  }

  /** Rejects with an `AcpError` for a file that the session may not write, whatever the user says. */
  async reach(scope: DocumentScope, path: string): Promise<Reach> {
    let isOutside = false;
    const confine = async (request: FileRequest): Promise<void> => {
      isOutside = await this.#confinement.asks(request);
    };
    const { signal } = new AbortController();
    const real = await admit('write', scope, path, confine, signal);
    return { path: real, isOutside };
  }
}
