/** From the steps of a turn to what has become of each file. Pure. */

import { type FileImage, imageText, sameContent } from '../edit/file-image';

/** One step by which an agent has changed a file. */
interface FileEdit {
  readonly path: string;
  readonly before: FileImage | null;
  readonly after: FileImage | null;
  readonly toolCallId?: string;
}

/** What has become of a file. */
export interface FileChange {
  readonly kind: 'created' | 'modified' | 'deleted' | 'renamed';
  readonly path: string;
  /** Of a renamed file: where it was, with `before` as its content there. */
  readonly from?: string;
  readonly before: FileImage | null;
  readonly after: FileImage | null;
  /** The tool calls that have to do with it, as far as is known. */
  readonly toolCallIds: readonly string[];
}

/** Two texts with this share of their lines in common are one file that was moved and changed. */
const SIMILAR = 0.5;
/** More pairs than this are not compared line by line; equal contents are found all the same. */
const MAX_PAIRS = 2000;

/** A file that was created and deleted again, or is as it was before, is none of them. Sorted by path. */
export function netChanges(edits: readonly FileEdit[]): FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const edit of edits) byPath.set(edit.path, joined(byPath.get(edit.path), edit));
  const changes = [...byPath.values()].filter(isChange);
  return withRenames(changes).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function joined(known: FileChange | undefined, edit: FileEdit): FileChange {
  const before = known ? known.before : edit.before;
  const calls = new Set(known?.toolCallIds);
  if (edit.toolCallId !== undefined) calls.add(edit.toolCallId);
  return changeOf(edit.path, before, edit.after, [...calls]);
}

function changeOf(
  path: string,
  before: FileImage | null,
  after: FileImage | null,
  toolCallIds: readonly string[],
): FileChange {
  const kind = before === null ? 'created' : after === null ? 'deleted' : 'modified';
  return { kind, path, before, after, toolCallIds };
}

function isChange({ before, after }: FileChange): boolean {
  return !sameContent(before, after) || otherMode(before, after);
}

function otherMode(a: FileImage | null, b: FileImage | null): boolean {
  return a?.mode !== undefined && b?.mode !== undefined && a.mode !== b.mode;
}

/** A file that went and one that came with an equal or similar content are one file that was moved. */
function withRenames(changes: readonly FileChange[]): FileChange[] {
  const gone = new Set(changes.filter(({ kind }) => kind === 'deleted'));
  const come = changes.filter(({ kind }) => kind === 'created');
  const renamed = new Map<FileChange, FileChange>();
  const join = (from: FileChange, to: FileChange): void => {
    gone.delete(from);
    const toolCallIds = [...new Set([...from.toolCallIds, ...to.toolCallIds])];
    renamed.set(to, { ...to, kind: 'renamed', from: from.path, before: from.before, toolCallIds });
    renamed.set(from, from);
  };
  const byContent = new Map<string, FileChange[]>();
  for (const one of gone) {
    const key = contentKey(one.before);
    if (key !== undefined) byContent.set(key, [...(byContent.get(key) ?? []), one]);
  }
  for (const to of come) {
    const from = byContent.get(contentKey(to.after) ?? '')?.shift();
    if (from) join(from, to);
  }
  const rest = come.filter((one) => !renamed.has(one));
  for (const { from, to } of similarPairs([...gone], rest)) {
    if (gone.has(from) && !renamed.has(to)) join(from, to);
  }
  return changes.flatMap((change) => {
    const other = renamed.get(change);
    if (other === change) return [];
    return [other ?? change];
  });
}

/** Equal for equal contents; nothing where there is none to compare. Empty files are all equal, which says nothing. */
function contentKey(image: FileImage | null): string | undefined {
  const content = image?.content;
  if (content?.kind === 'text') return content.text === '' ? undefined : `text:${content.text}`;
  if (content?.kind === 'link') return `link:${content.target}`;
  return content?.kind === 'binary'
    ? `binary:${Buffer.from(content.bytes).toString('latin1')}`
    : undefined;
}

interface Pair {
  readonly from: FileChange;
  readonly to: FileChange;
  readonly likeness: number;
}

/** The most similar first. */
function similarPairs(gone: readonly FileChange[], come: readonly FileChange[]): Pair[] {
  if (gone.length * come.length > MAX_PAIRS) return [];
  const pairs = gone.flatMap((from) =>
    come.map((to) => ({ from, to, likeness: likenessOf(from.before, to.after) })),
  );
  return pairs
    .filter(({ likeness }) => likeness >= SIMILAR)
    .sort((a, b) => b.likeness - a.likeness);
}

/** The share of characters that stand in lines which both texts have, of the longer text's. */
function likenessOf(a: FileImage | null, b: FileImage | null): number {
  const [one, other] = [imageText(a), imageText(b)];
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
