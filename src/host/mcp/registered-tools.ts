import { Emitter } from '../../base/emitter';
import { handlerResult, registeredSpec } from '../../mcp/registered-spec';
import type { RegisteredTool } from '../../mcp/tool';
import type { Asks } from '../asks';

/** The tools that the user has registered in Lua, where they also run. */
export class RegisteredTools {
  readonly #asks: Pick<Asks, 'tool'>;
  readonly #changed = new Emitter<void>();
  /** Some came or went. */
  readonly onChange = this.#changed.on;
  #list: readonly RegisteredTool[] = [];

  constructor(asks: Pick<Asks, 'tool'>) {
    this.#asks = asks;
  }

  /** In the order of registration. */
  get list(): readonly RegisteredTool[] {
    return this.#list;
  }

  /** @param list see `HostEvents.registered_tools` */
  set(list: readonly unknown[]): void {
    this.#list = list.map((json) => this.#tool(String(json)));
    this.#changed.fire();
  }

  #tool(json: string): RegisteredTool {
    const spec = registeredSpec(json);
    return {
      ...spec,
      effect: 'unknown',
      run: async (input) => handlerResult(await this.#asks.tool(spec.name, input), spec),
    };
  }
}
