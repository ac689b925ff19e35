/** The state of a chat, as the editor knows it. */
import type { FrameFacts, FrameTexts } from '../view/frame';

/** What the editor knows of a chat, with what its frame says. */
export interface ChatStatus extends Pick<FrameFacts, 'agent' | 'title' | 'phase' | 'detail'> {
  readonly session?: {
    readonly agent: string;
    readonly id: string;
    readonly title?: string;
    /** A new host would go on with it, should this one die. */
    readonly lasting: boolean;
  };
  readonly frame: FrameTexts;
}
