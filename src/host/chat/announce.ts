/** What happens in sessions, as autocommands, and what is kept of it. */

import { changes, type SessionChange } from '../../model/changes';
import { toolCallSnapshot } from '../../model/state-snapshot';
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

export interface AnnounceTools extends LastSessionTools {
  readonly fire: Fire;
  readonly remembered: Pick<Remembered, 'last' | 'put'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly rules: Pick<RuleBook, 'suggest'>;
}

/** A chat in which something has happened. */
export interface AnnouncedChat {
  /** It began with a session of its own, not with a stored one. */
  readonly startedNew: boolean;
  readonly session: FreshSession;
}

export function announce(
  tools: AnnounceTools,
  { session: about, startedNew }: AnnouncedChat,
  change: SessionChange,
): void {
  const { fire, remembered, audit, rules } = tools;
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
    const { id, outcome, by, why, request } = event;
    audit.write(auditEntry(after, event), rules.suggest(about, request).rules);
    const rule = by === 'rule' || by === 'hook' ? why : undefined;
    fire('AcpPermissionDone', { session, id, outcome, by, rule });
  }
  for (const { event: name, ...data } of changes(change)) {
    const { call, ...rest } = { call: undefined, ...data };
    fire(name, { session, ...rest, ...(call ? toolCallSnapshot(call) : {}) });
  }
}
