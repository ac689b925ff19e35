import { HAS_HANDLES } from '../../base/handles';
import type { Hunk } from '../../edit/hunks';
import type { ApplyOptions, ApplyResult, BufferInfo } from '../../nvim/buffer-edit';
import type { Lua } from '../../nvim/lua';
import type { Drafts } from '../disk/drafts';

/** More lines, or characters, than these are sent ahead: decoding them would block the editor for longer than the edit does. */
const SLICE_LINES = 4096;
const SLICE_CHARACTERS = 256 * 1024;

/** Makes hunks in a buffer, all in one call (`conflict.edit.apply`), however many lines they have. */
export async function applyHunks(
  lua: Lua,
  bufnr: number,
  changedtick: number,
  hunks: readonly Hunk[],
  options: ApplyOptions,
): Promise<ApplyResult> {
  const slices = slicesOf(hunks.flatMap(({ lines }) => lines));
  if (slices.length <= 1)
    return lua.call('conflict.edit.apply', bufnr, changedtick, hunks, options);
  let id: number | null = null;
  for (const slice of slices) id = await lua.call('buffers.stage', id, slice);
  const staged = hunks.map(({ row, del, lines }) => ({ row, del, count: lines.length }));
  return lua.call('conflict.edit.apply', bufnr, changedtick, staged, {
    ...options,
    staged: id as number,
  });
}

/** The same; a save goes by a draft, so that nothing is written where the path leads after it was checked. */
export async function applyAndSave(
  lua: Lua,
  { path, drafts }: { readonly path: string; readonly drafts: Drafts },
  { bufnr, changedtick }: Pick<BufferInfo, 'bufnr' | 'changedtick'>,
  hunks: readonly Hunk[],
  options: ApplyOptions,
): Promise<ApplyResult> {
  if (!options.save || !HAS_HANDLES) return applyHunks(lua, bufnr, changedtick, hunks, options);
  const draft = await drafts.begin(path);
  const { spare: text, old } = draft;
  const files = text === undefined || old === undefined ? {} : { draft: { text, old } };
  const result = await applyHunks(lua, bufnr, changedtick, hunks, { ...options, ...files });
  if (!result.ok || !result.spoilt) await draft.end();
  return result;
}

function slicesOf(lines: readonly string[]): string[][] {
  const slices: string[][] = [];
  let room = 0;
  for (const line of lines) {
    let last = slices.at(-1);
    if (!last || last.length === SLICE_LINES || line.length > room) {
      last = [];
      slices.push(last);
      room = SLICE_CHARACTERS;
    }
    last.push(line);
    room -= line.length;
  }
  return slices;
}
