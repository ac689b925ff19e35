import { type FileImage, imageText } from '../../edit/file-image';
import type { ChangeCounts, CheckpointSummary } from '../../model/checkpoints/checkpoint';
import type { ImageRef } from '../ledger/image-ref';
import { hunksBetween } from '../scan/change';
import type { Period } from './history';
import { joinSteps } from './open-steps';
import type { Step } from './step';

interface Images {
  image(ref: ImageRef | null): Promise<FileImage | null>;
}

interface Counted {
  readonly steps: readonly (readonly Step[])[];
  counts?: ChangeCounts;
}

/** Counts what was done from one checkpoint to the next; nothing is counted again that has not changed. */
export class ChangeCounter {
  readonly #counted = new WeakMap<Period['files'], Counted>();

  /** @param onCounted the counts are known now */
  summary(images: Images, { checkpoint, files }: Period, onCounted: () => void): CheckpointSummary {
    const steps = [...files.values()];
    const known = this.#counted.get(files);
    if (known && isSame(known.steps, steps)) {
      return { ...checkpoint, ...(known.counts ? { counts: known.counts } : {}) };
    }
    const counted: Counted = { steps };
    this.#counted.set(files, counted);
    count(images, steps).then((counts) => {
      counted.counts = counts;
      onCounted();
    }, onCounted);
    return { ...checkpoint, ...(known?.counts ? { counts: known.counts } : {}) };
  }
}

function isSame(some: Counted['steps'], others: Counted['steps']): boolean {
  return some.length === others.length && some.every((steps, at) => steps === others[at]);
}

async function count(images: Images, files: Counted['steps']): Promise<ChangeCounts> {
  let counts: ChangeCounts = { files: 0, added: 0, removed: 0 };
  for (const steps of files) {
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last) continue;
    const net = joinSteps([{ ...first, after: last.after }]);
    for (const { before, after } of net) {
      const { added, removed } = await linesOf(images, before, after);
      counts = {
        files: counts.files + 1,
        added: counts.added + added,
        removed: counts.removed + removed,
      };
    }
  }
  return counts;
}

async function linesOf(
  images: Images,
  before: ImageRef | null,
  after: ImageRef | null,
): Promise<{ readonly added: number; readonly removed: number }> {
  const [was, is] = [await images.image(before), await images.image(after)];
  if (imageText(was) === undefined || imageText(is) === undefined) return { added: 0, removed: 0 };
  const hunks = hunksBetween(was, is);
  return {
    added: hunks.reduce((sum, { lines }) => sum + lines.length, 0),
    removed: hunks.reduce((sum, { del }) => sum + del, 0),
  };
}
