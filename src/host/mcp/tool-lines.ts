/** What `:checkhealth acp` says of the editor's tools. Pure. */
import { quantity } from '../../base/quantity';
import type { ListedToolSession } from '../../view/surfaces/tools';

/** One line for each chat, and one for what was registered. */
export function toolLines(
  chats: readonly ListedToolSession[],
  registered: number,
): readonly string[] {
  return [
    ...chats.map(chatLine),
    ...(registered > 0 ? [`${quantity(registered, 'tool')} of your own (register_tool)`] : []),
  ];
}

function chatLine({ by, title, server, tools, isConnected }: ListedToolSession): string {
  const name = title ? `${by}, "${title}"` : by;
  if (server === undefined) return `${name}: no tools (option "editor_tools")`;
  const on = tools.filter(({ isOn }) => isOn).length;
  return `${name}: ${quantity(on, 'tool')}, ${isConnected ? 'connected' : 'the agent has not come for them'}`;
}
