import type {
  CompactionSummaryChunk,
  CompactionUpdate,
  ContentBlock,
} from '../../protocol/schema.gen';
import { findEntry, push, replaceAt } from '../entries';
import type { NoticeEntry, SessionState } from '../state';

/** Compaction of the agent's context is one notice in the transcript, upserted by `compactionId`. */
export function compactionUpdate(state: SessionState, update: CompactionUpdate): SessionState {
  return upsert(state, update.compactionId, (notice) => {
    const text = compactionText(update.status, update.error ?? undefined);
    const level = update.error ? 'warn' : 'info';
    const { detail, ...rest } = notice;
    // Omitted keeps the summary, null or a list replaces it.
    const summary = update.summary === undefined ? detail : textOf(update.summary ?? []);
    return { ...rest, level, text, ...(summary ? { detail: summary } : {}) };
  });
}

/** A piece of the summary that stands for the earlier conversation. */
export function compactionSummaryChunk(
  state: SessionState,
  chunk: CompactionSummaryChunk,
): SessionState {
  return upsert(state, chunk.compactionId, (notice) => ({
    ...notice,
    detail: (notice.detail ?? '') + textOf([chunk.content]),
  }));
}

function upsert(
  state: SessionState,
  compactionId: string,
  change: (notice: NoticeEntry) => NoticeEntry,
): SessionState {
  const id = `compaction:${compactionId}`;
  const found = findEntry(state, id);
  if (found?.entry.kind === 'notice') return replaceAt(state, found.index, change(found.entry));
  const fresh: NoticeEntry = { kind: 'notice', id, level: 'info', text: compactionText() };
  return push(state, change(fresh));
}

/** The enum of states is open: an unknown one is shown as it is. */
function compactionText(status?: string, error?: string): string {
  if (error) return `Compacting the context failed: ${error}`;
  if (status === 'completed') return 'The context was compacted';
  return status === undefined || status === 'in_progress'
    ? 'Compacting the context…'
    : `Compacting the context: ${status}`;
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
}
