/** What the user sends, in the kinds of content that the agent takes. Pure. */
import { KIBIBYTE } from '../base/units';
import { placeOfUri } from '../model/context/places';
import type {
  ContentBlock,
  EmbeddedResourceResource,
  PromptCapabilities,
} from '../protocol/schema.gen';

/** More of a text is for the agent to read behind the link. */
const MAX_EXCERPT = 64 * KIBIBYTE;

/**
 * Text and links go as they are. Embedded resources become a link with an excerpt for agents that do not take them; an
 * image or a recording has no such substitute. Throws an error with a message for the user.
 */
export function promptContent(
  blocks: readonly ContentBlock[],
  agent: string,
  capabilities: PromptCapabilities | undefined,
): ContentBlock[] {
  return blocks.flatMap((block) => {
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

/** A link, where it leads to a file, and the text itself, since it may not be saved. */
function standIn(resource: EmbeddedResourceResource): ContentBlock[] {
  if (!('text' in resource)) return [linkTo(resource)];
  const excerpt: ContentBlock = { type: 'text', text: excerptOf(resource) };
  return placeOfUri(resource.uri) ? [linkTo(resource), excerpt] : [excerpt];
}

function linkTo({ uri, mimeType }: EmbeddedResourceResource): ContentBlock {
  const path = uri.replace(/#.*$/, '');
  const name = decodeURIComponentSafely(path.split('/').at(-1) || uri);
  return { type: 'resource_link', uri, name, ...(mimeType ? { mimeType } : {}) };
}

function excerptOf({ uri, text }: { readonly uri: string; readonly text: string }): string {
  const kept = text.slice(0, MAX_EXCERPT);
  const more = text.length - kept.length;
  const fence = '`'.repeat(Math.max(3, longestRun(kept) + 1));
  const end = kept === '' || kept.endsWith('\n') ? '' : '\n';
  const rest = more > 0 ? `(${more} more characters are left out)\n` : '';
  return `${uri}\n${fence}\n${kept}${end}${fence}\n${rest}`;
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
