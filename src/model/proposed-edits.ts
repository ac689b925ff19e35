/** The edits that a tool's raw input says by itself: some agents send no diff. Pure. */
import {
  type Fields,
  fieldsOf,
  isFileKey,
  NEW_TEXT_KEYS,
  OLD_TEXT_KEYS,
  WHOLE_TEXT_KEYS,
} from './raw-input';

/** A change as the agent says it: a part of a file, or all of it. */
export interface ProposedChange {
  /** As the agent names it. */
  readonly path: string;
  readonly oldText?: string | null;
  readonly newText: string;
  /** The new text is all that the file will hold, whatever it holds now. */
  readonly isWhole?: true;
}

/** Tools of these kinds write what they are given as a whole. */
const WRITING: ReadonlySet<string> = new Set(['edit', 'other']);

/** The changes that an input proposes; none when a part of it is not understood. */
export function proposedEdits(input: unknown, kind: string): ProposedChange[] {
  if (kind === 'execute') return [];
  const fields = fieldsOf(input);
  const path = pathOf(fields);
  if (path === undefined) return [];
  const { edits } = fields;
  if (Array.isArray(edits) && edits.length > 0) {
    const parts = edits.map((edit) => partOf(path, fieldsOf(edit)));
    return parts.every((part) => part !== undefined) ? parts : [];
  }
  const part = partOf(path, fields);
  if (part) return [part];
  const newText = textAt(fields, WHOLE_TEXT_KEYS);
  if (newText === undefined || !WRITING.has(kind)) return [];
  return [{ path, newText, isWhole: true }];
}

/** Nothing unless the input names exactly one file. */
function pathOf(fields: Fields): string | undefined {
  const named = Object.entries(fields).filter(([key]) => isFileKey(key));
  const [[, value] = []] = named;
  return named.length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
}

function partOf(path: string, fields: Fields): ProposedChange | undefined {
  const [oldText, newText] = [textAt(fields, OLD_TEXT_KEYS), textAt(fields, NEW_TEXT_KEYS)];
  return oldText === undefined || newText === undefined ? undefined : { path, oldText, newText };
}

/** Nothing when several of the keys are there: it is not known which one counts. */
function textAt(fields: Fields, keys: readonly string[]): string | undefined {
  const [value, ...others] = keys.flatMap((key) =>
    Object.hasOwn(fields, key) ? [fields[key]] : [],
  );
  return others.length === 0 && typeof value === 'string' ? value : undefined;
}
