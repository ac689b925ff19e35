/**
 * What a session is: plain data, replaced and never changed in place. An untouched part of a new state is the
 * same object as in the old one, so "did it change?" is `===` and caches may be keyed by object.
 */
import { List } from '../base/list';
import { SharedMap } from '../base/shared-map';
import type {
  AvailableCommand,
  ContentBlock,
  Cost,
  PermissionOption,
  PlanEntry,
  SessionConfigOption,
  SessionModelState,
  SessionModeState,
  StopReason,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
} from '../protocol/schema.gen';
import type { CallChanges } from './call-change';
import type { FieldErrors, Form, Values } from './form';
import type { TurnFile } from './review/turn-files';
import type { ToolState } from './tool-life';

/** The last question about a call: kept after its answer. */
export interface Approval {
  /** Of the request, for `respond()`. */
  readonly id: string;
  readonly options: readonly PermissionOption[];
  /** Absent until there is an answer, and when nobody has chosen an option. */
  readonly approved?: boolean;
  readonly optionId?: string;
  readonly optionName?: string;
  readonly by?: AnsweredBy;
  /** The rule that has answered, as text. */
  readonly rule?: string;
  /** Why: of the user, of the rule, of the user's function. */
  readonly reason?: string;
}

/** Nobody: the question was cancelled with its turn, or withdrawn by the agent. */
export type AnsweredBy = 'user' | 'rule' | 'hook' | 'cancelled';

export interface ToolCall {
  readonly toolCallId: string;
  readonly title: string;
  /** Programmatic name of the tool, when the agent gives one. */
  readonly name?: string;
  readonly kind: ToolKind;
  /** What the wire last said; `state` is what the user sees. */
  readonly status: ToolCallStatus;
  readonly state: ToolState;
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  readonly approval?: Approval;
  /** What the `_meta` of its messages says. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Why it has no result, once it is cancelled. */
  readonly cancelReason?: string;
  /** A call of the editor's own tools that the agent reports, too: the ids of both. */
  readonly joined?: { readonly own: string; readonly reported: string };
}

export type NoticeLevel = 'info' | 'warn' | 'error';

/** One thing in the transcript. `id` is ours, unique in the session, and never used twice. */
export type Entry = MessageEntry | ToolEntry | PlanEntryInTranscript | NoticeEntry | ChangesEntry;

/** When something began, on the clock of this host, and how long it took: milliseconds. Of what was replayed: neither. */
export interface Times {
  readonly began?: number;
  readonly took?: number;
}

/** Of something that a sub-agent does. */
interface Nested {
  /** The index of the call that started it. */
  readonly parent?: number;
  /** How many calls it stands under; absent: none. */
  readonly level?: number;
  /** The wire's id of the call that started it, as long as that has not come. */
  readonly awaits?: string;
}

export interface ToolEntry extends Times, Nested {
  readonly kind: 'tool';
  readonly id: string;
  /** `SessionState.turns` when it began: agents use the same tool-call id again in a later turn. */
  readonly turn: number;
  readonly call: ToolCall;
  /** What it has really done to files, when its agent does not show it. */
  readonly changes?: CallChanges;
  /** Indexes of what stands under it. */
  readonly children?: List<number>;
}

export interface PlanEntryInTranscript {
  readonly kind: 'plan';
  readonly id: string;
  readonly turn: number;
  readonly plan: readonly PlanEntry[];
}

/** What a turn has changed, and what has become of it. */
export interface ChangesEntry {
  readonly kind: 'changes';
  readonly id: string;
  readonly turn: number;
  /** Sorted by path. */
  readonly files: readonly TurnFile[];
}

export interface NoticeEntry {
  readonly kind: 'notice';
  readonly id: string;
  readonly level: NoticeLevel;
  /** One line. */
  readonly text: string;
  /** More lines, e.g. the tail of an agent's stderr. */
  readonly detail?: string;
}

/** A long text is cut into parts of which only the last still grows; `continues`: it begins where the one before ends. */
export type MessagePart = ContentBlock | (TextPart & { readonly continues: true });
type TextPart = Extract<ContentBlock, { type: 'text' }>;

/** Thoughts have times. */
export interface MessageEntry extends Times, Nested {
  readonly kind: 'user' | 'agent' | 'thought';
  readonly id: string;
  /** The wire's id of the message, when the agent gives one. */
  readonly messageId?: string;
  /** Neighbouring text chunks are joined; a message only ever grows at its end. */
  readonly content: readonly MessagePart[];
  /** False while chunks may still come. */
  readonly done: boolean;
}

export type Turn =
  | { readonly phase: 'idle'; readonly stopReason?: StopReason | string }
  | { readonly phase: 'running' }
  | { readonly phase: 'cancelling' };

/**
 * A permission the agent waits for. `id` is ours: tool-call ids may repeat or not match. A request whose call the agent
 * changes gets another id, so that no answer to what it was is taken for one to what it is.
 */
export interface PermissionRequest {
  readonly id: string;
  /** What was asked at first, before the agent changed the call. */
  readonly before?: PermissionRequest;
  /** How often it did. */
  readonly changes?: number;
  /** Id of what was asked until the last of these changes. */
  readonly replaces?: string;
  readonly toolCallId: string;
  readonly title: string;
  /** Programmatic name of the tool, when the agent gives one. */
  readonly name?: string;
  readonly kind: ToolKind;
  /** All of the agent's options, in the agent's order. */
  readonly options: readonly PermissionOption[];
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput?: unknown;
}

/** What an agent asks the user to fill in, or to open in the browser. `id` is ours. Has a form or an address. */
export interface Elicitation {
  readonly id: string;
  readonly message: string;
  readonly form?: Form;
  /** What the form holds now. */
  readonly values: Values;
  /** Why fields, by their names, cannot be sent as they are. */
  readonly errors?: FieldErrors;
  readonly url?: {
    readonly elicitationId: string;
    readonly address: string;
    readonly host: string;
  };
}

export interface QueuedPrompt {
  readonly id: string;
  readonly content: readonly ContentBlock[];
}

export interface Usage {
  readonly used: number;
  readonly size: number;
  readonly cost?: Cost;
}

export interface SessionState {
  /** The agent's session id; empty until `session/new` has answered. */
  readonly id: string;
  /** Name of the agent's configuration entry. */
  readonly agent: string;
  readonly cwd: string;
  /** Absolute folders that the agent may use beside the cwd. */
  readonly directories: readonly string[];
  /** It was loaded or resumed: the agent may know more of the conversation than is shown here. */
  readonly continued: boolean;
  readonly title?: string;
  readonly updatedAt?: string;
  readonly turn: Turn;
  /** Number of user messages so far, replayed ones included. */
  readonly turns: number;
  /** Entries made so far: the source of entry ids. */
  readonly made: number;
  readonly entries: List<Entry>;
  /** Where the newest entry of each tool call, plan and compaction is; see `findEntry`. */
  readonly places: SharedMap<number>;
  /** Indexes of the entries that await a call, by its turn and id; see `nesting.ts`. */
  readonly awaited: SharedMap<List<number>>;
  /** The index of the newest call that the editor has made itself. */
  readonly newestOwn?: number;
  /** The latest plan of the agent, whole. */
  readonly plan: readonly PlanEntry[];
  readonly commands: readonly AvailableCommand[];
  readonly configOptions: readonly SessionConfigOption[];
  readonly modes?: SessionModeState;
  /** Models as older agents offer them; see `settings.ts`. */
  readonly models?: SessionModelState;
  readonly usage?: Usage;
  readonly queue: readonly QueuedPrompt[];
  /** The end of a turn sends nothing of the queue. */
  readonly queuePaused: boolean;
  /** Pending only, oldest first. */
  readonly permissions: readonly PermissionRequest[];
  /** Open only, oldest first. */
  readonly elicitations: readonly Elicitation[];
  /** What the terminals of this session show, also after their release. */
  readonly terminals: SharedMap<TerminalState>;
}

/** The newest part of a terminal's output, as far as it is shown. */
export interface TerminalState {
  readonly output: string;
  readonly exitStatus?: TerminalExit;
  /** Milliseconds from start to end, of one that has ended. */
  readonly ran?: number;
  /** The user has ended it. */
  readonly endedByUser?: true;
  /** Made by the agent, not by us. */
  readonly byAgent?: true;
}

/** A session for which the agent has not answered yet. */
export function newSession(agent: string, cwd: string): SessionState {
  return {
    id: '',
    agent,
    cwd,
    directories: [],
    continued: false,
    turn: { phase: 'idle' },
    turns: 0,
    made: 0,
    entries: List.of([]),
    places: SharedMap.empty(),
    awaited: SharedMap.empty(),
    plan: [],
    commands: [],
    configOptions: [],
    queue: [],
    queuePaused: false,
    permissions: [],
    elicitations: [],
    terminals: SharedMap.empty(),
  };
}

/** Exactly one of the two is set once a command has ended; neither: it is not known which. */
export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}
