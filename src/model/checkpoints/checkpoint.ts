/** A moment to which a session's files can be brought back: before a prompt, or before a restore. Plain data. */
export interface Checkpoint {
  /** Ascending in the project, and never given twice. */
  readonly number: number;
  /** The agent's id of the session. */
  readonly session: string;
  /** Name of the agent's configuration entry. */
  readonly agent: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** What the user asked, as text; of a restore what its checkpoint has. */
  readonly prompt: string;
  /** Set before a restore: the number that was gone back to. */
  readonly restored?: number;
}

/** What became of the files from one checkpoint of a session to the next. */
export interface ChangeCounts {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

export interface CheckpointSummary extends Checkpoint {
  /** Nothing while they are being counted. */
  readonly counts?: ChangeCounts;
}
