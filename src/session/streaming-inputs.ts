import { type Clock, systemClock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Emitter } from '../base/emitter';
import type { SessionChange } from '../model/changes';
import { findTool } from '../model/entries';
import type { SessionEvent } from '../model/event';
import type { SessionState, ToolCall, ToolEntry } from '../model/state';
import { hasInput } from '../model/tool-call';

/** ACP has no mark for the end of an input: one that has not changed for this long is complete. */
const SETTLE_MS = 150;

type OnChange = Emitter<SessionChange>['on'];
type Settled = Extract<SessionEvent, { type: 'inputSettled' }>;

interface InputClock {
  readonly clock?: Clock;
}

/** Finds out when the inputs of pending calls are complete. */
export class StreamingInputs implements Disposable {
  readonly #clock: Clock;
  readonly #onSettled: (event: Settled) => void;
  readonly #timers = new Map<string, Disposable>();

  readonly #subscription: Disposable;

  constructor(
    { clock = systemClock }: InputClock,
    onChange: OnChange,
    onSettled: (event: Settled) => void,
  ) {
    this.#clock = clock;
    this.#onSettled = onSettled;
    this.#subscription = onChange((change) => this.#note(change));
  }

  #note({ event, before, after }: SessionChange): void {
    if (event.type !== 'update' || !('toolCallId' in event.update)) return;
    const { toolCallId } = event.update;
    const now = streaming(after, toolCallId);
    const old = streaming(before, toolCallId);
    if (now && old && grown(now.call) === grown(old.call)) return;
    this.#stop(toolCallId);
    if (!now || isPlaceholder(now.call)) return;
    const { turn } = now;
    const timer = this.#clock.after(SETTLE_MS, () => {
      this.#timers.delete(toolCallId);
      this.#onSettled({ type: 'inputSettled', toolCallId, turn });
    });
    this.#timers.set(toolCallId, timer);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
  }

  #stop(toolCallId: string): void {
    this.#timers.get(toolCallId)?.dispose();
    this.#timers.delete(toolCallId);
  }
}

/** What would change with the input: all of a call whose agent does not say its input (docs/agents.md, 7). */
function grown(call: ToolCall): unknown {
  return call.rawInput ?? call;
}

/** Many agents begin with an empty input, and say later what it is. */
function isPlaceholder({ rawInput }: ToolCall): boolean {
  return rawInput !== undefined && !hasInput(rawInput);
}

/** The call while its input may still grow. */
function streaming(state: SessionState, toolCallId: string): ToolEntry | undefined {
  const entry = findTool(state, toolCallId)?.entry;
  return entry?.call.state === 'input-streaming' ? entry : undefined;
}
