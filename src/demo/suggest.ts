import { type Definition, definitionsIn, type Language } from './languages';

export interface Suggestion {
  readonly newText: string;
  /** 1-based line of the change. */
  readonly line: number;
  /** What is done, as the end of the sentence "I would like to …". */
  readonly what: string;
}

/** Words of our own comments, by which they are found again. */
const NOTE =
  /^(?:Takes [^;]*|Takes nothing); called (?:\d+ times|once|nowhere else) in this file\.$/;
const PLAIN_NOTE = 'The demo agent was here.';

/** A small edit that does no harm: a comment on the first uncommented definition, or its removal next time. */
export function suggestEdit(text: string, language: Language): Suggestion {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(eol);
  const row = lines.findIndex((line) => isNote(line, language));
  if (row >= 0) {
    const newText = lines.toSpliced(row, 1).join(eol);
    return { newText, line: row + 1, what: `take my comment in line ${row + 1} out again` };
  }
  const target = definitionsIn(lines, language).find(({ row }) => !isComment(lines, row, language));
  const place = target ?? { row: /^#!/.test(lines[0] ?? '') ? 1 : 0, indent: '', name: '' };
  const note = target ? noteOn(target, lines) : PLAIN_NOTE;
  const newText = lines.toSpliced(place.row, 0, place.indent + comment(note, language)).join(eol);
  const what = target ? `say in a comment what \`${target.name}\` takes` : 'leave a line of mine';
  return { newText, line: place.row + 1, what };
}

function noteOn({ name, params }: Definition, lines: readonly string[]): string {
  const word = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`, 'g');
  const uses = (lines.join('\n').match(word)?.length ?? 1) - 1;
  const often = uses === 0 ? 'nowhere else' : uses === 1 ? 'once' : `${uses} times`;
  return `Takes ${params.replaceAll(';', ',') || 'nothing'}; called ${often} in this file.`;
}

function comment(text: string, { comment }: Language): string {
  const [open, close] = comment ?? ['', ''];
  return open + text + close;
}

function isNote(line: string, { comment }: Language): boolean {
  const [open, close] = comment ?? ['', ''];
  const text = line.trim();
  if (!text.startsWith(open.trim()) || !text.endsWith(close.trim())) return false;
  const said = text.slice(open.trim().length, text.length - close.trim().length).trim();
  return said === PLAIN_NOTE || NOTE.test(said);
}

function isComment(lines: readonly string[], row: number, { comment }: Language): boolean {
  const above = lines[row - 1]?.trim() ?? '';
  return /^(?:\/\/|\/\*|\*|--|#|@)/.test(above) || above.startsWith(comment?.[0].trim() || '\0');
}
