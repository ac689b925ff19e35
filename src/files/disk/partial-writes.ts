import type { BufferInfo } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';
import { fileVersionOf, readFileBytes } from './disk';
import type { DiskImage } from './disk-snapshots';

/** Milliseconds for which an emptied file is not taken for empty: programs empty a file before they fill it (`tool > file`). */
const FILLING_MS = 300;
/** And looks: while this process was stopped, the program may have been, too. */
const FILLING_LOOKS = 3;
const TRIES = 4;

/** Files that somebody may be in the middle of writing: half of one is not taken for the whole. */
export class WrittenFiles {
  readonly #lua: Lua;
  /** Since when files that held something are seen to be empty, and how often they were. */
  readonly #emptied = new Map<string, { readonly since: number; readonly looks: number }>();

  constructor(lua: Lua) {
    this.#lua = lua;
  }

  /** What the file holds, and its buffer. `busy`: it is just being written, and must be read again. */
  async look(
    path: string,
    before: DiskImage,
  ): Promise<{ readonly after: DiskImage; readonly info: BufferInfo | null } | 'busy'> {
    for (let tries = 0; tries < TRIES; tries++) {
      const after: DiskImage = (await readFileBytes(path)) ?? {};
      // The editor itself may have been writing. It answers when it has ended that, and has reported it.
      const info = await this.#lua.call('buffers.reload_guard.find', path);
      if ((await fileVersionOf(path)) !== after.version) continue;
      return this.#isBeingFilled(path, before, after) ? 'busy' : { after, info };
    }
    return 'busy';
  }

  #isBeingFilled(path: string, before: DiskImage, after: DiskImage): boolean {
    const heldText = before.version !== undefined && before.bytes?.length !== 0;
    const { since, looks } = this.#emptied.get(path) ?? { since: performance.now(), looks: 0 };
    const isEarly = looks < FILLING_LOOKS || performance.now() - since < FILLING_MS;
    if (heldText && after.bytes?.length === 0 && isEarly) {
      this.#emptied.set(path, { since, looks: looks + 1 });
      return true;
    }
    this.#emptied.delete(path);
    return false;
  }
}
