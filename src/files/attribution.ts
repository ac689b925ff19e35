import { isInside } from './paths/path-style';

/** The owner of a change, as far as it is known. */
export interface Mention {
  readonly session: string;
  readonly toolCallId?: string;
}

interface RunningTurn {
  /** Real paths of the folders. */
  readonly roots: readonly string[];
  /** All that its agent had changed until it ended the turn is found. */
  isSettled: boolean;
  /** When it was over; what was changed after that is somebody else's. */
  overMs: number;
}

interface SessionCalls {
  readonly running: Set<string>;
  /** In the order in which they have ended. */
  readonly ended: Set<string>;
  /** Those that name files. */
  readonly naming: Set<string>;
}

/** Whose changes of files are: the sessions whose turns run, with their folders, and the tool calls that name files. */
export class Attribution {
  /** By session. */
  readonly #turns = new Map<string, RunningTurn>();
  readonly #mentions = new Map<string, Mention>();
  /** Tool calls that may change files, by session. */
  readonly #calls = new Map<string, SessionCalls>();

  /** No turn runs. */
  get idle(): boolean {
    return this.#turns.size === 0;
  }

  /** The folders of all turns that run. */
  get roots(): readonly string[] {
    return [...this.#turns.values()].flatMap(({ roots }) => roots);
  }

  begin(session: string, roots: readonly string[]): void {
    this.#turns.set(session, { roots, isSettled: false, overMs: Number.POSITIVE_INFINITY });
    this.#calls.set(session, { running: new Set(), ended: new Set(), naming: new Set() });
  }

  isRunning(session: string): boolean {
    return this.#turns.has(session);
  }

  /** All that its agent has changed until now is found, and it has ended the turn. */
  settled(session: string): void {
    const turn = this.#turns.get(session);
    if (turn) turn.isSettled = true;
  }

  /** The turn is over; what its agent has changed may still have to be found. */
  over(session: string): void {
    const turn = this.#turns.get(session);
    if (turn?.isSettled) turn.overMs = Date.now();
  }

  /** Nothing of the turn is looked for any more. */
  end(session: string): void {
    this.#turns.delete(session);
    this.#calls.delete(session);
    if (this.idle) this.#mentions.clear();
  }

  /** A tool call that may change files runs, or has ended. */
  call(session: string, toolCallId: string, ended: boolean): void {
    const calls = this.#calls.get(session);
    if (!calls) return;
    calls.running.delete(toolCallId);
    calls.ended.delete(toolCallId);
    (ended ? calls.ended : calls.running).add(toolCallId);
  }

  /** The last one who names a file has most likely changed it, unless it only reads: that is no call here. */
  mention(path: string, mention: Mention): void {
    const { session, toolCallId } = mention;
    if (toolCallId === undefined && this.#mentions.has(path)) return;
    this.#mentions.set(path, mention);
    if (toolCallId !== undefined) this.#calls.get(session)?.naming.add(toolCallId);
  }

  isNamedBy(path: string, toolCallId: string): boolean {
    return this.#mentions.get(path)?.toolCallId === toolCallId;
  }

  /**
   * `undefined`: no running turn has to do with the change.
   * @param calls the tool calls during which the file was changed, when that is known: a single one is the owner, unless
   *   another names the file
   * @param changedMs when it was changed, where that is known
   */
  ownerOf(path: string, calls?: readonly Mention[], changedMs = 0): Mention | undefined {
    const isOver = (session: string): boolean =>
      Math.floor(changedMs) > (this.#turns.get(session)?.overMs ?? Number.POSITIVE_INFINITY);
    const named = this.#mentions.get(path);
    const owner = named && !isOver(named.session) ? named : this.#turnIn(path, isOver);
    return owner && this.#among(calls ?? this.#latest(owner.session), owner);
  }

  /** The tool call in which a session's agent writes a file through us. */
  callOf(session: string, path: string): string | undefined {
    const named = this.#mentions.get(path);
    const owner = named?.session === session ? named : { session };
    return this.#among(this.#running(session), owner).toolCallId;
  }

  /** A call that named the file and has ended is not the owner of what came after it. */
  #among(calls: readonly Mention[], owner: Mention): Mention {
    const { session, toolCallId } = owner;
    const isOver = toolCallId !== undefined && this.#calls.get(session)?.ended.has(toolCallId);
    if (toolCallId !== undefined && !isOver) return owner;
    if (isOver && calls.some((one) => isSame(one, owner))) return owner;
    // Those that name other files have not changed this one.
    const isNaming = (one: Mention): boolean =>
      this.#calls.get(one.session)?.naming.has(one.toolCallId ?? '') ?? false;
    const [call, ...others] = calls.filter((one) => !isNaming(one));
    if (!call) return owner;
    return others.length === 0 ? call : { session };
  }

  #running(session: string): Mention[] {
    const running = this.#calls.get(session)?.running ?? [];
    return [...running].map((toolCallId) => ({ session, toolCallId }));
  }

  /** The calls that run; without any, the one that has ended last. */
  #latest(session: string): Mention[] {
    const running = this.#running(session);
    const last = [...(this.#calls.get(session)?.ended ?? [])].at(-1);
    return running.length > 0 || last === undefined ? running : [{ session, toolCallId: last }];
  }

  #turnIn(path: string, isOver: (session: string) => boolean): Mention | undefined {
    const turn = [...this.#turns].find(
      ([session, { roots }]) => isInside(roots, path) && !isOver(session),
    );
    return turn && { session: turn[0] };
  }
}

function isSame(a: Mention, b: Mention): boolean {
  return a.session === b.session && a.toolCallId === b.toolCallId;
}
