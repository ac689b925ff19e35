import type { Logger } from '../../base/logger';
import type { Files } from '../../files/workspace-files';
import type { Follower } from '../../nvim/follower';
import type { Agents } from '../agents/agents';
import type { Logins } from '../agents/logins';
import type { Asks } from '../asks';
import type { Chat } from '../chat/chat';
import type { Chats } from '../chat/chats';
import type { Messages, Notify } from '../messages';
import type { RequestOwners } from '../permissions/request-owners';
import type { RuleBook } from '../permissions/rule-book';
import type { RulesSurfaceTools } from '../permissions/rules-surface';
import type { Reviews } from '../review/reviews';
import type { Remembered } from '../stored-sessions/session-store';
import type { SessionsSurfaceTools } from '../stored-sessions/sessions-surface';
import type { Surfaces } from '../surfaces';
import type { HostConfig } from './events';

/** What the actions act on. */
export interface ActionTools {
  readonly chats: Chats;
  readonly owners: RequestOwners<Chat>;
  readonly agents: Agents;
  readonly logins: Logins;
  readonly remembered: Remembered;
  readonly files: Pick<Files, 'changed' | 'saved' | 'chose'>;
  readonly follower: Pick<Follower, 'state' | 'set' | 'pause'>;
  readonly surfaces: Surfaces;
  readonly asks: Asks;
  readonly rules: Pick<RuleBook, 'suggest' | 'setProject'>;
  readonly ruleTools: RulesSurfaceTools;
  readonly sessionTools: SessionsSurfaceTools;
  readonly review: Reviews;
  readonly log: Logger;
  readonly notify: Notify;
  readonly reply: Messages['reply'];
  /** What an agent said to something that failed: in a line, and in full in the transcript of the view. */
  report(view: number | undefined, text: string): void;
  /** Other options hold from now on. */
  configure(config: HostConfig): void;
  /** Shows the keys of these kinds of windows. */
  help(kinds: readonly string[]): void;
}
