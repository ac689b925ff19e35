import type { Logger } from '../../base/logger';
import { KIBIBYTE } from '../../base/units';
import { updatePart } from '../../edit/snapshot-update';
import type { SplitText } from '../../edit/text';
import { type FilePlace, placeOfUri } from '../../model/context/places';
import type { SessionEvent } from '../../model/event';
import type { Lua } from '../../nvim/lua';
import type { ContentBlock } from '../../protocol/schema.gen';
import { readBufferLines, splitTextOf } from '../buffers/buffer-text';
import { readDiskText } from '../disk/disk-text';
import { realPathOf } from '../paths/paths';
import type { ComparedFiles } from '../watching/compared-files';

interface SentText extends FilePlace {
  readonly text: string;
}

interface PresentText {
  readonly current: SplitText;
  /** What an agent knows of it that was sent nothing. */
  readonly unseen: SplitText;
  readonly size: number;
}

/** Of a longer text some agents get only the beginning (`client/prompt-content.ts`). */
const MAX_SENT = 64 * KIBIBYTE;

/** Texts of files that go along with prompts: what the agent writes later is merged against what it was sent. */
export class SentTexts {
  readonly #lua: Lua;
  readonly #compared: ComparedFiles;
  readonly #log: Logger;
  #noting: Promise<unknown> = Promise.resolve();

  constructor(lua: Lua, compared: ComparedFiles, log: Logger) {
    this.#lua = lua;
    this.#compared = compared;
    this.#log = log;
  }

  /** What was noted is known. Never rejects. */
  get noted(): Promise<unknown> {
    return this.#noting;
  }

  /** Follows what goes out in a session. */
  observe(session: string, event: SessionEvent): void {
    if (event.type !== 'prompted' && event.type !== 'steered') return;
    const notes = event.content.flatMap(sentText).map((sent) =>
      this.#note(session, sent).catch((error: unknown) => {
        this.#log.debug('not known to have been sent', error);
      }),
    );
    this.#noting = Promise.all([this.#noting, ...notes]);
  }

  async #note(session: string, sent: SentText): Promise<void> {
    const path = await realPathOf(sent.path);
    await this.#compared.run(path, async () => {
      const { current, unseen, size } = await this.#present(path);
      const [from, to] = sent.lines
        ? [sent.lines.first - 1, sent.lines.last]
        : [0, Number.POSITIVE_INFINITY];
      // Changed since, or another text altogether: where it belongs is not known.
      if (!isSame(sent.text, current.lines.slice(from, to))) return;
      const { snapshots } = this.#compared;
      const known = snapshots.get(session, path) ?? unseen;
      const { text, complete } = updatePart(known, current, from, to);
      snapshots.sent(session, path, text, complete, size);
    });
  }

  async #present(path: string): Promise<PresentText> {
    const { loaded } = this.#compared;
    const buffer = (await loaded.find(path)) && (await readBufferLines(this.#lua, path));
    if (!buffer) {
      const { text, size } = await readDiskText(path);
      return { current: text, unseen: text, size };
    }
    const current = splitTextOf(buffer);
    const unseen = await loaded.unseenText(path, buffer.info, current);
    return { current, unseen, size: buffer.raw.length };
  }
}

function sentText(block: ContentBlock): SentText[] {
  if (block.type !== 'resource' || !('text' in block.resource)) return [];
  const { uri, text } = block.resource;
  const place = placeOfUri(uri);
  return place && text.length <= MAX_SENT ? [{ ...place, text }] : [];
}

/** The last line may have no end. */
function isSame(text: string, lines: readonly string[]): boolean {
  const present = lines.join('\n');
  return text === present || text === `${present}\n`;
}
