/** What a line of the transcript leads to, when the user opens it. */
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Target } from './block';

/** Placeholders can be opened: a file, an address, or the data itself. */
export function contentTarget(block: Exclude<ContentBlock, { type: 'text' }>): Target | undefined {
  switch (block.type) {
    case 'image':
    case 'audio':
      return { kind: 'data', name: block.type, data: block.data };
    case 'resource_link':
      return uriTarget(block.uri);
    case 'resource': {
      const { resource } = block;
      // What was sent, never the file of that name: it may hold something else.
      if ('text' in resource) return { kind: 'text', name: resource.uri, text: resource.text };
      return { kind: 'data', name: resource.uri, data: resource.blob };
    }
    default:
      return undefined;
  }
}

/** Only files and web addresses: a scheme of the agent's own means nothing to anybody else. */
export function uriTarget(uri: string): Target | undefined {
  // "//host/share": Windows would sign in there to look.
  if (/^\/(?!\/)/.test(uri)) return { kind: 'file', path: uri };
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hostname, hash, href } = new URL(uri);
  if (protocol === 'http:' || protocol === 'https:') return { kind: 'url', url: href };
  if (protocol !== 'file:' || hostname !== '') return undefined;
  try {
    const line = Number(/^#L?(\d+)/.exec(hash)?.[1] ?? 0);
    return { kind: 'file', path: fileURLToPath(uri), ...(line > 0 ? { line } : {}) };
  } catch {
    return undefined;
  }
}
