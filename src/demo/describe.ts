import { quantity } from '../base/quantity';
import { definitionsIn, type Language } from './languages';

const MAX_LISTED = 12;
const EXCERPT = 8;

/** What can be said of a text without understanding it, as Markdown. */
export function describeText(name: string, text: string, language: Language): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const paragraphs = [
    `**${name}** is ${language.name}: ${quantity(lines.length, 'line')}, ${quantity(text.length, 'character')}.`,
    listOf(
      'It defines',
      definitionsIn(lines, language).map(({ row, name }) => `\`${name}\` in line ${row + 1}`),
    ),
    listOf('It still has to do', todosIn(lines)),
    excerptOf(lines, language),
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

function listOf(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const shown = items.slice(0, MAX_LISTED).map((item) => `- ${item}`);
  const more = items.length - shown.length;
  return [`${title}:`, '', ...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function todosIn(lines: readonly string[]): string[] {
  return lines.flatMap((line, row) => {
    const todo = /\b(?:TODO|FIXME)\b:?\s*(.*)/.exec(line)?.[1];
    return todo === undefined ? [] : [`${todo.trim() || 'something'} (line ${row + 1})`];
  });
}

function excerptOf(lines: readonly string[], { fence }: Language): string {
  const from = firstFilled(lines);
  const excerpt = lines.slice(from, from + EXCERPT);
  if (excerpt.every((line) => line.trim() === '')) return 'There is nothing in it yet.';
  // A fence longer than any in the text, so that none of them ends ours.
  const ticks =
    Math.max(2, ...(excerpt.join('\n').match(/`+/g) ?? []).map((run) => run.length)) + 1;
  const mark = '`'.repeat(ticks);
  return [`It begins like this:`, '', mark + fence, ...excerpt, mark].join('\n');
}

/** Skips blank lines at the start. */
function firstFilled(lines: readonly string[]): number {
  return Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  );
}
