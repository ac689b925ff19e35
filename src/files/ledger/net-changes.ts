/** From the steps of a turn to what has become of each file. Pure. */

import type { LedgerEntry } from './entry';
import { hashOfRef, type ImageRef, sameRef } from './image-ref';

/** What has become of a file. */
export interface FileChange {
  readonly kind: 'created' | 'modified' | 'deleted' | 'renamed';
  readonly path: string;
  /** Of a renamed file: where it was, with `before` as its content there. */
  readonly from?: string;
  readonly before: ImageRef | null;
  readonly after: ImageRef | null;
  /** The tool calls that have to do with it, as far as is known. */
  readonly toolCallIds: readonly string[];
}

/** Two texts with this share of their lines in common are one file that was moved and changed. */
const SIMILAR = 0.5;
/** More pairs than this are not compared line by line; equal contents are found all the same. */
const MAX_PAIRS = 2000;

/** A file that was created and deleted again, or is as it was before, is none of them. Moved files are two here. */
export function foldChanges(entries: readonly LedgerEntry[]): FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const entry of entries) byPath.set(entry.path, joined(byPath.get(entry.path), entry));
  return [...byPath.values()].filter(({ before, after }) => !sameRef(before, after));
}

/** The texts that show whether files were moved and changed. */
export function comparedTexts(changes: readonly FileChange[]): ImageRef[] {
  const { gone, come } = withMoves(changes);
  if (!isComparable(gone, come)) return [];
  const refs = [...gone.map(({ before }) => before), ...come.map(({ after }) => after)];
  return refs.filter((ref) => ref?.content.kind === 'text').filter((ref) => ref !== null);
}

/**
 * A file that went and one that came with an equal or similar content are one file that was moved. Sorted by path.
 * @param texts those of `comparedTexts`, by their hash
 */
export function withRenames(
  changes: readonly FileChange[],
  texts: ReadonlyMap<string, string>,
): FileChange[] {
  const { moves, gone, come, rest } = withMoves(changes);
  const left = { gone: new Set(gone), come: new Set(come) };
  for (const { from, to } of similarPairs(gone, come, texts)) {
    if (!left.gone.has(from) || !left.come.has(to)) continue;
    left.gone.delete(from);
    left.come.delete(to);
    moves.push(moveOf(from, to));
  }
  const all = [...rest, ...moves, ...left.gone, ...left.come];
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function joined(known: FileChange | undefined, entry: LedgerEntry): FileChange {
  const before = known ? known.before : entry.before;
  const calls = new Set(known?.toolCallIds);
  if (entry.toolCallId !== undefined) calls.add(entry.toolCallId);
  const { path, after } = entry;
  const kind = before === null ? 'created' : after === null ? 'deleted' : 'modified';
  return { kind, path, before, after, toolCallIds: [...calls] };
}

/** Files with an equal content that were moved, and those that are left. */
function withMoves(changes: readonly FileChange[]): {
  readonly moves: FileChange[];
  readonly gone: readonly FileChange[];
  readonly come: readonly FileChange[];
  readonly rest: readonly FileChange[];
} {
  const gone = new Set(changes.filter(({ kind }) => kind === 'deleted'));
  const byContent = new Map<string, FileChange[]>();
  for (const change of gone) {
    const key = contentKey(change.before);
    if (key !== undefined) byContent.set(key, [...(byContent.get(key) ?? []), change]);
  }
  const moves: FileChange[] = [];
  const come: FileChange[] = [];
  for (const to of changes.filter(({ kind }) => kind === 'created')) {
    const from = byContent.get(contentKey(to.after) ?? '')?.shift();
    if (from) {
      gone.delete(from);
      moves.push(moveOf(from, to));
    } else come.push(to);
  }
  const rest = changes.filter(({ kind }) => kind === 'modified');
  return { moves, gone: [...gone], come, rest };
}

function moveOf(from: FileChange, to: FileChange): FileChange {
  const toolCallIds = [...new Set([...from.toolCallIds, ...to.toolCallIds])];
  return { ...to, kind: 'renamed', from: from.path, before: from.before, toolCallIds };
}

/** Equal for equal contents; `undefined` where there is none to compare. Empty files are not compared: all are equal. */
function contentKey(ref: ImageRef | null): string | undefined {
  const content = ref?.content;
  if (!content || content.kind === 'unknown') return undefined;
  if (content.kind === 'link') return `link:${content.target}`;
  return content.size === 0 ? undefined : `${content.kind}:${content.hash}`;
}

interface Pair {
  readonly from: FileChange;
  readonly to: FileChange;
  readonly likeness: number;
}

function isComparable(gone: readonly FileChange[], come: readonly FileChange[]): boolean {
  const pairs = gone.length * come.length;
  return pairs > 0 && pairs <= MAX_PAIRS;
}

/** The most similar first. */
function similarPairs(
  gone: readonly FileChange[],
  come: readonly FileChange[],
  texts: ReadonlyMap<string, string>,
): Pair[] {
  if (!isComparable(gone, come)) return [];
  const textOf = (ref: ImageRef | null): string => texts.get(hashOfRef(ref) ?? '') ?? '';
  const pairs = gone.flatMap((from) =>
    come.map((to) => ({ from, to, likeness: likenessOf(textOf(from.before), textOf(to.after)) })),
  );
  return pairs
    .filter(({ likeness }) => likeness >= SIMILAR)
    .sort((a, b) => b.likeness - a.likeness);
}

/** The share of characters that are in lines which both texts have, of the longer text's. */
function likenessOf(one: string, other: string): number {
  if (!one || !other) return 0;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < long.length * SIMILAR) return 0;
  const counts = new Map<string, number>();
  for (const line of short.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  let all = 0;
  for (const line of long.split('\n')) {
    const left = counts.get(line) ?? 0;
    all += line.length;
    if (left === 0) continue;
    counts.set(line, left - 1);
    common += line.length;
  }
  return all === 0 ? 0 : common / all;
}
