/** In the code window: following is paused, and how it goes on. */
import { line } from '../line';
import { plainBlock, type SurfaceDefinition } from './surface';

export interface FollowNote {
  /** The key that goes on; absent: the user has mapped none. */
  readonly key?: string;
}

export const followNoteSurface: SurfaceDefinition<FollowNote, never> = {
  kind: 'follow',
  heading: 'Follow mode',
  place: { kind: 'corner', zindex: 20 },
  keys: [],
  content: ({ key = ':Acp follow' }) => ({
    title: '',
    blocks: [plainBlock('note', line([` following paused · ${key} goes on `], 'AcpFollowPaused'))],
  }),
  hints: () => [],
};
