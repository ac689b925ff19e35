import type { Clock } from '../base/clock';
import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import { oneLine } from '../base/text';
import type { Patch, Section } from '../view/block';
import { sectionOf } from '../view/pieces';
import {
  type Content,
  footerText,
  type ItemBlock,
  itemAt,
  type KeyOverrides,
  mappedKeys,
  type Room,
  rowOf,
  type SurfaceDefinition,
  type SurfaceKey,
  sizeAt,
} from '../view/surfaces/surface';
import { DrawnBuffer } from './drawn-buffer';
import type { Lua } from './lua';
import type { SurfaceFrame, SurfaceSpec } from './surface-window';

export interface SurfaceOptions<M, T> {
  /** Unlike any other surface of this host and of those before it. */
  readonly id: string;
  readonly definition: SurfaceDefinition<M, T>;
  readonly model: () => M;
  readonly keys: KeyOverrides;
  /** The chat that it belongs to. */
  readonly view?: number | undefined;
  readonly lua: Lua;
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** Milliseconds: an answer typed before its question could be read does not count. */
const GUARD_MS = 300;

/** Keeps one window of the editor showing what its definition makes of a model. */
export class Surface<M, T> implements Disposable {
  readonly #options: SurfaceOptions<M, T>;
  readonly #buffer: DrawnBuffer;
  readonly #keys: readonly SurfaceKey[];
  #content: Content<T>;
  readonly #up = new Deferred<void>();
  #shown = false;
  #row = 0;
  #room: Room | undefined;
  #frameShown = '';
  /** Where the cursor goes once that is drawn. */
  #goTo: ((item: T) => boolean) | undefined;
  /** The cursor is on its way there, from one of these rows. */
  #moving: { readonly from: readonly number[]; readonly to: (item: T) => boolean } | undefined;

  constructor(options: SurfaceOptions<M, T>) {
    this.#options = options;
    this.#keys = mappedKeys(options.definition.keys, options.keys);
    this.#content = options.definition.content(options.model());
    // The first item is what the user most likely wants, also when it comes late.
    this.#goTo = () => true;
    this.#buffer = new DrawnBuffer({
      what: `the ${options.definition.kind} window`,
      begin: () => this.#begin(),
      sections: () => this.#sections(),
      apply: (patch, complete) => this.#apply(patch, complete),
      probe: options.probe,
      log: options.log,
      ...(options.clock ? { clock: options.clock } : {}),
    });
    this.#buffer.update();
  }

  /** The model has changed. */
  update(): void {
    this.#buffer.update();
  }

  /** Puts the cursor on the first item that matches, once it is drawn. */
  goTo(wanted: (item: T) => boolean): void {
    this.#goTo = wanted;
    this.#moving = { from: [...(this.#moving?.from ?? []), this.#row], to: wanted };
    this.#buffer.update();
  }

  /** What a key was meant for that the user pressed in a row: maybe before the cursor was where they had sent it. */
  meantRow(row: number): number {
    if (!this.#moving?.from.includes(row)) return row;
    return rowOf(this.#drawn(), this.#moving.to) ?? row;
  }

  /** The user's cursor is in this row (0-based) now; what can be done there is in the footer. */
  cursor(row: number): void {
    const before = this.itemAt(this.#row);
    this.#row = row;
    this.#goTo = undefined;
    this.#moving = undefined;
    if (this.itemAt(row) !== before) this.#buffer.update();
  }

  /** The window may have changed its size. */
  resized(room: Room): void {
    this.#room = room;
    this.#buffer.update();
  }

  /** The item of a row (0-based) as the editor shows it: a key may come before what is being drawn. */
  itemAt(row: number): T | undefined {
    return itemAt(this.#drawn(), row);
  }

  /** Takes the user there. */
  async focus(): Promise<void> {
    await this.#options.lua.call('surface.focus', this.#options.id);
  }

  /** Settles when its window is there for the first time, or will not come any more. */
  up(): Promise<void> {
    return this.#up.promise;
  }

  settled(): Promise<void> {
    return this.#buffer.settled();
  }

  async close(): Promise<void> {
    this.dispose();
    await this.#options.lua.call('surface.close', this.#options.id);
  }

  /** The window is gone already. */
  dispose(): void {
    this.#buffer.dispose();
    this.#up.resolve();
  }

  #drawn(): readonly ItemBlock<T>[] {
    return this.#buffer.drawn.flatMap(({ blocks }) => blocks as readonly ItemBlock<T>[]);
  }

  /** What the window shows is not known, if there is one. */
  async #begin(): Promise<readonly Section[]> {
    const { definition, lua } = this.#options;
    this.#shown = false;
    this.#frameShown = '';
    if (definition.fitted) this.#room ??= await lua.call('surface.room');
    return [];
  }

  #sections(): readonly Section[] {
    const { definition, model } = this.#options;
    this.#content = definition.content(model(), this.#room);
    return [sectionOf(this.#content.blocks)];
  }

  /** The text, and what is around it. */
  async #apply(patch: Patch, complete: boolean): Promise<boolean> {
    const { id, lua } = this.#options;
    const found = this.#goTo && rowOf(this.#content.blocks, this.#goTo);
    // The first row is there at once: by the end of a long text the user may be elsewhere.
    const row = complete || found === 0 ? found : undefined;
    if (row !== undefined) {
      this.#row = row;
      this.#goTo = undefined;
    }
    const frame = this.#frame(this.#content, row, complete && !this.#content.incomplete);
    const text = JSON.stringify(frame);
    const same = patch.edits.length === 0 && patch.ranges.length === 0 && row === undefined;
    if (this.#shown && same && text === this.#frameShown) return true;
    const isThere = this.#shown
      ? await lua.call('surface.patch', id, patch, frame)
      : await lua.call('surface.show', this.#spec(), patch, frame);
    this.#up.resolve();
    this.#shown = isThere;
    this.#frameShown = text;
    if (row !== undefined && !this.#goTo) this.#moving = undefined;
    return isThere;
  }

  #spec(): SurfaceSpec {
    const { id, definition, view } = this.#options;
    const { kind, place, cursorline = false, wrap = false, commands = [] } = definition;
    const { filetype = `acp${kind}` } = definition;
    const look = { filetype, place, cursorline, wrap, ...(view === undefined ? {} : { view }) };
    return { id, kind, ...look, keys: this.#keys, commands, guardMs: GUARD_MS };
  }

  #frame(content: Content<T>, cursor: number | undefined, complete: boolean): SurfaceFrame {
    const { definition, model: modelNow } = this.#options;
    const { place, shortHint } = definition;
    const { title, topic, rest, choices = [] } = content;
    const model = modelNow();
    const footer = footerText(
      definition.hints(model, itemAt(content.blocks, this.#row)),
      this.#keys,
    );
    const subject = definition.subject?.(model);
    const away = definition.away?.(model);
    return {
      title: ` ${oneLine(title)} `,
      footer,
      ...(shortHint ? { shortFooter: footerText([shortHint], this.#keys) } : {}),
      ...(away ? { away } : {}),
      ...(topic === undefined ? {} : { topic }),
      ...(subject ? { subject } : {}),
      choices,
      ...(rest === undefined ? {} : { rest }),
      ...(complete ? {} : { behind: true }),
      ...sizeAt(place, content, footer),
      ...(cursor === undefined ? {} : { cursor }),
    };
  }
}
