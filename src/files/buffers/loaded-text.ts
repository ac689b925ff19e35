import { decodeLoaded, type LoadedText } from '../../edit/encoding';
import type { Lua } from '../../nvim/lua';

/** What the file of a buffer with this 'fileencoding' holds; see `decodeLoaded`. Nothing: it cannot be known exactly. */
export async function textOfLoaded(
  lua: Lua,
  bytes: Buffer,
  fileencoding: string,
  before: Buffer | undefined,
): Promise<LoadedText | undefined> {
  const decoded = decodeLoaded(bytes, fileencoding, before);
  if (decoded) return decoded;
  const text = await lua.call('buffers.encoding.decode', bytes.toString('base64'), fileencoding);
  return text === null ? undefined : { text: text.slice(1), fileencoding };
}
