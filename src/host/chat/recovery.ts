/** A chat whose host died: what that host has drawn stays until the agent has replayed it; the user is notified. */
import type { Disposable } from '../../base/disposable';
import type { Session } from '../../session/session';
import { hostEnded } from './opening';
import type { Transcript } from './transcript';

/** @param why how the host ended */
export function recovery(
  session: Pick<Session, 'onReplayed' | 'state' | 'notice'>,
  drawer: Pick<Transcript, 'settleEarlier'>,
  why: string,
): Disposable {
  const listening = session.onReplayed(() => {
    listening.dispose();
    const replayed = session.state.entries.some(({ kind }) => kind !== 'notice');
    drawer.settleEarlier(replayed ? 'replaced' : 'above');
    // A new session in its place was reported already.
    if (session.state.continued) session.notice('info', `${hostEnded(why)}; the session goes on`);
  });
  return listening;
}
