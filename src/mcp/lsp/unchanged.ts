/** What a server answers belongs to the texts that it was asked about. */
import type { BufferState } from '../../nvim/language-servers';
import { type FileWrite, type ToolContext, ToolFailure } from '../tool';

const TRIES = 3;

/**
 * Plans writes until no buffer that they are about was changed meanwhile: the positions of a server's edits would be
 * wrong by then.
 */
export async function whileUnchanged<T extends { readonly writes: readonly FileWrite[] }>(
  { lua }: Pick<ToolContext, 'lua'>,
  plan: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await lua.call('tools.lsp.states');
    const planned = await plan();
    const after = await lua.call('tools.lsp.states');
    if (!planned.writes.some(({ path }) => isChanged(path, before, after))) return planned;
  }
  throw new ToolFailure(
    'the user is changing these files right now: try again. Nothing was changed',
  );
}

/** A file that was loaded meanwhile may have been changed since. */
function isChanged(
  path: string,
  before: readonly BufferState[],
  after: readonly BufferState[],
): boolean {
  const tickIn = (states: readonly BufferState[]): number | undefined =>
    states.find((state) => state.path === path)?.changedtick;
  return tickIn(before) !== tickIn(after);
}
