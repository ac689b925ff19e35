import { oneLine } from '../base/text';
import type { NoticeEntry, NoticeLevel } from '../model/state';
import type { Block } from './block';
import { clipOutput } from './clip';
import type { Group } from './groups';
import { line, movedIn, omittedLine } from './line';

const LEVELS: Readonly<Record<NoticeLevel, readonly [mark: string, group: Group]>> = {
  info: ['·', 'AcpNoticeInfo'],
  warn: ['!', 'AcpNoticeWarn'],
  error: ['✗', 'AcpNoticeError'],
};

/** Details up to this many lines are not folded. */
const SHORT = 10;

/** Stop reasons, errors, the end of an agent with the last words of its stderr. */
export function noticeBlock(entry: NoticeEntry): Block {
  const [mark, group] = LEVELS[entry.level];
  const header = line([[`${mark} ${oneLine(entry.text)}`, group]]);
  // The end of an error report says most.
  const { lines, omitted } = clipOutput(entry.detail ?? '');
  const detail = [...omittedLine(omitted, 'earlier'), ...movedIn(lines, 'AcpMuted')];
  return {
    id: entry.id,
    lines: [header, ...detail, ''],
    ...(detail.length > SHORT ? { fold: { from: 1, to: detail.length } } : {}),
  };
}
