import { decodeBinary, decodeLoaded, type LoadedText } from '../../edit/encoding';
import type { BufferInfo } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';

/** What the file of a buffer holds; see `decodeLoaded`. Nothing: it cannot be known exactly. */
export async function textOfLoaded(
  lua: Lua,
  bytes: Buffer,
  { fileencoding, binary }: Pick<BufferInfo, 'fileencoding' | 'binary'>,
  before: Buffer | undefined,
): Promise<LoadedText | undefined> {
  const decoded = binary
    ? decodeBinary(bytes, fileencoding)
    : decodeLoaded(bytes, fileencoding, before);
  if (decoded) return decoded;
  const text = await lua.call('buffers.encoding.decode', bytes.toString('base64'), fileencoding);
  return text === null ? undefined : { text: text.slice(1), fileencoding };
}
