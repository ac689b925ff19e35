/** What the keys of `:Acp checkpoints` do. */
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { CheckpointSummary } from '../../model/checkpoints/checkpoint';
import { type CheckpointsModel, checkpointsSurface } from '../../view/surfaces/checkpoints';
import type { Surfaces } from '../surfaces';

export interface CheckpointsSurfaceTools {
  readonly surfaces: Surfaces;
  readonly list: () => Promise<readonly CheckpointSummary[]>;
  /** The list is another one now. */
  readonly changes: (listener: () => void) => Disposable;
  readonly restore: (number: number) => Promise<void>;
  readonly help: (kind: string) => void;
}

/** An agent changes many files in a moment. */
const SETTLE_MS = 100;

/** Opens the list; it follows what is added while it is open. */
export function openCheckpoints(
  tools: CheckpointsSurfaceTools,
  first: Omit<CheckpointsModel, 'now'>,
): void {
  const { surfaces, list, changes, restore, help } = tools;
  const listed = new Emitter<void>();
  let { checkpoints } = first;
  let timer: NodeJS.Timeout | undefined;
  const refresh = async (): Promise<void> => {
    timer = undefined;
    checkpoints = await list();
    listed.fire();
  };
  const subscription = changes(() => {
    timer ??= setTimeout(() => void refresh(), SETTLE_MS);
  });
  surfaces.open({
    definition: checkpointsSurface,
    model: () => ({ ...first, checkpoints, now: Date.now() }),
    changes: [listed.on],
    actions: {
      checkpoints_restore: async ({ item, close }) => {
        if (!item) return;
        await close();
        await restore(item.number);
      },
      checkpoints_help: () => help(checkpointsSurface.kind),
    },
    onClosed: () => {
      clearTimeout(timer);
      subscription.dispose();
    },
  });
}
