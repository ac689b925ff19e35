/** What `:checkhealth acp` says of the editor's tools. Pure. */
import type { ToolFacts } from './editor-tools';

/** One line for each chat, and one for what was registered. */
export function toolLines(chats: readonly ToolFacts[], registered: number): readonly string[] {
  return [
    ...chats.map(chatLine),
    ...(registered > 0 ? [`${count(registered)} of your own (register_tool)`] : []),
  ];
}

function chatLine({ agent, cwd, tools, isConnected }: ToolFacts): string {
  const state = isConnected ? 'connected' : 'its agent has not come for them';
  const offered = tools > 0 ? `${count(tools)}, ${state}` : 'no tools (option `editor_tools`)';
  return `${agent} in ${cwd}: ${offered}`;
}

function count(tools: number): string {
  return tools === 1 ? '1 tool' : `${tools} tools`;
}
