/** How long tool calls and thoughts take: their entries say when they began, and what they took. Pure. */
import { eachChange } from '../base/list';
import { isOnlyText, type SessionChange } from './changes';
import type { SessionEvent } from './event';
import { reduce } from './reduce';
import type { Entry, MessageEntry, SessionState, ToolEntry } from './state';
import { isFinal, type ToolState } from './tool-life';

type TimedEntry = ToolEntry | MessageEntry;

/**
 * What an event does to a state, with the times of what begins or ends by it.
 * @param now milliseconds; absent while a conversation is replayed, of which nobody knows how long it took
 */
export function reduceAt(before: SessionState, event: SessionEvent, now?: number): SessionChange {
  const change = { event, before, after: reduce(before, event) };
  return now === undefined ? change : { ...change, after: timed(change, now) };
}

function timed(change: SessionChange, now: number): SessionState {
  const { before, after } = change;
  if (before.entries === after.entries) return after;
  // More of a message begins and ends nothing.
  if (isOnlyText(change) && before.made === after.made) return after;
  let { entries } = after;
  eachChange(before.entries, after.entries, (entry, _, index) => {
    entries = entries.with(index, withTimes(entry, now));
  });
  return entries === after.entries ? after : { ...after, entries };
}

function withTimes(entry: Entry, now: number): Entry {
  if (entry.kind !== 'tool' && entry.kind !== 'thought') return entry;
  const { began, took } = entry;
  switch (phaseOf(entry)) {
    case 'working':
      if (began === undefined) return { ...entry, began: now };
      return took === undefined ? entry : { ...withoutTimes(entry), began: now };
    case 'ended':
      return began !== undefined && took === undefined ? { ...entry, took: now - began } : entry;
    case 'waiting':
      return began === undefined ? entry : withoutTimes(entry);
  }
}

function withoutTimes({ began: _began, took: _took, ...entry }: TimedEntry): TimedEntry {
  return entry;
}

function phaseOf(entry: TimedEntry): 'waiting' | 'working' | 'ended' {
  if (entry.kind !== 'tool') return entry.done ? 'ended' : 'working';
  const { state } = entry.call;
  if (isFinal(state)) return 'ended';
  return isWorking(state) ? 'working' : 'waiting';
}

/** Many agents never say that a call runs. While its input is written, or the user is asked, it does not. */
export function isWorking(state: ToolState): boolean {
  return state === 'input-available' || state === 'approval-responded' || state === 'running';
}
