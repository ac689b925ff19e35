/**
 * What a codec for version 2 of the protocol would have to do, as far as the tests need it: its upserts become the
 * session layer's events.
 */

import type { SessionEvent } from '../../src/model/event';
import type { ContentBlock, ToolCallContent } from '../../src/protocol/schema.gen';

type Wire = Readonly<Record<string, unknown>>;

/** One `session/update` of version 2; the wire's own names. */
export type UpdateV2 = Wire & { readonly sessionUpdate: string };

const PLAIN: readonly string[] = [
  'available_commands_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
  'notice',
  'compaction_update',
  'compaction_summary_chunk',
];

const UPSERTED: Readonly<Record<string, string>> = {
  user_message: 'user_message_chunk',
  agent_message: 'agent_message_chunk',
  agent_thought: 'agent_thought_chunk',
};

/** Remembers what upserts refer to: the text of messages, the content of tool calls, the output of terminals. */
export class CodecV2 {
  readonly #messages = new Map<string, string>();
  readonly #contents = new Map<string, readonly ToolCallContent[]>();
  readonly #outputs = new Map<string, string>();

  events(update: UpdateV2): SessionEvent[] {
    const kind = update.sessionUpdate;
    if (PLAIN.includes(kind)) return [plain(update)];
    if (kind in UPSERTED) return this.#upsertMessage(update);
    if (Object.values(UPSERTED).includes(kind)) return [this.#chunk(update)];
    if (kind === 'tool_call_update') return [this.#toolCall(update)];
    if (kind === 'tool_call_content_chunk') return [this.#toolContent(update)];
    if (kind === 'plan_update') return planItems(update);
    if (kind === 'state_update') return turnEnd(update);
    if (kind === 'terminal_update' || kind === 'terminal_output_chunk')
      return [this.#terminal(update)];
    throw new Error(`unknown update ${kind}`);
  }

  /** A question has a title and a subject of its own, which may be a tool call. */
  asked(id: string, params: Wire): SessionEvent {
    const { subject, options } = params as { subject: { toolCall: Wire }; options: never };
    return { type: 'asked', id, toolCall: subject.toolCall as never, options };
  }

  #chunk(update: UpdateV2): SessionEvent {
    const { messageId, content } = update as unknown as {
      messageId: string;
      content: { text: string };
    };
    this.#messages.set(messageId, (this.#messages.get(messageId) ?? '') + content.text);
    return plain(update);
  }

  /** What of the whole message has not been streamed yet. */
  #upsertMessage(update: UpdateV2): SessionEvent[] {
    const { messageId, content } = update as unknown as {
      messageId: string;
      content?: readonly ContentBlock[];
    };
    if (!content) return [];
    const whole = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const known = this.#messages.get(messageId) ?? '';
    if (!whole.startsWith(known)) throw new Error('messages only grow');
    if (whole === known) return [];
    const rest = { type: 'text', text: whole.slice(known.length) };
    const sessionUpdate = UPSERTED[update.sessionUpdate] ?? '';
    return [this.#chunk({ sessionUpdate, messageId, content: rest })];
  }

  #toolCall(update: UpdateV2): SessionEvent {
    if (Array.isArray(update.content))
      this.#contents.set(String(update.toolCallId), update.content);
    return plain(update);
  }

  #toolContent({ toolCallId, content }: UpdateV2): SessionEvent {
    const id = String(toolCallId);
    const all = [...(this.#contents.get(id) ?? []), content as ToolCallContent];
    this.#contents.set(id, all);
    return plain({ sessionUpdate: 'tool_call_update', toolCallId, content: all });
  }

  #terminal(update: UpdateV2): SessionEvent {
    const id = String(update.terminalId);
    const data = Buffer.from(String(update.data ?? ''), 'base64').toString();
    const output = (this.#outputs.get(id) ?? '') + data;
    this.#outputs.set(id, output);
    const exitStatus = update.exitStatus as { exitCode: number; signal: null } | undefined;
    return { type: 'terminal', id, now: { output, ...(exitStatus ? { exitStatus } : {}) } };
  }
}

function plain(update: UpdateV2): SessionEvent {
  return { type: 'update', update: update as never };
}

function planItems({ plan }: UpdateV2): SessionEvent[] {
  const { type, entries } = plan as { type: string; entries: never };
  return type === 'items' ? [{ type: 'update', update: { sessionUpdate: 'plan', entries } }] : [];
}

function turnEnd({ state, stopReason }: UpdateV2): SessionEvent[] {
  return state === 'idle' ? [{ type: 'turnEnded', stopReason: String(stopReason) }] : [];
}
