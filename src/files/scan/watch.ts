import { sep } from 'node:path';
import { pause } from '../../base/timeout';
import type { TreeChange } from './change';
import type { RecorderThread } from './thread';

export interface Call {
  readonly session: string;
  readonly toolCallId: string;
}

/** Changes below one root, and the tool calls that may have made them. */
export interface Found {
  readonly changes: readonly TreeChange[];
  readonly calls: readonly Call[];
}

interface Turn {
  readonly roots: readonly string[];
  readonly since: number;
  /** Tool calls that run, and those that have ended since the last look. */
  readonly running: Set<string>;
  readonly ended: Set<string>;
  /** Roots of which it is not known yet what they held at the beginning. */
  readonly missed: Set<string>;
}

/** The pause after a scan, as a multiple of the scan's own time. */
const REST_FACTOR = 3;
const MAX_REST_MS = 2000;
/** Between the steps in which a program writes a file. */
const WRITE_MS = 40;
const WRITE_TRIES = 4;

/** When to scan which folders: before a turn, after tool calls, and at the end of a turn. */
export class TreeWatch {
  readonly #thread: Pick<RecorderThread, 'look' | 'forget'>;
  readonly #onFound: (found: Found) => void;
  /** By session: the folders that are known for it. */
  readonly #joined = new Map<string, readonly string[]>();
  readonly #turns = new Map<string, Turn>();
  #queued: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  #restMs = 0;

  constructor(thread: Pick<RecorderThread, 'look' | 'forget'>, onFound: (found: Found) => void) {
    this.#thread = thread;
    this.#onFound = onFound;
  }

  /** No turn runs. */
  get idle(): boolean {
    return this.#turns.size === 0;
  }

  /** A session will work in these folders (real paths): what they hold is read while the user still writes. */
  async join(session: string, roots: readonly string[]): Promise<void> {
    const known = new Set([...this.#joined.values()].flat());
    const own = outermost(roots);
    this.#joined.set(session, own);
    const fresh = own.filter((root) => !known.has(root));
    await Promise.all(fresh.map((root) => this.#thread.look(root, undefined, () => {})));
  }

  /** A turn begins: what has changed until now is not its agent's. Settles when the current state is known. */
  async begin(session: string, roots: readonly string[]): Promise<void> {
    const since = Date.now();
    const own = outermost(roots);
    this.#joined.set(session, own);
    const missed = new Set(own.filter((root) => this.#startOf(root) === undefined));
    this.#turns.set(session, { roots: own, since, running: new Set(), ended: new Set(), missed });
    await Promise.all(own.map((root) => this.#lookOnce(root, 0, () => this.#callsIn(root))));
  }

  /** A tool call of a session that may change files runs, or has ended. */
  call(session: string, toolCallId: string, ended: boolean): void {
    const turn = this.#turns.get(session);
    if (!turn) return;
    turn.running.add(toolCallId);
    if (!ended) return;
    turn.running.delete(toolCallId);
    turn.ended.add(toolCallId);
  }

  /** Looks at the folders of all running turns, soon. */
  check(): Promise<void> {
    this.#queued ??= this.#checkSoon();
    return this.#queued;
  }

  end(session: string): void {
    this.#turns.delete(session);
  }

  leave(session: string): void {
    const roots = this.#joined.get(session) ?? [];
    this.#joined.delete(session);
    this.#turns.delete(session);
    const wanted = new Set([...this.#joined.values()].flat());
    for (const root of roots) if (!wanted.has(root)) this.#thread.forget(root);
  }

  async #checkSoon(): Promise<void> {
    await this.#running;
    if (this.#restMs > 0) await pause(this.#restMs);
    this.#queued = undefined;
    this.#running = this.#lookAtAll();
    await this.#running;
  }

  async #lookAtAll(): Promise<void> {
    const turns = [...this.#turns.values()];
    const roots = [...new Set(turns.flatMap((turn) => turn.roots))];
    const calls = new Map(roots.map((root) => [root, this.#callsIn(root)]));
    for (const { ended } of turns) ended.clear();
    const costs = await Promise.all(
      roots.map((root) => this.#lookAt(root, () => calls.get(root) ?? [])),
    );
    this.#restMs = Math.min(MAX_REST_MS, REST_FACTOR * Math.max(0, ...costs));
  }

  /**
   * Waits a little for files that are just being written; not for ever, because some always are. Answers how long one
   * look takes.
   */
  async #lookAt(root: string, calls: () => readonly Call[]): Promise<number> {
    for (let tries = WRITE_TRIES; ; tries--) {
      const from = performance.now();
      const unsettled = await this.#lookOnce(root, tries > 0 ? WRITE_MS : 0, calls);
      if (!unsettled) return performance.now() - from;
      await pause(WRITE_MS);
    }
  }

  /** True: something is just being written. */
  async #lookOnce(root: string, restMs: number, calls: () => readonly Call[]): Promise<boolean> {
    const turns = this.#turnsIn(root);
    const since = this.#startOf(root) ?? Date.now();
    const begins = turns.some(({ missed }) => missed.has(root));
    const looked = await this.#thread.look(root, { since, begins, restMs }, (changes) =>
      this.#onFound({ changes, calls: calls() }),
    );
    if (!looked) return false;
    for (const { missed } of turns) missed.delete(root);
    return looked.unsettled;
  }

  #turnsIn(root: string): Turn[] {
    return [...this.#turns.values()].filter(({ roots }) => roots.includes(root));
  }

  #callsIn(root: string): Call[] {
    return [...this.#turns].flatMap(([session, { roots, running, ended }]) =>
      roots.includes(root)
        ? [...running, ...ended].map((toolCallId) => ({ session, toolCallId }))
        : [],
    );
  }

  /** When the first of the turns that run in the folder began. */
  #startOf(root: string): number | undefined {
    const starts = this.#turnsIn(root).map(({ since }) => since);
    return starts.length > 0 ? Math.min(...starts) : undefined;
  }
}

/** Without those that lie in another one. */
function outermost(roots: readonly string[]): string[] {
  const unique = [...new Set(roots)];
  return unique.filter((root) => !unique.some((other) => root.startsWith(`${other}${sep}`)));
}
