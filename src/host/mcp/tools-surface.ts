/** What the keys of `:Acp tools` do. */
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type ListedToolSession, toolsSurface } from '../../view/surfaces/tools';
import type { Surfaces } from '../surfaces';

/** What is offered to whom. */
export interface OfferedTools {
  /** In the order of the chats. */
  readonly sessions: readonly ListedToolSession[];
  readonly onChange: (listener: () => void) => Disposable;
  /** Switches a tool of the session of a chat on or off, whatever the options say. */
  turn(view: number, name: string): void;
}

export interface ToolsSurfaceTools {
  readonly surfaces: Surfaces;
  readonly offered: OfferedTools;
  readonly help: (kind: string) => void;
}

/** @param view the chat that the user came from */
export function openTools(tools: ToolsSurfaceTools, view: number | undefined): void {
  const { surfaces, offered, help } = tools;
  const described = new Set<string>();
  const changed = new Emitter<void>();
  surfaces.open({
    definition: toolsSurface,
    model: () => ({
      sessions: offered.sessions,
      described,
      ...(view === undefined ? {} : { current: view }),
    }),
    changes: [offered.onChange, changed.on],
    actions: {
      tools_switch: ({ item }) => {
        if (item) offered.turn(item.view, item.tool.name);
      },
      tools_about: ({ item }) => {
        if (!item) return;
        const { name } = item.tool;
        if (!described.delete(name)) described.add(name);
        changed.fire();
      },
      tools_help: () => help(toolsSurface.kind),
    },
  });
}
