/** What the keys of a table of contents do. */
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { Heading } from '../../view/contents';
import { contentsSurface } from '../../view/surfaces/contents';
import type { Surfaces } from '../surfaces';

export interface ContentsTools {
  readonly view: ViewId;
  readonly lua: Lua;
  readonly surfaces: Pick<Surfaces, 'open'>;
  readonly help: (kind: string) => void;
}

/** @param from the row that the user is at */
export function openContents(
  { view, lua, surfaces, help }: ContentsTools,
  headings: readonly Heading[],
  from: number,
): void {
  const here = headings.findLast(({ row }) => row <= from);
  const opened = surfaces.open({
    definition: contentsSurface,
    model: () => ({ headings }),
    actions: {
      contents_go: async ({ item, close }) => {
        if (!item) return;
        await close();
        await lua.call('chat.windows.read', view, item.row);
      },
      contents_help: () => help(contentsSurface.kind),
    },
  });
  opened.goTo((heading) => heading === here);
}
