import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Logger } from '../base/logger';
import { FRAME_MS } from '../base/units';
import type { FollowResult } from './functions/windows';
import type { Lua } from './lua';

export interface Place {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  /** A tool of the editor was called for it. */
  readonly source?: 'mcp';
}

export type FollowState = 'off' | 'on' | 'paused';

/** Places to step back to. */
const MAX_HISTORY = 100;

/** Moves the user's code window to where the agent works. Owns the on/off state, the pending move and the places before. */
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
  /** Where the agent went while following was paused. */
  #missed: Place | undefined;
  /** Where the window went, oldest first, and which of these places it is at. */
  #history: readonly Place[] = [];
  #at = -1;
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
    if (this.#missed) this.go(this.#missed);
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

  /**
   * To the place before, where following pauses; back to the last one when the user has `left` it. False: there is none.
   */
  async back(left: boolean): Promise<boolean> {
    const before = this.#at;
    // A key that comes while the editor is asked counts from there.
    if (!left) this.#at--;
    for (; this.#at >= 0; this.#at--) {
      const { path, line } = this.#history[this.#at] as Place;
      if (await this.#lua.call('follow.step_back', path, line ?? null)) return true;
    }
    this.#at = before;
    return false;
  }

  go(place: Place): void {
    if (this.#state === 'off') return;
    this.#next = place;
    this.#timer ??= setTimeout(() => void this.#move(), FRAME_MS);
  }

  /** Shows a place now, whether following is on or not, unless the user works where it would be shown. */
  async show(place: Place): Promise<FollowResult> {
    const result = await this.#lua.call('follow.show', place.path, place.line ?? null);
    if (result === 'moved') this.#moved(place);
    return result;
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
      if (result === 'moved') this.#moved(place);
      if (result === 'pending' && !isLatest) this.#next ??= place;
      if (result === 'paused') this.#refused(place, isLatest);
      if (isLatest && result === 'moved') this.#change('on');
    } catch (error) {
      this.#log.warn('follow: could not move', { place, error });
    } finally {
      this.#moving = false;
      if (this.#next) this.go(this.#next);
    }
  }

  /** The window is the user's, unless they have given it back since the editor was asked. */
  #refused(place: Place, isLatest: boolean): void {
    if (isLatest) this.#change('paused');
    if (this.#state === 'on') this.#next ??= place;
    else this.#missed = place;
  }

  #moved(place: Place): void {
    const newest = this.#history.at(-1);
    const isSame = newest?.path === place.path && newest.line === place.line;
    if (!isSame) this.#history = [...this.#history, place].slice(-MAX_HISTORY);
    this.#at = this.#history.length - 1;
    this.#missed = undefined;
    this.#moves.fire(place);
  }

  async #notify(on: boolean, paused = false): Promise<void> {
    try {
      await this.#lua.call('follow.set', on, paused);
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
    this.#missed = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
