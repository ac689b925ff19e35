import { type AgentChoice, chooseAgent } from '../../agents/choose';
import { quirksOf } from '../../agents/presets';
import { launch } from '../../agents/process';
import { findExecutable } from '../../agents/resolve';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import { Agent } from '../../client/agent';
import { type McpChoice, mcpServers } from '../../client/mcp-servers';
import { describeError } from '../../protocol/errors';
import type { Documents } from '../../session/ports';
import type { HostConfig } from '../lua-door/host-config';

export type AgentPhase = 'installing' | 'starting' | 'ready' | 'failed' | 'stopped';

export interface AgentStatusEvent {
  readonly name: string;
  readonly phase: AgentPhase;
  /** Why it failed, or how it ended. */
  readonly text?: string;
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
}

export interface AgentsOptions {
  readonly config: () => HostConfig;
  /** Folder of the plugin: the built-in agent lives there. */
  readonly root: string;
  readonly documents: Documents;
  readonly clientVersion: string;
  readonly log: Logger;
}

interface Running {
  readonly agent: Agent;
  phase: AgentPhase;
  /** Set while we end it ourselves, so that its end is no failure. */
  stopping: boolean;
}

/** Owns the agent processes: at most one for each name, shared by that agent's sessions. */
export class Agents implements Disposable {
  readonly #options: AgentsOptions;
  readonly #running = new Map<string, Running>();
  readonly #status = new Emitter<AgentStatusEvent>();
  readonly onStatus = this.#status.on;

  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  /** The agent of this name now; throws an error with a message for the user when there is none. */
  choose(name: string | undefined): AgentChoice {
    const { agent, agents } = this.#options.config();
    return chooseAgent(name ?? agent, agents, this.#options.root);
  }

  /** The same; `undefined` when there is none. */
  find(name: string | undefined): AgentChoice | undefined {
    try {
      return this.choose(name);
    } catch {
      return undefined;
    }
  }

  /** Names of agents whose sessions may concern the user: running, configured, and the default one (absent). */
  listed(): (string | undefined)[] {
    const { agents } = this.#options.config();
    return [undefined, ...new Set([...Object.keys(agents), ...this.#running.keys()])];
  }

  running(name: string): Agent | undefined {
    return this.#running.get(name)?.agent;
  }

  phase(name: string): AgentPhase | undefined {
    return this.#running.get(name)?.phase;
  }

  /** The configured MCP servers, as far as an agent that is ready takes them; relative paths count from `cwd`. */
  mcpServers({ capabilities }: Agent, cwd: string): McpChoice {
    return mcpServers(this.#options.config().mcp_servers, {
      capabilities: capabilities.mcpCapabilities,
      findProgram: (command) => findExecutable(command, { cwd }),
    });
  }

  /** The running agent of this name, or a fresh one. */
  start(choice: AgentChoice): Agent {
    const running = this.#running.get(choice.name);
    if (running && canServe(running)) return running.agent;
    return this.#launch(choice);
  }

  /** Ends an agent and waits until its process group is gone. */
  async stop(name: string): Promise<void> {
    const running = this.#running.get(name);
    if (!running) return;
    running.stopping = true;
    await running.agent.stop();
    await running.agent.gone;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.stop(name)));
  }

  dispose(): void {
    void this.stopAll();
  }

  #launch(choice: AgentChoice): Agent {
    const { documents, clientVersion, log, config } = this.#options;
    const process = launch({ ...choice.launch, cwd: choice.launch.cwd ?? choice.home }, log);
    const agent = new Agent({
      name: choice.name,
      process,
      documents,
      clientVersion,
      log,
      startTimeoutMs: config().start_timeout,
      quirksOf,
    });
    const running: Running = { agent, phase: 'starting', stopping: false };
    this.#running.set(choice.name, running);
    this.#report(running, choice.installs ? 'installing' : 'starting');
    void this.#watch(running);
    return agent;
  }

  async #watch(running: Running): Promise<void> {
    const { agent } = running;
    agent.ready.then(
      () => this.#report(running, 'ready'),
      // A process that failed to initialize is of no use.
      (error) => {
        if (!running.stopping) this.#report(running, 'failed', describeError(error));
        void agent.stop();
      },
    );
    const reason = await agent.gone;
    if (this.#running.get(agent.name) === running) this.#running.delete(agent.name);
    await agent.stop();
    if (running.phase === 'failed') return;
    this.#report(running, 'stopped', running.stopping ? undefined : reason.message, reason.exit);
  }

  #report(
    running: Running,
    phase: AgentPhase,
    text?: string,
    exit?: AgentStatusEvent['exit'],
  ): void {
    running.phase = phase;
    this.#status.fire({
      name: running.agent.name,
      phase,
      ...(text ? { text } : {}),
      ...(exit ? { exit } : {}),
    });
  }
}

/** What has failed or ended is still there until its process group is gone. */
function canServe({ agent, phase, stopping }: Running): boolean {
  return !stopping && !agent.hasEnded && phase !== 'failed';
}
