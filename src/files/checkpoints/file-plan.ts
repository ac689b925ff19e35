/** What a restore would make of one file. */
import { type FileImage, withMode } from '../../edit/file-image';
import { type ImageChange, type TakenBack, takeBack } from '../../model/checkpoints/take-back';
import { sameTurn, type Turn } from '../../model/review/author';
import type { LoadedFiles } from '../buffers/loaded-files';
import { fileStateOf } from '../disk/disk';
import { refer } from '../ledger/image-ref';
import type { LookedAt } from '../review/file-restorer';
import type { CheckpointStore } from './checkpoint-store';
import { joinSteps, knownSteps, openSteps } from './open-steps';
import type { Step } from './step';

/** One file since a checkpoint. */
export interface ChangedFile {
  readonly number: number;
  readonly path: string;
  /** Of the checkpoint's session, oldest first. */
  readonly steps: readonly Step[];
}

export interface FilePlan {
  readonly current: FileImage | null;
  readonly taken: TakenBack;
  /** Those that are taken back, oldest first. */
  readonly turns: readonly Turn[];
  /** What the agent knew at the checkpoint; absent: nothing is taken back. */
  readonly oldest?: FileImage | null;
}

/** @param found what the file holds, in its buffer where it has one */
export async function planOf(
  store: CheckpointStore,
  { number, path, steps }: ChangedFile,
  found: FileImage | null,
): Promise<FilePlan> {
  const state = found && (await fileStateOf(path).catch(() => undefined));
  const current = withMode(found, state?.mode);
  const open = openSteps(knownSteps(steps, refer(found).ref), number);
  const changes: ImageChange[] = [];
  for (const { before, after } of joinSteps(open)) {
    changes.push({ before: await store.image(before), after: await store.image(after) });
  }
  const [first] = changes;
  return {
    current,
    taken: takeBack(current, changes),
    turns: turnsOf(open),
    ...(first ? { oldest: first.before } : {}),
  };
}

function turnsOf(steps: readonly Step[]): Turn[] {
  const turns = steps.flatMap(({ by }) => by ?? []);
  return turns.filter((turn, at) => turns.findIndex((one) => sameTurn(one, turn)) === at);
}

/** How the file is looked at: what has no lines is no matter of buffers. */
export async function lookOf(
  store: CheckpointStore,
  { path, steps }: ChangedFile,
  loaded: LoadedFiles,
): Promise<LookedAt> {
  const last = steps.at(-1)?.after ?? null;
  const known = await store.image(last);
  const kind = last?.content.kind ?? 'text';
  const isThere = async (): Promise<boolean> => {
    if (kind !== 'text' && kind !== 'unknown') return false;
    if (await fileStateOf(path).catch(() => undefined)) return true;
    // Of a file that is gone there may be a buffer with the only text that there is.
    return last !== null && (await loaded.find(path))?.info.modified === true;
  };
  return { path, isThere, known: () => known };
}
