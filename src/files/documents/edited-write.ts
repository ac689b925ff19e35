/** Texts that the user has accepted in place of an agent's, and what the agent writes after them. Pure. */
import { diffLines } from '../../edit/hunks';
import { type Conflict, mergeTexts, withoutConflicts } from '../../edit/merge';
import { type SplitText, splitIncoming, splitText } from '../../edit/text';
import { AcpError } from '../../protocol/errors';
import type { EditedWrite } from '../../session/proposed-writes';
import { placesOf } from '../conflicts/conflict-book';
import { conflictText } from '../conflicts/conflict-text';
import type { WriteConflict } from './written';

/**
 * What a file is to hold that holds `mine` by now. Throws where that was changed meanwhile in the lines that the user
 * has edited: nobody can say which of both they want, and neither must be lost.
 */
export function editedText({ path, before, text }: EditedWrite, mine: SplitText): SplitText {
  const base = splitText(before ?? '', mine);
  const merge = mergeTexts(base, mine, splitIncoming(text, mine));
  if (merge.conflicts.length === 0) return merge.text;
  throw AcpError.internal(
    `${path} was not written: the user has edited your text, and the file was changed meanwhile. ` +
      'Read it again and make your change to the text that is there.',
  );
}

/** What an agent wants a file to hold that is not loaded. */
interface UnloadedRequest {
  readonly content: string;
  /** The user's text in place of it. */
  readonly edited: EditedWrite | undefined;
  /** What the agent believes to be there, although the user has changed it. */
  readonly known: SplitText | undefined;
}

interface UnloadedWrite {
  readonly text: SplitText;
  /** What the agent believes to be there from now on. */
  readonly known: SplitText;
  /** Where the user's lines stay. */
  readonly conflicts: readonly Conflict[];
}

/** @param disk absent: there is no text yet */
export function unloadedWrite(
  { content, edited, known }: UnloadedRequest,
  disk: SplitText | undefined,
): UnloadedWrite {
  const theirs = disk ? splitIncoming(content, disk) : splitText(content);
  if (edited) {
    const text = disk ? editedText(edited, disk) : splitText(edited.text);
    return { text, known: theirs, conflicts: [] };
  }
  if (!disk || !known) return { text: theirs, known: theirs, conflicts: [] };
  const { text, conflicts } = mergeTexts(known, disk, theirs);
  return { text, known: withoutConflicts(theirs, conflicts), conflicts };
}

/** The answer to the agent whose text was not taken in all places. */
export function conflictOnDisk(
  where: { readonly session: string; readonly path: string },
  before: string | null,
  { text, conflicts }: UnloadedWrite,
  theirs: readonly string[],
): { readonly conflict?: WriteConflict } {
  if (conflicts.length === 0) return {};
  const places = placesOf(conflicts);
  const partly = diffLines(splitText(before ?? '').lines, text.lines).length > 0;
  const state = { modified: false, declined: false, undone: false, partly };
  const message = conflictText(where.path, places, state);
  return { conflict: { ...where, places, fresh: conflicts.length, theirs, text: message } };
}
