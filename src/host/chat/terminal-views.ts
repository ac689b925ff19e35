/** Terminals of the editor that show all that a command of the agent prints, for as long as it runs. */
import type { Disposable } from '../../base/disposable';
import { unfinishedTail, withoutTerminalStrings } from '../../base/text';
import { FRAME_MS } from '../../base/units';
import type { TerminalExit } from '../../model/state';
import type { Lua } from '../../nvim/lua';
import type { Session } from '../../session/session';
import type { FollowedTerminal } from '../../session/terminals';
import type { TerminalTarget } from '../../view/block';

export class TerminalViews implements Disposable {
  readonly #lua: Lua;
  readonly #session: Pick<Session, 'key' | 'state' | 'terminals'>;
  readonly #live = new Map<string, LiveTerminal>();

  constructor(lua: Lua, session: Pick<Session, 'key' | 'state' | 'terminals'>) {
    this.#lua = lua;
    this.#session = session;
  }

  async open({ id, title }: TerminalTarget): Promise<void> {
    const lua = this.#lua;
    const { key, terminals } = this.#session;
    const own = `${key}/${id}`;
    const show = (text: string | null) => lua.call('ui.open.terminal', own, title, text);
    if (this.#live.has(id) && (await show(null))) return;
    this.#live.get(id)?.dispose();
    const live = new LiveTerminal((text) => lua.call('ui.open.terminal_append', own, text));
    const followed = terminals.follow(id, (text) => live.print(text));
    // What the chat shows of one that its agent runs itself, or has released.
    const shown = this.#session.state.terminals.get(id);
    const known = followed ?? shown;
    if (!known) return lua.call('ui.notify.show', 'info', 'nothing is known of this command');
    this.#live.set(id, live);
    await live.start(known.output, followed, show);
    if (!followed) live.end(shown?.exitStatus);
  }

  dispose(): void {
    for (const live of this.#live.values()) live.dispose();
    this.#live.clear();
  }
}

/** One terminal of the editor: what comes while it is being written to is sent together, a frame later. */
class LiveTerminal implements Disposable {
  readonly #append: (text: string) => Promise<boolean>;
  #source: Disposable | undefined;
  #pending = '';
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #isDisposed = false;

  constructor(append: (text: string) => Promise<boolean>) {
    this.#append = append;
  }

  async start(
    output: string,
    followed: FollowedTerminal | undefined,
    open: (text: string) => Promise<boolean>,
  ): Promise<void> {
    this.#source = followed;
    await open(this.#whole(output));
    this.#isOpen = true;
    this.#soon();
    void followed?.exited.then((exit) => this.end(exit));
  }

  print(text: string): void {
    this.#pending += text;
    this.#soon();
  }

  end(exit: TerminalExit | undefined): void {
    if (exit) this.print(`\x1b[m\n[${ending(exit)}]`);
    this.#source?.dispose();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#source?.dispose();
  }

  #soon(): void {
    if (!this.#isOpen || this.#isDisposed || this.#pending === '') return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, FRAME_MS);
  }

  async #send(): Promise<void> {
    const text = this.#whole('');
    if (text === '') return;
    const isThere = await this.#append(text).catch(() => false);
    if (!isThere) this.dispose();
  }

  /** All but the start of an escape sequence; terminals want a carriage return with each new line. */
  #whole(before: string): string {
    const all = before + this.#pending;
    const rest = unfinishedTail(all);
    this.#pending = rest > 0 ? all.slice(-rest) : '';
    return withoutTerminalStrings(all.slice(0, all.length - rest)).replace(/\r?\n/g, '\r\n');
  }
}

function ending({ exitCode, signal }: TerminalExit): string {
  return signal ? `ended by ${signal}` : `exit code ${exitCode ?? 'unknown'}`;
}
