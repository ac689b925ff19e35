import type {
  ContentBlock,
  NewSessionResponse,
  PermissionOption,
  SessionConfigOption,
  SessionModelState,
  SessionModeState,
  SessionUpdate,
  StopReason,
  ToolCallUpdate,
} from '../protocol/schema.gen';
import type { CallChanged } from './call-change';
import type { FieldErrors, Values } from './form';
import type { TurnFile } from './review/turn-files';
import type {
  AnsweredBy,
  Elicitation,
  NoticeLevel,
  PermissionRequest,
  SessionState,
  TerminalState,
} from './state';

/** How a permission was settled; `cancelled` is not "no". */
export type PermissionOutcome =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' };

/** What a turn that has ended has changed, or what has become of that. */
export interface TurnChanged {
  readonly type: 'turnChanged';
  readonly turn: number;
  readonly files: readonly TurnFile[];
}

/** A call that the editor makes had to end before there was a result. */
export interface CallCancelled {
  readonly type: 'callCancelled';
  readonly toolCallId: string;
  readonly why: string;
}

/** What has become of turns and calls, which no agent reports. */
export type RecordedEvent = TurnChanged | CallChanged | CallCancelled;

/** All that can happen to a session. */
export type SessionEvent =
  | {
      readonly type: 'opened';
      readonly id: string;
      readonly continued?: boolean;
      readonly modes?: SessionModeState;
      readonly models?: SessionModelState;
      readonly configOptions?: readonly SessionConfigOption[];
    }
  | { readonly type: 'foldersGranted'; readonly directories: readonly string[] }
  /** The session will be a copy of this one. */
  | { readonly type: 'adopted'; readonly source: SessionState }
  /** The agent ended in the middle of a replay: as if none of it had come. */
  | { readonly type: 'historyLost' }
  /** There were so many turns already, whatever was replayed of them. */
  | { readonly type: 'turnsKnown'; readonly turns: number }
  /** Nothing on the wire announces it. */
  | { readonly type: 'modelSet'; readonly modelId: string }
  | { readonly type: 'update'; readonly update: SessionUpdate }
  | {
      readonly type: 'queued';
      readonly id: string;
      readonly content: readonly ContentBlock[];
      /** Its place in the queue; absent: the end. */
      readonly at?: number;
    }
  | { readonly type: 'unqueued'; readonly id: string }
  /** The queue is in this order now. */
  | { readonly type: 'queueOrdered'; readonly ids: readonly string[] }
  | { readonly type: 'queuePaused'; readonly paused: boolean }
  /** The agent has taken it into the running turn. */
  | { readonly type: 'steered'; readonly content: readonly ContentBlock[] }
  | { readonly type: 'prompted'; readonly content: readonly ContentBlock[] }
  | {
      readonly type: 'asked';
      readonly id: string;
      readonly toolCall: ToolCallUpdate;
      readonly options: readonly PermissionOption[];
      /** A rule or the user's function may still answer: it is not (yet) shown as a question. */
      readonly pending?: true;
    }
  /** The agent has changed what the question `id` is about: `request` takes its place. */
  | {
      readonly type: 'reasked';
      readonly id: string;
      readonly request: PermissionRequest;
      readonly pending?: true;
    }
  | {
      readonly type: 'answered';
      readonly id: string;
      readonly outcome: PermissionOutcome;
      readonly by: AnsweredBy;
      /** What was asked. */
      readonly request: PermissionRequest;
      /** What the rules or the user's function say: why they answered so, or why they left it to the user. */
      readonly why?: string;
      /** What the user gave as theirs. */
      readonly reason?: string;
    }
  /** Nothing has changed the input of a pending call for a while. */
  | { readonly type: 'inputSettled'; readonly toolCallId: string; readonly turn: number }
  /** The agent has replayed all of the conversation that was loaded. */
  | { readonly type: 'replayed' }
  /** The agent is gone, as the text says. */
  | { readonly type: 'agentLost'; readonly text: string }
  | { readonly type: 'elicited'; readonly request: Elicitation }
  | {
      readonly type: 'filled';
      readonly id: string;
      readonly values: Values;
      readonly errors?: FieldErrors;
    }
  | { readonly type: 'elicitationClosed'; readonly id: string }
  | { readonly type: 'terminal'; readonly id: string; readonly now: TerminalState }
  | RecordedEvent
  | { readonly type: 'cancelling' }
  | { readonly type: 'turnEnded'; readonly stopReason: StopReason | string }
  | { readonly type: 'turnFailed'; readonly text: string; readonly detail?: string }
  | {
      readonly type: 'noticed';
      readonly level: NoticeLevel;
      readonly text: string;
      readonly detail?: string;
    };

/** @param continued the session was loaded or resumed, not made new */
export function openedEvent(
  { sessionId, modes, models, configOptions }: NewSessionResponse,
  continued: boolean,
): SessionEvent {
  return {
    type: 'opened',
    id: sessionId,
    continued,
    ...(modes ? { modes } : {}),
    ...(models ? { models } : {}),
    ...(configOptions ? { configOptions } : {}),
  };
}
