import type { ContentBlock } from '../../protocol/schema.gen';
import type { PromptOptions, PromptResult } from '../../session/prompt-queue';
import type { ReviewedChat } from './authors';

/** A chat that the user's comments can be sent to. */
export interface PromptedChat extends ReviewedChat {
  prompt(content: readonly ContentBlock[], options?: PromptOptions): Promise<PromptResult>;
}
