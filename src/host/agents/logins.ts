import type { AgentChoice } from '../../agents/choose';
import { terminalCommand } from '../../agents/resolve';
import { Deferred } from '../../base/deferred';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import type { Agent } from '../../client/agent';
import type { LoginMethod, TerminalLogin } from '../../client/login-method';
import { endsWithNotice } from '../../model/entries';
import type { NoticeLevel, SessionState } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import { AcpError, AgentGoneError, describeError, isAuthRequired } from '../../protocol/errors';
import { loginLabel } from '../../view/login';
import type { Asks } from '../asks';
import type { Notify } from '../messages';
import type { Surfaces } from '../surfaces';
import type { TerminalPrograms } from '../terminal-programs';
import type { Agents } from './agents';

/** A chat whose agent may want the user to sign in. */
export interface LoginChat {
  readonly view: ViewId;
  readonly choice: AgentChoice;
  /** It has an agent, or is about to have one. */
  readonly active: boolean;
  readonly session: {
    readonly state: SessionState;
    readonly linked: boolean;
    notice(level: NoticeLevel, text: string, detail?: string): void;
    detach(): void;
  };
  open(): Promise<void>;
  reopen(): Promise<void>;
}

export interface LoginsOptions {
  readonly lua: Lua;
  readonly asks: Pick<Asks, 'select'>;
  readonly surfaces: Pick<Surfaces, 'allUp'>;
  readonly terminals: Pick<TerminalPrograms, 'run'>;
  readonly notify: Notify;
  readonly agents: Agents;
  readonly log: Logger;
  /** All chats of an agent. */
  readonly chats: (agent: string) => readonly LoginChat[];
}

/** Somebody whose request goes on after the sign-in. */
interface Waiter {
  readonly chat: LoginChat;
  readonly done: Deferred<void>;
  /** Nothing else ends the wait but `cancel`. */
  readonly loose: boolean;
}

/** A sign-in that is going on; at most one for each agent. */
interface Running {
  readonly method: LoginMethod;
  readonly abort: AbortController;
}

/**
 * Signing in to agents: what wants it waits here, the user chooses how, and what waited goes on. Nothing pops up while
 * the user types.
 */
export class Logins implements Disposable {
  readonly #options: LoginsOptions;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #running = new Map<string, Running>();
  /** Number of sign-ins, by agent. */
  readonly #times = new Map<string, number>();
  readonly #changed = new Emitter<void>();
  /** Fires when `detail` changes. */
  readonly onChange = this.#changed.on;

  constructor(options: LoginsOptions) {
    this.#options = options;
  }

  /**
   * Asks the agent; when it wants the user to sign in, waits for that and asks once more. A sign-in that ended while
   * the question was on its way need not be repeated.
   * @param ready called before the agent is asked again: a sign-in may have been a new start of the agent
   */
  async authorized<T>(
    chat: LoginChat,
    ask: () => Promise<T>,
    { signal, ready }: { signal?: AbortSignal; ready?: () => Promise<void> } = {},
  ): Promise<T> {
    const { name } = chat.choice;
    const before = this.#times.get(name);
    try {
      return await ask();
    } catch (error) {
      if (!isAuthRequired(error)) throw error;
      if (this.#times.get(name) === before) await this.#signedIn(chat, error, signal);
      await ready?.();
      return ask();
    }
  }

  /** Waits until the user has signed in to the chat's agent; rejects when the wait is given up. */
  async #signedIn(chat: LoginChat, error: unknown, signal?: AbortSignal): Promise<void> {
    const { name, title } = chat.choice;
    if (signal?.aborted) throw AcpError.cancelled();
    const waiter: Waiter = { chat, done: new Deferred(), loose: signal === undefined };
    const waiters = this.#waiters.get(name) ?? new Set();
    const first = waiters.size === 0;
    this.#waiters.set(name, waiters.add(waiter));
    const onAbort = (): void => waiter.done.reject(reasonOf(signal?.reason));
    signal?.addEventListener('abort', onAbort, { once: true });
    const text = `${title} wants you to sign in: \`:Acp login\``;
    if (!endsWithNotice(chat.session.state, text)) {
      chat.session.notice('warn', text, describeError(error));
    }
    if (first && !this.#running.has(name)) void this.#offer(chat);
    this.#changed.fire();
    try {
      await waiter.done.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      waiters.delete(waiter);
      this.#changed.fire();
    }
  }

  /** What a chat waits for, in a few words. */
  detail(chat: LoginChat): string | undefined {
    const { name } = chat.choice;
    const running = this.#running.get(name);
    if (running) return `signing in: ${running.method.name}`;
    const waits = [...(this.#waiters.get(name) ?? [])].some((waiter) => waiter.chat === chat);
    return waits ? 'waits for :Acp login' : undefined;
  }

  /** Signs in with this method, the only one, or the one that the user chooses. Rejects with a message for the user. */
  async start(chat: LoginChat, methodId: string | undefined): Promise<void> {
    const { choice } = chat;
    const agent = this.#options.agents.start(choice);
    await agent.ready;
    const methods = agent.loginMethods;
    if (methods.length === 0) throw new Error(`${choice.title} offers no way to sign in`);
    const wanted = methods.length === 1 && methodId === undefined ? methods[0]?.id : methodId;
    if (wanted === undefined) {
      await this.#choose(chat, methods);
      return;
    }
    const method = methods.find(({ id }) => id === wanted);
    if (!method) {
      throw new Error(`expected a way to sign in: ${methods.map(({ id }) => id).join(', ')}`);
    }
    if (this.#running.has(choice.name)) throw new Error('a sign-in is going on; <C-c> cancels it');
    if (method.kind === 'env_var') tellVariables(chat, method);
    else await this.#run(chat, agent, method);
  }

  /** Gives up the sign-in that is going on for a chat's agent, or the wait for one; false when there is none. */
  cancel(chat: LoginChat): boolean {
    const { name } = chat.choice;
    const running = this.#running.get(name);
    running?.abort.abort();
    if (running) return true;
    const loose = [...(this.#waiters.get(name) ?? [])].filter((waiter) => waiter.loose);
    for (const { done } of loose) done.reject(AcpError.cancelled());
    return loose.length > 0;
  }

  /** Rejects with a message for the user. */
  async logout(chat: LoginChat): Promise<void> {
    const agent = this.#options.agents.start(chat.choice);
    await agent.logout();
    chat.session.notice('info', `Signed out of ${chat.choice.title}`);
  }

  dispose(): void {
    for (const { abort } of this.#running.values()) abort.abort();
    for (const waiter of [...this.#waiters.values()].flatMap((set) => [...set])) {
      waiter.done.reject(AcpError.cancelled());
    }
  }

  /** Asks the user how to sign in, unless they type or are elsewhere: then a line says what to do. Never rejects. */
  async #offer(chat: LoginChat): Promise<void> {
    const { agents, lua, notify, surfaces } = this.#options;
    const { name, title } = chat.choice;
    const methods = agents.running(name)?.loginMethods ?? [];
    try {
      // A window that the user has asked for is not to come up behind a question that waits for a key.
      await surfaces.allUp();
      if (methods.length > 0 && (await lua.call('chat.windows.is_at_rest'))) {
        await this.#choose(chat, methods);
      } else {
        notify('warn', `${title} wants you to sign in: :Acp login`);
      }
    } catch (error) {
      notify('error', describeError(error));
    }
  }

  async #choose(chat: LoginChat, methods: readonly LoginMethod[]): Promise<void> {
    const prompt = `Sign in to ${chat.choice.title}:`;
    const method = await this.#options.asks.select(prompt, 'acp_login', methods, loginLabel);
    if (method) await this.start(chat, method.id);
  }

  async #run(chat: LoginChat, agent: Agent, method: Exclude<LoginMethod, { kind: 'env_var' }>) {
    const { name, title } = chat.choice;
    const abort = new AbortController();
    this.#running.set(name, { method, abort });
    this.#changed.fire();
    try {
      if (method.kind === 'agent') {
        chat.session.notice(
          'info',
          `Signing in to ${title}: ${method.name}. A browser may open; <C-c> cancels`,
        );
        await agent.authenticate(method.id, abort.signal);
      } else {
        await this.#inTerminal(chat, method, abort.signal);
        await this.#startAgain(name);
      }
      chat.session.notice('info', `Signed in to ${title}`);
      this.#done(name);
    } catch (error) {
      const text = abort.signal.aborted ? 'was cancelled' : `failed: ${describeError(error)}`;
      chat.session.notice('warn', `Signing in to ${title} ${text}`);
      return;
    } finally {
      this.#running.delete(name);
      this.#changed.fire();
    }
    // Also when nobody waited: a chat is useless without a session. Failures are reported there.
    if (!chat.active) chat.open().catch(() => {});
  }

  #done(name: string): void {
    this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
    for (const waiter of this.#waiters.get(name) ?? []) waiter.done.resolve();
  }

  /** The agent's own command with more arguments, in a terminal of the editor: only its exit code counts. */
  async #inTerminal(chat: LoginChat, method: TerminalLogin, signal: AbortSignal): Promise<void> {
    const { launch, home, title } = chat.choice;
    const own = method.command === undefined;
    const program = own ? launch.command : (method.command ?? '');
    const args = own ? [...launch.args, ...method.args] : method.args;
    const cwd = launch.cwd ?? home;
    const env = { ...launch.env, ...method.env };
    chat.session.notice(
      'info',
      `Signing in to ${title} in a terminal: ${[program, ...args].join(' ')}`,
    );
    const command = terminalCommand(program, args, { cwd, env: { ...process.env, ...env } });
    if (!command) throw new Error(`"${program}" was not found`);
    const code = await this.#options.terminals.run(
      { title: `${title}: ${method.name}`, command, env, cwd },
      signal,
    );
    if (code !== 0) throw new Error(`the program ended with exit code ${code}`);
  }

  /** An agent reads what the sign-in has left when it starts. Sessions that were open go on. */
  async #startAgain(name: string): Promise<void> {
    const linked = this.#options.chats(name).filter(({ session }) => session.linked);
    for (const { session } of linked) session.detach();
    await this.#options.agents.stop(name);
    // Not waited for: who needs the session waits for it. What goes wrong is in the transcript.
    for (const chat of linked) chat.reopen().catch(() => {});
  }
}

/** The agent may have died meanwhile. */
function reasonOf(reason: unknown): Error {
  return reason instanceof AgentGoneError ? reason : AcpError.cancelled();
}

function tellVariables(chat: LoginChat, method: Extract<LoginMethod, { kind: 'env_var' }>): void {
  const { name, title } = chat.choice;
  const variables = method.vars.join(', ') || 'the variable that its manual names';
  chat.session.notice(
    'warn',
    `${title}: set ${variables} in the environment, or in the option agents.${name}.env; then :Acp restart`,
    [method.description, method.link].filter(Boolean).join('\n') || undefined,
  );
}
