/**
 * Plays a recorded conversation through the real wire and the real session layer. Lines of the agent are fed to its
 * stdout; lines of the recording's client are what our side must do: the user's part is played by the driver, and the
 * replay goes on only when our client has really sent the same.
 */

import { readFileSync } from 'node:fs';
import { Deferred } from '../../src/base/deferred';
import type { Disposable } from '../../src/base/disposable';
import { Agent } from '../../src/client/agent';
import type { TerminalExit } from '../../src/model/state';
import { AcpError } from '../../src/protocol/errors';
import type { Documents, Terminal, Terminals } from '../../src/session/ports';
import type { Session } from '../../src/session/session';
import { PipedProcess } from './piped-process';
import { newFile } from './preview';
import { testSession } from './session';
import { TestLog } from './wire';

export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: recorded data is read as it is
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: recorded data is read as it is
  readonly result?: any;
  readonly error?: { readonly code: number };
}

interface Recorded {
  readonly from: 'client' | 'agent';
  readonly message: Message;
}

/** What one agent process of the recording received and sent. */
export interface Replayed {
  readonly sessions: readonly Session[];
  /** How the sessions' turns ended, in order. */
  readonly ends: readonly string[];
  /** Requests of the agent, each with all our answers to it and the recorded one. */
  readonly asked: readonly { request: Message; ours: readonly Message[]; theirs?: Message }[];
  /** Requests that the recording's client sent and ours would not, by method. */
  readonly left: readonly string[];
  readonly log: TestLog;
}

const DEADLINE_MS = 5000;

/** One replay for each start of the agent in the recording. */
export async function replay(file: string): Promise<Replayed[]> {
  const runs: Recorded[][] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = line === '' ? {} : JSON.parse(line);
    if (typeof entry.msg !== 'object' || !['c>a', 'a>c'].includes(entry.dir)) continue;
    if (entry.msg.method === 'initialize') runs.push([]);
    runs.at(-1)?.push({ from: entry.dir === 'a>c' ? 'agent' : 'client', message: entry.msg });
  }
  const replayed: Replayed[] = [];
  for (const run of runs) replayed.push(await new Replay(run).play());
  return replayed;
}

/** A command that does what the recording says. */
class RecordedTerminal implements Terminal {
  now = { output: '', truncated: false };
  readonly #exit = new Deferred<TerminalExit>();
  readonly exited = this.#exit.promise;
  #ended: TerminalExit | undefined;

  read(): ReturnType<Terminal['read']> {
    return { ...this.now, ...(this.#ended ? { exit: this.#ended } : {}) };
  }

  exit(how: TerminalExit): void {
    this.#ended ??= how;
    this.#exit.resolve(this.#ended);
  }

  onText(): Disposable {
    return { dispose: () => {} };
  }

  async end(): Promise<void> {
    this.exit({ exitCode: null, signal: 'SIGKILL' });
  }
}

interface Action {
  /** Our own message. */
  readonly sent: Promise<Message>;
  /** What the user waits for. */
  readonly done: Promise<unknown>;
  /** A second prompt during a turn is sent only when that has ended. */
  readonly queued: boolean;
}

class Replay {
  readonly #run: readonly Recorded[];
  readonly #process = new PipedProcess<Message>();
  readonly #log = new TestLog();
  readonly #agent: Agent;
  readonly #sessions: Session[] = [];
  readonly #ends: string[] = [];
  readonly #left: string[] = [];
  /** By the recorded id of a request: our own message, once sent, and what the user waits for. */
  readonly #actions = new Map<unknown, Action>();
  /** Answers to prompts that our client holds back until a turn has ended. */
  readonly #late: Promise<void>[] = [];
  readonly #claimed = new Set<Message>();
  readonly #asked: Message[] = [];
  /** Requests for files that have been answered. */
  readonly #served = new Set<Message>();
  readonly #terminals = new Map<string, { ours: string; terminal: RecordedTerminal }>();
  #newest: RecordedTerminal | undefined;

  constructor(run: readonly Recorded[]) {
    this.#run = run;
    this.#agent = new Agent({
      name: 'recorded',
      process: this.#process,
      documents: this.#documents(),
      clientVersion: '0',
      log: this.#log,
      startTimeoutMs: DEADLINE_MS,
      quirksOf: () => ({}),
    });
  }

  async play(): Promise<Replayed> {
    for (const { from, message } of this.#run) {
      if (from === 'agent') await this.#feed(message);
      else if (message.method === undefined) await this.#answered(message);
      else await this.#act(message);
    }
    await Promise.all(this.#late);
    this.#process.end();
    await this.#agent.gone;
    const asked = this.#asked.map((request) => {
      const theirs = this.#recordedAnswer(request);
      const ours = this.#process.sent.filter(
        (one) => one.method === undefined && one.id === request.id,
      );
      return { request, ours, ...(theirs ? { theirs } : {}) };
    });
    return {
      sessions: this.#sessions,
      ends: this.#ends,
      asked,
      left: this.#left,
      log: this.#log,
    };
  }

  // --- the agent's lines

  async #feed(message: Message): Promise<void> {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.#asked.push(message);
      if (message.method === 'terminal/output') this.#setOutput(message);
      this.#write(message);
      return;
    }
    const action = this.#actions.get(message.id);
    const answer = async (): Promise<void> => {
      const ours = await action?.sent;
      // An answer that nobody waits for must be ignored.
      this.#write({ ...message, id: ours?.id ?? `stray ${message.id}` });
      await action?.done.catch(() => {});
    };
    if (action?.queued) this.#late.push(answer());
    else await answer();
  }

  #write(message: Message): void {
    let line = JSON.stringify(message);
    for (const [theirs, { ours }] of this.#terminals) {
      line = line.replaceAll(`"terminalId":"${theirs}"`, `"terminalId":"${ours}"`);
    }
    this.#process.say(line);
  }

  #setOutput({ id, params }: Message): void {
    const answer = this.#recordedAnswer({ id: id as number });
    const terminal = this.#terminals.get(params.terminalId)?.terminal;
    if (!terminal || !answer?.result) return;
    const { output, truncated, exitStatus } = answer.result;
    terminal.now = { output, truncated };
    if (exitStatus) terminal.exit(exitStatus);
  }

  // --- what the recording's client did

  /** Does what made the recording's client send this, and waits until ours has sent it. */
  async #act(message: Message): Promise<void> {
    const first = message.method === 'initialize';
    const done = first ? this.#agent.ready : this.#user(message);
    if (!done) {
      this.#left.push(message.method ?? '');
      return;
    }
    done.catch(() => {});
    const sent = this.#sentLike(message);
    sent.catch(() => {});
    const state = this.#session(message.params?.sessionId)?.state;
    const queued = state?.queue.length !== 0 && state?.turn.phase === 'running';
    this.#actions.set(message.id, { sent, done, queued });
    if (!queued) await sent;
  }

  /** Our message of this method that answers to no other one of the recording. */
  async #sentLike({ method, params }: Message): Promise<Message> {
    const found = await this.#until(
      () => this.#process.sent.find((one) => one.method === method && !this.#claimed.has(one)),
      `our client has sent ${method} ${JSON.stringify(params).slice(0, 200)}`,
    );
    this.#claimed.add(found);
    return found;
  }

  /** Undefined: nothing that a user of our client could do. */
  #user({ method, params }: Message): Promise<unknown> | undefined {
    const session = this.#session(params?.sessionId);
    const { capabilities } = this.#agent;
    switch (method) {
      case 'session/new':
        if (params.cwd !== '/project' || !params.mcpServers) return undefined;
        return this.#open({ how: 'new' });
      case 'session/load':
        return capabilities.loadSession
          ? this.#open({ how: 'load', sessionId: params.sessionId })
          : undefined;
      case 'session/resume':
        return capabilities.sessionCapabilities?.resume
          ? this.#open({ how: 'resume', sessionId: params.sessionId })
          : undefined;
      case 'session/list':
        return capabilities.sessionCapabilities?.list && params.cwd
          ? this.#agent.list(params.cwd)
          : undefined;
      case 'session/delete':
        return capabilities.sessionCapabilities?.delete
          ? this.#agent.delete(params.sessionId)
          : undefined;
      case 'session/close':
        return capabilities.sessionCapabilities?.close ? session?.close() : undefined;
      case 'session/prompt':
        return this.#prompt(session, params.prompt);
      case 'session/cancel':
        return session?.cancel('goes on') ? Promise.resolve() : undefined;
      case 'session/set_mode':
        return this.#setMode(session, params.modeId);
      case 'session/set_model':
        return session?.state.models?.availableModels.some((one) => one.modelId === params.modelId)
          ? session.set('model', params.modelId)
          : undefined;
      case 'session/set_config_option':
        return this.#setConfig(session, params.configId, params.value);
      default:
        return undefined;
    }
  }

  #open(opening: Parameters<Agent['open']>[2]): Promise<void> {
    const terminals: Terminals = {
      create: async () => {
        this.#newest = new RecordedTerminal();
        return this.#newest;
      },
    };
    const session = testSession({ key: `v${this.#sessions.length}`, agent: 'recorded', terminals });
    session.onChange(({ event }) => {
      if (event.type === 'turnEnded') this.#ends.push(event.stopReason);
      if (event.type === 'turnFailed') this.#ends.push('error');
    });
    this.#sessions.push(session);
    return this.#agent.open(session, [], opening);
  }

  #prompt(session: Session | undefined, prompt: unknown): Promise<unknown> | undefined {
    if (!session?.linked || !Array.isArray(prompt) || prompt.length === 0) return undefined;
    return session.prompt(prompt);
  }

  /** Our client sets a mode through its option where there is one, and only modes that there are. */
  #setMode(session: Session | undefined, modeId: string): Promise<void> | undefined {
    if (!session || session.state.configOptions.length > 0) return undefined;
    const known = session.state.modes?.availableModes.some(({ id }) => id === modeId);
    return known ? session.set('mode', modeId) : undefined;
  }

  #setConfig(
    session: Session | undefined,
    configId: string,
    value: string,
  ): Promise<void> | undefined {
    const option = session?.state.configOptions.find(({ id }) => id === configId);
    return JSON.stringify(option)?.includes(`"value":${JSON.stringify(value)}`)
      ? session?.set({ id: configId }, value)
      : undefined;
  }

  /** Plays the user's part of an answer, and waits until ours is sent. */
  async #answered(answer: Message): Promise<void> {
    const request = this.#asked.findLast(({ id }) => id === answer.id);
    if (!request) return;
    if (request.method === 'session/request_permission') await this.#choose(request, answer);
    if (request.method === 'elicitation/create') await this.#fillIn(request, answer);
    if (request.method === 'terminal/wait_for_exit') {
      this.#terminals.get(request.params.terminalId)?.terminal.exit(answer.result);
    }
    const ours = await this.#until(
      () => this.#process.sent.find((one) => one.method === undefined && one.id === answer.id),
      `our client has answered ${request.method}`,
    );
    if (request.method === 'terminal/create' && this.#newest) {
      const pair = { ours: ours.result.terminalId, terminal: this.#newest };
      this.#terminals.set(answer.result.terminalId, pair);
    }
  }

  /** Our client may have answered already: with the end of the turn, or when it was cancelled. */
  async #choose(request: Message, answer: Message): Promise<void> {
    const session = this.#session(request.params.sessionId);
    const answered = (): unknown =>
      this.#process.sent.find((one) => !one.method && one.id === request.id);
    const { toolCallId } = request.params.toolCall;
    const open = (): string | undefined =>
      session?.state.permissions.find((one) => one.toolCallId === toolCallId)?.id;
    await this.#until(() => answered() ?? open(), 'the question is open');
    const id = open();
    if (id) session?.answer(id, answer.result.outcome.optionId);
  }

  /** Fills in a form as the user did. */
  async #fillIn(request: Message, answer: Message): Promise<void> {
    const session = this.#session(request.params.sessionId);
    const open = (): string | undefined => session?.state.elicitations[0]?.id;
    await this.#until(open, 'the form is open');
    const id = open() ?? '';
    for (const [name, value] of Object.entries(answer.result.content ?? {})) {
      session?.elicitations.fill(id, name, value);
    }
    if (answer.result.action === 'accept') session?.elicitations.accept(id);
    else session?.elicitations.refuse(id, answer.result.action);
  }

  #documents(): Documents {
    const result = (method: string, path: string): Message => {
      const request = this.#asked.find(
        (one) => one.method === method && one.params.path === path && !this.#served.has(one),
      );
      if (!request) throw new Error(`nobody has asked for ${path}`);
      this.#served.add(request);
      const answer = this.#recordedAnswer(request);
      if (answer?.error) throw AcpError.notFound(path);
      return answer ?? {};
    };
    return {
      read: async (_scope, path) => result('fs/read_text_file', path).result?.content ?? '',
      write: async (_scope, path) => void result('fs/write_text_file', path),
      preview: async (_scope, _path, content) => newFile(content),
    };
  }

  #recordedAnswer({ id }: Message): Message | undefined {
    return this.#run.find(
      ({ from, message }) => from === 'client' && !message.method && message.id === id,
    )?.message;
  }

  #session(id: string | undefined): Session | undefined {
    return this.#sessions.findLast(({ state }) => state.id === id && id !== undefined);
  }

  async #until<T>(holds: () => T, what: string): Promise<NonNullable<T>> {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const value = holds();
      if (value) return value as NonNullable<T>;
      if (Date.now() > deadline) {
        const last = this.#process.sent.slice(-3).map((one) => JSON.stringify(one).slice(0, 300));
        throw new Error(`not so: ${what}; last sent: ${last.join('\n')}`);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
