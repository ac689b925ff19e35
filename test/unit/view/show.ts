/** Pictures of views for tests: text, and under it what is marked where. */
import type { Block, Line } from '../../../src/view/block';
import { withMarks } from '../../../src/view/line';

/** Lines of a block; rows that are Markdown (M) or fold (F) are marked at the left, above what shows while closed (>). */
export function showBlock(block: Block): string {
  const inside = (row: number, range: { from: number; to: number } | undefined): boolean =>
    range !== undefined && row >= range.from && row <= range.to;
  return block.lines
    .flatMap((line, row) => {
      const folds = [block.fold, block.context].some((fold) => inside(row, fold));
      const gutter = `${inside(row, block.markdown) ? 'M' : ''}${folds ? 'F' : ''}`;
      const closed = row === block.fold?.from ? block.fold.closed : undefined;
      const folded = closed === undefined ? [] : showLine(closed).slice(0, 1);
      return [
        ...folded.map((text) => `> |${text}`),
        ...showLine(line).map((text, n) => `${(n === 0 ? gutter : '').padEnd(2)}|${text}`),
      ];
    })
    .map((text) => text.trimEnd())
    .join('\n');
}

export function showLines(lines: readonly Line[]): string {
  return lines.flatMap(showLine).join('\n');
}

/** `«group»`, `{fence}` and `{diff}` for the whole line, `^^^ group` under a piece of it. */
function showLine(line: Line): string[] {
  const { text, lineGroup, fence, diff, spans = [] } = withMarks(line);
  const named = [lineGroup && `«${lineGroup}»`, fence && `{${fence}}`, diff && '{diff}'];
  const tags = named.flatMap((tag) => (tag ? [`  ${tag}`] : [])).join('');
  const bytes = Buffer.from(text);
  const column = (byte: number): number => bytes.subarray(0, byte).toString().length;
  const marks = spans.map(({ from, to, group }) => {
    const width = column(to) - column(from);
    return `${' '.repeat(column(from))}${'^'.repeat(width)} ${group}`;
  });
  return [text + tags, ...marks];
}
