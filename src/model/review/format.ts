import type { Author } from './author';
import type { Ids } from './segment';
import { changeOf, type FileReview, type Format, type WholeChange, withoutChange } from './state';
import { withChange } from './whole-change';

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
    return { ...change, before: { ...change.before, ...differences(text.format, format) } };
  });
  return withoutVoidFormat({ ...file, text: { ...text, format }, changes });
}

/** What the second one says otherwise. */
function differences(before: Format, after: Format): Partial<Format> {
  const { fileformat, endofline, bomb, encoding } = after;
  return {
    ...(fileformat === before.fileformat ? {} : { fileformat }),
    ...(endofline === before.endofline ? {} : { endofline }),
    ...(bomb === before.bomb ? {} : { bomb }),
    ...(encoding === undefined || encoding === before.encoding ? {} : { encoding }),
  };
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
