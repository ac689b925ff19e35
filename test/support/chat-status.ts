import { chatStatus } from '../../src/host/chat/chat-frame';
import type { ChatStatus } from '../../src/nvim/status';
import type { FrameFacts } from '../../src/view/frame';
import { type StatusFacts, statusline } from '../../src/view/statusline';

/** What the host reports of a chat of which this is known. */
export function statusOf(facts: Partial<FrameFacts>): ChatStatus {
  const calm = { agent: 'Agent', phase: 'ready', pending: 0, queued: 0, follow: 'off' } as const;
  return chatStatus({ ...calm, ...facts }, {});
}

/** What the host reports for statuslines. */
export function reported(facts: Partial<StatusFacts>): [StatusFacts, string] {
  const calm = { phase: 'ready', pending: 0, queued: 0, sessions: 1, follow: 'off' } as const;
  const all = { ...calm, ...facts };
  return [all, statusline(all)];
}
