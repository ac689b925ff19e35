/** By which right the agent of a chat reaches the editor's tools. */
export interface KeptToken {
  readonly token: string;
  /** The chat keeps its number when another host serves it; its session may come to have another id. */
  readonly view: number;
}

/**
 * What the editor keeps for the next host: a bridge that still runs looks for it at the same address and presents the
 * token that it has. It is kept by the editor, not in a file: it is gone with the editor, and the tokens cannot be read by
 * whatever may read the user's files.
 */
export interface KeptTools {
  readonly address: string;
  readonly tokens: readonly KeptToken[];
}
