/** A model of the editor's buffer: applies patches as the contract in `block.ts` says. */
import type { Block, Line, Patch, PatchEdit, Span } from '../../../src/view/block';
import { textOf, withMarks } from '../../../src/view/line';
import { allLines, rowCount } from '../../../src/view/pieces';

interface Row {
  text: string;
  marks: string[];
}

export class BufferModel {
  rows: Row[] = [{ text: '', marks: [] }];
  /** Ranges as last reported; rows of blocks that only moved are moved by the editor's own marks. */
  readonly ranges = new Map<string, string>();

  apply(patch: Patch): void {
    for (const edit of patch.edits) this.#edit(edit);
    for (const { key, kind, from, to } of patch.ranges) {
      const value = from === undefined || to === undefined ? undefined : `${from}-${to}`;
      if (value === undefined) this.ranges.delete(`${key} ${kind}`);
      else this.ranges.set(`${key} ${kind}`, value);
    }
  }

  #edit(edit: PatchEdit): void {
    const { row, del, lines, col } = edit;
    if (row + del > this.rows.length)
      throw new Error(`edit outside of the buffer: ${JSON.stringify(edit)}`);
    const fresh = lines.map((text): Row => ({ text, marks: [] }));
    if (col === undefined) {
      this.rows.splice(row, del, ...fresh);
    } else {
      const target = this.rows[row];
      if (del !== 0 || !target || Buffer.byteLength(target.text) !== col)
        throw new Error('bad append');
      target.text += fresh[0]?.text ?? '';
      this.rows.splice(row + 1, 0, ...fresh.slice(1));
    }
    if (this.rows.length === 0) this.rows.push({ text: '', marks: [] });
    for (const [offset, from, to, group] of edit.spans)
      this.#mark(row + offset, `${from} ${to} ${group}`);
    for (const [offset, kind] of edit.fences) this.#mark(row + offset, kind);
  }

  #mark(row: number, mark: string): void {
    const target = this.rows[row];
    if (!target) throw new Error(`mark outside of the buffer: ${mark}`);
    target.marks.push(mark);
  }

  /** Rows with their marks in a fixed order. */
  show(): string[] {
    return this.rows.map(({ text, marks }) => [text, ...marks.toSorted()].join(' | '));
  }
}

/** What a buffer must show for these blocks. */
export function expected(blocks: readonly Block[]): string[] {
  const lines = blocks.flatMap(allLines);
  return lines.length === 0 ? [''] : lines.map(showRow);
}

function showRow(line: Line): string {
  const { lineGroup, fence, spans = [] } = withMarks(line);
  const marks = spans.map(({ from, to, group }: Span) => `${from} ${to} ${group}`);
  if (lineGroup) marks.push(`0 -1 ${lineGroup}`);
  if (fence) marks.push(fence);
  return [textOf(line), ...marks.toSorted()].join(' | ');
}

/** The rows of all ranges, as a drawing from nothing would give them. */
export function expectedRanges(blocks: readonly Block[]): Map<string, string> {
  const ranges = new Map<string, string>();
  let row = 0;
  for (const block of blocks) {
    for (const kind of ['markdown', 'fold'] as const) {
      const range = block[kind];
      if (range) ranges.set(`${block.id} ${kind}`, `${row + range.from}-${row + range.to}`);
    }
    for (const stop of block.stops ?? []) ranges.set(`${block.id} ${stop}`, `${row}-${row}`);
    row += rowCount(block);
  }
  return ranges;
}
