/** The time that calls and thoughts take, as far as it is shown. Pure. */
import type { Entry, Times } from '../model/state';
import { secondsText } from './duration';

/** What is quicker is not worth a word. */
const SHOWN_MS = 1000;

/** Since when a card counts the seconds. */
export function runningSince(entry: Entry): number | undefined {
  return entry.kind === 'tool' && entry.took === undefined ? entry.began : undefined;
}

/** How long it has taken so far, or in all. */
export function shownTime({ began, took }: Times, now = 0): string | undefined {
  const ms = took ?? (began === undefined ? 0 : now - began);
  return ms >= SHOWN_MS ? secondsText(ms) : undefined;
}
