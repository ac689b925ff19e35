import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { silentLogger } from '../../../src/base/logger';
import { DemoAgent } from '../../../src/demo/agent';
import { type AgentConnection, connectAgent } from '../../../src/protocol/connection';
import type {
  ClientCapabilities,
  ContentBlock,
  PromptResponse,
  RequestPermissionRequest,
  SessionUpdate,
  ToolCallUpdate,
} from '../../../src/protocol/schema.gen';
import { expectValid } from '../../support/schema';
import { wait } from '../../support/wait';

export interface DemoClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly files?: Readonly<Record<string, string>>;
  /** Answers a permission with this option; undefined: `cancelled`. A promise may stay open. */
  readonly decide?: (request: RequestPermissionRequest) => string | undefined | Promise<string>;
}

type Of<K extends SessionUpdate['sessionUpdate']> = Extract<SessionUpdate, { sessionUpdate: K }>;

/** A client for the demo agent, in this process, over real framing. Checks all it gets against the schema. */
export class DemoClient {
  readonly dir = mkdtempSync(join(tmpdir(), 'acp-demo-'));
  readonly updates: SessionUpdate[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  readonly terminals: string[] = [];
  sessionId = '';
  readonly #connection: AgentConnection;
  readonly #options: DemoClientOptions;

  private constructor(options: DemoClientOptions) {
    this.#options = options;
    for (const [path, text] of Object.entries(options.files ?? {})) {
      mkdirSync(dirname(this.path(path)), { recursive: true });
      writeFileSync(this.path(path), text);
    }
    const there = new PassThrough();
    const back = new PassThrough();
    new DemoAgent(there, back, { pace: 0, log: silentLogger });
    this.#connection = this.#connect(there, back);
    onTestFinished(() => {
      this.#connection.close();
      rmSync(this.dir, { recursive: true });
    });
  }

  /** With a session open. */
  static async start(options: DemoClientOptions = {}): Promise<DemoClient> {
    const client = new DemoClient(options);
    const init = await client.#connection.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: options.capabilities ?? {
        fs: { readTextFile: true, writeTextFile: true },
      },
    });
    expectValid('InitializeResponse', init);
    const opened = await client.#connection.request('session/new', {
      cwd: client.dir,
      mcpServers: [],
    });
    client.sessionId = opened.sessionId;
    await wait(() => client.of('available_commands_update')[0], 'the commands are announced');
    return client;
  }

  prompt(prompt: string | readonly ContentBlock[]): Promise<PromptResponse> {
    const blocks = typeof prompt === 'string' ? [{ type: 'text', text: prompt } as const] : prompt;
    return this.#connection.request('session/prompt', {
      sessionId: this.sessionId,
      prompt: blocks,
    });
  }

  cancel(): void {
    this.#connection.notify('session/cancel', { sessionId: this.sessionId });
  }

  path(name: string): string {
    return join(this.dir, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  of<K extends SessionUpdate['sessionUpdate']>(kind: K): Of<K>[] {
    return this.updates.filter((update): update is Of<K> => update.sessionUpdate === kind);
  }

  /** Everything the agent has said. */
  said(kind: 'agent_message_chunk' | 'agent_thought_chunk' = 'agent_message_chunk'): string {
    return this.of(kind)
      .map(({ content }) => (content.type === 'text' ? content.text : ''))
      .join('');
  }

  /** Last state of each tool call. */
  tools(): ToolCallUpdate[] {
    const calls = new Map<string, ToolCallUpdate>();
    for (const update of this.updates) {
      if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
        continue;
      calls.set(update.toolCallId, { ...calls.get(update.toolCallId), ...update });
    }
    return [...calls.values()];
  }

  #connect(there: PassThrough, back: PassThrough): AgentConnection {
    const requests = {
      'fs/read_text_file': async ({ path }: { path: string }) => ({
        content: readFileSync(path, 'utf8'),
      }),
      'fs/write_text_file': async ({ path, content }: { path: string; content: string }) => {
        writeFileSync(path, content);
        return {};
      },
      'session/request_permission': (request: RequestPermissionRequest) => this.#decide(request),
      'terminal/create': async (request: { args?: readonly string[] }) => {
        expectValid('CreateTerminalRequest', request);
        this.terminals.push(`create ${request.args?.join(' ')}`);
        return { terminalId: 'terminal-1' };
      },
      'terminal/wait_for_exit': () => this.#terminalExit(),
      'terminal/kill': async () => this.#terminalCall('kill'),
      'terminal/release': async () => this.#terminalCall('release'),
    };
    const notifications = {
      'session/update': (params: { update: SessionUpdate }) => {
        expectValid('SessionNotification', params);
        this.updates.push(params.update);
      },
    };
    return connectAgent(there, back, { requests, notifications }, { log: silentLogger });
  }

  async #decide(request: RequestPermissionRequest) {
    expectValid('RequestPermissionRequest', request);
    this.asked.push(request);
    const optionId = await this.#options.decide?.(request);
    const outcome = optionId
      ? ({ outcome: 'selected', optionId } as const)
      : ({ outcome: 'cancelled' } as const);
    return { outcome };
  }

  #terminalExit(): Promise<{ exitCode: number }> {
    const hangs = this.terminals[0]?.includes('sleep');
    return hangs ? new Promise(() => {}) : Promise.resolve({ exitCode: 0 });
  }

  #terminalCall(call: string): object {
    this.terminals.push(call);
    return {};
  }
}
