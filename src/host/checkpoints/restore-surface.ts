/** What the keys of `:Acp restore` do. */
import type { Disposable } from '../../base/disposable';
import type { RestorePreview } from '../../model/checkpoints/preview';
import type { Lua } from '../../nvim/lua';
import { type RestoreItem, restoreSurface } from '../../view/surfaces/restore';
import type { Notify } from '../messages';
import type { ActionContext, OpenedSurface, Surfaces } from '../surfaces';

export interface RestoreSurfaceTools {
  readonly surfaces: Surfaces;
  readonly lua: Lua;
  readonly notify: Notify;
  readonly cwd: string;
  /** What would change now. */
  readonly look: () => Promise<RestorePreview>;
  readonly isBusy: () => boolean;
  /** Prompts wait until this is disposed. */
  readonly hold: () => Disposable;
  readonly restore: () => Promise<void>;
  readonly help: (kind: string) => void;
}

type Context = ActionContext<RestoreItem>;

/** Opens the question which files are to go back; nothing is changed before the user says so. */
export function openRestore(
  tools: RestoreSurfaceTools,
  first: RestorePreview,
): OpenedSurface<RestoreItem> {
  const { surfaces, lua, notify, cwd, look, isBusy, hold, restore, help } = tools;
  let preview = first;
  const paths = (): readonly string[] => preview.files.map(({ path }) => path);
  const move = ({ item, goTo }: Context, by: 1 | -1): void => {
    const at = item ? paths().indexOf(item.path) : -1;
    const wanted = paths().at((at + by) % Math.max(1, paths().length));
    if (wanted !== undefined) goTo(({ path }) => path === wanted);
  };
  let isAnswered = false;
  /** What is shown is what would happen. */
  const isSeen = async (): Promise<boolean> => {
    if (isBusy()) {
      notify('warn', 'the agent is working on these files: cancel its turn first');
      opened.update();
      return false;
    }
    const now = await look();
    if (now.id === preview.id) return true;
    preview = now;
    notify('info', 'the files have changed meanwhile: look again');
    opened.update();
    return false;
  };
  const opened = surfaces.open<Parameters<typeof restoreSurface.content>[0], RestoreItem>({
    definition: restoreSurface,
    model: () => ({ preview, cwd, isBusy: isBusy(), now: Date.now() }),
    actions: {
      restore_yes: async ({ close }) => {
        // A second key is no second yes.
        if (isAnswered) return;
        isAnswered = true;
        const held = hold();
        try {
          if (await isSeen()) {
            await close();
            await restore();
          }
        } finally {
          held.dispose();
          isAnswered = false;
        }
      },
      restore_open: async ({ item, close }) => {
        const file = preview.files.find(({ path }) => path === item?.path);
        if (!item || !file || file.what === 'created') return;
        await close();
        await lua.call('review.go', { path: item.path, row: item.row });
      },
      restore_next: (context) => move(context, 1),
      restore_prev: (context) => move(context, -1),
      restore_help: () => help(restoreSurface.kind),
    },
  });
  return opened;
}
