/** `data` of the `User Acp…` autocommands and of `require('acp').on`, by event. */
import type { Hunk } from '../edit/hunks';
import type { PermissionOutcome } from './event';
import type { FileSummary } from './review/overview';
import type { AnsweredBy } from './state';
import type { ToolState } from './tool-life';
import type { ToolCallSnapshot } from './tool-snapshot';

interface OfSession {
  readonly session: string;
}

/** How a process ended: at most one of the two. */
interface AgentExit {
  readonly agent: string;
  readonly code?: number | null;
  readonly signal?: string | null;
}

interface TurnEnd extends OfSession {
  readonly stopReason: string;
}

interface ToolCallChange extends OfSession, ToolCallSnapshot {
  /** Absent for a new one. */
  readonly previous?: ToolState;
  /** There are texts in it that are so long that they were cut; `state().tools` has all of them. */
  readonly truncated?: true;
}

interface PermissionAsked extends OfSession {
  readonly id: string;
  /** The id of the question that the agent has changed into this one. */
  readonly replaces?: string;
}

interface PermissionDone extends OfSession {
  readonly id: string;
  readonly outcome: PermissionOutcome;
  readonly by: AnsweredBy;
  /** The rule that answered, as text. */
  readonly rule: string | undefined;
  /** Why: the user's reason, or that of the rule or function that answered. */
  readonly reason: string | undefined;
}

interface UserNotice extends OfSession {
  readonly severity: string;
  readonly title: string;
}

interface FileRead {
  readonly path: string;
  readonly bufnr?: number | undefined;
}

interface FileEdited extends FileRead {
  readonly source: 'fs' | 'disk' | 'mcp';
  readonly hunks?: readonly Hunk[] | undefined;
  readonly session?: string;
  readonly turn?: number;
  /** Where it is known. */
  readonly toolCallId?: string | undefined;
}

interface FollowedPlace {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  /** A tool of the editor was called for it. */
  readonly source?: 'mcp';
}

interface OfTurn extends OfSession {
  readonly turn: number;
}

interface ReviewPending extends OfTurn {
  /** What the turn has changed and nobody has decided about. */
  readonly files: readonly Omit<FileSummary, 'ids' | 'marks' | 'isQueued'>[];
}

export interface UserEvents {
  AcpAgentStart: { readonly agent: string };
  AcpAgentExit: AgentExit;
  AcpSessionNew: OfSession;
  AcpSessionClose: OfSession;
  AcpTurnStart: OfSession;
  AcpTurnEnd: TurnEnd;
  AcpToolCall: ToolCallChange;
  AcpPermission: PermissionAsked;
  AcpPermissionDone: PermissionDone;
  AcpPlan: OfSession;
  /** Prompts that wait are others, are in another order, or wait for the user to go on. */
  AcpQueue: OfSession;
  AcpNotice: UserNotice;
  AcpFileRead: FileRead;
  AcpFileEdited: FileEdited;
  AcpConflict: FileRead;
  AcpFollow: FollowedPlace;
  AcpReview: ReviewPending;
  /** All that a turn had changed is kept or undone. */
  AcpReviewDone: OfTurn;
}

export type UserEvent = keyof UserEvents;

export type FireEvent = <E extends UserEvent>(event: E, data: UserEvents[E]) => void;
