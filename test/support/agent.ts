/** A scripted agent: a real child process that says what a test tells it to, and writes down what it receives. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { wait } from './wait';

const PROGRAM = fileURLToPath(new URL('./scripted-agent.mjs', import.meta.url));

/** Wire data is left untyped: tests also say what no type allows. */
type Wire = Readonly<Record<string, unknown>>;

/**
 * In texts, `{{prompt}}` is the user's prompt, `{{answer}}` the answer to the last request as JSON, `{{cwd}}` the folder of
 * the session, `{{terminal}}` the terminal made last; a value `{{request}}` is the id of the last request.
 */
export type Step =
  | { readonly do: 'update'; readonly update: Wire; readonly sessionId?: string }
  /** Any request to the client; the session id is filled in. Waits for the answer unless `wait` is false. */
  | {
      readonly do: 'request';
      readonly method: string;
      readonly params: Wire;
      readonly wait?: boolean;
    }
  /** session/request_permission */
  | { readonly do: 'ask'; readonly params: Wire; readonly wait?: boolean }
  /** Waits for the answers to all requests so far. */
  | { readonly do: 'answers' }
  /** `{{i}}` in the steps counts from 0. */
  | { readonly do: 'repeat'; readonly times: number; readonly steps: readonly Step[] }
  /** Any message; `jsonrpc` is added. */
  | { readonly do: 'send'; readonly message: Wire }
  | { readonly do: 'raw'; readonly line: string }
  | { readonly do: 'halfLine'; readonly text: string }
  /** A message in pieces of so many bytes. */
  | { readonly do: 'pieces'; readonly message: Wire; readonly size: number; readonly ms?: number }
  | { readonly do: 'hugeLine'; readonly bytes: number }
  | { readonly do: 'stderr'; readonly text: string }
  /** The agent's own tools: writes a file, deletes it (content null), or moves it. */
  | { readonly do: 'disk'; readonly path: string; readonly content: string | null }
  | { readonly do: 'disk'; readonly path: string; readonly to: string }
  /** A command of a shell in the session's folder. */
  | { readonly do: 'shell'; readonly command: string }
  | { readonly do: 'sleep'; readonly ms: number }
  /** Waits until the test calls `agent.open(name)`. */
  | { readonly do: 'gate'; readonly name: string }
  | { readonly do: 'end'; readonly stopReason: string }
  | { readonly do: 'error'; readonly error: Wire }
  /** Never goes on, but heeds a cancel. */
  | { readonly do: 'silence' }
  | { readonly do: 'crash'; readonly code?: number }
  | { readonly do: 'kill'; readonly signal?: string }
  | { readonly do: 'closeStdout' }
  | { readonly do: 'grandchild'; readonly ignoreTerm?: boolean }
  | { readonly do: 'ignoreTerm' }
  /** Lives on when its input has ended. */
  | { readonly do: 'ignoreEof' }
  | { readonly do: 'ignoreCancel' }
  /** Waits for session/cancel; what follows is still played. */
  | { readonly do: 'waitCancel' }
  /** Waits until a message with this method has come. */
  | { readonly do: 'notification'; readonly method: string };

export interface Reply {
  readonly before?: readonly Step[];
  /** Merged into the usual result. */
  readonly result?: Wire;
  readonly error?: Wire;
  /** Never answers. */
  readonly silent?: boolean;
  /** The answer to what came before the user has signed in: by a reply that `signsIn`, or by the program with `--login`. */
  readonly lockedBy?: Wire;
  readonly signsIn?: boolean;
  /** A session is refused that is given an MCP server of this name. */
  readonly refusesServer?: string;
  readonly after?: readonly Step[];
}

export interface Script {
  /** Played before anything is read. */
  readonly start?: readonly Step[];
  /** Changes to the usual answers, by method. */
  readonly replies?: Readonly<Record<string, Reply>>;
  /** The first whose `match` is part of the prompt is played; then the turn ends, `end_turn` unless a step said else. */
  readonly prompts?: readonly { readonly match?: string; readonly steps: readonly Step[] }[];
}

export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of it
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of it
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

interface LogEntry {
  readonly pid: number;
  readonly in?: Message;
  readonly out?: Message;
  readonly signal?: string;
  readonly eof?: boolean;
}

export class ScriptedAgent {
  readonly command = process.execPath;
  readonly args: readonly string[];
  readonly #folder: string;

  constructor(script: Script, folder: string) {
    this.#folder = folder;
    const file = join(folder, 'script.json');
    writeFileSync(file, JSON.stringify(script));
    this.args = [PROGRAM, file, folder];
  }

  /** Lua for `startNvim({ config })`: makes this the agent. */
  setup(options: Readonly<Record<string, unknown>> = {}): string {
    const { command, args } = this;
    const all = { agent: 'scripted', agents: { scripted: { command, args } }, ...options };
    return `require('acp').setup(vim.json.decode([==[${JSON.stringify(all)}]==]))`;
  }

  /** Lets the script pass its gate. */
  open(gate: string): void {
    writeFileSync(join(this.#folder, `gate-${gate}`), '');
  }

  /** What the user gave to the program that was run with `--login`. */
  signIn(): unknown {
    const file = join(this.#folder, 'signed-in');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  log(): LogEntry[] {
    const file = join(this.#folder, 'log.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as LogEntry);
  }

  /** Everything the client has sent, in order. */
  received(): Message[] {
    return this.log().flatMap((entry) => entry.in ?? []);
  }

  /** Messages of one method that the client has sent. */
  calls(method: string): Message[] {
    return this.received().filter((message) => message.method === method);
  }

  /** Waits for the client's `count`-th message of this method. */
  async called(method: string, count = 1): Promise<Message> {
    await wait(
      () => this.calls(method).length >= count,
      () => `the agent was sent ${method} (${count}×); it got: ${this.#methods()}`,
    );
    return this.calls(method)[count - 1] as Message;
  }

  /** Answers of the client to requests of this method, in the order of the requests; absent while unanswered. */
  answers(method: string): (Message | undefined)[] {
    const entries = this.log();
    return entries
      .filter(({ out }) => out?.method === method && out.id !== undefined)
      .map(({ pid, out }) => {
        const reply = entries.find(
          (entry) => entry.pid === pid && entry.in?.id === out?.id && !entry.in?.method,
        );
        return reply?.in;
      });
  }

  /** Waits for the answer to the agent's `count`-th request of this method. */
  async answered(method: string, count = 1): Promise<Message> {
    return wait(() => this.answers(method)[count - 1], `an answer to ${method} (${count}.)`);
  }

  #methods(): string {
    return this.received()
      .map((message) => message.method ?? `answer ${message.id}`)
      .join(', ');
  }
}

/** For use inside a test: its files are gone when the test has ended. */
export function scriptAgent(script: Script): ScriptedAgent {
  const folder = mkdtempSync(join(tmpdir(), 'acp-agent-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return new ScriptedAgent(script, folder);
}

/** An agent that answers everything with these steps. */
export function agentThat(...steps: readonly Step[]): ScriptedAgent {
  return scriptAgent({ prompts: [{ steps }] });
}

// --- steps said shortly

export function say(text: string): Step {
  return chunk('agent_message_chunk', text);
}

export function think(text: string): Step {
  return chunk('agent_thought_chunk', text);
}

function chunk(sessionUpdate: string, text: string): Step {
  return { do: 'update', update: { sessionUpdate, content: { type: 'text', text } } };
}

export function toolCall(toolCallId: string, fields: Wire = {}): Step {
  const usual = { sessionUpdate: 'tool_call', toolCallId, title: toolCallId };
  return { do: 'update', update: { ...usual, ...fields } };
}

export function toolCallUpdate(toolCallId: string, fields: Wire): Step {
  return { do: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId, ...fields } };
}

/** Options as most agents offer them. */
export const OPTIONS = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
] as const;

/** Asks for a permission, with the usual options. */
export function ask(toolCallId: string, fields: Wire = {}, wait = true): Step {
  const toolCall = { toolCallId, title: toolCallId, ...fields };
  return { do: 'ask', params: { toolCall, options: OPTIONS }, wait };
}

export function readFile(path: string, range: Wire = {}): Step {
  return { do: 'request', method: 'fs/read_text_file', params: { path, ...range } };
}

export function writeFile(path: string, content: string): Step {
  return { do: 'request', method: 'fs/write_text_file', params: { path, content } };
}
