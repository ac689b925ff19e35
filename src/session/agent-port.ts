/** What a session needs from its agent. */
import type { ContentBlock, PromptResponse, SessionConfigOption } from '../protocol/schema.gen';

/** There is none before `session/new` has answered and after the agent is gone. */
export interface AgentSession {
  prompt(content: readonly ContentBlock[]): Promise<PromptResponse>;
  /** Puts a message into the running turn, where the agent can take it; false: it has not. */
  readonly steer?: (content: readonly ContentBlock[]) => Promise<boolean>;
  cancel(): void;
  setMode(modeId: string): Promise<void>;
  /** The old `session/set_model`. */
  setModel(modelId: string): Promise<void>;
  /** Answers all options with their new values. */
  setConfig(configId: string, value: string | boolean): Promise<readonly SessionConfigOption[]>;
  /** Notifies the agent that the session is not needed any more, where it wants to know. */
  close(): void;
}
