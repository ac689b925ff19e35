// Asks the editor for `1` every 4 ms over its socket, from a thread of its own, and reports how long the answers took.
import { parentPort, workerData } from 'node:worker_threads';
import { attach } from 'neovim';

const logger = { level: 'error', info() {}, warn() {}, error() {}, debug() {} };
const nvim = attach({ socket: workerData, options: { logger } });
const times = [];
let asking = true;

parentPort.once('message', () => {
  asking = false;
});

while (asking) {
  const start = performance.now();
  await nvim.request('nvim_eval', ['1']);
  times.push(performance.now() - start);
  await new Promise((go) => setTimeout(go, 4));
}
parentPort.postMessage(times.sort((a, b) => a - b));
