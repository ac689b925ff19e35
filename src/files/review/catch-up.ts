import type { Logger } from '../../base/logger';
import { currentImage } from '../../model/review/images';
import type { Lua } from '../../nvim/lua';
import { readBufferLines } from '../buffers/buffer-text';
import type { ComparedFiles } from '../watching/compared-files';
import { bufferImage, diskImage } from './images';
import type { ReviewState } from './review-state';

export interface CatchUpTools {
  readonly lua: Lua;
  readonly log: Logger;
  readonly state: ReviewState;
  readonly compared: Pick<ComparedFiles, 'run'>;
}

const AT_ONCE = 8;

/** Compares files under review, at which nobody has looked for a while, with what they hold by now. Never rejects. */
export async function catchUp(tools: CatchUpTools, paths: readonly string[]): Promise<void> {
  const rest = [...paths];
  const work = async (): Promise<void> => {
    for (let path = rest.shift(); path !== undefined; path = rest.shift()) await one(tools, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function one({ lua, log, state, compared }: CatchUpTools, path: string): Promise<void> {
  try {
    await compared.run(path, async () => {
      const file = state.get(path);
      if (!file) return;
      const known = currentImage(file);
      const buffer = known && (await readBufferLines(lua, path));
      state.found(path, buffer ? bufferImage(buffer) : await diskImage(path, known));
    });
  } catch (error) {
    // What cannot be read stays pending; who undoes it learns why not.
    log.debug(`${path} cannot be compared with its review`, error);
  }
}
