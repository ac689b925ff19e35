/** What the session layer needs from the world. Adapters in `src/nvim` and `src/agents` implement these. */

import type { Readable, Writable } from 'node:stream';
import type { Disposable } from '../base/disposable';
import type { TerminalExit } from '../model/state';
import type { EditedWrite } from './proposed-writes';

/** Range of lines to read, as on the wire. */
export interface ReadRange {
  /** 1-based first line; absent: from the start. */
  readonly line?: number;
  /** Number of lines; absent: to the end. */
  readonly limit?: number;
}

/** May the agent touch a file outside its folders? */
export interface OutsideQuestion {
  readonly kind: 'read' | 'write';
  /** The real path, and the folder it is in. */
  readonly path: string;
  readonly folder: string;
}

/** `folder`: all of the folder, as long as the session lasts. */
export type OutsideAnswer = 'once' | 'folder' | 'no';

/** Who reads or writes: merges and confinement are per session. */
export interface DocumentScope {
  /** Unique in the host. */
  readonly session: string;
  /** Absolute folders the session may touch; the first is its cwd. */
  readonly roots: readonly string[];
  /** Absent: nobody can be asked, and the answer is no. */
  readonly askOutside?: (question: OutsideQuestion, signal: AbortSignal) => Promise<OutsideAnswer>;
  /**
   * Called for a file (by its real path) that confinement allows; rejects with an `AcpError` when the user refuses.
   * Answers what the user wants written in place of the agent's text, if anything.
   */
  readonly approve?: (path: string, signal: AbortSignal) => Promise<EditedWrite | undefined>;
}

/** A file that a session wants to write. */
export interface Reach {
  /** Where it really is. */
  readonly path: string;
  /** Outside of the session's folders: the user has to agree. */
  readonly isOutside: boolean;
}

/** What a write makes of a file; null: there is none yet, or no text. */
export interface Change {
  readonly before: string | null;
  readonly after: string;
  /** The lines that differ. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * The user's text. Reads and writes reject with an `AcpError` (see protocol/errors.ts) that can go straight to the wire:
 * -32002 for a missing file, -32602 for a bad path, -32603 with a clear text for the rest.
 */
export interface Documents {
  read(scope: DocumentScope, path: string, range: ReadRange, signal: AbortSignal): Promise<string>;
  write(
    scope: DocumentScope,
    path: string,
    content: string,
    signal: AbortSignal,
    origin?: WriteOrigin,
  ): Promise<void>;
  /** What a write would make of a file (by its real path) now. Changes and reports nothing; never rejects. */
  preview(
    scope: DocumentScope,
    path: string,
    content: string,
    origin?: Pick<WriteOrigin, 'from'>,
  ): Promise<Change>;
}

/** A write of the editor's own tools. */
export interface WriteOrigin {
  readonly toolCallId: string;
  /** What the new text was made from; absent: what the session last read or wrote. */
  readonly from?: string;
}

/** How an agent process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A running agent. Whoever started it owns it and must `stop` it. */
export interface AgentProcess {
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Settles when the process has ended (also when it never started: see `spawnError`). Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Set when the program could not be started at all. */
  readonly spawnError: () => Error | undefined;
  /** The last lines of stderr, control sequences removed. */
  readonly stderrTail: () => string;
  /** Ends the whole process group: stdin close, TERM, KILL after the grace time. Settles when it is gone. */
  stop(): Promise<void>;
}

/** A command to run in a terminal of the client. */
export interface TerminalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** Keep at most this many bytes of output, the newest; absent: a generous limit of ours. */
  readonly outputByteLimit?: number;
}

/** What a terminal shows now. */
export interface TerminalOutput {
  readonly output: string;
  /** True for good once something was cut at the front. */
  readonly truncated: boolean;
  readonly exit?: TerminalExit;
}

/** One running or ended command. Whoever created it owns it and must `end` it. */
export interface Terminal {
  read(): TerminalOutput;
  /** What it prints from now on, as it comes. */
  onText(listener: (text: string) => void): Disposable;
  /** Settles with the end of the command; never rejects. */
  readonly exited: Promise<TerminalExit>;
  /** Ends the command and all it started; output and exit stay readable. Settles when it is over. */
  end(): Promise<void>;
}

export interface Terminals {
  /**
   * Starts a command; rejects with an `AcpError` when it cannot be started.
   * @param onOutput called after new output, at most once a frame, and at the end
   */
  create(command: TerminalCommand, onOutput: (now: TerminalOutput) => void): Promise<Terminal>;
}
