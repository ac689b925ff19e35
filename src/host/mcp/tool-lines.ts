/** What `:checkhealth acp` says of the editor's tools. Pure. */
import type { ListedToolSession } from '../../view/surfaces/tools';

/** One line for each chat, and one for what was registered. */
export function toolLines(
  chats: readonly ListedToolSession[],
  registered: number,
): readonly string[] {
  return [
    ...chats.map(chatLine),
    ...(registered > 0 ? [`${count(registered)} of your own (register_tool)`] : []),
  ];
}

function chatLine({ by, title, server, tools, isConnected }: ListedToolSession): string {
  const name = title ? `${by}, "${title}"` : by;
  if (server === undefined) return `${name}: no tools (option "editor_tools")`;
  const on = tools.filter(({ isOn }) => isOn).length;
  return `${name}: ${count(on)}, ${isConnected ? 'connected' : 'the agent has not come for them'}`;
}

function count(tools: number): string {
  return tools === 1 ? '1 tool' : `${tools} tools`;
}
