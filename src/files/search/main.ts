/** The thread of one search. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Deferred } from '../../base/deferred';
import { SearchError } from '../../model/texts';
import type { SearchReply, SearchRequest } from './messages';
import { search } from './search';

/** How often it says that it is at work. */
const WORKING_MS = 250;

async function serve(port: MessagePort, request: SearchRequest): Promise<void> {
  const reply = (message: SearchReply): void => port.postMessage(message);
  let said = 0;
  let on = new Deferred<void>();
  // As long as somebody listens the thread does not end by itself, and no reply is lost: the host ends it.
  port.on('message', () => on.resolve());
  const onWorking = (): void => {
    if (Date.now() - said < WORKING_MS) return;
    said = Date.now();
    reply({ kind: 'working' });
  };
  try {
    const end = await search(
      request,
      async (found) => {
        on = new Deferred();
        reply({ kind: 'file', ...found });
        await on.promise;
      },
      onWorking,
    );
    reply({ kind: 'end', ...end });
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    reply({ kind: 'wrong', text: error.message });
  }
}

if (parentPort) void serve(parentPort, workerData as SearchRequest);
