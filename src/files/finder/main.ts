/** The finder's thread. */
import { parentPort } from 'node:worker_threads';
import { Finder } from './finder';
import type { FindReply, FindRequest } from './messages';

function serve(port: NonNullable<typeof parentPort>): void {
  const finder = new Finder();
  let newest = 0;
  const answer = async (request: FindRequest): Promise<void> => {
    const { id } = request;
    // All that was typed meanwhile is here by now: only the last of it is looked for.
    await new Promise((resolve) => setImmediate(resolve));
    const paths = id === newest ? await finder.find(request).catch(() => []) : [];
    port.postMessage({ id, paths } satisfies FindReply);
    finder.prepare();
  };
  port.on('message', (request: FindRequest) => {
    newest = request.id;
    void answer(request);
  });
}

if (parentPort) serve(parentPort);
