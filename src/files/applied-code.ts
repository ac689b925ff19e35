import { type FileImage, imageText } from '../edit/file-image';
import { operationsTo } from '../model/checkpoints/operations';
import { AcpError } from '../protocol/errors';
import type { LoadedFiles } from './buffers/loaded-files';
import type { ChangeLedger } from './change-ledger';
import { fileStateOf } from './disk/disk';
import { realPathOf } from './paths/paths';
import type { FileRestorer, LookedAt, Restoration } from './review/file-restorer';
import { hunksBetween } from './scan/change';

export interface AppliedCodeOptions {
  readonly restorer: Pick<FileRestorer, 'restore' | 'look'>;
  readonly ledger: Pick<ChangeLedger, 'seen'>;
  readonly loaded: Pick<LoadedFiles, 'find'>;
}

/** A change that the user has taken over from what an agent has said. */
export interface CodeChange {
  /** The session's key. */
  readonly session: string;
  /** Absolute. */
  readonly path: string;
  /** The whole text from what the file holds now; null: there is no file. Throws with a message for the user. */
  readonly textOf: (now: string | null) => string;
}

/**
 * Writes code that the user takes from an agent's message: an edit of the agent's to review and to undo. What the agent
 * knows of the file is as before: it has neither read nor written it.
 */
export class AppliedCode {
  readonly #options: AppliedCodeOptions;

  constructor(options: AppliedCodeOptions) {
    this.#options = options;
  }

  /** What the file holds; null: there is none. Rejects with a message for the user where that is no text. */
  async textOf(path: string): Promise<string | null> {
    const real = await realPathOf(path);
    return textIn(real, await this.#options.restorer.look(this.#lookAt(real)));
  }

  /** How many lines have changed. Rejects with a message for the user. */
  async apply({ session, path, textOf }: CodeChange): Promise<number> {
    const real = await realPathOf(path);
    const seenAt = Date.now();
    const plan = (before: FileImage | null): Restoration<number> => {
      const after = imageWith(before, textOf(textIn(real, before)));
      const operations = operationsTo(real, before, after);
      const hunks = hunksBetween(before, after);
      return {
        operations,
        isRecoded: false,
        done: ({ fresh: _, ...where }) => {
          const change = { session, path: real, before, after, hunks, seenAt, ...where };
          if (operations.length > 0) this.#options.ledger.seen({ ...change, source: 'fs' });
          return hunks.reduce((sum, { del, lines }) => sum + Math.max(del, lines.length), 0);
        },
      };
    };
    const { signal } = new AbortController();
    return this.#options.restorer.restore({ ...this.#lookAt(real), plan, verb: 'apply' }, signal);
  }

  #lookAt(path: string): LookedAt {
    const isThere = async (): Promise<boolean> => {
      if (await fileStateOf(path).catch(() => undefined)) return true;
      return (await this.#options.loaded.find(path)) !== undefined;
    };
    return { path, isThere, known: () => null };
  }
}

function textIn(path: string, image: FileImage | null): string | null {
  const text = imageText(image);
  if (text === undefined) throw AcpError.internal(`${path} holds no text`);
  return text;
}

function imageWith(found: FileImage | null, text: string): FileImage {
  const encoding = found?.content.kind === 'text' ? found.content.encoding : 'utf-8';
  return { content: { kind: 'text', text, ...(encoding ? { encoding } : {}) } };
}
