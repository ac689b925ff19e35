/** What a file would hold after a change, before it is written: a yes to the whole text. */
import { diffLines } from '../../edit/hunks';
import type { Line } from '../block';
import { line } from '../line';
import { plainBlock, type SurfaceDefinition } from './surface';

export interface FileChange {
  readonly title: string;
  /** What a yes does, in a few words. */
  readonly yes: string;
  /** Lines without their ends. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export const fileChangeSurface: SurfaceDefinition<FileChange, 'change'> = {
  kind: 'change',
  heading: 'Change of a file',
  place: { kind: 'center', zindex: 80, minWidth: 44 },
  wrap: true,
  keys: [
    { action: 'change_yes', lhs: 'y', label: 'write the file as it is shown', guarded: true },
    { action: 'change_no', lhs: 'q', label: 'leave the file as it is', closes: true },
    { action: 'change_leave', lhs: 'n', label: 'leave the file as it is', closes: true },
    { action: 'change_escape', lhs: '<Esc>', label: 'leave the file as it is', closes: true },
  ],
  content: ({ title, before, after }) => ({ title, blocks: blocks(before, after) }),
  hints: ({ yes }) => [
    ['change_yes', yes],
    ['change_no', 'leave it as it is'],
  ],
};

/** The whole text; what goes is shown where it was. Only changed rows have an item, so that the first can be found. */
function blocks(before: readonly string[], after: readonly string[]) {
  const shown = [];
  let at = 0;
  for (const [index, { row, del, lines }] of diffLines(before, after).entries()) {
    shown.push(plainBlock(`same ${index}`, ...before.slice(at, row).map(unchanged)));
    const changed: Line[] = [
      ...before.slice(row, row + del).map((text) => line([`- ${text}`], 'AcpDiffDelete')),
      ...lines.map((text) => line([`+ ${text}`], 'AcpDiffAdd')),
    ];
    shown.push({ id: `change ${index}`, lines: changed, item: 'change' as const });
    at = row + del;
  }
  return [...shown, plainBlock('same to the end', ...before.slice(at).map(unchanged))].filter(
    ({ lines }) => lines.length > 0,
  );
}

function unchanged(text: string): Line {
  return line([`  ${text}`]);
}
