import type { Lua } from '../nvim/lua';
import { readBufferLines, splitTextOf } from './buffers/buffer-text';
import { readDiskText } from './disk/disk-text';

/** What a file holds now: its buffer where it is loaded, else the disk. Nothing when there is no such text. */
export async function linesNow(lua: Lua, path: string): Promise<readonly string[] | undefined> {
  const buffer = await readBufferLines(lua, path);
  if (buffer) return splitTextOf(buffer).lines;
  const found = await readDiskText(path).catch(() => undefined);
  return found?.text.lines;
}
