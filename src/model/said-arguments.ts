/** Arguments of a call that agents write as text, for want of a raw input (docs/agents.md, 7). Pure. */
import { isRecord } from '../base/guards';
import type { ToolCallContent } from '../protocol/schema.gen';

/** The text is a JSON object, and nothing else. */
export function argumentsOf(item: ToolCallContent): Readonly<Record<string, unknown>> | undefined {
  if (item.type !== 'content' || item.content.type !== 'text') return undefined;
  const value = parsed(item.content.text);
  return isRecord(value) ? value : undefined;
}

/**
 * The content of a question, with the arguments that the content of its call was until then: who is asked must see what
 * they agree to.
 */
export function withArguments(
  asked: readonly ToolCallContent[],
  known: readonly ToolCallContent[],
): readonly ToolCallContent[] {
  const said = known.filter(argumentsOf);
  const isSaid = said.length !== 1 || asked.some(argumentsOf);
  return isSaid ? asked : [...asked, ...said];
}

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
