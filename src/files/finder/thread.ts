import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import { LateThread } from '../../base/thread';
import type { FindReply, FindRequest } from './messages';

/** A finder in its own thread, so that no list is too long for the host. */
export class FinderThread implements Disposable {
  readonly #thread: LateThread<FindRequest, FindReply>;
  readonly #pending = new Map<number, (paths: readonly string[]) => void>();
  #lastId = 0;

  /** @param program the bundle of `main.ts` */
  constructor(program: string, log: Logger) {
    this.#thread = new LateThread({
      program,
      name: 'acp-find',
      onReply: ({ id, paths }) => {
        this.#pending.get(id)?.(paths);
        this.#pending.delete(id);
      },
      onEnd: (error) => {
        log.warn('files are not found by their names any more', error);
        this.#answerAll();
      },
    });
  }

  /** See `FindRequest`. Never rejects. */
  find(request: Omit<FindRequest, 'id'>): Promise<readonly string[]> {
    const id = ++this.#lastId;
    if (!this.#thread.send({ ...request, id })) return Promise.resolve([]);
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  dispose(): void {
    this.#thread.dispose();
    this.#answerAll();
  }

  #answerAll(): void {
    for (const resolve of this.#pending.values()) resolve([]);
    this.#pending.clear();
  }
}
