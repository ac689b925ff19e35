/** Content blocks that are not text: a label and facts, never the raw data. */
import { oneLine, truncateDisplay } from '../base/text';
import type { MessagePart } from '../model/state';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Line } from './block';
import { clipText } from './clip';
import { line, omittedLine, type Part, withTarget } from './line';
import { contentTarget } from './target';

const MAX_NAME = 60;
/** Lines of embedded text in a message: all of it is opened from there. */
const MAX_EMBEDDED = 8;

/** What is not text in a message. */
export type ShownContent = Exclude<MessagePart, { type: 'text' }>;

/** The same lines as long as the same is drawn. */
const drawn = new WeakMap<ShownContent, readonly Line[]>();

/** A block within a message of an agent. */
export function contentLines(block: ShownContent): readonly Line[] {
  const known = drawn.get(block);
  if (known) return known;
  const lines = embeddedLines(block, '', MAX_EMBEDDED);
  drawn.set(block, lines);
  return lines;
}

/** Describes a block on one line, from which it can be opened. */
export function placeholder(block: Exclude<ContentBlock, { type: 'text' }>, indent = ''): Line {
  return withTarget(line([indent, ...description(block)]), contentTarget(block));
}

/** The same with what it says: the description of a link, the text of an embedded resource. Each line opens it. */
export function embeddedLines(
  block: Exclude<ContentBlock, { type: 'text' }>,
  indent: string,
  limit = Number.POSITIVE_INFINITY,
): Line[] {
  const target = contentTarget(block);
  const details = detailLines(block, limit);
  return [placeholder(block, indent), ...details.map((one) => withTarget(one, target))];
}

/** Columns that Markdown takes for the rest of a paragraph, whatever stands there. */
const DETAIL_INDENT = '    ';

function detailLines(block: Exclude<ContentBlock, { type: 'text' }>, limit: number): Line[] {
  if (block.type === 'resource_link') {
    const text = oneLine(block.description ?? '');
    return text ? [line([DETAIL_INDENT, text], 'AcpMuted')] : [];
  }
  if (block.type !== 'resource' || !('text' in block.resource)) return [];
  const { lines, omitted } = clipText(block.resource.text);
  const left = omitted + Math.max(0, lines.length - limit);
  return [
    ...lines.slice(0, limit).map((text) => line([DETAIL_INDENT, text], 'AcpOutput')),
    ...omittedLine(left, 'more'),
  ];
}

function description(block: Exclude<ContentBlock, { type: 'text' }>): Part[] {
  switch (block.type) {
    case 'image':
      return labelled('image', [block.uri, block.mimeType, dataSize(block.data)]);
    case 'audio':
      return labelled('audio', [block.mimeType, dataSize(block.data)]);
    case 'resource_link':
      return labelled('link', [
        // Where it leads stays in sight.
        truncateDisplay(oneLine(block.title || block.name), MAX_NAME),
        block.uri,
        block.mimeType,
        typeof block.size === 'number' ? sizeText(block.size) : undefined,
      ]);
    case 'resource':
      return embedded(block.resource);
    default:
      return labelled(String((block as { type?: unknown }).type), []);
  }
}

function embedded(resource: Extract<ContentBlock, { type: 'resource' }>['resource']): Part[] {
  const size =
    'text' in resource ? sizeText(Buffer.byteLength(resource.text)) : dataSize(resource.blob);
  return labelled('file', [resource.uri, resource.mimeType, size]);
}

function labelled(label: string, facts: readonly (string | null | undefined)[]): Part[] {
  const [name, ...rest] = facts.map((fact) => oneLine(fact ?? '')).filter((fact) => fact !== '');
  const parts: Part[] = [[`[${label}]`, 'AcpMuted']];
  if (name) parts.push(' ', [name, 'AcpPath']);
  // Some are called by their address.
  const others = rest.filter((fact) => fact !== name);
  if (others.length > 0) parts.push([` · ${others.join(' · ')}`, 'AcpMuted']);
  return parts;
}

/** Size of base64 data when decoded. */
function dataSize(data: string): string {
  return sizeText(Math.floor((data.length * 3) / 4));
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
