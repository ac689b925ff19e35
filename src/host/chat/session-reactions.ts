/** What a change of a session does to its chat. */
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import { attentionTo } from '../../model/attention';
import { isOnlyText, isOnlyTools, placeOfTool, type SessionChange } from '../../model/changes';
import { sessionTitle } from '../../model/title';
import type { Follower } from '../../nvim/follower';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { Session } from '../../session/session';
import { attentionText } from '../../view/attention';
import { sameOffer } from '../../view/offer';
import type { ActivityBar } from './activity-bar';
import type { ChatFrame } from './chat-frame';
import type { Transcript } from './transcript';

interface CallingChat {
  readonly view: ViewId;
  readonly lua: Pick<Lua, 'call'>;
  readonly log: Pick<Logger, 'debug'>;
  readonly agentTitle: () => string;
}

export interface ReactingChat extends CallingChat {
  readonly session: Pick<Session, 'onChange' | 'replaying'>;
  readonly drawer: Pick<Transcript, 'update'>;
  readonly frame: Pick<ChatFrame, 'touch' | 'offer' | 'refresh'>;
  readonly activity: Pick<ActivityBar, 'refresh'>;
  readonly follower: Pick<Follower, 'go'>;
  /** What the other parts of the host learn. */
  readonly onChange: (change: SessionChange) => void;
}

/** Each reaction is a listener of its own: what one of them cannot do must not keep a question from the user. */
export function reactToSession(chat: ReactingChat): readonly Disposable[] {
  const { session, drawer, frame, activity, follower, onChange } = chat;
  const happened = new Emitter<SessionChange>();
  happened.on(() => activity.refresh());
  happened.on((change) => callUser(chat, change));
  happened.on(({ event }) => {
    const place = placeOfTool(event);
    if (place && !session.replaying) follower.go(place);
  });
  happened.on((change) => {
    if (!isOnlyTools(change) && !sameOffer(change.before, change.after)) frame.offer();
  });
  happened.on((change) => {
    if (!isOnlyTools(change)) frame.refresh();
  });
  happened.on(onChange);
  return [
    session.onChange(({ after }) => {
      frame.touch();
      drawer.update(after);
    }),
    session.onChange((change) => {
      if (!isOnlyText(change)) happened.fire(change);
    }),
  ];
}

/** They may look elsewhere. */
function callUser({ view, lua, log, agentTitle }: CallingChat, change: SessionChange): void {
  const attention = attentionTo(change);
  if (!attention) return;
  const { cwd } = change.after;
  const text = attentionText(attention, agentTitle(), { title: sessionTitle(change.after), cwd });
  lua
    .call('chat.attention.call', view, attention.kind, attention.level, text)
    .catch((error: unknown) => log.debug('chat.attention.call failed', error));
}
