/** What a prompt from Lua holds, checked. Pure. */
import { isRecord } from '../../base/guards';
import { decode } from '../../protocol/decode';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { Anchor } from './provider';

/** ACP content blocks, whole: what an agent may get wrong is a mistake of who calls us. Throws a message for the user. */
export function contentBlocks(content: unknown): ContentBlock[] {
  if (!Array.isArray(content)) throw new Error('a prompt is a text or a list of content blocks');
  return content.map((block, index) => {
    const result = decode('ContentBlock', block, `block ${index + 1}`);
    if (!result.ok) throw new Error(`prompt: ${result.error}`);
    const [dropped] = result.dropped;
    if (dropped !== undefined) throw new Error(`prompt: ${dropped}`);
    if ('data' in result.value && !isBase64(result.value.data)) {
      throw new Error(`prompt: block ${index + 1}.data: expected base64`);
    }
    return result.value;
  });
}

function isBase64(data: string): boolean {
  return data !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(data) && data.length % 4 === 0;
}

/** Throws when there is nothing to send (docs/agents.md, 16). */
export function notEmpty(blocks: ContentBlock[]): ContentBlock[] {
  if (blocks.some((block) => block.type !== 'text' || block.text.trim() !== '')) return blocks;
  throw new Error('an empty prompt is not sent');
}

/** The anchors of a prompt by their names; see lua/acp/context/anchors.lua. */
export function anchorsOf(list: readonly unknown[] = []): Map<string, Anchor> {
  return new Map(
    list.filter(isRecord).map(({ name, bufnr, path, first, last }) => [
      String(name),
      {
        ...(typeof bufnr === 'number' ? { bufnr } : {}),
        ...(typeof path === 'string' ? { path } : {}),
        ...(typeof first === 'number' && typeof last === 'number'
          ? { lines: { first, last } }
          : {}),
      },
    ]),
  );
}
