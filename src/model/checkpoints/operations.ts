import { type FileImage, imageText, sameContent } from '../../edit/file-image';
import { diffLines } from '../../edit/hunks';
import { splitNext, splitText } from '../../edit/text';
import type { FileOperation } from '../review/undo';

/** What makes a file that holds one thing hold another. Null: there is none. */
export function operationsTo(
  path: string,
  current: FileImage | null,
  wanted: FileImage | null,
): FileOperation[] {
  if (wanted === null) return current ? [{ kind: 'delete', path, expected: current }] : [];
  if (current === null) return [{ kind: 'create', path, image: wanted }];
  const [before, after] = [imageText(current), imageText(wanted)];
  if (typeof before === 'string' && typeof after === 'string') {
    return [...edit(path, current, wanted), ...mode(path, current, wanted)];
  }
  if (sameContent(current, wanted)) return mode(path, current, wanted);
  return [{ kind: 'replace', path, image: wanted, expected: current }];
}

function edit(path: string, current: FileImage, wanted: FileImage): FileOperation[] {
  const encoding = encodingOf(wanted);
  const isRecoded = encoding !== undefined && encoding !== encodingOf(current);
  if (sameContent(current, wanted) && !isRecoded) return [];
  const before = splitText(imageText(current) ?? '');
  const text = imageText(wanted) ?? '';
  const { lines, fileformat, endofline, bomb } = splitNext(text, before);
  const format = { fileformat, endofline, bomb, ...(encoding ? { encoding } : {}) };
  return [{ kind: 'edit', path, edits: diffLines(before.lines, lines), format, text }];
}

function encodingOf({ content }: FileImage): string | undefined {
  return content.kind === 'text' ? content.encoding : undefined;
}

/** Where it is known on both sides. */
function mode(path: string, current: FileImage, wanted: FileImage): FileOperation[] {
  if (wanted.mode === undefined || current.mode === undefined || wanted.mode === current.mode) {
    return [];
  }
  return [{ kind: 'mode', path, mode: wanted.mode }];
}
