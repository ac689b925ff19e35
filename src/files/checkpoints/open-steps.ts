/** Which steps a restore has to take back. Pure. */
import { type ImageRef, isExactly } from '../ledger/image-ref';
import type { Step } from './step';

/** What is taken back as one. */
export interface OpenChange {
  readonly before: ImageRef | null;
  readonly after: ImageRef | null;
}

/**
 * The steps of one file since a checkpoint that are in effect. A restore to that checkpoint or a later one has brought
 * the file back to what was in effect then; one to an earlier checkpoint is a step like others.
 * @param steps of the checkpoint's session and one file, oldest first
 */
export function openSteps(steps: readonly Step[], number: number): readonly Step[] {
  const history: { readonly checkpoint: number; readonly open: readonly Step[] }[] = [];
  let open: readonly Step[] = [];
  for (const step of steps) {
    if (step.checkpoint < number) continue;
    if (history.at(-1)?.checkpoint !== step.checkpoint) {
      history.push({ checkpoint: step.checkpoint, open });
    }
    const { restored } = step;
    if (restored === undefined || restored < number) open = [...open, step];
    else if (step.isDone) open = history.find((one) => one.checkpoint >= restored)?.open ?? open;
  }
  return open;
}

/**
 * What is known of restores that were interrupted, or undone in the editor, by what the file held next: those that
 * happened are done, and those that did not are left out.
 * @param current what the file holds now
 */
export function knownSteps(steps: readonly Step[], current: ImageRef | null): Step[] {
  return steps.flatMap((step, at) => {
    if (step.restored === undefined) return [step];
    const next = steps[at + 1];
    const then = next ? next.before : current;
    if (isExactly(then, step.after)) return [{ ...step, isDone: true as const }];
    return isExactly(then, step.before) ? [] : [step];
  });
}

/** Steps between which nobody else has changed the file are one, and none where that has changed nothing. */
export function joinSteps(steps: readonly Step[]): OpenChange[] {
  const changes: OpenChange[] = [];
  let last: Step | undefined;
  for (const step of steps) {
    const joined = changes.at(-1);
    if (
      last &&
      joined &&
      isCertain(last) &&
      isCertain(step) &&
      isExactly(last.after, step.before)
    ) {
      changes[changes.length - 1] = { before: joined.before, after: step.after };
    } else changes.push({ before: step.before, after: step.after });
    last = step;
  }
  return changes.filter(({ before, after }) => !isExactly(before, after));
}

/** One that may not have happened is taken back by itself, which then changes nothing. */
function isCertain({ restored, isDone }: Step): boolean {
  return restored === undefined || isDone === true;
}
