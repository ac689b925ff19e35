import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Logger } from '../base/logger';
import { FRAME_MS } from '../base/units';
import type { Lua } from './lua';

export interface Place {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
}

export type FollowState = 'off' | 'on' | 'paused';

/** Moves the user's code window to where the agent works. Owns the on/off state and the pending move. */
export class Follower implements Disposable {
  readonly #lua: Lua;
  readonly #log: Logger;
  readonly #states = new Emitter<FollowState>();
  readonly #moves = new Emitter<Place>();
  /** Fires when following starts, pauses, goes on or ends. */
  readonly onState = this.#states.on;
  /** Fires when the cursor was moved. */
  readonly onMove = this.#moves.on;
  #state: FollowState = 'off';
  #next: Place | undefined;
  /** Where it could not go because the user was typing a command in the window. */
  #pending: Place | undefined;
  #timer: NodeJS.Timeout | undefined;
  #moving = false;
  /** Counts the user's own commands: the answer to a move that was requested before the last one is out of date. */
  #words = 0;

  constructor(lua: Lua, log: Logger) {
    this.#lua = lua;
    this.#log = log;
  }

  get state(): FollowState {
    return this.#state;
  }

  /** The state at the start. */
  begin(state: FollowState): void {
    if (state === 'off') return;
    void this.#notify(true, state === 'paused');
    this.#change(state);
  }

  /** Starts, resumes after a pause, or ends. */
  set(on: boolean): void {
    this.#words++;
    const state = on ? 'on' : 'off';
    if (state === this.#state) return;
    if (!on) this.#forget();
    // The editor first: what the user does once they see the new state comes after it.
    void this.#notify(on);
    this.#change(state);
  }

  /** The user took the window, or gave it back. */
  pause(paused: boolean): void {
    if (this.#state === 'off') return;
    this.#words++;
    const pending = this.#pending;
    this.#pending = undefined;
    if (paused) this.#change('paused');
    else if (pending && !this.#next) this.go(pending);
  }

  go(place: Place): void {
    if (this.#state === 'off') return;
    this.#next = place;
    this.#timer ??= setTimeout(() => void this.#move(), FRAME_MS);
  }

  dispose(): void {
    this.#forget();
  }

  async #move(): Promise<void> {
    this.#timer = undefined;
    const place = this.#next;
    if (!place || this.#moving) return;
    this.#next = undefined;
    this.#moving = true;
    const words = this.#words;
    try {
      const result = await this.#lua.call('follow.go', place.path, place.line ?? null);
      const isLatest = words === this.#words;
      this.#pending = result === 'pending' && isLatest ? place : undefined;
      if (this.#state === 'off') return;
      if (result === 'moved') this.#moves.fire(place);
      if (result === 'pending' && !isLatest) this.#next ??= place;
      if (isLatest && result === 'paused') this.#change('paused');
      if (isLatest && result === 'moved') this.#change('on');
    } catch (error) {
      this.#log.warn('follow: could not move', { place, error });
    } finally {
      this.#moving = false;
      if (this.#next) this.go(this.#next);
    }
  }

  async #notify(on: boolean, paused = false): Promise<void> {
    try {
      const place = await this.#lua.call('follow.set', on, paused);
      if (place) this.#moves.fire(place);
    } catch (error) {
      this.#log.warn('follow: could not be set', { on, error });
    }
  }

  #change(state: FollowState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#states.fire(state);
  }

  #forget(): void {
    this.#next = undefined;
    this.#pending = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
