/** The table of contents of a transcript. */
import type { Heading } from '../contents';
import type { Group } from '../groups';
import { line } from '../line';
import { type ItemBlock, plainBlock, type SurfaceDefinition } from './surface';

export interface ContentsModel {
  readonly headings: readonly Heading[];
}

const LOOKS: Readonly<Record<Heading['kind'], Group>> = {
  prompt: 'AcpPermissionTitle',
  heading: 'AcpToolTitle',
  error: 'AcpNoticeError',
};

export const contentsSurface: SurfaceDefinition<ContentsModel, Heading> = {
  kind: 'contents',
  heading: 'Contents',
  place: { kind: 'center', zindex: 80, minWidth: 40 },
  cursorline: true,
  keys: [
    { action: 'contents_go', lhs: '<CR>', label: 'go there' },
    { action: 'contents_help', lhs: 'g?', label: 'show the keys' },
    { action: 'contents_close', lhs: 'q', label: 'close the contents', closes: true },
    { action: 'contents_escape', lhs: '<Esc>', label: 'close the contents', closes: true },
  ],
  content: ({ headings }) => ({
    title: 'Contents',
    blocks: headings.length > 0 ? headings.map(block) : [plainBlock('none', 'nothing yet')],
  }),
  hints: (_, item) =>
    item
      ? [
          ['contents_go', 'go there'],
          ['contents_close', 'close'],
        ]
      : [],
};

function block(heading: Heading): ItemBlock<Heading> {
  const { row, kind, text, depth } = heading;
  const indent = kind === 'prompt' ? '' : '  '.repeat(Math.max(1, depth));
  return { id: `row ${row}`, lines: [line([indent, [text, LOOKS[kind]]])], item: heading };
}
