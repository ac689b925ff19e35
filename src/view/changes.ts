/** What was changed, in one line: the same in the review window and behind a turn. */
import { quantity } from '../base/quantity';
import type { Counts, FileMark, FileSummary, Totals } from '../model/review/overview';
import type { Part } from './line';
import { shownPath } from './path';

const KINDS = { created: 'new', deleted: 'deleted', renamed: 'renamed', modified: '' } as const;
const MARKS: Readonly<Record<FileMark, string>> = {
  binary: 'binary',
  link: 'link',
  mode: 'permissions',
  format: 'format',
};

/** `src/a.ts  +3 −1  renamed from src/b.ts, permissions` */
export function fileParts(file: Omit<FileSummary, 'ids'>, cwd: string): Part[] {
  const { path, from, kind, marks = [] } = file;
  const before = from === undefined ? '' : ` from ${shownPath(from, cwd)}`;
  const said = [KINDS[kind] + before, ...marks.map((mark) => MARKS[mark])].filter(Boolean);
  const isCounted = file.added + file.removed > 0 || marks.length === 0;
  return [
    [shownPath(path, cwd), 'AcpPath'],
    ...(isCounted ? (['  ', ...countParts(file)] as const) : []),
    ...(said.length > 0 ? ([[`  ${said.join(', ')}`, 'AcpMuted']] as const) : []),
  ];
}

/** `+3 −1`, in colours. */
export function countParts({ added, removed }: Counts): Part[] {
  return [[`+${added}`, 'AcpDiffAdd'], ' ', [`−${removed}`, 'AcpDiffDelete']];
}

/** `3 files +12 −4` */
export function totalText({ files, added, removed }: Totals): string {
  return `${quantity(files, 'file')} +${added} −${removed}`;
}
