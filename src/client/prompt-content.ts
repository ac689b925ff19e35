/** What the user sends, in the kinds of content that the agent takes. Pure. */
import type {
  ContentBlock,
  EmbeddedResourceResource,
  PromptCapabilities,
} from '../protocol/schema.gen';

/**
 * Text and links go as they are. Embedded resources become fenced text or a link for agents that do not take them; an
 * image or a recording has no such substitute. Throws an error with a message for the user.
 */
export function promptContent(
  blocks: readonly ContentBlock[],
  agent: string,
  capabilities: PromptCapabilities | undefined,
): ContentBlock[] {
  return blocks.map((block) => {
    switch (block.type) {
      case 'image':
        if (!capabilities?.image) throw new Error(`${agent} takes no images`);
        return block;
      case 'audio':
        if (!capabilities?.audio) throw new Error(`${agent} takes no audio`);
        return block;
      case 'resource':
        return capabilities?.embeddedContext ? block : standIn(block.resource);
      default:
        return block;
    }
  });
}

/** The text itself, since it may not be saved; what is no text can only be pointed at. */
function standIn(resource: EmbeddedResourceResource): ContentBlock {
  const { uri, mimeType } = resource;
  if (!('text' in resource)) {
    const name = decodeURIComponentSafely(uri.split('/').at(-1) || uri);
    return { type: 'resource_link', uri, name, ...(mimeType ? { mimeType } : {}) };
  }
  const { text } = resource;
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return { type: 'text', text: `${uri}\n${fence}\n${text}${end}${fence}\n` };
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
