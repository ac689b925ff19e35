import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** Why nothing can be asked of the editor now, for the model. */
export const WAITS_FOR_KEY =
  'Neovim waits for a key of the user (at a message, a prompt or in the middle of a command) and can do nothing before ' +
  'they have pressed it. Ask them to look at the editor, and try again then';

const LOOK_MS = 500;
/** Somebody who types waits for as long between two keys of a command. */
const PATIENCE_MS = 2500;

export type Probe = () => Promise<{ readonly blocking: boolean }>;

/** Notices that the editor waits for a key, and looks only as long as somebody wants to know. */
export class KeyWatch {
  readonly #probe: Probe;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #timer: Disposable | undefined;
  /** It was first seen then, and ever since. */
  #since: number | undefined;

  /** @param probe is answered even while the editor waits for a key */
  constructor(probe: Probe, clock: Clock) {
    this.#probe = probe;
    this.#clock = clock;
  }

  /** As it was seen last, while somebody watches. */
  get isWaiting(): boolean {
    return this.#since !== undefined && this.#clock.now() - this.#since >= PATIENCE_MS;
  }

  /** Calls the listener as often as the editor is seen to have waited for some time. */
  watch(listener: () => void): Disposable {
    const own = (): void => listener();
    this.#listeners.add(own);
    this.#next();
    return {
      dispose: () => {
        this.#listeners.delete(own);
        if (this.#listeners.size === 0) this.#stop();
      },
    };
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#since = undefined;
  }

  #next(): void {
    this.#timer ??= this.#clock.after(LOOK_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const timer = this.#timer;
    const { blocking } = await this.#probe().catch(() => ({ blocking: false }));
    if (this.#timer !== timer) return;
    this.#timer = undefined;
    this.#since = blocking ? (this.#since ?? this.#clock.now()) : undefined;
    this.#next();
    if (!this.isWaiting) return;
    for (const listener of [...this.#listeners]) listener();
  }
}
