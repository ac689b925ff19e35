/** Opens and closes the note in the code window that says that following is paused. */
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import type { Follower } from '../nvim/follower';
import type { Lua } from '../nvim/lua';
import { followNoteSurface } from '../view/surfaces/follow-note';
import type { OpenedSurface, Surfaces } from './surfaces';

export interface FollowNoteOptions {
  readonly follower: Pick<Follower, 'state' | 'onState'>;
  readonly surfaces: Pick<Surfaces, 'open'>;
  readonly lua: Lua;
  readonly log: Logger;
}

/** Keeps the note on the screen for as long as following is paused. */
export function showFollowNote(options: FollowNoteOptions): Disposable {
  const { follower, surfaces, lua, log } = options;
  let note: Pick<OpenedSurface<undefined>, 'close'> | undefined;
  const close = (): void => {
    note?.close();
    note = undefined;
  };
  const open = async (): Promise<void> => {
    const key = await lua.call('keys.mapped_to', '<Plug>(acp-follow)');
    // The user may have gone on meanwhile.
    if (note || follower.state !== 'paused') return;
    const model = key === null ? {} : { key };
    note = surfaces.open({ definition: followNoteSurface, model: () => model, actions: {} });
  };
  const listening = follower.onState((state) => {
    close();
    if (state === 'paused') open().catch((error) => log.warn('the note of follow mode', error));
  });
  return {
    dispose: () => {
      listening.dispose();
      close();
    },
  };
}
