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
