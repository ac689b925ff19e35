/** The plain tables of the Lua API: `state()`, `sessions()`, `permissions()`. Pure. */
import type { ContentBlock } from '../protocol/schema.gen';
import type { Entry, PermissionRequest, SessionState, ToolCall } from './state';

export function snapshot(state: SessionState): Record<string, unknown> {
  return {
    id: state.id,
    agent: state.agent,
    title: state.title,
    cwd: state.cwd,
    turn: state.turn,
    entries: state.entries.flatMap(entrySnapshot),
    tools: Object.fromEntries(state.entries.flatMap(toolPair)),
    plan: state.plan,
    commands: state.commands.map(({ name, description, input }) => ({
      name,
      description,
      hint: input?.hint,
    })),
    config: state.configOptions,
    modes: state.modes && {
      current: state.modes.currentModeId,
      available: state.modes.availableModes,
    },
    usage: state.usage,
    queue: state.queue.map((prompt) => ({ id: prompt.id, text: plainText(prompt.content) })),
    permissions: state.permissions.map((request) => permissionSnapshot(state.id, request)),
  };
}

export function permissionSnapshot(
  session: string,
  request: PermissionRequest,
): Record<string, unknown> {
  const { id, toolCallId, title, kind, options } = request;
  return {
    id,
    session,
    toolCallId,
    title,
    kind,
    options: options.map((option) => ({
      optionId: option.optionId,
      name: option.name,
      kind: option.kind,
    })),
  };
}

/** What `on_tool_call` listeners get, beside `previous`. */
export function toolCallSnapshot(call: ToolCall): Record<string, unknown> {
  return {
    toolCallId: call.toolCallId,
    name: call.name,
    title: call.title,
    kind: call.kind,
    status: call.status,
    state: call.state,
    input: call.rawInput,
    output: call.rawOutput,
    locations: call.locations,
    content: call.content,
  };
}

function entrySnapshot(entry: Entry): Record<string, unknown>[] {
  switch (entry.kind) {
    case 'tool':
      return [{ kind: 'tool', toolCallId: entry.call.toolCallId }];
    case 'notice':
      return [{ kind: 'notice', level: entry.level, text: entry.text, detail: entry.detail }];
    case 'plan':
      return [];
    default:
      return [{ kind: entry.kind, text: plainText(entry.content) }];
  }
}

function toolPair(entry: Entry): [string, Record<string, unknown>][] {
  if (entry.kind !== 'tool') return [];
  const { call } = entry;
  return [
    [
      call.toolCallId,
      {
        title: call.title,
        name: call.name,
        kind: call.kind,
        status: call.status,
        state: call.state,
        content: call.content,
        locations: call.locations,
        rawInput: call.rawInput,
        rawOutput: call.rawOutput,
      },
    ],
  ];
}

function plainText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
}
