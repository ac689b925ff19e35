/** What the editor says of its language servers (lua/acp/tools/lsp.lua). */

export interface LanguageClient {
  readonly id: number;
  readonly name: string;
  /** How it counts the characters of a line. */
  readonly encoding: string;
  /** It is being started: what it can do is not known yet. */
  readonly starting: boolean;
  /** It says that it is working on something: what it knows of the project may not be all. */
  readonly busy: boolean;
  /** For how many milliseconds it is known to be there. */
  readonly age: number;
  /** It knows the method that was asked about. */
  readonly supports: boolean;
  /** Commands that it can execute. */
  readonly commands: readonly string[];
}

/** A loaded file, with all servers that know of it. */
export interface ServedDocument {
  readonly bufnr: number;
  /** As the servers call it. */
  readonly uri: string;
  /** Where its name leads. */
  readonly path: string;
  /** For how many milliseconds it is known to be loaded: servers may still be about to attach themselves. */
  readonly age: number;
  /** Diagnostics were reported of the text as it is now, perhaps none. */
  readonly reported: boolean;
  readonly clients: readonly LanguageClient[];
}

export interface LanguageRequest {
  readonly client: number;
  readonly bufnr: number;
  readonly method: string;
  /** As JSON. */
  readonly params: string;
}

export interface BufferState {
  /** Where the name of its file leads. */
  readonly path: string;
  readonly changedtick: number;
  /** Of the text that servers were sent last. */
  readonly version?: number;
}

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** Rows and bytes count from 0. */
export interface FoundDiagnostic {
  /** Where the name of the file leads. */
  readonly path: string;
  readonly row: number;
  readonly byte: number;
  readonly end_row: number;
  readonly end_byte: number;
  readonly severity: Severity;
  readonly message: string;
  readonly source?: string;
  readonly code?: string;
}

/** What servers do with a buffer. */
export interface DiagnosticActivity {
  /** One of them is being started, or says that it is working. */
  readonly busy: boolean;
  /** The names of all. */
  readonly servers: readonly string[];
  /** Those that answer when they are asked for diagnostics. */
  readonly pulls: readonly LanguageClient[];
  /** Milliseconds since they were sent the text as it is now. */
  readonly since_sent: number;
  /** Milliseconds since diagnostics of the buffer were reported. */
  readonly since_published: number;
}

export interface ServedBuffer {
  readonly bufnr: number;
  readonly uri: string;
  readonly path: string;
}
