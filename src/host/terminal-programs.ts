import { jobCommand, jobEnvironment } from '../agents/environment';
import { Deferred } from '../base/deferred';
import type { TerminalProgram } from '../nvim/functions/windows';
import type { Lua } from '../nvim/lua';

/** Programs in terminal floats of the editor, for what only the user can do: signing in, installing. */
export class TerminalPrograms {
  readonly #lua: Lua;
  readonly #running = new Map<number, Deferred<number>>();
  /** The terminal of a host that died may still run: its number is no number of ours. */
  #last = process.pid * 1000;

  constructor(lua: Lua) {
    this.#lua = lua;
  }

  /** Settles with the exit code; `signal` ends the program. Rejects with a text when it cannot be started. */
  async run(program: TerminalProgram, signal?: AbortSignal): Promise<number> {
    const id = ++this.#last;
    const ended = new Deferred<number>();
    this.#running.set(id, ended);
    const onAbort = (): void => void this.#lua.call('surface.terminal.stop', id).catch(() => {});
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const problem = await this.#lua.call('surface.terminal.run', id, {
        ...program,
        executable: program.command[0] ?? '',
        command: jobCommand(program.command, program.env),
        env: jobEnvironment(program.env),
      });
      if (problem) throw new Error(problem);
      return await ended.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#running.delete(id);
    }
  }

  ended(id: number, code: number): void {
    this.#running.get(id)?.resolve(code);
  }
}
