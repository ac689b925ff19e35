import type { FileImage } from '../../edit/file-image';
import { imageText } from '../../edit/file-image';
import { diffLines, type Hunk } from '../../edit/hunks';
import { splitNext, splitText } from '../../edit/text';
import type { Checkpoint } from './checkpoint';
import { operationsTo } from './operations';
import type { KeptReason, TakenBack } from './take-back';

/** What a restore would make of one file. */
export interface RestoredFile {
  readonly path: string;
  readonly what: 'edited' | 'created' | 'deleted' | 'replaced' | 'mode' | 'kept';
  /** Why the file would stay as it is. */
  readonly why?: KeptReason;
  /** Of a text: as it is now, and what of it would change. */
  readonly lines: readonly string[];
  readonly hunks: readonly Hunk[];
  /** Rows (0-based) of the text afterwards where the user's lines would stay, and others be offered. */
  readonly conflicts: readonly { readonly row: number; readonly lines: number }[];
}

export interface RestorePreview {
  readonly checkpoint: Checkpoint;
  readonly files: readonly RestoredFile[];
  /** Another one when anything that is shown is another. */
  readonly id: string;
}

/** Nothing where the file is as it was. */
export function previewOf(
  path: string,
  current: FileImage | null,
  outcome: TakenBack,
): RestoredFile | undefined {
  const nothing = { path, lines: [], hunks: [], conflicts: [] };
  if (outcome.kind === 'kept') return { ...nothing, what: 'kept', why: outcome.why };
  const conflicts =
    outcome.kind === 'conflict'
      ? outcome.conflicts.map(({ row, mine }) => ({ row, lines: mine.length }))
      : [];
  const [first] = operationsTo(path, current, outcome.image);
  if (!first && conflicts.length === 0) return undefined;
  const what = first ? WHAT[first.kind] : 'edited';
  const [before, after] = [imageText(current) ?? '', imageText(outcome.image) ?? ''];
  const { lines } = splitText(before);
  const hunks = diffLines(lines, splitNext(after, splitText(before)).lines);
  return { path, what, lines, hunks, conflicts };
}

const WHAT = {
  edit: 'edited',
  create: 'created',
  delete: 'deleted',
  replace: 'replaced',
  mode: 'mode',
  rename: 'edited',
} as const;

/** Lines that a restore adds and removes in all of these files. */
export function countsOf(files: readonly Pick<RestoredFile, 'hunks'>[]): {
  readonly added: number;
  readonly removed: number;
} {
  const hunks = files.flatMap((file) => file.hunks);
  return {
    added: hunks.reduce((sum, { lines }) => sum + lines.length, 0),
    removed: hunks.reduce((sum, { del }) => sum + del, 0),
  };
}
