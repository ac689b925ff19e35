import type { ContentBlock, ContentChunk } from '../../protocol/schema.gen';
import { isForModelOnly } from '../audience';
import { append, replaceAt } from '../entries';
import { nested, type Standing, standingOf } from '../nesting';
import type { MessageEntry, MessagePart, SessionState } from '../state';

/** Characters after which a text goes on in another part: whoever looks at what grows looks at no more than this. */
const FULL_PART = 32 * 1024;

/**
 * Adds a chunk to the message it continues, or starts the next message: what sub-agents say by turns are messages of
 * their own. Text is kept verbatim.
 */
export function appendChunk(
  state: SessionState,
  kind: MessageEntry['kind'],
  chunk: ContentChunk,
): SessionState {
  if (isForModelOnly(chunk.content)) return state;
  const last = state.entries.at(-1);
  const messageId = chunk.messageId ?? undefined;
  const at = state.entries.length - 1;
  const standing = standingOf(state, state.turns, chunk._meta);
  if (last?.kind === kind && standsAt(last, standing) && continues(last, messageId)) {
    if (isEmptyText(chunk.content)) return state;
    const content = joinContent(last.content, chunk.content);
    return replaceAt(state, at, { ...last, content });
  }
  // Some agents end a turn with an empty chunk (docs/agents.md, 19): that is no message.
  if (isEmptyText(chunk.content)) return state;
  const next = append(state, {
    kind,
    content: [chunk.content],
    done: false,
    ...(messageId === undefined ? {} : { messageId }),
  });
  return nested(next, state.entries.length, chunk._meta);
}

function standsAt({ parent, awaits }: MessageEntry, standing: Standing): boolean {
  return parent === standing.parent && awaits === standing.awaits;
}

/** Without ids, neighbours belong together; with ids, the id says so. */
function continues(message: MessageEntry, messageId: string | undefined): boolean {
  return !message.done && message.messageId === messageId;
}

function isEmptyText(block: ContentBlock): boolean {
  return block.type === 'text' && block.text === '';
}

function joinContent(content: readonly MessagePart[], next: ContentBlock): MessagePart[] {
  const last = content.at(-1);
  if (last?.type !== 'text' || next.type !== 'text') return [...content, next];
  if (last.text.length >= FULL_PART)
    return [...content, { type: 'text', text: next.text, continues: true }];
  const continues = 'continues' in last ? { continues: true as const } : {};
  return content.with(-1, { type: 'text', text: last.text + next.text, ...continues });
}
