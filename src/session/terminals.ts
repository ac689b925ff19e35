import type { Disposable } from '../base/disposable';
import { shownOutput } from '../model/output-tail';
import type { TerminalExit, TerminalState } from '../model/state';
import { AcpError } from '../protocol/errors';
import type { CreateTerminalRequest } from '../protocol/schema.gen';
import type { Terminal, TerminalOutput, Terminals } from './ports';

/** Commands of one session that run at the same time. */
const MAX_RUNNING = 100;
/** Commands that have ended, with their output. Some agents never release them: the oldest are forgotten. */
const MAX_ENDED = 200;

export interface FollowedTerminal extends Disposable {
  readonly output: string;
  readonly exit?: TerminalExit;
  readonly exited: Promise<TerminalExit>;
}

/** The terminals of one session: knows them by id and ends them all with the session. */
export class SessionTerminals {
  readonly #terminals: Terminals;
  readonly #newId: () => string;
  readonly #show: (id: string, now: TerminalState) => void;
  readonly #open = new Map<string, Terminal>();
  readonly #endedByUser = new Set<string>();
  #running = 0;
  readonly #ended = new Set<string>();
  /** Counts how often all were ended: a command that was being started then is ended, too. */
  #ends = 0;

  constructor(
    terminals: Terminals,
    newId: () => string,
    show: (id: string, now: TerminalState) => void,
  ) {
    this.#terminals = terminals;
    this.#newId = newId;
    this.#show = show;
  }

  async create(params: CreateTerminalRequest, cwd: string): Promise<string> {
    if (this.#running >= MAX_RUNNING) {
      throw AcpError.internal(`${MAX_RUNNING} commands run already`);
    }
    this.#running++;
    try {
      return await this.#start(params, cwd);
    } catch (error) {
      this.#running--;
      throw error;
    }
  }

  async #start(params: CreateTerminalRequest, cwd: string): Promise<string> {
    const id = this.#newId();
    const ends = this.#ends;
    const startedAt = performance.now();
    const show = (now: TerminalOutput): void =>
      this.#show(id, {
        ...shown(now),
        ...(now.exit ? { ran: Math.round(performance.now() - startedAt) } : {}),
        ...(now.exit && this.#endedByUser.has(id) ? { endedByUser: true } : {}),
      });
    const terminal = await this.#terminals.create(
      {
        command: params.command,
        args: params.args ?? [],
        env: Object.fromEntries((params.env ?? []).map(({ name, value }) => [name, value])),
        cwd: params.cwd ?? cwd,
        ...(typeof params.outputByteLimit === 'number'
          ? { outputByteLimit: params.outputByteLimit }
          : {}),
      },
      show,
    );
    if (ends !== this.#ends) {
      // All were ended while this one was being started.
      await terminal.end();
      throw AcpError.cancelled();
    }
    this.#open.set(id, terminal);
    void terminal.exited.then(() => this.#hasEnded(id));
    show(terminal.read());
    return id;
  }

  #hasEnded(id: string): void {
    this.#running--;
    if (!this.#open.has(id)) return;
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (oldest === undefined || this.#ended.size <= MAX_ENDED) return;
    this.#ended.delete(oldest);
    this.#open.delete(oldest);
  }

  read(id: string): TerminalOutput {
    return this.#get(id).read();
  }

  wait(id: string): Promise<TerminalExit> {
    return this.#get(id).exited;
  }

  /** The id stays valid; whoever waits is answered by the end of the command. */
  kill(id: string): Promise<void> {
    return this.#get(id).end();
  }

  /** What it has printed and will print; nothing for one that is not known, or not any more. */
  follow(id: string, onText: (text: string) => void): FollowedTerminal | undefined {
    const terminal = this.#open.get(id);
    if (!terminal) return undefined;
    const { output, exit } = terminal.read();
    const { dispose } = terminal.onText(onText);
    return { output, ...(exit ? { exit } : {}), exited: terminal.exited, dispose };
  }

  /** For the user: the agent is told how it ended. False when it does not run. */
  async endForUser(id: string): Promise<boolean> {
    const terminal = this.#open.get(id);
    if (!terminal || this.#ended.has(id)) return false;
    this.#endedByUser.add(id);
    await terminal.end();
    return true;
  }

  /** Forgets the id and ends the command if it still runs; what is on screen stays. */
  async release(id: string): Promise<void> {
    const terminal = this.#get(id);
    this.#open.delete(id);
    this.#ended.delete(id);
    await terminal.end();
  }

  async endAll(): Promise<void> {
    this.#ends++;
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#ended.clear();
    await Promise.all(open.map((terminal) => terminal.end()));
  }

  #get(id: string): Terminal {
    const terminal = this.#open.get(id);
    if (!terminal) throw AcpError.invalidParams(`unknown terminal "${id}"`);
    return terminal;
  }
}

function shown({ output, exit }: TerminalOutput): TerminalState {
  return { output: shownOutput(output), ...(exit ? { exitStatus: exit } : {}) };
}
