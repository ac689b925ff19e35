import { type Disposable, disposeAll } from '../base/disposable';
import type { Logger } from '../base/logger';
import type { Lua } from '../nvim/lua';
import { Surface } from '../nvim/surface';
import { describeError } from '../protocol/errors';
import type { KeyOverrides, Room, SurfaceDefinition } from '../view/surfaces/surface';

/** What an action is told: what the cursor, or the selection, is on. */
export interface ActionContext<T> {
  readonly item: T | undefined;
  /** Every item of the selected rows, once. */
  readonly items: readonly T[];
  readonly count: number;
  /** Closes the window of the surface. */
  close(): Promise<void>;
  /** Puts the cursor on the first item that is as wanted, once it is drawn. */
  goTo(wanted: (item: T) => boolean): void;
}

/** What each action does; whatever goes wrong is told to the user. */
export type SurfaceActions<T> = Readonly<
  Record<string, (context: ActionContext<T>) => void | Promise<void>>
>;

export interface OpenSurface<M, T> {
  readonly definition: SurfaceDefinition<M, T>;
  /** What is known now; asked again at every change. */
  readonly model: () => M;
  /** Says that the model is another now. */
  readonly changes?: readonly ((listener: () => void) => Disposable)[];
  readonly actions: SurfaceActions<T>;
  /** The window is gone, whoever closed it. */
  readonly onClosed?: () => void;
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
  act(action: string, rows: Rows): void | Promise<void>;
  focus(): Promise<void>;
  closed(): void;
}

interface Rows {
  readonly row: number;
  readonly endRow: number;
  readonly count: number;
}

/** The one owner of every window that shows a surface. */
export class Surfaces implements Disposable {
  readonly #options: SurfacesOptions;
  readonly #open = new Map<string, Entry>();
  #last = 0;

  constructor(options: SurfacesOptions) {
    this.#options = options;
  }

  open<M, T>(spec: OpenSurface<M, T>): void {
    const { lua, log, probe, keys } = this.#options;
    const { definition, model } = spec;
    // A window of a host that died must not meet one of ours.
    const id = `${definition.kind}-${process.pid}-${++this.#last}`;
    const surface = new Surface({ id, definition, model, keys: keys(), lua, probe, log });
    const listening = (spec.changes ?? []).map((on) => on(() => surface.update()));
    const context = (rows: Rows): ActionContext<T> => ({
      item: surface.itemAt(rows.row),
      items: itemsOf(surface, rows),
      count: rows.count,
      close: () => surface.close(),
      goTo: (wanted) => surface.goTo(wanted),
    });
    this.#open.set(id, {
      kind: definition.kind,
      update: () => surface.update(),
      cursor: (row) => surface.cursor(row),
      resized: (room) => surface.resized(room),
      focus: () => surface.focus(),
      act: (action, rows) => spec.actions[action]?.(context(rows)),
      closed: () => {
        disposeAll([surface, ...listening], (error) => log.warn(`closing ${id}`, error));
        spec.onClosed?.();
      },
    });
  }

  /** Takes the user to the open window of this kind; false when there is none. */
  async focus(kind: string): Promise<boolean> {
    const entry = [...this.#open.values()].find((one) => one.kind === kind);
    await entry?.focus();
    return entry !== undefined;
  }

  /** Something that any of them may show is another now. */
  refresh(): void {
    for (const entry of this.#open.values()) entry.update();
  }

  /** Never rejects. */
  async act(id: string, action: string, rows: Rows): Promise<void> {
    try {
      await this.#open.get(id)?.act(action, rows);
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

function itemsOf<M, T>(surface: Surface<M, T>, { row, endRow }: Rows): T[] {
  const items = new Set<T>();
  for (let at = row; at <= endRow; at++) {
    const item = surface.itemAt(at);
    if (item !== undefined) items.add(item);
  }
  return [...items];
}
