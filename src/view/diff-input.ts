/** What a tool call's raw input says besides its diffs. */
import { isRecord } from '../base/guards';
import { type Fields, NEW_TEXT_KEYS, OLD_TEXT_KEYS, WHOLE_TEXT_KEYS } from '../model/raw-input';

/** A change of a file, as the view of it shows it. */
interface SaidChange {
  readonly path: string;
  readonly oldText?: string | null;
  readonly newText: string;
}

type Said = (change: SaidChange) => string;

const PATH_KEYS = ['path', 'file_path', 'filePath', 'abs_path', 'absolute_path'];
/** Several edits of one file. */
const LIST_KEY = 'edits';

/** Keys under which agents repeat what a diff of the same call shows already. */
const REPEATED: Readonly<Record<string, Said>> = Object.fromEntries([
  ...withKeys(PATH_KEYS, ({ path }) => path),
  ...withKeys(OLD_TEXT_KEYS, ({ oldText }) => oldText ?? ''),
  ...withKeys([...NEW_TEXT_KEYS, ...WHOLE_TEXT_KEYS], ({ newText }) => newText),
]);

function withKeys(keys: readonly string[], said: Said): [string, Said][] {
  return keys.map((key) => [key, said]);
}

/**
 * The input without what the changes show: only when every one of these keys says exactly what the same change does.
 * A value that differs may be what is really done: then nothing is left out.
 */
export function besidesDiffs(input: unknown, changes: readonly SaidChange[]): unknown {
  if (!isRecord(input)) return input;
  const edits = input[LIST_KEY];
  if (!isEditList(edits))
    return changes.some((change) => says(change, input)) ? rest(input) : input;
  // Each edit by a change of its own, in the same order; the path is that of all.
  const isSaid = edits.every((edit, at) => {
    const change = changes[at];
    return change !== undefined && says(change, { ...input, ...edit });
  });
  if (!isSaid || edits.length !== changes.length) return input;
  const { [LIST_KEY]: _, ...others } = rest(input);
  const left = edits.map(rest).filter((edit) => Object.keys(edit).length > 0);
  return left.length > 0 ? { ...others, [LIST_KEY]: left } : others;
}

function isEditList(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function says(change: SaidChange, fields: Fields): boolean {
  const isSaid = ([key, value]: [string, unknown]): boolean =>
    !Object.hasOwn(REPEATED, key) || REPEATED[key]?.(change) === value;
  return isChange(change) && Object.entries(fields).every(isSaid);
}

function rest(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key]) => !Object.hasOwn(REPEATED, key)),
  );
}

/** A diff without one shows nothing of its text. */
function isChange({ oldText, newText }: SaidChange): boolean {
  return shownText(oldText ?? '') !== shownText(newText);
}

/** Diffs look over line ends. */
function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}
