import type { AppliedCode } from '../../files/applied-code';
import type { CheckpointCommands } from '../checkpoints/checkpoint-commands';
import type { UserInterface } from '../user-interface';
import type { TranscriptTools } from './transcript-actions';

/** What code blocks are applied and compared with, and what becomes of a prompt that is sent again. */
export function readingTools(
  { asks, lua, notify, proposals }: UserInterface,
  applied: AppliedCode,
  checkpoints: Pick<CheckpointCommands, 'offer'>,
): Pick<TranscriptTools, 'code' | 'offerRestore'> {
  return {
    code: {
      asks: {
        input: (prompt, text) => asks.input(prompt, text),
        select: (prompt, kind, items, label) => asks.select(prompt, kind, items, label),
        files: () => lua.call('ui.editor_window.files'),
      },
      notify,
      proposals,
      applied,
    },
    offerRestore: (prompt, view) => checkpoints.offer(prompt, view),
  };
}
