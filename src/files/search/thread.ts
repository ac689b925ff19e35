import { Deferred } from '../../base/deferred';
import type { Disposable } from '../../base/disposable';
import { startThread } from '../../base/thread';
import { type SearchEnd, SearchError, type TextSearch } from '../../model/texts';
import { throwIfAborted } from '../../protocol/abort';
import { AcpError } from '../../protocol/errors';
import { PathQueue } from '../paths/path-queue';
import type { SearchOn, SearchReply, SearchRequest } from './messages';

type OnFile = Parameters<TextSearch['run']>[1];

/** A pattern may try for longer than anybody lives: such a thread is ended. */
const MAX_SILENT_MS = 5000;
/** Before the first file: finding the files takes its own time. */
const MAX_LISTING_MS = 30_000;

/** Searches, each in a thread of its own, so that no pattern and no folder stops the host. */
export class SearchThreads implements Disposable {
  readonly #program: string;
  readonly #maxSilentMs: number;
  readonly #running = new Set<() => void>();
  /** One search of a session at a time. */
  readonly #sessions = new PathQueue();

  /** @param program the bundle of `main.ts` */
  constructor(program: string, maxSilentMs = MAX_SILENT_MS) {
    this.#program = program;
    this.#maxSilentMs = maxSilentMs;
  }

  /** See `TextSearch.run`. */
  run(
    session: string,
    request: SearchRequest,
    onFile: OnFile,
    signal: AbortSignal,
  ): Promise<SearchEnd> {
    return this.#sessions.run(session, () => this.#search(request, onFile, signal));
  }

  /** Ends all searches. */
  dispose(): void {
    for (const cancel of [...this.#running]) cancel();
  }

  async #search(request: SearchRequest, onFile: OnFile, signal: AbortSignal): Promise<SearchEnd> {
    throwIfAborted(signal);
    const result = new Deferred<SearchEnd>();
    const cancel = (): void => result.reject(AcpError.cancelled());
    const slow = (): void => result.reject(new SearchError('the pattern takes too long'));
    let timer = setTimeout(slow, MAX_LISTING_MS);
    const take = async (reply: SearchReply): Promise<void> => {
      clearTimeout(timer);
      if (reply.kind === 'wrong') throw new SearchError(reply.text);
      if (reply.kind === 'end') {
        const { kind: _, ...end } = reply;
        result.resolve(end);
        return;
      }
      if (reply.kind === 'file') {
        const { kind: _, ...found } = reply;
        if (!(await onFile(found))) return result.resolve({});
        thread.send({ kind: 'on' });
      }
      timer = setTimeout(slow, this.#maxSilentMs);
    };
    const thread = startThread<SearchOn, SearchReply>({
      program: this.#program,
      name: 'acp-search',
      data: request,
      onReply: (reply) => {
        take(reply).catch((error: unknown) => result.reject(error));
      },
      onEnd: (error) => result.reject(error),
    });
    this.#running.add(cancel);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await result.promise;
    } finally {
      clearTimeout(timer);
      this.#running.delete(cancel);
      signal.removeEventListener('abort', cancel);
      await thread.end();
    }
  }
}
