import { attach, type NeovimClient } from 'neovim';
import type { Rpc } from '../../nvim/rpc';
import { EVENT_METHOD, REQUEST_METHOD } from '../lua-door/events';
import { LuaEndpoint } from '../lua-door/lua-endpoint';
import { optimizeLess } from './optimizing';

/** Milliseconds that agents get when the editor is gone. */
const EXIT_DEADLINE_MS = 3000;

/** Our own process: one channel, ended by its end. */
export function startHost(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): void {
  const nvim = attach({ reader: input, writer: output, options: { logger: quiet } });
  const endpoint = new LuaEndpoint(rpcOf(nvim));
  nvim.on('notification', (method: string, args: unknown[]) => {
    if (method !== EVENT_METHOD) return;
    const name = String(args[0]);
    if (name === 'prompt') optimizeLess();
    endpoint.event(name, args[1]);
  });
  nvim.on('request', (method: string, args: unknown[], response: Response) => {
    const refuse = (error: unknown): void =>
      response.send(error instanceof Error ? error.message : String(error), true);
    try {
      if (method !== REQUEST_METHOD) throw new Error(`unknown method "${method}"`);
      const answer = endpoint.request(String(args[0]), args[1]);
      // At once where it can be: Neovim wants answers in the reverse order of asking.
      if (answer instanceof Promise) answer.then((value) => response.send(value), refuse);
      else response.send(answer);
    } catch (error) {
      refuse(error);
    }
  });
  endWithEditor(nvim, endpoint);
}

interface Response {
  send(value: unknown, isError?: boolean): void;
}

/** The client's logger; its default would take over `console` and format every message. */
const quiet = { level: 'error', info() {}, warn() {}, error() {}, debug() {} } as never;

/** The part of the client that calls the editor. */
export function rpcOf(nvim: Pick<NeovimClient, 'request'>): Rpc {
  return { request: (name, args) => nvim.request(name, args as never) };
}

/** However Neovim ends, its end of the pipe closes: agents end, then we do. */
function endWithEditor(nvim: NeovimClient, endpoint: LuaEndpoint): void {
  let ending = false;
  const end = (why: string): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), EXIT_DEADLINE_MS);
    endpoint
      .end(why)
      .catch(() => {})
      .finally(() => process.exit(0));
  };
  nvim.on('disconnect', () => end('the editor is gone'));
  process.stdin.on('close', () => end('the editor is gone'));
  process.stdout.on('error', () => end('the editor does not listen'));
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    process.on(signal, () => end(signal));
  }
  // One error must not end all chats; it is logged with its stack.
  process.on('uncaughtException', (error) => endpoint.mishap(error));
  process.on('unhandledRejection', (error) => endpoint.mishap(error));
}
