import { type Disposable, disposeAll } from '../base/disposable';
import type { Logger } from '../base/logger';
import type { Lua } from '../nvim/lua';
import { Surface } from '../nvim/surface';
import { describeError } from '../protocol/errors';
import type { KeyOverrides, Room, Subject, SurfaceDefinition } from '../view/surfaces/surface';

/** The items under the cursor or the selection. */
export interface Selection<T> {
  readonly item: T | undefined;
  /** Every item of the selected rows, once. */
  readonly items: readonly T[];
  readonly count: number;
  /** The choice that was taken, counted from 0. */
  readonly choice?: number;
  /** What a command was given. */
  readonly text?: string;
  /** Of the cursor, in UTF-8 bytes. */
  readonly column?: number;
}

/** What an action gets. */
export interface ActionContext<T> extends Selection<T> {
  /** Takes the user to the surface. */
  focus(): Promise<void>;
  /** Closes the window of the surface. */
  close(): Promise<void>;
  /** Puts the cursor on the first item that matches, once it is drawn. */
  goTo(wanted: (item: T) => boolean): void;
}

/** What each action does; whatever goes wrong is reported to the user. */
export type SurfaceActions<T> = Readonly<
  Record<string, (context: ActionContext<T>) => void | Promise<void>>
>;

/** The same of a surface whose window is not opened here. */
export type JoinedActions<T> = Readonly<
  Record<string, (selection: Selection<T>) => void | Promise<void>>
>;

export interface OpenSurface<M, T> {
  readonly definition: SurfaceDefinition<M, T>;
  /** What is known now; asked again at every change. */
  readonly model: () => M;
  /** The chat that it belongs to. */
  readonly view?: number;
  /** Says that the model is another now. */
  readonly changes?: readonly ((listener: () => void) => Disposable)[];
  readonly actions: SurfaceActions<T>;
  /** The window is gone, whoever closed it. */
  readonly onClosed?: () => void;
}

/** A window that is open. */
export interface OpenedSurface<T> {
  /** The model is another now. */
  update(): void;
  /** See `ActionContext.goTo`. */
  goTo(wanted: (item: T) => boolean): void;
  /** Takes the user there. */
  focus(): void;
  close(): void;
}

export interface SurfacesOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly keys: () => KeyOverrides;
  readonly notify: (level: 'info' | 'warn' | 'error', text: string) => void;
}

/** One open window, whatever it shows. */
interface Entry {
  readonly kind: string;
  update(): void;
  cursor(row: number): void;
  resized(room: Room): void;
  subject(): Subject | undefined;
  act(action: string, done: UserAction): void | Promise<void>;
  focus(): Promise<void>;
  up(): Promise<void>;
  closed(): void;
}

interface Rows {
  readonly row: number;
  readonly endRow: number;
}

/** What the user did, and on what. */
export interface UserAction extends Rows {
  readonly count: number;
  /** The subject that the user saw. */
  readonly subject?: string;
  readonly choice?: number;
  readonly text?: string;
  readonly column?: number;
}

/** Owns every window that shows a surface. */
export class Surfaces implements Disposable {
  readonly #options: SurfacesOptions;
  readonly #open = new Map<string, Entry>();
  readonly #joined = new Map<string, Pick<Entry, 'act'>>();
  #last = 0;

  constructor(options: SurfacesOptions) {
    this.#options = options;
  }

  open<M, T>(spec: OpenSurface<M, T>): OpenedSurface<T> {
    const { lua, log, probe, keys } = this.#options;
    const { definition, model, view } = spec;
    // Unlike the ids of a host that died, whose windows may still be open.
    const id = `${definition.kind}-${process.pid}-${++this.#last}`;
    const surface = new Surface({ id, definition, model, view, keys: keys(), lua, probe, log });
    const listening = (spec.changes ?? []).map((on) => on(() => surface.update()));
    const close = async (): Promise<void> => {
      try {
        await surface.close();
      } finally {
        this.closed(id);
      }
    };
    const meant = (done: UserAction): UserAction => {
      if (done.row !== done.endRow) return done;
      const row = surface.meantRow(done.row);
      return { ...done, row, endRow: row };
    };
    const context = (done: UserAction): ActionContext<T> => ({
      ...selectionOf((row) => surface.itemAt(row), meant(done)),
      focus: () => surface.focus(),
      close,
      goTo: (wanted) => surface.goTo(wanted),
    });
    this.#open.set(id, {
      kind: definition.kind,
      update: () => surface.update(),
      cursor: (row) => surface.cursor(row),
      resized: (room) => surface.resized(room),
      focus: () => surface.focus(),
      up: () => surface.up(),
      subject: () => definition.subject?.(model()),
      act: (action, done) => spec.actions[action]?.(context(done)),
      closed: () => {
        disposeAll([surface, ...listening], (error) => log.warn(`closing ${id}`, error));
        spec.onClosed?.();
      },
    });
    return {
      update: () => surface.update(),
      goTo: (wanted) => surface.goTo(wanted),
      focus: () => void surface.focus().catch((error) => log.debug(`going to ${id}`, error)),
      close: () => void close().catch((error) => log.debug(`closing ${id}`, error)),
    };
  }

  /** Takes in a surface whose window is not opened here, until this is disposed: its keys come to these actions. */
  join<T>(
    id: string,
    itemAt: (row: number) => T | undefined,
    actions: JoinedActions<T>,
  ): Disposable {
    this.#joined.set(id, {
      act: (action, rows) => actions[action]?.(selectionOf(itemAt, rows)),
    });
    return { dispose: () => void this.#joined.delete(id) };
  }

  /** Takes the user to the open window of this kind; false when there is none. */
  async focus(kind: string): Promise<boolean> {
    const entry = [...this.#open.values()].find((one) => one.kind === kind);
    await entry?.focus();
    return entry !== undefined;
  }

  /** Settles when every window that was opened so far is there. */
  async allUp(): Promise<void> {
    await Promise.all([...this.#open.values()].map((entry) => entry.up()));
  }

  /** Something that any of them may show is another now. */
  refresh(): void {
    for (const entry of this.#open.values()) entry.update();
  }

  /** Never rejects. */
  async act(id: string, action: string, done: UserAction): Promise<void> {
    const entry = this.#open.get(id);
    const subject = entry?.subject();
    // What the user saw has become something else while their answer was on its way.
    if (done.subject !== undefined && done.subject !== subject?.id) {
      this.#options.notify('info', `not answered: ${subject?.early ?? 'it is not asked any more'}`);
      return;
    }
    try {
      await (entry ?? this.#joined.get(id))?.act(action, done);
    } catch (error) {
      this.#options.log.error(`action ${action}`, error);
      this.#options.notify('error', describeError(error));
    }
  }

  cursor(id: string, row: number): void {
    this.#open.get(id)?.cursor(row);
  }

  resized(id: string, room: Room): void {
    this.#open.get(id)?.resized(room);
  }

  closed(id: string): void {
    const entry = this.#open.get(id);
    this.#open.delete(id);
    entry?.closed();
  }

  dispose(): void {
    for (const id of [...this.#open.keys()]) this.closed(id);
  }
}

function selectionOf<T>(
  itemAt: (row: number) => T | undefined,
  { row, endRow, subject: _, ...done }: UserAction,
): Selection<T> {
  const items = new Set<T>();
  for (let at = row; at <= endRow; at++) {
    const item = itemAt(at);
    if (item !== undefined) items.add(item);
  }
  return { ...done, item: itemAt(row), items: [...items] };
}
