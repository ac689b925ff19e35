import { Emitter } from '../../base/emitter';
import type { RenderedItem } from '../../model/item-snapshot';
import { candidatesFor, type RegisteredRenderer, registeredRenderers } from '../../view/renderers';

/** The renderers that the user has registered in Lua. */
export class Renderers {
  #registered: readonly RegisteredRenderer[] = [];
  readonly #changed = new Emitter<void>();
  /** Some came or went. */
  readonly onChange = this.#changed.on;

  get isEmpty(): boolean {
    return this.#registered.length === 0;
  }

  set(list: readonly unknown[]): void {
    this.#registered = registeredRenderers(list);
    this.#changed.fire();
  }

  /** Those that may draw an item, the first to be tried first. */
  candidates(item: RenderedItem): readonly number[] {
    return candidatesFor(item, this.#registered);
  }
}
