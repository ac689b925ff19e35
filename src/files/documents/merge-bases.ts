import { diffLines } from '../../edit/hunks';
import { joinText, type SplitText } from '../../edit/text';
import type { BufferInfo } from '../../nvim/buffer-edit';
import type { LoadedFiles } from '../buffers/loaded-files';
import type { Proposal } from '../conflicts/conflict-book';
import type { Snapshots } from './snapshots';

interface Proposed {
  readonly session: string;
  /** The real path. */
  readonly path: string;
  readonly content: string;
  /** The same, split. */
  readonly theirs: SplitText;
  /** What it was made from, where that is known. */
  readonly from?: SplitText;
}

/** What a text of an agent's is merged against: the file as the agent knew it. */
export class MergeBases {
  readonly #loaded: LoadedFiles;
  readonly #snapshots: Snapshots;

  constructor(loaded: LoadedFiles, snapshots: Snapshots) {
    this.#loaded = loaded;
    this.#snapshots = snapshots;
  }

  async of(
    proposed: Proposed,
    open: Proposal | undefined,
    { info, mine }: { readonly info: BufferInfo; readonly mine: SplitText },
  ): Promise<SplitText> {
    const { session, path, theirs } = proposed;
    const known = this.#knownTo(proposed, open);
    if (known && (proposed.from || !this.#snapshots.isSent(session, path))) return known;
    const unseen = await this.#loaded.unseenText(path, info, mine);
    // One that was sent the text may have looked at the disk all the same: what it writes says which it knew.
    return known && distance(known, theirs) <= distance(unseen, theirs) ? known : unseen;
  }

  /** One that never reads here reads the disk itself: after a conflict it has looked there, if it does not just repeat itself. */
  #knownTo(
    { session, path, content, from }: Proposed,
    open: Proposal | undefined,
  ): SplitText | undefined {
    const known = from ?? this.#snapshots.get(session, path);
    if (!open?.saved || open.known !== known || this.#snapshots.reads(session, path)) return known;
    return joinText(open.theirs) === content ? known : open.saved;
  }
}

/** Lines that differ. */
function distance(a: SplitText, b: SplitText): number {
  return diffLines(a.lines, b.lines).reduce((sum, { del, lines }) => sum + del + lines.length, 0);
}
