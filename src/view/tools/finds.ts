/** What a search has found, as a list to jump from. */
import type { Line } from '../block';
import { line, type Part, textOf, withMarks, withTarget } from '../line';
import { fileTarget, shownPath } from '../path';

/** `src/a.ts:12:3: text`, as grep and its like print it; drives of Windows have a colon of their own. */
const MATCH = /^((?:[A-Za-z]:)?[^\s:][^:]*):(\d+)(?::\d+)?(?:[:-]\s*(.*))?$/;
/** Under a line that names the file: `12: text`, `L12: text`, `12-text` around a match. */
const NUMBERED = /^(?:L|Line )?(\d+)(?:[:-]\s?|\t|\s{2,})(.*)$/;
/** A line that is nothing but the path of a file. */
const PATH =
  /^(?:File:\s+)?((?:[A-Za-z]:)?(?:[\\/]|\.{1,2}[\\/])?[\w@.+()[\]-]+(?:[\\/][\w@.+()[\] -]+)*)$/;

/** The same lines, with paths as the user knows them; those that name a place lead there. */
export function findLines(lines: readonly Line[], cwd: string): Line[] {
  let heading: string | undefined;
  return lines.map((one) => {
    const { target, spans } = withMarks(one);
    const text = textOf(one);
    if (target || spans || !text.startsWith('  ')) return one;
    const find = findIn(text.trim(), heading);
    if (!find) return one;
    if (find.isHeading) heading = find.path;
    return findLine(find, cwd);
  });
}

interface Find {
  readonly path: string;
  readonly line?: number;
  readonly text?: string;
  /** Finds of this file may follow. */
  readonly isHeading?: true;
  /** The path stands above. */
  readonly isBelow?: true;
}

function findIn(text: string, heading: string | undefined): Find | undefined {
  const [, path, row, found] = MATCH.exec(text) ?? [];
  if (path && looksLikePath(path)) return { path, line: Number(row), text: found ?? '' };
  const [, number, below] = (heading && NUMBERED.exec(text)) || [];
  if (heading && number)
    return { path: heading, line: Number(number), text: below ?? '', isBelow: true };
  const named = PATH.exec(text)?.[1];
  return named && looksLikePath(named) ? { path: named, isHeading: true } : undefined;
}

/** Words are none. */
function looksLikePath(path: string): boolean {
  return /[\\/]/.test(path) || /^[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}$/.test(path);
}

function findLine({ path, line: row, text, isBelow }: Find, cwd: string): Line {
  const place: Part[] = isBelow ? ['    '] : ['  ', [shownPath(path, cwd), 'AcpPath']];
  const number: Part[] = row === undefined ? [] : [[isBelow ? `${row}` : `:${row}`, 'AcpMuted']];
  const found: Part[] = text ? ['  ', [text, 'AcpOutput']] : [];
  return withTarget(line([...place, ...number, ...found]), fileTarget(path, cwd, row));
}
