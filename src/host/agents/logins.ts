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
import type { Lua, ViewId } from '../../nvim/lua';
import { AcpError, AgentGoneError, describeError, isAuthRequired } from '../../protocol/errors';
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
 * the user types (lua/acp/login.lua sees to that).
 */
export class Logins implements Disposable {
  readonly #options: LoginsOptions;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #running = new Map<string, Running>();
  readonly #terminals = new Map<number, Deferred<number>>();
  /** How often somebody has signed in, by agent. */
  readonly #times = new Map<string, number>();
  readonly #changed = new Emitter<void>();
  /** Fires when `detail` says something else. */
  readonly onChange = this.#changed.on;
  /** The terminal of a host that died may still run: its number is no number of ours. */
  #terminalsMade = process.pid * 1000;

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
    if (first && !this.#running.has(name)) this.#offer(chat, false);
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

  /** Signs in with this method, the only one, or the one that the user chooses. Rejects with a text for the user. */
  async start(chat: LoginChat, methodId: string | undefined): Promise<void> {
    const { choice } = chat;
    const agent = this.#options.agents.start(choice);
    await agent.ready;
    const methods = agent.loginMethods;
    if (methods.length === 0) throw new Error(`${choice.title} offers no way to sign in`);
    const wanted = methods.length === 1 && methodId === undefined ? methods[0]?.id : methodId;
    if (wanted === undefined) {
      this.#offer(chat, true);
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

  /** Rejects with a text for the user. */
  async logout(chat: LoginChat): Promise<void> {
    const agent = this.#options.agents.start(chat.choice);
    await agent.logout();
    chat.session.notice('info', `Signed out of ${chat.choice.title}`);
  }

  /** The program in a login terminal has ended. */
  terminalEnded(id: number, code: number): void {
    this.#terminals.get(id)?.resolve(code);
  }

  dispose(): void {
    for (const { abort } of this.#running.values()) abort.abort();
    for (const waiter of [...this.#waiters.values()].flatMap((set) => [...set])) {
      waiter.done.reject(AcpError.cancelled());
    }
  }

  #offer(chat: LoginChat, asked: boolean): void {
    const agent = this.#options.agents.running(chat.choice.name);
    const methods = (agent?.loginMethods ?? []).map(({ id, name, description, kind }) => ({
      id,
      name,
      kind,
      ...(description ? { description } : {}),
    }));
    this.#options.lua
      .call('login.offer', chat.view, chat.choice.title, methods, asked)
      .catch((error: unknown) => this.#options.log.debug('login.offer failed', error));
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
    // Nobody may have waited: the chat is of use only with a session. What goes wrong is reported there.
    if (!chat.active) chat.open().catch(() => {});
  }

  #done(name: string): void {
    this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
    for (const waiter of this.#waiters.get(name) ?? []) waiter.done.resolve();
  }

  /** The agent's own command with more arguments, in a terminal of the editor: only its exit code counts. */
  async #inTerminal(chat: LoginChat, method: TerminalLogin, signal: AbortSignal): Promise<void> {
    const { lua } = this.#options;
    const { launch, home, title } = chat.choice;
    const id = ++this.#terminalsMade;
    const ended = new Deferred<number>();
    this.#terminals.set(id, ended);
    const onAbort = (): void => void lua.call('login.close', id).catch(() => {});
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const own = method.command === undefined;
      const program = own ? launch.command : (method.command ?? '');
      const args = own ? [...launch.args, ...method.args] : method.args;
      const cwd = launch.cwd ?? home;
      const env = { ...process.env, ...launch.env, ...method.env };
      chat.session.notice(
        'info',
        `Signing in to ${title} in a terminal: ${[program, ...args].join(' ')}`,
      );
      const command = terminalCommand(program, args, { cwd, env });
      if (!command) throw new Error(`"${program}" was not found`);
      const problem = await lua.call('login.terminal', id, {
        title: `${title}: ${method.name}`,
        command,
        env: { ...launch.env, ...method.env },
        cwd,
      });
      if (problem) throw new Error(problem);
      const code = await ended.promise;
      if (code !== 0) throw new Error(`the program ended with exit code ${code}`);
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#terminals.delete(id);
    }
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
