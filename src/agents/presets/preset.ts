/** A known agent: data only. */
export interface AgentPreset {
  /** What users type. */
  readonly name: string;
  /** Its id in the public registry of agents, where its start command comes from; absent for what is not there. */
  readonly registry?: string;
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Package that `npx` can run when the command is not installed; it takes the same arguments. */
  readonly npx?: string;
  /** The same for `uvx`, for agents written in Python. */
  readonly uvx?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The command that installs it, without quotes: its words are separated by blanks. */
  readonly install?: string;
  /** The page that says how to install it, where no one command does. */
  readonly page?: string;
  /** Where the agent departs from the protocol in a way the client can make up for. */
  readonly quirks?: {
    /** The name it gives itself in `initialize`. */
    readonly agentName: string;
    /** It cannot create a file when the read of the missing file is answered by an error (docs/agents.md, 27). */
    readonly missingFileReadsEmpty?: boolean;
    /** What it asks to edit it then writes with `fs/write_text_file`, and in no other way (docs/agents.md, 30). */
    readonly writesThroughClient?: boolean;
  };
}
