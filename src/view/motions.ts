/**
 * The motions of a transcript, one row each. What they stop at comes with the patches, so that they work without a host;
 * lua/acp/transcript/motions.lua moves the cursor.
 */
import type { Entry } from '../model/state';
import type { Stop } from './block';

export interface Motion {
  /** Actions are named after it. */
  readonly name: string;
  /** `fence`: where code blocks open. */
  readonly stop: Stop | 'fence';
  readonly next: string;
  readonly prev: string;
  /** What it goes to. */
  readonly label: string;
}

export const MOTIONS: readonly Motion[] = [
  { name: 'message', stop: 'message', next: ']]', prev: '[[', label: 'message' },
  { name: 'tool', stop: 'tool', next: ']t', prev: '[t', label: 'tool call' },
  { name: 'error', stop: 'error', next: ']e', prev: '[e', label: 'error' },
  { name: 'code', stop: 'fence', next: ']c', prev: '[c', label: 'code block' },
];

/** Motions, and the table of contents, find the first row of an entry for these reasons. */
export function stopsOf(entry: Entry): readonly Stop[] {
  switch (entry.kind) {
    case 'user':
      return ['message', 'prompt'];
    case 'agent':
      return ['message'];
    case 'tool':
      return entry.call.state === 'output-error' ? ['tool', 'error'] : ['tool'];
    case 'notice':
      return entry.level === 'error' ? ['error'] : [];
    default:
      return [];
  }
}
