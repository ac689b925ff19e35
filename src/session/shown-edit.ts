/** Whether the diffs that the user has agreed to are what is written. Pure. */
import type { Change } from './ports';

/** A part of a file, or all of it, before and after. */
export interface ShownDiff {
  readonly oldText?: string | null;
  readonly newText: string;
}

/** Nothing is written that was not shown, and nothing else taken out. */
export function isShown(diffs: readonly ShownDiff[], change: Change): boolean {
  return replaced(diffs, lf(change.before ?? '')) === lf(change.after) || hasOnly(diffs, change);
}

/** What comes of taking each part for the other; nothing when one is not there. */
function replaced(diffs: readonly ShownDiff[], text: string): string | undefined {
  let result = text;
  for (const { oldText, newText } of diffs) {
    const old = lf(oldText ?? '');
    if (old === '' || !result.includes(old)) return undefined;
    result = result.replace(old, () => lf(newText));
  }
  return result;
}

function hasOnly(diffs: readonly ShownDiff[], { removed, added }: Change): boolean {
  const oldLines = new Set(diffs.flatMap(({ oldText }) => lf(oldText ?? '').split('\n')));
  const newLines = new Set(diffs.flatMap(({ newText }) => lf(newText).split('\n')));
  return removed.every((line) => oldLines.has(line)) && added.every((line) => newLines.has(line));
}

function lf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
