/** What a transcript is about: its prompts, the headings of its answers, and what went wrong. Pure. */
import { oneLine } from '../base/text';
import type { Block, Section } from './block';
import { textOf, withMarks } from './line';
import { allLines, rowCount } from './pieces';

export interface Heading {
  /** In the transcript. */
  readonly row: number;
  readonly kind: 'prompt' | 'heading' | 'error';
  readonly text: string;
  /** Of a heading: as deep as Markdown has it, from 1. */
  readonly depth: number;
}

export function contentsOf(sections: readonly Section[]): Heading[] {
  const found: Heading[] = [];
  let row = 0;
  for (const { blocks } of sections) {
    for (const block of blocks) {
      found.push(...headingsOf(block).map((one) => ({ ...one, row: one.row + row })));
      row += rowCount(block);
    }
  }
  return found;
}

function headingsOf(block: Block): Heading[] {
  const { stops = [] } = block;
  if (stops.includes('prompt')) return [first(block, 'prompt')];
  if (stops.includes('message')) return titles(block);
  return stops.includes('error') ? [first(block, 'error')] : [];
}

function first(block: Block, kind: 'prompt' | 'error'): Heading {
  const texts = allLines(block).map(textOf);
  const row = Math.max(
    0,
    texts.findIndex((text) => text.trim() !== ''),
  );
  return { row, kind, text: oneLine(texts[row] ?? ''), depth: 0 };
}

function titles(block: Block): Heading[] {
  let isCode = false;
  return allLines(block).flatMap((line, row): Heading[] => {
    const { fence } = withMarks(line);
    if (fence) isCode = fence === 'open';
    const [, marks = '', text = ''] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(textOf(line)) ?? [];
    if (isCode || marks === '') return [];
    return [{ row, kind: 'heading', text: oneLine(text), depth: marks.length }];
  });
}
