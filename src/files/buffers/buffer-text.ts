import { joinRaw, type SplitText, splitRaw } from '../../edit/text';
import type { BufferInfo } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';

/** Lines of a buffer, all of one `changedtick`, with what the buffer was then. */
export interface BufferLines {
  readonly info: BufferInfo;
  /** The first line, counted from 0. */
  readonly from: number;
  /** The lines as one string, each after a "\n". */
  readonly raw: string;
}

/** One reply stays small enough for the client's decoder and for the editor's frame. */
const SLICE_LINES = 4096;
const SLICE_BYTES = 256 * 1024;
const IN_FLIGHT = 2;
/** How often to start over when the user types; then the text is read in a single call. */
const TRIES = 2;

/**
 * Reads lines `from` up to, not including, `to` of the buffer that shows `path`. Nothing when it is not loaded (any
 * more). The editor is never blocked for long: slices, at most two requested at a time.
 */
export async function readBufferLines(
  lua: Lua,
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Promise<BufferLines | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const info = await lua.call('buffers.find', path);
    if (!info) return undefined;
    const raw = await readSlices(lua, info, from, Math.min(to, info.lines));
    if (raw !== undefined) return { info, from, raw };
  }
  return readAtOnce(lua, path, from, to);
}

/** A whole buffer's text as the edit engine takes it. */
export function splitTextOf({ info, raw }: BufferLines): SplitText {
  return splitRaw(raw, info);
}

/** The lines as the file has them, up to `to`. */
export function exactTextOf({ info, from, raw }: BufferLines, to: number): string {
  return joinRaw(raw, info, { first: from === 0 && to > 0, last: to >= info.lines });
}

/** One state of one buffer. */
export function bufferVersionOf({
  bufnr,
  changedtick,
}: Pick<BufferInfo, 'bufnr' | 'changedtick'>): string {
  return `${bufnr}:${changedtick}`;
}

/** Nothing when the buffer changed meanwhile. */
async function readSlices(
  lua: Lua,
  info: BufferInfo,
  from: number,
  to: number,
): Promise<string | undefined> {
  const step = sliceLength(info);
  const count = Math.max(0, Math.ceil((to - from) / step));
  const slices: string[] = [];
  let next = 0;
  const readOn = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const start = from + index * step;
      const slice = await lua.call('buffers.slice', info.bufnr, start, Math.min(start + step, to));
      if (slice?.changedtick === info.changedtick) slices[index] = slice.text;
      else next = Number.POSITIVE_INFINITY;
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, count) }, readOn));
  return next === Number.POSITIVE_INFINITY ? undefined : slices.join('');
}

function sliceLength({ bytes, lines }: BufferInfo): number {
  const average = Math.max(1, bytes / Math.max(1, lines));
  return Math.max(1, Math.min(SLICE_LINES, Math.floor(SLICE_BYTES / average)));
}

async function readAtOnce(
  lua: Lua,
  path: string,
  from: number,
  to: number,
): Promise<BufferLines | undefined> {
  const info = await lua.call('buffers.find', path);
  const slice = info && (await lua.call('buffers.slice', info.bufnr, 0, -1));
  if (!info || !slice) return undefined;
  const { lines } = splitRaw(info.lines === 0 && slice.text === '\n' ? '' : slice.text, info);
  const sliced = { ...info, changedtick: slice.changedtick, lines: lines.length };
  const raw = lines
    .slice(from, to)
    .map((line) => `\n${line}`)
    .join('');
  return { info: sliced, from, raw };
}
