import type { DocumentScope } from '../../session/ports';
import { realPathOf } from './paths';

/**
 * Where the folders of sessions really are: found out once, when a session gets them, and kept. A folder that is
 * replaced by a link afterwards gives the session's agent no access.
 */
export class Roots {
  readonly #bySession = new Map<string, Map<string, Promise<string | undefined>>>();

  /** The real paths of a session's folders; one that leads nowhere is left out, for good. */
  async of({
    session,
    roots,
  }: Pick<DocumentScope, 'session' | 'roots'>): Promise<readonly string[]> {
    const kept = this.#bySession.get(session) ?? new Map<string, Promise<string | undefined>>();
    this.#bySession.set(session, kept);
    for (const root of roots) {
      if (!kept.has(root))
        kept.set(
          root,
          realPathOf(root).catch(() => undefined),
        );
    }
    const real = await Promise.all(roots.map((root) => kept.get(root)));
    return real.filter((root) => root !== undefined);
  }

  forget(session: string): void {
    this.#bySession.delete(session);
  }
}
