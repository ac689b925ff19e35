/** What is sent of a question about lines of a file. Pure. */
import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '../../protocol/schema.gen';
import { shownPath } from '../../view/path';

export interface AskedLines {
  /** Absent: the buffer has no file. */
  readonly path?: string;
  /** 0-based; `endRow` is not one of them. */
  readonly row: number;
  readonly endRow: number;
  readonly lines: readonly string[];
}

/** The instruction, and the lines as they are in the buffer: they may not be saved. */
export function askContent(
  { path, row, endRow, lines }: AskedLines,
  instruction: string,
  cwd: string,
): ContentBlock[] {
  const from = row + 1;
  const range = endRow > from ? `lines ${from}-${endRow}` : `line ${from}`;
  const where = path === undefined ? 'of a text that has no file' : `of ${shownPath(path, cwd)}`;
  const uri = path === undefined ? 'untitled:' : pathToFileURL(path).href;
  return [
    // By its own, because the first block names the conversation.
    { type: 'text', text: instruction },
    { type: 'text', text: `\nThis is about ${range} ${where}.` },
    {
      type: 'resource',
      resource: {
        uri: `${uri}#L${from}-L${endRow}`,
        mimeType: 'text/plain',
        text: lines.join('\n'),
      },
    },
  ];
}
