import { countIn } from '../prompt';
import type { DemoRequest } from './request';

/** Lines that are sent before the client is given a chance to cancel. */
const BATCH = 100;

export const long: DemoRequest = {
  name: 'long',
  description: 'A long answer, as fast as it goes',
  hint: 'number of lines (default 1000)',
  run: async (turn, { argument }) => {
    const count = countIn(argument, 1000, 1_000_000);
    for (let from = 1; from <= count; from += BATCH) {
      const to = Math.min(from + BATCH - 1, count);
      turn.chunk(linesFrom(from, to));
      await turn.wait(0);
    }
  },
};

/** Markdown with something of everything, so that highlighting has to work too. */
function linesFrom(from: number, to: number): string {
  let text = '';
  for (let line = from; line <= to; line++) text += `${lineAt(line)}\n`;
  return text;
}

function lineAt(line: number): string {
  switch (line % 10) {
    case 1:
      return `## Part ${Math.ceil(line / 10)}`;
    case 3:
    case 4:
      return `- line ${line} with *some* \`code\` in it`;
    case 6:
      return '```lua';
    case 7:
      return `local line = ${line} -- a comment`;
    case 8:
      return '```';
    case 2:
    case 5:
    case 9:
      return '';
    default:
      return `This is line ${line}, and it says nothing at some **length**.`;
  }
}
