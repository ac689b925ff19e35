import { type Clock, systemClock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { withShortTexts } from '../../base/short-texts';
import { FRAME_MS, KIBIBYTE } from '../../base/units';
import type { ToolCallChange } from '../../model/changes';
import { toolCallSnapshot } from '../../model/tool-snapshot';
import type { Fire } from '../messages';

export interface ToolCallEventsOptions {
  readonly fire: Fire;
  /** See `toolCallSnapshot`. */
  readonly knownTools: () => readonly string[];
  readonly clock?: Clock;
}

interface Waiting {
  newest: ToolCallChange;
  readonly timer: Disposable;
}

/** Characters of one text. The editor stands still while it reads an event, which few listen to. */
const MAX_TEXT = 256 * KIBIBYTE;

/** Announces what becomes of tool calls. An input that an agent is still writing comes once a frame at most. */
export class ToolCallEvents implements Disposable {
  readonly #fire: Fire;
  readonly #knownTools: () => readonly string[];
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Waiting>();

  constructor({ fire, knownTools, clock = systemClock }: ToolCallEventsOptions) {
    this.#fire = fire;
    this.#knownTools = knownTools;
    this.#clock = clock;
  }

  announce(session: string, change: ToolCallChange): void {
    const key = JSON.stringify([session, change.call.toolCallId]);
    const waiting = this.#waiting.get(key);
    if (!change.isStreaming) {
      // What it says includes the input.
      waiting?.timer.dispose();
      this.#waiting.delete(key);
      this.#send(session, change);
    } else if (waiting) {
      waiting.newest = change;
    } else {
      const timer = this.#clock.after(FRAME_MS, () => this.#sendWaiting(session, key));
      this.#waiting.set(key, { newest: change, timer });
    }
  }

  dispose(): void {
    for (const { timer } of this.#waiting.values()) timer.dispose();
    this.#waiting.clear();
  }

  #sendWaiting(session: string, key: string): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting) this.#send(session, waiting.newest);
  }

  #send(session: string, { call, previous }: ToolCallChange): void {
    const state = previous === undefined ? {} : { previous };
    const whole = toolCallSnapshot(call, this.#knownTools());
    const snapshot = withShortTexts(whole, MAX_TEXT);
    const truncated = snapshot === whole ? {} : { truncated: true as const };
    this.#fire('AcpToolCall', { session, ...snapshot, ...state, ...truncated });
  }
}
