import { oneLine, truncateDisplay } from '../base/text';
import type { Attention } from '../model/attention';
import { withShownPaths } from './path';

const MAX_TITLE = 40;

/** One line: who, what, and in which conversation. */
export function attentionText(
  { text, isCommand }: Attention,
  agent: string,
  { title, cwd }: { readonly title: string | undefined; readonly cwd: string },
): string {
  const about = title ? ` · ${truncateDisplay(oneLine(title), MAX_TITLE)}` : '';
  const what = oneLine(isCommand ? text : withShownPaths(text, cwd));
  return `${oneLine(agent)} ${what}${about}`;
}
