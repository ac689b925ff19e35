/** What a prompt says, apart from what goes along with it. */
import type { ContentBlock } from '../protocol/schema.gen';

export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Nothing goes along with its text. */
export function isOnlyText(content: readonly ContentBlock[]): boolean {
  return content.every(({ type }) => type === 'text');
}
