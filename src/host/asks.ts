import type { Lua } from '../nvim/lua';
import { unlessAborted } from '../protocol/abort';

const MAX_ASKS = 2 ** 20;

/** Questions to the user by their own pickers (`vim.ui.*`) and functions; each answer comes as an event. */
export class Asks {
  readonly #lua: Lua;
  readonly #pending = new Map<number, (answer: string | undefined) => void>();
  /** Unlike the numbers of a host that died, whose pickers may still be open. */
  #last = process.pid * MAX_ASKS;

  constructor(lua: Lua) {
    this.#lua = lua;
  }

  /** The user's edit of `text`, trimmed; `undefined` when they left the input, or left it empty. */
  async input(prompt: string, text?: string): Promise<string | undefined> {
    const answer = await this.exactInput(prompt, text);
    return answer?.trim() || undefined;
  }

  /** The user's edit of `text`, perhaps empty; `undefined` when they left the input. */
  exactInput(prompt: string, text = ''): Promise<string | undefined> {
    return this.ask((ask) => this.#lua.call('host.ask.input', ask, prompt, text));
  }

  /** The item that the user chose by its label; `undefined` when they chose none. */
  async select<T>(
    prompt: string,
    kind: string,
    items: readonly T[],
    label: (item: T) => string,
  ): Promise<T | undefined> {
    const labels = items.map(label);
    const answer = await this.ask((ask) =>
      this.#lua.call('host.ask.select', ask, prompt, kind, labels),
    );
    return answer === undefined ? undefined : items[Number(answer) - 1];
  }

  /** What the user's function `permissions.decide` says of a request: `allow`, `deny` or `undefined`. */
  decide(card: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    return this.ask((ask) => this.#lua.call('host.ask.decide', ask, card));
  }

  /**
   * Any other question: `send` calls Lua with its number, which Lua answers by. Rejects when the signal aborts before.
   */
  ask(send: (ask: number) => Promise<void>, signal?: AbortSignal): Promise<string | undefined> {
    const ask = ++this.#last;
    const answer = new Promise<string | undefined>((resolve, reject) => {
      this.#pending.set(ask, resolve);
      send(ask).catch(reject);
    });
    const settled = signal ? unlessAborted(answer, signal) : answer;
    return settled.finally(() => this.#pending.delete(ask));
  }

  /** Runs a tool that the user has registered; the answer is JSON, see `lua/acp/tools/registered.lua`. */
  tool(
    id: number,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    return this.ask((ask) => this.#lua.call('tools.registered.run', ask, id, input), signal);
  }

  answered(ask: number, answer: string | undefined): void {
    const settle = this.#pending.get(ask);
    this.#pending.delete(ask);
    settle?.(answer);
  }
}
