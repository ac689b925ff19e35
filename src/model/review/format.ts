import type { Author } from './author';
import { mergeAuthors } from './author';
import { type Ids, newId } from './segment';
import { changeOf, type FileReview, type Format, type WholeChange, withoutChange } from './state';

/** A change without what identifies it. */
type Fresh<T> = T extends unknown ? Omit<T, 'id' | 'by' | 'queued'> : never;

/** With one more author of a change of the file as a whole, or with the change. What was there before it stays. */
export function withChange(
  file: FileReview,
  change: Fresh<WholeChange>,
  by: readonly Author[],
  ids: Ids,
): FileReview {
  const known = changeOf(file, change.kind);
  if (!known) {
    const added = { ...change, id: newId(ids), by } as WholeChange;
    return { ...file, changes: [...file.changes, added] };
  }
  const again = { ...known, by: mergeAuthors(known.by, by) };
  const queued = known.queued && { queued: { ...known.queued, isOutdated: true as const } };
  const changes = file.changes.map((one) => (one === known ? { ...again, ...queued } : one));
  return { ...file, changes };
}

/** An agent has changed the format of a text. */
export function agentFormat(file: FileReview, next: Format, by: Author, ids: Ids): FileReview {
  const { text } = file;
  if (!text || sameFormat(text.format, next)) return file;
  const changed = { ...file, text: { ...text, format: known(next, text.format) } };
  const pending = withChange(changed, { kind: 'format', before: text.format }, [by], ids);
  return withoutVoidFormat(pending);
}

/** The user has: what they changed is so in the reference, too. */
export function userFormat(file: FileReview, next: Format): FileReview {
  const { text } = file;
  if (!text || sameFormat(text.format, next)) return file;
  const format = known(next, text.format);
  const changes = file.changes.map((change): WholeChange => {
    if (change.kind !== 'format') return change;
    const pick = <K extends keyof Format>(key: K): Pick<Format, K> =>
      (format[key] === text.format[key] ? change.before : format) as Pick<Format, K>;
    const { fileformat } = pick('fileformat');
    const { endofline } = pick('endofline');
    const { bomb } = pick('bomb');
    const { encoding } = pick('encoding');
    const before = { fileformat, endofline, bomb, ...(encoding ? { encoding } : {}) };
    return { ...change, before };
  });
  return withoutVoidFormat({ ...file, text: { ...text, format }, changes });
}

function withoutVoidFormat(file: FileReview): FileReview {
  const change = changeOf(file, 'format');
  const isVoid = change && file.text && sameFormat(change.before, file.text.format);
  return isVoid ? withoutChange(file, change.id) : file;
}

/** An encoding that is not said is that of before. */
function known(next: Format, before: Format): Format {
  return before.encoding === undefined ? next : { encoding: before.encoding, ...next };
}

function sameFormat(a: Format, b: Format): boolean {
  const encodings =
    a.encoding === undefined || b.encoding === undefined || a.encoding === b.encoding;
  return (
    encodings && a.fileformat === b.fileformat && a.endofline === b.endofline && a.bomb === b.bomb
  );
}
