import type { Disposable } from '../base/disposable';
import { afterRunning } from '../base/timeout';
import type { SessionUpdate } from '../protocol/schema.gen';

/** An agent that replays after its answer (docs/agents.md, 23) begins within this time. */
const BEGIN_MS = 500;
/** The replay is over when nothing has come for this long. */
const QUIET_MS = 250;
/** However long it takes, prompts do not wait longer. */
const MAX_MS = 10_000;

const HISTORY: ReadonlySet<string> = new Set<SessionUpdate['sessionUpdate']>([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
]);

/**
 * Follows the replay of a session that is loaded. Most agents replay before they answer, some after it: until then a
 * prompt would land in the middle of the old text. What is on screen already is not shown a second time.
 */
export class History {
  #phase: 'none' | 'asked' | 'late' = 'none';
  #shown = true;
  #seen = false;
  #answeredAt = 0;
  #timer: Disposable | undefined;
  #ready: () => void = () => {};

  /** True while a prompt has to wait. */
  get waiting(): boolean {
    return this.#phase === 'late';
  }

  /** True while updates may be history. */
  get replaying(): boolean {
    return this.#phase !== 'none';
  }

  /** Part of a replay is on screen, and the agent has not finished it. */
  get begun(): boolean {
    return this.#phase === 'asked' && this.#seen && this.#shown;
  }

  /** A load begins. */
  expect(shown: boolean): void {
    this.end();
    this.#phase = 'asked';
    this.#shown = shown;
    this.#seen = false;
  }

  /** False when the update is history that is on screen already. */
  takes({ sessionUpdate }: SessionUpdate): boolean {
    if (this.#phase === 'none' || !HISTORY.has(sessionUpdate)) return true;
    this.#seen = true;
    if (this.#phase === 'late') this.#wait(QUIET_MS);
    return this.#shown;
  }

  /** The agent has answered; `ready` is called when the history is over. */
  answered(ready: () => void): void {
    if (this.#phase !== 'asked') {
      this.end();
      ready();
      return;
    }
    this.#phase = 'late';
    this.#answeredAt = Date.now();
    this.#ready = ready;
    // What came before the answer need not be all: one agent sends the first message before and the rest after it.
    this.#wait(this.#seen ? QUIET_MS : BEGIN_MS);
  }

  /** Nothing more is expected. */
  end(): void {
    this.#timer?.dispose();
    this.#phase = 'none';
  }

  #wait(ms: number): void {
    this.#timer?.dispose();
    const left = this.#answeredAt + MAX_MS - Date.now();
    const over = (): void => {
      this.end();
      this.#ready();
    };
    // Of a host that was stopped meanwhile the rest of the history waits in the pipe.
    this.#timer = afterRunning(Math.max(0, Math.min(ms, left)), over, true);
  }
}
