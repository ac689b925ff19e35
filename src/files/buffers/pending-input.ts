import { setTimeout as pause } from 'node:timers/promises';
import type { Lua } from '../../nvim/lua';
import { throwIfAborted } from '../../protocol/abort';

/**
 * Why something will be tried again. `busy`: the user keeps typing, or the file is being written; `pending`: the user is in
 * the middle of a command, which may take long.
 */
export type Later = 'busy' | 'pending';

/** How often the editor is asked whether the user has ended a command. */
const LOOK_MS = 30;

/**
 * Waits until the user is not in the middle of a command that a change of the file's buffer would lead astray. For as
 * long as it takes, as all requests wait while Neovim itself waits for a key: only who asked can end it.
 */
export async function untilFree(lua: Lua, path: string, signal: AbortSignal): Promise<void> {
  do {
    await pause(LOOK_MS);
    throwIfAborted(signal);
  } while ((await lua.call('buffers.find', path))?.pending);
}
