import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/logger';
import type { Follower } from '../../nvim/follower';
import type { Lua } from '../../nvim/lua';
import type { ChatStatus } from '../../nvim/status';
import { type FrameFacts, frameTexts } from '../../view/frame';
import { completions, sessionOffer } from '../../view/offer';
import { sessionStatus } from '../../view/status';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { Agents } from '../agents/agents';
import type { LoginChat, Logins } from '../agents/logins';
import { onlyChanges } from '../messages';

/** A chat as its frame shows it. */
export interface FramedChat extends LoginChat {
  /** The session that another host would go on with. */
  readonly lasting: string | undefined;
  /** When the opening that goes on began. */
  readonly openingSince: number | undefined;
  readonly phase: ChatStatus['phase'];
}

export interface ChatFrameOptions {
  readonly chat: FramedChat;
  readonly lua: Lua;
  readonly agents: Pick<Agents, 'running'>;
  readonly logins: Pick<Logins, 'detail'>;
  readonly follower: Pick<Follower, 'state'>;
  readonly log: Logger;
  /** How long an agent may be silent in a turn before that is shown. */
  readonly watchdogMs: () => number;
  /** The option `keys`. */
  readonly keys: () => KeyOverrides;
}

/** How often it is looked at what takes long: a start, a silence. */
const TICK_MS = 1000;

/** Keeps the frame of a chat up to date: what goes on, since when, and what can be chosen. */
export class ChatFrame implements Disposable {
  readonly #options: ChatFrameOptions;
  readonly #show: (status: ChatStatus) => void;
  #tick: NodeJS.Timeout | undefined;
  /** When something last happened in the session. */
  #changedAt = 0;
  #disposed = false;

  constructor(options: ChatFrameOptions) {
    this.#options = options;
    const { chat, lua, log } = options;
    this.#show = onlyChanges((status) => {
      lua.call('chat.set_status', chat.view, status).catch((error: unknown) => {
        log.debug('chat.set_status failed', error);
      });
    });
  }

  /** The session has changed. */
  touch(): void {
    this.#changedAt = Date.now();
  }

  /** Sends the texts when they changed. */
  refresh(): void {
    if (this.#disposed) return;
    this.#keepTicking();
    this.#show(this.#status());
  }

  /** Sends what can be completed here. */
  offer(): void {
    const { agents, chat, lua, log } = this.#options;
    const login = agents.running(chat.choice.name)?.loginMethods.map(({ id }) => id) ?? [];
    lua
      .call('chat.set_completions', chat.view, completions(sessionOffer(chat.session.state), login))
      .catch((error: unknown) => {
        log.debug('chat.set_completions failed', error);
      });
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#tick);
  }

  #status(): ChatStatus {
    const { chat, follower, keys } = this.#options;
    const detail = this.#detail();
    const facts: FrameFacts = {
      ...sessionStatus(chat.session.state),
      agent: chat.choice.title,
      phase: chat.phase,
      ...(detail ? { detail } : {}),
      follow: follower.state,
    };
    const { lasting } = chat;
    const id = lasting ?? chat.session.state.id;
    const { title } = facts;
    const named = { agent: chat.choice.name, id, ...(title ? { title } : {}) };
    const session = { ...named, lasting: lasting !== undefined };
    return chatStatus(facts, keys(), id === '' ? undefined : session);
  }

  /** What takes long is shown with its age. */
  #keepTicking(): void {
    const { chat } = this.#options;
    const busy = chat.openingSince !== undefined || chat.session.state.turn.phase !== 'idle';
    if (busy) {
      this.#tick ??= setInterval(() => this.refresh(), TICK_MS);
    } else {
      clearInterval(this.#tick);
      this.#tick = undefined;
    }
  }

  #detail(): string | undefined {
    const { chat, logins } = this.#options;
    const signIn = chat.active ? logins.detail(chat) : undefined;
    const since = chat.openingSince;
    return signIn ?? (since === undefined ? this.#silence() : this.#startDetail(since));
  }

  /** An agent that waits for the user is not expected to say anything. */
  #silence(): string | undefined {
    const { chat, agents, watchdogMs } = this.#options;
    const { state } = chat.session;
    const agent = agents.running(chat.choice.name);
    if (!agent || state.turn.phase === 'idle' || sessionStatus(state).pending > 0) return undefined;
    const ms = Date.now() - Math.max(agent.heardAt, this.#changedAt);
    return ms >= watchdogMs() ? `no sign of life for ${Math.floor(ms / 1000)} s` : undefined;
  }

  #startDetail(since: number): string {
    const { chat } = this.#options;
    const seconds = Math.round((Date.now() - since) / 1000);
    const age = seconds > 1 ? ` (${seconds} s)` : '';
    return chat.phase === 'installing'
      ? `installing ${chat.choice.title}${age}`
      : `starting ${chat.choice.title}${age}`;
  }
}

/** What Lua is to know of a chat: its phase, and the texts of its frame. */
export function chatStatus(
  facts: FrameFacts,
  keys: KeyOverrides,
  session?: ChatStatus['session'],
): ChatStatus {
  const { agent, title, phase, detail } = facts;
  return {
    agent,
    phase,
    ...(title ? { title } : {}),
    ...(detail ? { detail } : {}),
    ...(session ? { session } : {}),
    frame: frameTexts(facts, keys),
  };
}

/** The same for a chat that could not be made. */
export function refusedStatus(
  agent: string,
  detail: string,
  follow: FrameFacts['follow'],
  keys: KeyOverrides,
): ChatStatus {
  return chatStatus({ agent, phase: 'failed', detail, pending: 0, queued: 0, follow }, keys);
}
