/** By which way an agent's change came: a write through the editor, one of its own to the disk, or the editor's MCP tool. */
export type ReviewSource = 'fs' | 'disk' | 'mcp';

export interface Turn {
  readonly session: string;
  readonly turn: number;
}

/** Who has made a change. */
export interface Author extends Turn {
  readonly toolCallId?: string;
  readonly source: ReviewSource;
}

/** What is known of a session, also when its chat is closed, or the host gone that it was open in. */
export interface KnownSession {
  /** By which authors name it: unique in the host. */
  readonly key: string;
  readonly agent: string;
  /** Of ACP; empty before the agent has named it. */
  readonly id: string;
  readonly cwd: string;
  readonly title?: string;
  /** The number of its last turn. */
  readonly turns: number;
}

export function sameTurn(a: Turn, b: Turn): boolean {
  return a.session === b.session && a.turn === b.turn;
}

/** Both lists, each author once. */
export function mergeAuthors(
  some: readonly Author[],
  others: readonly Author[],
): readonly Author[] {
  const fresh = others.filter((other) => !some.some((one) => sameAuthor(one, other)));
  return fresh.length === 0 ? some : [...some, ...fresh];
}

function sameAuthor(a: Author, b: Author): boolean {
  return sameTurn(a, b) && a.toolCallId === b.toolCallId && a.source === b.source;
}
