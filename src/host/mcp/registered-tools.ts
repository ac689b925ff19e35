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
  /** By the JSON that they were made of, which is another one with each registration. */
  #tools: ReadonlyMap<string, RegisteredTool> = new Map();

  constructor(asks: Pick<Asks, 'tool'>) {
    this.#asks = asks;
  }

  /** In the order of registration. */
  get list(): readonly RegisteredTool[] {
    return [...this.#tools.values()];
  }

  /** @param list see `HostEvents.registered_tools` */
  set(list: readonly unknown[]): void {
    const known = this.#tools;
    this.#tools = new Map(
      list.map(String).map((json) => [json, known.get(json) ?? this.#tool(json)]),
    );
    this.#changed.fire();
  }

  #tool(json: string): RegisteredTool {
    const spec = registeredSpec(json);
    return {
      ...spec,
      effect: 'unknown',
      // A handler may never answer: nothing waits for it beyond the end of the call.
      run: async (input, { signal }) =>
        handlerResult(await this.#asks.tool(spec.id, input, signal), spec),
    };
  }
}
