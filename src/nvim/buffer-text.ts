import type { SplitText } from '../edit/text';
import type { BufferFacts, Lua } from './lua';

/** Lines of a buffer, all from one moment, with its facts at that moment. */
export interface BufferLines {
  readonly facts: BufferFacts;
  /** Lines `from`, up to the end that was asked for. */
  readonly lines: readonly string[];
}

/** One reply stays small enough for the client's decoder and for the editor's frame. */
const SLICE_LINES = 4096;
const SLICE_BYTES = 256 * 1024;
const IN_FLIGHT = 2;
/** How often to start over when the user types; then the text is read in a single call. */
const TRIES = 2;

/**
 * Reads lines `from` up to, not including, `to` of the buffer that shows `path`. Nothing when it is not loaded (any
 * more). The editor is never held up: slices, two on their way at a time.
 */
export async function readBufferLines(
  lua: Lua,
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Promise<BufferLines | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const facts = await lua.call('buf.find', path);
    if (!facts) return undefined;
    const lines = await readSlices(lua, facts, from, Math.min(to, facts.lines));
    if (lines) return { facts, lines };
  }
  return readAtOnce(lua, path, from, to);
}

/** A buffer's text as the edit engine takes it. */
export function splitTextOf({ facts, lines }: BufferLines): SplitText {
  const { fileformat, endofline, bomb } = facts;
  return { lines, fileformat, endofline, bomb };
}

/** Nothing when the buffer changed meanwhile. */
async function readSlices(
  lua: Lua,
  facts: BufferFacts,
  from: number,
  to: number,
): Promise<string[] | undefined> {
  const step = sliceLength(facts);
  const count = Math.max(0, Math.ceil((to - from) / step));
  const slices: string[][] = [];
  let next = 0;
  const readOn = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const start = from + index * step;
      const lines = await readSlice(lua, facts, start, Math.min(start + step, to));
      if (lines) slices[index] = lines;
      else next = Number.POSITIVE_INFINITY;
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, count) }, readOn));
  return next === Number.POSITIVE_INFINITY ? undefined : slices.flat();
}

function sliceLength({ bytes, lines }: BufferFacts): number {
  const average = Math.max(1, bytes / Math.max(1, lines));
  return Math.max(1, Math.min(SLICE_LINES, Math.floor(SLICE_BYTES / average)));
}

async function readSlice(
  lua: Lua,
  facts: BufferFacts,
  from: number,
  to: number,
): Promise<string[] | undefined> {
  const slice = await lua.call('buf.slice', facts.bufnr, from, to);
  return slice?.changedtick === facts.changedtick ? linesOf(slice.text) : undefined;
}

async function readAtOnce(
  lua: Lua,
  path: string,
  from: number,
  to: number,
): Promise<BufferLines | undefined> {
  const facts = await lua.call('buf.find', path);
  const slice = facts && (await lua.call('buf.slice', facts.bufnr, 0, -1));
  if (!facts || !slice) return undefined;
  const lines = facts.lines === 0 && slice.text === '\n' ? [] : linesOf(slice.text);
  const { changedtick } = slice;
  return { facts: { ...facts, changedtick, lines: lines.length }, lines: lines.slice(from, to) };
}

/** In a slice each line follows a newline. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.slice(1).split('\n');
}
