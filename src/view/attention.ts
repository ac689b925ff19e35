import { oneLine, truncateDisplay } from '../base/text';
import type { Attention } from '../model/attention';

const MAX_TITLE = 40;

/** One line: who, what, and in which conversation. */
export function attentionText(
  { text }: Attention,
  agent: string,
  title: string | undefined,
): string {
  const about = title ? ` · ${truncateDisplay(oneLine(title), MAX_TITLE)}` : '';
  return `${oneLine(agent)} ${oneLine(text)}${about}`;
}
