import { agentChange } from './agent-file';
import type { Author } from './author';
import { lastImage } from './images';
import type { Ids } from './segment';
import { changeOf, type FileReview, withoutChange } from './state';
import { withChange } from './whole-change';

/** A deleted file and one that was created, as one that was moved; nothing where the user has changed the new one. */
export function renamedFile(
  old: FileReview,
  created: FileReview,
  by: Author,
  ids: Ids,
): FileReview | undefined {
  const deletion = changeOf(old, 'deleted');
  const creation = changeOf(created, 'created');
  if (!deletion || !creation || created.isTouched) return undefined;
  const first = changeOf(old, 'renamed')?.from ?? old.path;
  const there = { ...withoutChange(old, deletion.id), path: created.path };
  const file = agentChange(there, lastImage(created), creation.by[0] ?? by, ids);
  if (!file) return undefined;
  const known = changeOf(file, 'renamed');
  if (first === created.path) return known ? withoutChange(file, known.id) : file;
  return withChange(file, { kind: 'renamed', from: first }, [by], ids);
}
