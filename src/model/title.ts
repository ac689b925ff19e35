import { oneLine } from '../base/text';
import type { Entry, SessionState } from './state';

const LONGEST = 80;

/** What a session is called: by its agent, else by its first prompt. */
export function sessionTitle(state: SessionState): string | undefined {
  if (state.title) return state.title;
  const first = state.entries.find((entry) => entry.kind === 'user');
  return first && promptTitle(first);
}

/** The beginning of a prompt, on one line. */
export function promptTitle(entry: Entry): string | undefined {
  if (entry.kind !== 'user') return undefined;
  const text = entry.content.find((block) => block.type === 'text');
  if (text?.type !== 'text') return undefined;
  const line = oneLine(text.text.slice(0, LONGEST * 2));
  return (line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line) || undefined;
}
