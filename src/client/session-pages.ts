/** An agent's list of stored sessions, which comes in pages. */
import type { SessionInfo } from '../protocol/schema.gen';

interface Page {
  readonly sessions: readonly SessionInfo[];
  readonly nextCursor?: string | null;
}

/** Most pages that are asked for: a list may never end. */
const MAX_PAGES = 100;

/** All pages in the agent's order; each session once. A cursor that comes again is the end. */
export async function allPages(
  page: (cursor: string | undefined) => Promise<Page>,
): Promise<readonly SessionInfo[]> {
  const found = new Map<string, SessionInfo>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const { sessions, nextCursor } = await page(cursor);
    for (const info of sessions) if (!found.has(info.sessionId)) found.set(info.sessionId, info);
    cursor = nextCursor && !cursors.has(nextCursor) ? nextCursor : undefined;
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined && cursors.size < MAX_PAGES);
  return [...found.values()];
}
