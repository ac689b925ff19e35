/** What a line of the transcript stands for, when the user wants to open it. */
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Target } from './block';

/** Placeholders can be opened: a file, an address, or the data itself. */
export function contentTarget(block: Exclude<ContentBlock, { type: 'text' }>): Target | undefined {
  switch (block.type) {
    case 'image':
    case 'audio':
      return { kind: 'data', mimeType: block.mimeType, data: block.data };
    case 'resource_link':
      return uriTarget(block.uri);
    case 'resource': {
      const { resource } = block;
      const place = uriTarget(resource.uri);
      if (place?.kind === 'file') return place;
      if ('text' in resource) return { kind: 'text', name: resource.uri, text: resource.text };
      return { kind: 'data', mimeType: resource.mimeType ?? '', data: resource.blob };
    }
    default:
      return undefined;
  }
}

/** Only files and web addresses: a scheme of the agent's own means nothing to anybody else. */
function uriTarget(uri: string): Target | undefined {
  if (uri.startsWith('/')) return { kind: 'file', path: uri };
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hash, href } = new URL(uri);
  if (protocol === 'http:' || protocol === 'https:') return { kind: 'url', url: href };
  if (protocol !== 'file:') return undefined;
  try {
    const line = Number(/^#L?(\d+)/.exec(hash)?.[1] ?? 0);
    return { kind: 'file', path: fileURLToPath(uri), ...(line > 0 ? { line } : {}) };
  } catch {
    return undefined;
  }
}
