import type { ViewId } from '../../nvim/lua';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { PromptOptions, PromptResult } from '../../session/turns';

/** A chat as far as its changes are reviewed. */
export interface ReviewedChat {
  readonly view: ViewId;
  readonly session: {
    readonly key: string;
    readonly state: {
      readonly id: string;
      readonly cwd: string;
      readonly title?: string | undefined;
      readonly agent: string;
      readonly turn: { readonly phase: string };
    };
  };
  prompt(content: readonly ContentBlock[], options?: PromptOptions): Promise<PromptResult>;
}
