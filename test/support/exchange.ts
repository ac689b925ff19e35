import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
const { renameSync, rmSync } = require('node:fs');
const [path, link, aside] = process.argv.slice(1);
let ended = false;
process.stdin.on('end', () => { ended = true; }).resume();
process.stdout.write('ready');
function move(from, to, tries = 100) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (tries === 0) throw error;
    // While nothing was there, somebody has made a folder, and may still be writing there.
    try {
      rmSync(to, { recursive: true, force: true });
    } catch {}
    move(from, to, tries - 1);
  }
}
function exchange() {
  for (let n = 0; n < 20; n++) {
    move(path, aside);
    move(link, path);
    move(path, link);
    move(aside, path);
  }
  if (!ended) setImmediate(exchange);
}
exchange();
`;

/**
 * Another process that puts a symbolic link in the place of a folder, and the folder back, as fast as it can. Ends with
 * the folder in its place.
 */
export async function exchange(path: string, link: string): Promise<AsyncDisposable> {
  const args = ['-e', PROGRAM, path, link, `${path}.aside`];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      const [code] = await exited;
      if (code !== 0) throw new Error('the folders could not be exchanged');
    },
  };
}
