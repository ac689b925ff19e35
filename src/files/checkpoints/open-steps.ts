/** Which steps a restore has to take back. Pure. */
import { type ImageRef, isExactly } from '../ledger/image-ref';
import type { Step } from './step';

/** What is to be taken back as one. */
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

/** Steps between which nobody else has changed the file are one, and none where that has changed nothing. */
export function joinSteps(steps: readonly Step[]): OpenChange[] {
  const changes: OpenChange[] = [];
  for (const { before, after } of steps) {
    const last = changes.at(-1);
    if (last && isExactly(last.after, before)) {
      changes[changes.length - 1] = { before: last.before, after };
    } else changes.push({ before, after });
  }
  return changes.filter(({ before, after }) => !isExactly(before, after));
}

/** A restore whose file is as it was before it: the user has taken it back in the editor. */
export function withoutUndone(steps: readonly Step[], current: ImageRef | null): readonly Step[] {
  const last = steps.at(-1);
  if (!last?.isDone || !isExactly(last.before, current)) return steps;
  const { isDone: _, ...undone } = last;
  return [...steps.slice(0, -1), undone];
}
