/** Opens what the user's cursor is on in the transcript: what the row leads to, or a place that its text names. */
import { indexOfByte } from '../../base/text';
import type { FileTarget, Opened, Target } from '../../view/block';
import { isOn, type Place, placesFrom } from '../../view/places';
import { type FileSession, findNamed, isFile, touchedFiles } from './ask-file';

/** Where the cursor is. */
export interface CursorText {
  /** The text of the row. */
  readonly text: string;
  /** UTF-8 bytes. */
  readonly column: number;
}

/**
 * The place that the cursor is on comes first, then what the row leads to, then what else the row names. Of files only
 * those that are there.
 */
export async function targetHere<T extends Target>(
  session: FileSession,
  row: T | undefined,
  { text, column }: CursorText,
): Promise<T | Opened | undefined> {
  // Lines of changes name places of the code; the change is meant.
  if (row?.kind === 'diff' || row?.kind === 'changes') return row;
  const at = indexOfByte(text, column);
  const places = placesFrom(text, at);
  const touched = touchedFiles(session);
  const first = async (some: readonly Place[]): Promise<Opened | undefined> => {
    for (const place of some) {
      const found = await openedOf(session, place, touched);
      if (found) return found;
    }
    return undefined;
  };
  const on = await first(places.filter((place) => isOn(place, at)));
  return on ?? row ?? first(places.filter((place) => !isOn(place, at)));
}

async function openedOf(
  { state }: FileSession,
  { names }: Place,
  touched: readonly string[],
): Promise<FileTarget | Extract<Opened, { kind: 'url' }> | undefined> {
  if (names.kind === 'url') return names;
  const path = await findNamed(names.path, state.cwd, touched);
  return (await isFile(path)) ? { ...names, path } : undefined;
}
