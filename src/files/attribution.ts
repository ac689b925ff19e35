import { isInside } from './paths/path-style';

/** The owner of a change, as far as it is known. */
export interface Mention {
  readonly session: string;
  readonly toolCallId?: string;
}

/** Whose changes of files are: the sessions whose turns run, with their folders, and the tool calls that name files. */
export class Attribution {
  /** Real paths of the folders, by session. */
  readonly #turns = new Map<string, readonly string[]>();
  readonly #mentions = new Map<string, Mention>();

  /** No turn runs. */
  get idle(): boolean {
    return this.#turns.size === 0;
  }

  /** The folders of all turns that run. */
  get roots(): readonly string[] {
    return [...this.#turns.values()].flat();
  }

  begin(session: string, roots: readonly string[]): void {
    this.#turns.set(session, roots);
  }

  isRunning(session: string): boolean {
    return this.#turns.has(session);
  }

  /** The turn is over, and all that its agent has changed is found. */
  end(session: string): void {
    this.#turns.delete(session);
    if (this.idle) this.#mentions.clear();
  }

  /** The last one who names a file has most likely changed it. */
  mention(path: string, mention: Mention): void {
    this.#mentions.set(path, mention);
  }

  isNamedBy(path: string, toolCallId: string): boolean {
    return this.#mentions.get(path)?.toolCallId === toolCallId;
  }

  /**
   * `undefined`: no running turn has to do with the file.
   * @param calls the tool calls during which the file was changed: a single one is the owner, unless another names the file
   */
  ownerOf(path: string, calls: readonly Mention[] = []): Mention | undefined {
    const owner = this.#mentions.get(path) ?? this.#turnIn(path);
    const [call, ...others] = calls;
    const isCalls = owner && owner.toolCallId === undefined && others.length === 0;
    return isCalls && call ? call : owner;
  }

  #turnIn(path: string): Mention | undefined {
    const turn = [...this.#turns].find(([, roots]) => isInside(roots, path));
    return turn && { session: turn[0] };
  }
}
