/** What happens in sessions, as autocommands, and what is kept of it. */

import { answerReasons } from '../../model/approval';
import { changes, type SessionChange } from '../../model/changes';
import type { Fire } from '../messages';
import { type Audit, auditEntry } from '../permissions/audit';
import type { RuleBook } from '../permissions/rule-book';
import {
  type FreshSession,
  isFresh,
  isWorthRemembering,
  type LastSessionTools,
  offerLast,
  remember,
} from '../stored-sessions/last-session';
import type { Remembered } from '../stored-sessions/session-store';
import type { ToolCallEvents } from './tool-call-events';

export interface AnnounceTools extends LastSessionTools {
  readonly fire: Fire;
  readonly toolCalls: Pick<ToolCallEvents, 'announce'>;
  readonly remembered: Pick<Remembered, 'newest' | 'put'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly rules: Pick<RuleBook, 'suggest'>;
}

/** A chat in which something has happened. */
export interface AnnouncedChat {
  /** It began with a session of its own, not with a stored one. */
  readonly startedNew: boolean;
  readonly session: FreshSession;
}

/** Fires the events of one change of a session, and writes it to the logs that outlive it. */
export function announce(
  tools: AnnounceTools,
  { session: about, startedNew }: AnnouncedChat,
  change: SessionChange,
): void {
  const { fire, toolCalls, remembered, audit, rules } = tools;
  const { event, after } = change;
  const session = about.state.id;
  if (event.type === 'opened') fire('AcpSessionNew', { session });
  if (startedNew && isFresh(change)) offerLast(tools, about);
  if (isWorthRemembering(change)) remember(remembered, after);
  if (event.type === 'noticed' && event.level !== 'info') {
    const severity = event.level === 'warn' ? 'warning' : 'error';
    fire('AcpNotice', { session, severity, title: event.text });
  }
  if (event.type === 'answered') {
    const { id, outcome, by, request } = event;
    audit.write(auditEntry(after, event), rules.suggest(about, request).rules);
    fire('AcpPermissionDone', { session, id, outcome, by, ...answerReasons(event) });
  }
  for (const one of changes(change)) {
    const { event: name, ...data } = one;
    if (one.event === 'AcpToolCall') toolCalls.announce(session, one);
    else fire(name, { session, ...data });
  }
}
