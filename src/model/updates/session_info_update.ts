import type { SessionInfoUpdate } from '../../protocol/schema.gen';
import type { SessionState } from '../state';

/** Omitted keeps, null clears: many agents send only `_meta` here (docs/agents.md, 24). */
export function sessionInfoUpdate(state: SessionState, update: SessionInfoUpdate): SessionState {
  const { title: oldTitle, updatedAt: oldTime, ...rest } = state;
  const title = update.title === undefined ? oldTitle : update.title;
  const updatedAt = update.updatedAt === undefined ? oldTime : update.updatedAt;
  return { ...rest, ...(title ? { title } : {}), ...(updatedAt ? { updatedAt } : {}) };
}
