/** How an agent has changed its question since it asked: old and new, below the question as it is now. */
import { diffLines } from '../edit/hunks';
import type { Line } from './block';
import { line, omittedLine, textOf } from './line';

/** Lines shown of each side; what is new is shown in full above. */
const MAX_OF_A_SIDE = 4;

export function changeLines(before: readonly Line[], now: readonly Line[], times: number): Line[] {
  const [old, fresh] = [before.map(textOf), now.map(textOf)];
  const hunks = diffLines(old, fresh);
  const gone = hunks.flatMap(({ row, del }) => old.slice(row, row + del));
  const come = hunks.flatMap(({ lines }) => lines);
  const often = times > 1 ? ` ${times} times` : '';
  const how = hunks.length > 0 ? '. Before and now:' : ', but nothing that is shown here.';
  return [
    '',
    line([[`The agent has changed this${often} since it asked${how}`, 'AcpNoticeWarn']]),
    ...sideLines('-', gone, 'AcpDiffDelete'),
    ...sideLines('+', come, 'AcpDiffAdd'),
  ];
}

function sideLines(
  sign: string,
  texts: readonly string[],
  group: 'AcpDiffDelete' | 'AcpDiffAdd',
): Line[] {
  return [
    ...texts.slice(0, MAX_OF_A_SIDE).map((text) => line([`${sign} ${text}`], group)),
    ...omittedLine(Math.max(0, texts.length - MAX_OF_A_SIDE), 'more'),
  ];
}
