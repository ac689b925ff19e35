/** Edits of a text, as language servers describe them. */
import { ToolFailure } from '../tool';
import { type Encoding, indexAt } from './offsets';
import type { LspPosition, TextEdit } from './values';

/** All edits are about the text as it was. Lines end with "\n". */
export function withEdits(text: string, edits: readonly TextEdit[], encoding: Encoding): string {
  const indexOf = indexIn(text, encoding);
  const placed = edits.map(({ range, newText }) => ({
    start: indexOf(range.start),
    end: indexOf(range.end),
    newText: newText.replaceAll('\r\n', '\n'),
  }));
  // Insertions at one place stay in their order.
  placed.sort((a, b) => a.start - b.start || a.end - b.end);
  let made = '';
  let done = 0;
  for (const { start, end, newText } of placed) {
    if (start < done || end < start) {
      throw new ToolFailure('the language server answered with edits that overlap');
    }
    made += text.slice(done, start) + newText;
    done = end;
  }
  return made + text.slice(done);
}

/** Positions past the end of a line, or of the text, are at that end. */
function indexIn(text: string, encoding: Encoding): (position: LspPosition) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ line, character }) => {
    const start = starts[line];
    if (start === undefined) return text.length;
    const next = starts[line + 1];
    const end = next === undefined ? text.length : next - 1;
    return start + indexAt(text.slice(start, end), character, encoding);
  };
}
