import { oneLine } from '../../base/text';
import type { Notice } from '../../protocol/schema.gen';
import type { Fire, Notify } from '../messages';

/** So many notices are shown in such a time: more would keep the editor busy with messages. */
const MAX_NOTICES = 5;
const WINDOW_MS = 5000;
/** Characters of a notice that can be shown in one line. */
const MAX_LENGTH = 1000;

/** Shows the user what an agent has to say beside the conversation. The transcript has all of it. */
export function agentNotices({
  notify,
  fire,
}: {
  readonly notify: Notify;
  readonly fire: Fire;
}): (session: string, notice: Notice) => void {
  let times: readonly number[] = [];
  return (session, { severity, title, description }) => {
    const now = Date.now();
    times = times.filter((time) => now - time < WINDOW_MS);
    if (times.length >= MAX_NOTICES) return;
    times = [...times, now];
    const level = severity === 'error' ? 'error' : severity === 'warning' ? 'warn' : 'info';
    notify(level, oneLine([title, description].filter(Boolean).join(': ').slice(0, MAX_LENGTH)));
    fire('AcpNotice', { session, severity, title: oneLine(title) });
  };
}
