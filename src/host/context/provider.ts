import type { Chip } from '../../model/context/chip';
import type { Lines } from '../../model/context/places';
import type { PromptSuggestion } from '../../nvim/prompt-context';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { DocumentScope } from '../../session/ports';

/** What the user has added: lines of a buffer where they are now, or a file. */
export interface Anchor {
  /** Absent: it need not be loaded. */
  readonly bufnr?: number;
  /** As the editor, or the user, calls it; absent: it is no file. */
  readonly path?: string;
  /** Absent: all of it, or the lines are gone. */
  readonly lines?: Lines;
}

/** The prompt in which something is mentioned. */
export interface Prompt {
  readonly cwd: string;
  readonly scope: DocumentScope;
  /** By the name of the mention. */
  readonly anchors: ReadonlyMap<string, Anchor>;
  /**
   * Why the agent may not have a file; nothing when it may.
   * @param realPath from where it will be read; absent: nothing of it goes along
   */
  refusal(path: string, realPath?: string): Promise<string | undefined>;
}

/** What a mention stands for; its name is how it is mentioned from now on. */
export interface Found extends Chip {
  /** Not every agent takes pictures. */
  readonly isImage?: true;
  /** There is nothing to go along: its name stays text. */
  readonly isMissing?: boolean;
  /** What goes along, as it is now. Rejects with a message for the user. */
  content(): Promise<ContentBlock>;
}

export interface Provider {
  /** The word behind the "@" that is offered. */
  readonly word: string;
  readonly about: string;
  /** What it finds is mentioned by the name of that from then on: not before its own is typed to the end. */
  readonly pins?: true;
  suggest?(query: string, prompt: Prompt): Promise<readonly PromptSuggestion[]>;
  find(name: string, prompt: Prompt): Promise<Found | undefined>;
}
