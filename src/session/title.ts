import { oneLine } from '../base/text';
import type { SessionState } from './state';

const LONGEST = 80;

/** What a session is called: by its agent, else by its first prompt. */
export function sessionTitle(state: SessionState): string | undefined {
  if (state.title) return state.title;
  const first = state.entries.find((entry) => entry.kind === 'user');
  if (first?.kind !== 'user') return undefined;
  const text = first.content.find((block) => block.type === 'text');
  if (text?.type !== 'text') return undefined;
  const line = oneLine(text.text.slice(0, LONGEST * 2));
  return (line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line) || undefined;
}
