import { unlessAborted } from '../protocol/abort';
import type { ClientConnection } from '../protocol/connection';
import type {
  ClientCapabilities,
  PermissionOption,
  PlanEntry,
  SessionUpdate,
  ToolCall,
  ToolCallUpdate,
} from '../protocol/schema.gen';

export interface TurnContext {
  readonly connection: ClientConnection;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: string;
  readonly cwd: string;
  /** Subjects that were allowed for good in this session. */
  readonly allowed: Set<string>;
  /** Factor on all pauses. */
  readonly pace: number;
  readonly nextCall: () => string;
  readonly signal: AbortSignal;
}

/** Thrown out of whatever a turn is waiting for when the user cancels it. */
export class TurnCancelled extends Error {}

export type Decision = 'allowed' | 'rejected';

const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Allow for this session', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

/** Text comes in pieces of this many characters, so that it can be seen to stream. */
const PIECE = 12;
const PIECE_MS = 10;

/** What a request has at hand while it answers: one prompt, from its start to its end or cancel. */
export class Turn {
  readonly #context: TurnContext;

  constructor(context: TurnContext) {
    this.#context = context;
  }

  get cwd(): string {
    return this.#context.cwd;
  }

  get capabilities(): ClientCapabilities {
    return this.#context.capabilities;
  }

  get sessionId(): string {
    return this.#context.sessionId;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  /** One request to the client. Rejects at once when the turn is cancelled. */
  readonly request: ClientConnection['request'] = (method, params, options) =>
    this.orCancelled(this.#context.connection.request(method, params, options));

  /** A request whose answer nobody waits for, sent also when the turn is cancelled. */
  afterwards(method: 'terminal/kill' | 'terminal/release', terminal: TerminalName): void {
    this.#context.connection.request(method, terminal).catch(() => {});
  }

  update(update: SessionUpdate): void {
    const { connection, sessionId } = this.#context;
    connection.notify('session/update', { sessionId, update });
  }

  /** Says something, Markdown, piece by piece. */
  say(text: string): Promise<void> {
    return this.#stream('agent_message_chunk', text);
  }

  think(text: string): Promise<void> {
    return this.#stream('agent_thought_chunk', text);
  }

  /** One piece of the answer, as it is. */
  chunk(text: string): void {
    this.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  plan(entries: readonly PlanEntry[]): void {
    this.update({ sessionUpdate: 'plan', entries });
  }

  /** Announces a tool call; the function changes it. */
  tool(call: Omit<ToolCall, 'toolCallId'>): { id: string; update: (fields: ToolFields) => void } {
    const id = this.#context.nextCall();
    this.update({ sessionUpdate: 'tool_call', toolCallId: id, status: 'pending', ...call });
    return {
      id,
      update: (fields) =>
        this.update({ sessionUpdate: 'tool_call_update', toolCallId: id, ...fields }),
    };
  }

  /**
   * Asks the user about a tool call.
   * @param subject what "allow for this session" is about; absent: it is asked every time
   */
  async ask(toolCall: ToolCallUpdate, subject?: string): Promise<Decision> {
    const { allowed, sessionId } = this.#context;
    if (subject && allowed.has(subject)) return 'allowed';
    const { outcome } = await this.request('session/request_permission', {
      sessionId,
      toolCall,
      options: OPTIONS,
    });
    if (outcome.outcome !== 'selected' || outcome.optionId === 'reject') return 'rejected';
    if (subject && outcome.optionId === 'always') allowed.add(subject);
    return 'allowed';
  }

  /** A wait for show, so that there is something to see. */
  pause(ms: number): Promise<void> {
    return this.wait(ms * this.#context.pace);
  }

  /** Waits; a cancel ends it at once. */
  async wait(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    try {
      await this.orCancelled(over);
    } finally {
      clearTimeout(timer);
    }
  }

  async orCancelled<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#context;
    // What comes of it after a cancel is of no interest.
    work.catch(() => {});
    try {
      return await unlessAborted(work, signal);
    } catch (error) {
      if (signal.aborted) throw new TurnCancelled('cancelled');
      throw error;
    }
  }

  async #stream(
    sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk',
    text: string,
  ): Promise<void> {
    for (const piece of pieces(text)) {
      this.update({ sessionUpdate, content: { type: 'text', text: piece } });
      await this.pause(PIECE_MS);
    }
  }
}

type TerminalName = { readonly sessionId: string; readonly terminalId: string };
type ToolFields = Omit<ToolCallUpdate, 'toolCallId'>;

/** Cuts behind blanks, where words end. */
function pieces(text: string): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${PIECE}}(?:\\S*\\s|\\S*$)`, 'g')) ?? [];
}
