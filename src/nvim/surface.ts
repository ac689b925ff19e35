import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import { oneLine } from '../base/text';
import type { Block } from '../view/block';
import { diffBlocks } from '../view/patch';
import {
  type Content,
  footerText,
  itemAt,
  type KeyOverrides,
  mappedKeys,
  naturalSize,
  type Room,
  rowOf,
  type SurfaceDefinition,
  type SurfaceKey,
} from '../view/surfaces/surface';
import { type Clock, type Flushed, FlushLoop } from './flush-loop';
import type { Lua, SurfaceFrame, SurfaceSpec } from './lua';

export interface SurfaceOptions<M, T> {
  /** Unlike any other surface of this host and of those before it. */
  readonly id: string;
  readonly definition: SurfaceDefinition<M, T>;
  readonly model: () => M;
  readonly keys: KeyOverrides;
  readonly lua: Lua;
  readonly probe: () => Promise<{ blocking: boolean }>;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** Text that one flush carries at most, so that the editor is never busy for long. */
const FLUSH_BYTES = 64 * 1024;

/** Keeps one window of the editor showing what its definition makes of a model. */
export class Surface<M, T> implements Disposable {
  readonly #options: SurfaceOptions<M, T>;
  readonly #loop: FlushLoop;
  readonly #keys: readonly SurfaceKey[];
  #content: Content<T>;
  #drawn: readonly Block[] = [];
  #shown = false;
  #row = 0;
  #room: Room | undefined;
  #frameShown = '';
  /** Where the cursor shall go once that is drawn. */
  #goTo: ((item: T) => boolean) | undefined;

  constructor(options: SurfaceOptions<M, T>) {
    this.#options = options;
    this.#keys = mappedKeys(options.definition.keys, options.keys);
    this.#content = options.definition.content(options.model());
    // The first item is what the user most likely wants, also when it comes late.
    this.#goTo = () => true;
    this.#loop = new FlushLoop({
      flush: () => this.#flush(),
      onFailed: () => this.#forget(),
      what: `the ${options.definition.kind} window`,
      probe: options.probe,
      log: options.log,
      ...(options.clock ? { clock: options.clock } : {}),
    });
    this.#loop.touch();
  }

  /** The model is another now. */
  update(): void {
    this.#loop.touch();
  }

  /** Puts the cursor on the first item that is as wanted, once it is drawn. */
  goTo(wanted: (item: T) => boolean): void {
    this.#goTo = wanted;
    this.#loop.touch();
  }

  /** The user's cursor is in this row (0-based) now; what can be done there is in the footer. */
  cursor(row: number): void {
    this.#row = row;
    this.#goTo = undefined;
    this.#loop.touch();
  }

  /** The window may have another size now. */
  resized(room: Room): void {
    this.#room = room;
    this.#loop.touch();
  }

  itemAt(row: number): T | undefined {
    return itemAt(this.#content.blocks, row);
  }

  /** Takes the user there. */
  async focus(): Promise<void> {
    await this.#options.lua.call('surface.focus', this.#options.id);
  }

  settled(): Promise<void> {
    return this.#loop.settled();
  }

  async close(): Promise<void> {
    this.dispose();
    await this.#options.lua.call('surface.close', this.#options.id);
  }

  /** The window is gone already. */
  dispose(): void {
    this.#loop.dispose();
  }

  async #flush(): Promise<Flushed> {
    const { definition, id, lua, model } = this.#options;
    if (definition.fitted) this.#room ??= await lua.call('surface.room');
    const content = definition.content(model(), this.#room);
    this.#content = content;
    const { patch, drawn, complete } = diffBlocks(this.#drawn, content.blocks, FLUSH_BYTES);
    const goTo = complete ? this.#goTo : undefined;
    const row = goTo && rowOf(content.blocks, goTo);
    if (row !== undefined) this.#row = row;
    if (row !== undefined) this.#goTo = undefined;
    const frame = this.#frame(content, row);
    const text = JSON.stringify(frame);
    const same = patch.edits.length === 0 && patch.ranges.length === 0 && row === undefined;
    if (this.#shown && same && text === this.#frameShown) return complete ? 'done' : 'behind';
    const applied = this.#shown
      ? await lua.call('surface.patch', id, patch, frame)
      : await lua.call('surface.show', this.#spec(), patch, frame);
    if (!applied) return 'lost';
    this.#shown = true;
    this.#drawn = drawn;
    this.#frameShown = text;
    return complete ? 'done' : 'behind';
  }

  #spec(): SurfaceSpec {
    const { id, definition } = this.#options;
    const { kind, place, cursorline = false, wrap = false } = definition;
    return { id, kind, place, cursorline, wrap, keys: this.#keys };
  }

  #frame(content: Content<T>, cursor: number | undefined): SurfaceFrame {
    const { definition, model } = this.#options;
    const item = itemAt(content.blocks, this.#row);
    const footer = footerText(definition.hints(model(), item), this.#keys);
    return {
      title: ` ${oneLine(content.title)} `,
      footer,
      ...naturalSize(content, footer, definition.place.minWidth),
      ...(cursor === undefined ? {} : { cursor }),
    };
  }

  /** What the buffer shows is not known. */
  #forget(): void {
    this.#drawn = [];
    this.#shown = false;
    this.#frameShown = '';
  }
}
