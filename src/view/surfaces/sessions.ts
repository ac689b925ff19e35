/** `:Acp sessions`: the sessions of a folder, those that are open and those that agents have stored. */
import { oneLine } from '../../base/text';
import { ageText } from '../age';
import { type Cell, columnsLine, columnWidths } from '../columns';
import { line } from '../line';
import {
  type Content,
  type Hint,
  type ItemBlock,
  plainBlock,
  type Room,
  type SurfaceDefinition,
} from './surface';

/** One session, open or stored. */
export interface ListedSession {
  /** Empty as long as its agent has not made it. */
  readonly id: string;
  /** Name of the agent. */
  readonly agent: string;
  /** Title of the agent. */
  readonly by: string;
  readonly title?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  readonly open?: OpenSession;
}

/** The chat that a session is open in, and what goes on there. */
export interface OpenSession {
  readonly view: number;
  readonly activity: 'asks' | 'working' | 'starting' | 'done' | 'failed' | 'idle';
}

export interface SessionsModel {
  readonly sessions: readonly ListedSession[];
  /** Titles of agents that have not answered yet. */
  readonly asking: readonly string[];
  /** What kept agents from answering. */
  readonly problems: readonly string[];
  /** The chat that the user came from. */
  readonly current?: number;
  /** Milliseconds. */
  readonly now: number;
}

export const NO_SESSIONS = 'the agents know no session of this folder';

export const sessionsSurface: SurfaceDefinition<SessionsModel, ListedSession> = {
  kind: 'sessions',
  heading: 'Sessions',
  place: { kind: 'center', zindex: 65, zindexBehind: 55, minWidth: 50 },
  cursorline: true,
  fitted: true,
  keys: [
    {
      action: 'sessions_open',
      lhs: '<CR>',
      label: 'show the session; a stored one with its history',
    },
    { action: 'sessions_resume', lhs: 'r', label: 'open a stored session without its history' },
    { action: 'sessions_fork', lhs: 'f', label: 'open a copy, where the agent can make one' },
    { action: 'sessions_end', lhs: 'x', label: 'end the session and close its chat' },
    { action: 'sessions_delete', lhs: 'd', label: 'delete a stored session, after a question' },
    { action: 'sessions_refresh', lhs: 'R', label: 'ask the agents again' },
    { action: 'sessions_help', lhs: 'g?', label: 'show the keys' },
    { action: 'sessions_close', lhs: 'q', label: 'close the list', closes: true },
  ],
  content,
  hints,
};

/** One session in a line, for pickers. */
export function sessionLabel(session: ListedSession, model: SessionsModel): string {
  const { by, updatedAt } = session;
  const parts = [nameOf(session), by, ageText(updatedAt, model.now), activityText(session, model)];
  return parts.filter(Boolean).join(' · ');
}

function content(model: SessionsModel, room?: Room): Content<ListedSession> {
  const { sessions, asking, problems } = model;
  const rows = sessions.map((session) => cellsOf(session, model));
  const widths = columnWidths(rows, 0, room);
  const nothing = sessions.length === 0 && asking.length === 0;
  return {
    title: 'Sessions',
    blocks: [
      ...sessions.map((session, index) => sessionBlock(session, rows[index] ?? [], widths)),
      ...(nothing ? [plainBlock('none', line([`  ${NO_SESSIONS}`], 'AcpMuted'))] : []),
      ...problems.map((text) =>
        plainBlock(`problem ${text}`, line([`  ${text}`], 'AcpNoticeWarn')),
      ),
      ...(asking.length > 0
        ? [plainBlock('asking', line([`  … asking ${asking.join(', ')}`], 'AcpMuted'))]
        : []),
    ],
  };
}

const ACTIVITY_GROUPS = {
  asks: 'AcpStateWaiting',
  working: 'AcpStateBusy',
  starting: 'AcpStateBusy',
  done: 'AcpToolDone',
  failed: 'AcpStateFailed',
  idle: 'AcpMuted',
} as const;

function cellsOf(session: ListedSession, model: SessionsModel): Cell[] {
  return [
    [nameOf(session)],
    [oneLine(session.by), 'AcpMuted'],
    [ageText(session.updatedAt, model.now) ?? '', 'AcpMuted'],
    [activityText(session, model), ACTIVITY_GROUPS[session.open?.activity ?? 'idle']],
  ];
}

function sessionBlock(
  session: ListedSession,
  cells: readonly Cell[],
  widths: readonly number[],
): ItemBlock<ListedSession> {
  const { agent, id, open } = session;
  return { id: `${agent} ${id || open?.view}`, lines: [columnsLine(cells, widths)], item: session };
}

function nameOf({ id, title, open }: ListedSession): string {
  return oneLine(title ?? (open ? 'nothing said yet' : id));
}

/** What an open session does: people open the list to see which one needs them. */
function activityText({ open }: ListedSession, { current }: SessionsModel): string {
  if (!open) return '';
  const isCalm = open.activity === 'idle' || open.activity === 'done';
  if (isCalm && open.view === current) return 'this one';
  return open.activity === 'idle' ? 'open' : open.activity;
}

function hints(_: SessionsModel, session: ListedSession | undefined): Hint[] {
  if (!session) return [];
  if (session.open) {
    return [
      ['sessions_open', 'show'],
      ['sessions_fork', 'fork'],
      ['sessions_end', 'end'],
      ['sessions_help', 'keys'],
    ];
  }
  return [
    ['sessions_open', 'load'],
    ['sessions_resume', 'resume'],
    ['sessions_delete', 'delete'],
    ['sessions_help', 'keys'],
  ];
}
