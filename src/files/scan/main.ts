/** The recorder's thread: one request after another. */
import { parentPort } from 'node:worker_threads';
import type { RecorderReply, RecorderRequest } from './messages';
import { Recorder } from './recorder';

function serve(port: NonNullable<typeof parentPort>): void {
  const reply = (message: RecorderReply): void => port.postMessage(message);
  const recorder = new Recorder({ onGap: (root, why) => reply({ is: 'gap', root, why }) });
  let last = Promise.resolve();
  port.on('message', (request: RecorderRequest) => {
    last = last.then(async () => {
      if (request.do === 'forget') {
        recorder.forget(request.root);
        return;
      }
      const { id, root, turn } = request;
      const from = performance.now();
      try {
        const result = await recorder.look(root, turn, (changes) =>
          reply({ is: 'changes', id, changes }),
        );
        reply({ is: 'done', id, result, ms: Math.round(performance.now() - from) });
      } catch (error) {
        reply({ is: 'failed', id, why: String(error) });
      }
    });
  });
}

if (parentPort) serve(parentPort);
