import type { ReviewedFiles } from '../../files/review/reviewed-files';
import { isEdited, notesText } from '../../model/review/notes';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { PromptAddition } from '../../session/prompt-queue';

export interface PromptNotesOptions {
  readonly reviewed: Pick<ReviewedFiles, 'notesFor' | 'dropNotes'>;
  /** The next prompt says what the user has undone. */
  readonly isReporting: () => boolean;
}

/** What prompts say besides: which changes of the agent the user has undone or edited. */
export class PromptNotes {
  readonly #options: PromptNotesOptions;
  readonly #blocks = new WeakSet<ContentBlock>();

  constructor(options: PromptNotesOptions) {
    this.#options = options;
  }

  /** Nothing with a command for the agent, which would take it for an argument. */
  with(session: string, prompt: readonly ContentBlock[]): PromptAddition {
    const { reviewed, isReporting } = this.#options;
    // That a file does not hold what the agent wrote it must know in any case.
    const notes = isCommand(prompt)
      ? []
      : reviewed.notesFor(session).filter((note) => isReporting() || isEdited(note));
    if (notes.length === 0) return { content: [], onSent: () => {} };
    const block: ContentBlock = { type: 'text', text: notesText(notes) };
    this.#blocks.add(block);
    return { content: [block], onSent: () => reviewed.dropNotes(session, notes) };
  }

  /** Whether a block of a prompt is not from the user. */
  has(block: ContentBlock): boolean {
    return this.#blocks.has(block);
  }
}

function isCommand([first]: readonly ContentBlock[]): boolean {
  return first?.type === 'text' && first.text.startsWith('/');
}
