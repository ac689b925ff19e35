/** What happens in sessions, as autocommands, and what is kept of it. */

import type { SessionChange } from '../../model/changes';
import { changes } from '../../model/changes';
import { toolCallSnapshot } from '../../model/state-snapshot';
import type { App } from '../app';
import { auditEntry } from '../permissions/audit';
import { isFresh, offerLast, remember, tellsMore } from '../stored-sessions/last-session';
import type { Chat } from './chat';

export function announce(app: App, chat: Chat, change: SessionChange): void {
  const { event, after } = change;
  const session = chat.session.state.id;
  if (event.type === 'opened') app.fire('AcpSessionNew', { session });
  if (chat.startedNew && isFresh(change)) offerLast(app, chat);
  if (tellsMore(change)) remember(app.remembered, after);
  if (event.type === 'noticed' && event.level !== 'info') {
    const severity = event.level === 'warn' ? 'warning' : 'error';
    app.fire('AcpNotice', { session, severity, title: event.text });
  }
  if (event.type === 'reasked') app.rules.takeWhy(event.id);
  if (event.type === 'answered') {
    const { id, outcome, by, why, request } = event;
    const entry = auditEntry(after, event, app.rules.takeWhy(id));
    app.audit.write(entry, app.rules.suggest(chat.session, request).rules);
    app.fire('AcpPermissionDone', { session, id, outcome, by, rule: why });
  }
  for (const { event: name, ...data } of changes(change)) {
    const { call, ...rest } = { call: undefined, ...data };
    app.fire(name, { session, ...rest, ...(call ? toolCallSnapshot(call) : {}) });
  }
}
