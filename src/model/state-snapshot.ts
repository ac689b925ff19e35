/** The plain tables of the Lua API: `state()`, `sessions()`, `permissions()`. Pure. */
import type {
  ContentBlock,
  PlanEntry,
  SessionConfigOption,
  SessionMode,
} from '../protocol/schema.gen';
import type { Entry, PermissionRequest, SessionState, Turn, Usage } from './state';
import {
  type OptionSnapshot,
  optionSnapshots,
  type ToolSnapshot,
  toolSnapshot,
} from './tool-snapshot';

/** What `state()` answers. */
export interface StateSnapshot {
  readonly id: string;
  readonly agent: string;
  readonly title: string | undefined;
  readonly cwd: string;
  readonly turn: Turn;
  readonly entries: readonly EntrySnapshot[];
  /** By id. */
  readonly tools: Readonly<Record<string, ToolSnapshot>>;
  readonly plan: readonly PlanEntry[];
  readonly commands: readonly {
    readonly name: string;
    readonly description: string;
    readonly hint: string | null | undefined;
  }[];
  readonly config: readonly SessionConfigOption[];
  readonly modes:
    | { readonly current: string; readonly available: readonly SessionMode[] }
    | undefined;
  readonly usage: Usage | undefined;
  readonly queue: readonly { readonly id: string; readonly text: string }[];
  /** The user has to go on with it. */
  readonly queuePaused: boolean;
  readonly permissions: readonly PermissionSnapshot[];
}

export type EntrySnapshot =
  | { readonly kind: 'tool'; readonly toolCallId: string }
  | {
      readonly kind: 'notice';
      readonly level: string;
      readonly text: string;
      readonly detail: string | undefined;
    }
  | { readonly kind: string; readonly text: string };

/** What `permissions()` answers a list of. */
export interface PermissionSnapshot {
  readonly id: string;
  readonly session: string;
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: string;
  readonly options: readonly OptionSnapshot[];
}

/** @param knownTools see `toolCallSnapshot` */
export function snapshot(state: SessionState, knownTools: readonly string[] = []): StateSnapshot {
  return {
    id: state.id,
    agent: state.agent,
    title: state.title,
    cwd: state.cwd,
    turn: state.turn,
    entries: state.entries.flatMap(entrySnapshot),
    tools: Object.fromEntries(state.entries.flatMap((entry) => toolPair(entry, knownTools))),
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
    queuePaused: state.queuePaused,
    queue: state.queue.map((prompt) => ({ id: prompt.id, text: plainText(prompt.content) })),
    permissions: state.permissions.map((request) => permissionSnapshot(state.id, request)),
  };
}

export function permissionSnapshot(
  session: string,
  request: PermissionRequest,
): PermissionSnapshot {
  const { id, toolCallId, title, kind, options } = request;
  return {
    id,
    session,
    toolCallId,
    title,
    kind,
    options: optionSnapshots(options),
  };
}

function entrySnapshot(entry: Entry): EntrySnapshot[] {
  switch (entry.kind) {
    case 'tool':
      return [{ kind: 'tool', toolCallId: entry.call.toolCallId }];
    case 'notice':
      return [{ kind: 'notice', level: entry.level, text: entry.text, detail: entry.detail }];
    case 'plan':
    case 'changes':
      return [];
    default:
      return [{ kind: entry.kind, text: plainText(entry.content) }];
  }
}

function toolPair(entry: Entry, knownTools: readonly string[]): [string, ToolSnapshot][] {
  if (entry.kind !== 'tool') return [];
  return [[entry.call.toolCallId, toolSnapshot(entry.call, knownTools)]];
}

function plainText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
}
