import { PathRanking } from '../../../model/context/path-ranking';
import type { Lines } from '../../../model/context/places';
import { parsePlace, placeName } from '../../../model/context/places';
import type { Lua } from '../../../nvim/lua';
import type { OpenBuffer } from '../../../nvim/prompt-context';
import { shownPath } from '../../../view/path';
import { editorText } from '../embedded';
import type { Found, Provider } from '../provider';
import type { ContextTools } from '../tools';
import { findPlace } from './file';

const MAX_SUGGESTED = 20;

/** `buffer`: the one that the user works on; `buffer:7`: one that is no file. */
export function bufferProvider({ lua }: ContextTools): Provider {
  const nameOf = ({ bufnr, path }: OpenBuffer, cwd: string): string =>
    path === undefined ? `buffer:${bufnr}` : shownPath(path, cwd);
  return {
    word: 'buffer',
    about: 'the buffer that you work on, or another open one',
    pins: true,
    suggest: async (query, { cwd }) => {
      const buffers = await lua.call('context.buffers');
      const ranking = new PathRanking(buffers.map((buffer) => nameOf(buffer, cwd)));
      const wanted = query.replace(/^buffer:?/, '');
      return ranking.best(wanted, MAX_SUGGESTED).map((word) => ({ word, about: 'buffer' }));
    },
    find: async (name, prompt) => {
      const { path, lines } = parsePlace(name.replace(/^buffer:/, 'buffer#'));
      const named = /^buffer#(\d+)$/.exec(path)?.[1];
      const anchor = prompt.anchors.get(name);
      if (named !== undefined) {
        return findBuffer(lua, Number(named), anchor ? anchor.lines : lines);
      }
      if (name !== 'buffer') return undefined;
      const current = (await lua.call('context.buffers')).find((buffer) => buffer.current);
      if (!current) return undefined;
      if (current.path === undefined) return findBuffer(lua, current.bufnr);
      return findPlace(lua, prompt, current.path);
    },
  };
}

/** Lines of a buffer that is no file, or all of it. */
export async function findBuffer(
  lua: Lua,
  bufnr: number,
  lines?: Lines,
): Promise<Found | undefined> {
  const text = (): ReturnType<typeof read> => read(lua, bufnr, lines);
  if (!(await text())) return undefined;
  const name = placeName({ path: `buffer:${bufnr}`, ...(lines ? { lines } : {}) });
  return {
    name,
    content: async () => {
      const now = await text();
      if (!now) throw new Error('the buffer is gone');
      return editorText(name, now.text);
    },
  };
}

function read(lua: Lua, bufnr: number, lines?: Lines): Promise<{ readonly text: string } | null> {
  return lua.call('context.text', bufnr, lines?.first ?? null, lines?.last ?? null);
}
