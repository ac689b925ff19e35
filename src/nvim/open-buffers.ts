import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Logger } from '../base/logger';
import type { FileBuffer } from './editor-tools';
import type { Lua } from './lua';

/** The files that are open in the editor. Lua watches them as long as somebody wants to know. */
export class OpenBuffers {
  readonly #lua: Lua;
  readonly #log: Logger;
  readonly #changed = new Emitter<void>();
  #watchers = 0;

  constructor(lua: Lua, log: Logger) {
    this.#lua = lua;
    this.#log = log;
  }

  list(): Promise<readonly FileBuffer[]> {
    return this.#lua.call('tools.buffers.list');
  }

  /** Calls back soon after files were opened or closed, or their text has changed. */
  watch(listener: () => void): Disposable {
    const listening = this.#changed.on(listener);
    if (++this.#watchers === 1) this.#set(true);
    let isOver = false;
    return {
      dispose: () => {
        listening.dispose();
        if (!isOver && --this.#watchers === 0) this.#set(false);
        isOver = true;
      },
    };
  }

  /** See `HostEvents.buffers_changed`. */
  changed(): void {
    this.#changed.fire();
  }

  #set(on: boolean): void {
    this.#lua
      .call('tools.watch.set', on)
      .catch((error: unknown) => this.#log.debug('open buffers', error));
  }
}
