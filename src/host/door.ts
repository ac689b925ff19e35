import { silentLogger } from '../base/logger';
import { createLua } from '../nvim/rpc';
import { act, answer } from './actions';
import { App } from './app';
import type { Attach } from './events';
import { type LogFile, openLog } from './log';
import { EVENT_SHAPES, mismatch } from './payload';

declare const ACP_VERSION: string;

interface Rpc {
  request(name: string, args: unknown[]): Promise<unknown>;
}

/** Where events and requests from Lua come in. The first event must be `attach`; it makes the app. */
export class Door {
  readonly #rpc: Rpc;
  #app: App | undefined;
  #logFile: LogFile | undefined;

  constructor(rpc: Rpc) {
    this.#rpc = rpc;
  }

  event(name: string, payload: unknown): void {
    if (name === 'attach') return this.#attach(payload);
    if (!this.#app) return this.mishap(new Error(`event "${name}" before "attach"`));
    if (name === 'configure') this.#setLevel(payload);
    void act(this.#app, name, payload);
  }

  request(name: string, payload: unknown): unknown {
    if (!this.#app) throw new Error(`request "${name}" before "attach"`);
    return answer(this.#app, name, payload);
  }

  async end(why: string): Promise<void> {
    this.#logFile?.log.info(`ending: ${why}`);
    await this.#app?.end();
  }

  mishap(error: unknown): void {
    const log = this.#logFile?.log;
    if (log) log.error('unexpected', error);
    else process.stderr.write(`acp-host.nvim: ${error instanceof Error ? error.stack : error}\n`);
  }

  #attach(payload: unknown): void {
    const wrong = mismatch(EVENT_SHAPES.attach, payload);
    if (wrong) return this.mishap(new Error(`attach: ${wrong}`));
    const { config, root, log_dir } = payload as Attach;
    this.#logFile = openLog(log_dir, config.log.level);
    const log = this.#logFile?.log ?? silentLogger;
    // A second attach (Lua was reloaded) starts over: the old chats have no windows any more.
    void this.#app?.end();
    this.#app = new App({
      lua: createLua(this.#rpc),
      probe: async () => (await this.#rpc.request('nvim_get_mode', [])) as { blocking: boolean },
      log,
      config,
      root,
      version: ACP_VERSION,
    });
    log.info('attached', { root, node: process.version });
  }

  #setLevel(payload: unknown): void {
    const level = (payload as { config?: { log?: { level?: never } } } | null)?.config?.log?.level;
    if (level) this.#logFile?.setLevel(level);
  }
}
