/** The changes of files that an agent asks for, each at its place in the file as the user has it now. Pure. */
import { resolve } from 'node:path';
import { findFragment, plainLines, plainText, type Splice, spliced } from '../edit/fragment';
import type { SplitText } from '../edit/text';
import { type ProposedChange, proposedEdits } from './proposed-edits';
import type { PermissionRequest } from './state';

/** What is known of a file now. */
export type PresentFile =
  | { readonly kind: 'text'; readonly text: SplitText }
  | { readonly kind: 'missing' }
  | { readonly kind: 'large' }
  /** It may not be shown, or cannot be read. */
  | { readonly kind: 'unknown' };

/** Why a change is shown without its surroundings. */
export type AloneReason =
  | { readonly is: 'absent' | 'missing' | 'large' | 'overlapping' }
  | { readonly is: 'repeated'; readonly times: number }
  /** The agent says nothing of what is there. */
  | { readonly is: 'replacing'; readonly lines: number };

export interface PlacedChange {
  readonly kind: 'placed';
  readonly path: string;
  /** All lines of the file, now and then. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly isNew: boolean;
}

export interface LoneChange {
  readonly kind: 'alone';
  readonly path: string;
  readonly change: ProposedChange;
  readonly why?: AloneReason;
}

/** How a change is shown. */
export type ShownChange = PlacedChange | LoneChange;

/** All changes of a request: its diffs, or without any what its raw input says. */
export function proposedChanges({ content, rawInput, kind }: PermissionRequest): ProposedChange[] {
  const diffs = content.flatMap((item) => (item.type === 'diff' ? [item] : []));
  return diffs.length > 0 ? diffs : proposedEdits(rawInput, kind);
}

/** The files of a request's changes, resolved. */
export function proposedPaths(request: PermissionRequest, cwd: string): string[] {
  return [...new Set(proposedChanges(request).map(({ path }) => resolve(cwd, path)))];
}

/** @param files by resolved path; of others nothing is known */
export function shownChanges(
  request: PermissionRequest,
  cwd: string,
  files: ReadonlyMap<string, PresentFile> = new Map(),
): ShownChange[] {
  const changes = proposedChanges(request);
  return proposedPaths(request, cwd).flatMap((path) => {
    const own = changes.filter((change) => resolve(cwd, change.path) === path);
    return ofOneFile(own, files.get(path) ?? { kind: 'unknown' });
  });
}

function ofOneFile(changes: readonly ProposedChange[], file: PresentFile): ShownChange[] {
  switch (file.kind) {
    case 'unknown':
      return changes.map((change) => alone(change));
    case 'large':
      return changes.map((change) => alone(change, { is: 'large' }));
    case 'missing':
      return changes.map((change) => newFile(change));
    case 'text':
      return inText(changes, plainText(file.text));
  }
}

function newFile(change: ProposedChange): ShownChange {
  const { path, oldText, newText, isWhole } = change;
  if (oldText && !isWhole) return alone(change, { is: 'missing' });
  return { kind: 'placed', path, before: [], after: linesOf(newText), isNew: true };
}

/** What has a place is one change of the file, however many parts it has; the others follow. */
function inText(changes: readonly ProposedChange[], text: string): ShownChange[] {
  const placing = new Placing(text);
  const lone = changes.flatMap((change) => {
    const why = placing.place(change);
    return why ? [alone(change, why)] : [];
  });
  const [first] = changes;
  if (!first || lone.length === changes.length) return lone;
  const [before, after] = [plainLines(text), plainLines(placing.result)];
  return [{ kind: 'placed', path: first.path, before, after, isNew: false }, ...lone];
}

function alone(change: ProposedChange, why?: AloneReason): LoneChange {
  return { kind: 'alone', path: change.path, change, ...(why ? { why } : {}) };
}

/** A file's text with one change after the other. */
class Placing {
  readonly #text: string;
  /** Each in the text that those before it have made. */
  readonly #made: Splice[] = [];
  #now: string;

  constructor(text: string) {
    this.#text = text;
    this.#now = text;
  }

  get result(): string {
    return this.#now;
  }

  /** Answers why it has no place. */
  place(change: ProposedChange): AloneReason | undefined {
    const { oldText, newText, isWhole } = change;
    if (isWhole) return this.#make({ from: 0, to: this.#now.length, text: linesText(newText) });
    if (!oldText) return this.#placeWithoutOld(newText);
    const search = findFragment(this.#text, { oldText, newText });
    if (search.splice) {
      const splice = this.#moved(search.splice);
      return splice ? this.#make(splice) : { is: 'overlapping' };
    }
    if (search.times > 1) return { is: 'repeated', times: search.times };
    // It may be about what an earlier change of the same request makes.
    const later = findFragment(this.#now, { oldText, newText });
    return later.splice ? this.#make(later.splice) : { is: 'absent' };
  }

  #placeWithoutOld(newText: string): AloneReason | undefined {
    if (this.#now === '') return this.#make({ from: 0, to: 0, text: linesText(newText) });
    return { is: 'replacing', lines: plainLines(this.#text).length };
  }

  #make(splice: Splice): undefined {
    this.#made.push(splice);
    this.#now = spliced(this.#now, splice);
  }

  /** Nothing when an earlier change is in the same place. */
  #moved(splice: Splice): Splice | undefined {
    let { from, to } = splice;
    for (const made of this.#made) {
      if (to <= made.from) continue;
      if (from < made.to) return undefined;
      const by = made.text.length - (made.to - made.from);
      [from, to] = [from + by, to + by];
    }
    return { ...splice, from, to };
  }
}

function linesText(text: string): string {
  const lines = linesOf(text);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Line ends make no difference here: agents read and write them differently. */
function linesOf(text: string): string[] {
  return plainLines(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
}
