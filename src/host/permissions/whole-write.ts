/** What a question says of all that a file will hold. Pure. */
import { joinText, splitText } from '../../edit/text';
import type { FoundFile } from '../../files/documents/present-files';
import { type PresentFile, proposedChanges, type ShownChange } from '../../model/proposal';
import type { PermissionRequest } from '../../model/state';
import type { ComparedTexts } from '../../nvim/proposed-hunks';
import type { ProposedWrite } from '../../session/proposed-writes';

/** The file of our own question, which has compared with it already. */
export function ownFile({ path, before }: ProposedWrite): FoundFile {
  const file: PresentFile =
    before === null ? { kind: 'missing' } : { kind: 'text', text: splitText(before) };
  return { file, realPath: path };
}

/** Nothing unless it is about one file, with all that this will hold in place of all that it holds now. */
export function wholeWrite(
  request: PermissionRequest,
  shown: readonly ShownChange[],
  fileOf: (path: string) => FoundFile | undefined,
): ProposedWrite | undefined {
  const [change, ...others] = proposedChanges(request);
  const isOne = others.length === 0 && shown.length === 1 && shown[0]?.kind === 'placed';
  if (request.kind !== 'edit' || !change || !isOne) return undefined;
  const found = fileOf(change.path);
  if (!found?.realPath) return undefined;
  const { file, realPath: path } = found;
  const { oldText, newText: after } = change;
  if (file.kind === 'missing') return oldText ? undefined : { path, before: null, after };
  if (file.kind !== 'text') return undefined;
  const before = joinText(file.text);
  return plain(before) === plain(oldText ?? '') ? { path, before, after } : undefined;
}

/** A write as the user edits it. */
export function linesOfWrite({ path, before, after }: ProposedWrite): ComparedTexts {
  const now = splitText(before ?? '').lines;
  return { path, before: now, after: splitText(after).lines, isEditable: true };
}

/** What the user has made of it. Neovim shows one empty line for the empty text. */
export function textOfLines(lines: readonly string[], { after }: ProposedWrite): string {
  const isEmpty = lines.length === 1 && lines[0] === '';
  return joinText({ ...splitText(after), lines: isEmpty ? [] : lines });
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
