import { type FileImage, sameContent } from '../../edit/file-image';
import { diffLines } from '../../edit/hunks';
import { splitBefore, splitNext } from '../../edit/text';
import { agentEdit } from './agent-edit';
import { type Author, mergeAuthors } from './author';
import { editAll, hunkRows } from './edits';
import { agentFormat } from './format';
import {
  currentImage,
  currentText,
  formatOf,
  lastImage,
  referenceImage,
  settledText,
  type TextContent,
  withContent,
} from './images';
import { authorsOf, type Ids, newId } from './segment';
import { slideToHunks } from './slide';
import { changeOf, type FileReview, pendingHunks, type TextReview, withoutChange } from './state';
import { withChange } from './whole-change';

/** A file of which nothing is pending, as it is before an agent makes it hold `after`. */
export function freshFile(
  path: string,
  before: FileImage | null,
  after: FileImage | null,
): FileReview {
  if (before === null) return { path, changes: [] };
  const mode = before.mode === undefined ? {} : { mode: before.mode };
  const { content } = before;
  if (content.kind !== 'text') return { path, image: before, ...mode, changes: [] };
  const split = after?.content.kind === 'text' && splitBefore(content.text, after.content.text);
  return { path, text: settledText(content, split || undefined), ...mode, changes: [] };
}

/** An agent has made a file, which is up to date, hold something else; nothing when it takes back its creation. */
export function agentChange(
  file: FileReview,
  after: FileImage | null,
  by: Author,
  ids: Ids,
): FileReview | undefined {
  const now = currentImage(file);
  if (after === null) return now === null ? file : agentDeletes(file, by, ids);
  const there = now === null ? agentCreates(file, by, ids) : file;
  return agentMode(agentContent(there, after, by, ids), after.mode, by, ids);
}

function agentDeletes(file: FileReview, by: Author, ids: Ids): FileReview | undefined {
  const created = changeOf(file, 'created');
  if (!created) return withChange(file, { kind: 'deleted' }, [by], ids);
  if (!file.isTouched) return undefined;
  return withChange(withoutChange(file, created.id), { kind: 'deleted' }, [by], ids);
}

function agentCreates(file: FileReview, by: Author, ids: Ids): FileReview {
  const deleted = changeOf(file, 'deleted');
  return deleted
    ? withoutChange(file, deleted.id)
    : withChange(file, { kind: 'created' }, [by], ids);
}

function agentContent(file: FileReview, after: FileImage, by: Author, ids: Ids): FileReview {
  const { content } = after;
  if (sameContent(lastImage(file), after)) return agentEncoding(file, after, by, ids);
  if (content.kind !== 'text' || file.image) return agentReplaces(file, after, by, ids);
  const text = file.text ?? { segments: [], format: settledText(content).format };
  return agentText({ ...file, text }, text, content, by, ids);
}

function agentEncoding(file: FileReview, { content }: FileImage, by: Author, ids: Ids): FileReview {
  if (!file.text || content.kind !== 'text' || content.encoding === undefined) return file;
  return agentFormat(file, { ...file.text.format, encoding: content.encoding }, by, ids);
}

function agentText(
  file: FileReview,
  text: TextReview,
  content: TextContent,
  by: Author,
  ids: Ids,
): FileReview {
  const before = currentText(text);
  const after = splitNext(content.text, before);
  const step = newId(ids);
  const window = { row: 0, lines: before.lines };
  const edits = slideToHunks(diffLines(before.lines, after.lines), window, hunkRows(text.segments));
  const segments = editAll(text.segments, edits, (inside, edit) =>
    agentEdit(inside, edit, { by, step }, ids),
  );
  const next = { ...file, text: { ...text, segments } };
  return agentFormat(next, formatOf(after, content.encoding), by, ids);
}

/** With a content that has no lines, or had none: what was pending is part of one change. */
function agentReplaces(file: FileReview, after: FileImage, by: Author, ids: Ids): FileReview {
  const before = referenceImage(file);
  const { text: _, image: __, ...rest } = file;
  const hunks = pendingHunks(file).flatMap(authorsOf);
  const format = changeOf(file, 'format');
  const authors = mergeAuthors(mergeAuthors(hunks, format?.by ?? []), [by]);
  const changes = file.changes.filter((change) => change !== format);
  const next: FileReview = { ...rest, changes, image: after };
  if (before === null) return withChange(next, { kind: 'created' }, [by], ids);
  if (!sameContent(before, after))
    return withChange(next, { kind: 'replaced', before }, authors, ids);
  const replaced = changeOf(next, 'replaced');
  return withContent(replaced ? withoutChange(next, replaced.id) : next, before);
}

function agentMode(file: FileReview, mode: number | undefined, by: Author, ids: Ids): FileReview {
  if (mode === undefined || mode === file.mode) return file;
  const next = { ...file, mode };
  if (file.mode === undefined) return next;
  const known = changeOf(file, 'mode');
  if (known?.before === mode) return withoutChange(next, known.id);
  return withChange(next, { kind: 'mode', before: file.mode }, [by], ids);
}
