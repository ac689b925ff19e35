import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../base/logger';
import { shallow } from '../../base/shallow';
import { batchEvents } from '../../nvim/event-batch';
import { createLua, MAX_LEVELS, type Rpc } from '../../nvim/rpc';
import { App } from '../app';
import { type LogFile, openLog } from '../process/log';
import { act, answer } from './dispatch';
import type { Attach } from './events';
import { withNamedTables } from './named-tables';
import { EVENT_SHAPES, mismatch } from './payload';

/** Where events and requests from Lua come in. The first event must be `attach`; it makes the app. */
export class LuaEndpoint {
  readonly #rpc: Rpc;
  #app: App | undefined;
  #logFile: LogFile | undefined;

  constructor(rpc: Rpc) {
    this.#rpc = rpc;
  }

  event(name: string, payload: unknown): void {
    if (name === 'attach') {
      this.#attach(payload);
    } else if (this.#app) {
      if (name === 'configure') this.#setLevel(payload);
      void act(this.#app.tools, name, payload);
    } else {
      this.mishap(new Error(`event "${name}" before "attach"`));
    }
  }

  request(name: string, payload: unknown): unknown {
    if (!this.#app) throw new Error(`request "${name}" before "attach"`);
    return shallow(answer(this.#app.tools, name, payload), MAX_LEVELS);
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
    if (wrong) {
      this.mishap(new Error(`attach: ${wrong}`));
      return;
    }
    const { root, log_dir, state_dir, run_dir, follow, ...given } = payload as Attach;
    const config = withNamedTables(given.config);
    this.#logFile = openLog(log_dir, config.log.level);
    const log = this.#logFile?.log ?? silentLogger;
    // A second attach (Lua was reloaded) starts over: the old chats have no windows any more.
    void this.#app?.end();
    this.#app = new App({
      lua: batchEvents(createLua(this.#rpc)),
      probe: async () => (await this.#rpc.request('nvim_get_mode', [])) as { blocking: boolean },
      log,
      config,
      follow: follow ?? (config.follow ? 'on' : 'off'),
      root,
      stateDir: state_dir,
      runDir: run_dir,
      kept: given.editor_tools,
      auditFile: join(log_dir, 'acp-audit.jsonl'),
      version: versionOf(root),
    });
    log.info('attached', { root, node: process.version });
  }

  #setLevel(payload: unknown): void {
    const level = (payload as { config?: { log?: { level?: never } } } | null)?.config?.log?.level;
    if (level) this.#logFile?.setLevel(level);
  }
}

function versionOf(root: string): string {
  try {
    return String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  } catch {
    return 'unknown';
  }
}
