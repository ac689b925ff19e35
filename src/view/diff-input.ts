/** What a tool call's raw input says besides its diffs. */
import type { Diff } from '../protocol/schema.gen';

/** Keys under which agents repeat what a diff of the same call shows already. */
const REPEATED: Readonly<Record<string, (diff: Diff) => string>> = {
  path: ({ path }) => path,
  file_path: ({ path }) => path,
  filePath: ({ path }) => path,
  abs_path: ({ path }) => path,
  absolute_path: ({ path }) => path,
  old_string: ({ oldText }) => oldText ?? '',
  oldString: ({ oldText }) => oldText ?? '',
  old_str: ({ oldText }) => oldText ?? '',
  old_text: ({ oldText }) => oldText ?? '',
  oldText: ({ oldText }) => oldText ?? '',
  new_string: ({ newText }) => newText,
  newString: ({ newText }) => newText,
  new_str: ({ newText }) => newText,
  new_text: ({ newText }) => newText,
  newText: ({ newText }) => newText,
  content: ({ newText }) => newText,
  file_text: ({ newText }) => newText,
};

/**
 * The input without what one of the diffs shows: only when every one of these keys says exactly what the same diff does.
 * A value that differs may be what is really done: then nothing is left out.
 */
export function besidesDiffs(input: unknown, diffs: readonly Diff[]): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const fields = Object.entries(input);
  const repeated = fields.filter(([key]) => Object.hasOwn(REPEATED, key));
  const isSaid = diffs.some(
    (diff) => isChange(diff) && repeated.every(([key, value]) => REPEATED[key]?.(diff) === value),
  );
  if (!isSaid) return input;
  return Object.fromEntries(fields.filter(([key]) => !Object.hasOwn(REPEATED, key)));
}

/** A diff without one shows nothing of its text. */
function isChange({ oldText, newText }: Diff): boolean {
  return shownText(oldText ?? '') !== shownText(newText);
}

/** Diffs look over line ends. */
function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}
