/** A chat whose host died: what that one has drawn stays until the agent has told it again, and the user is told. */
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
    // A new session in its place was told already.
    if (session.state.continued) session.notice('info', `${hostEnded(why)}; the session goes on`);
  });
  return listening;
}
