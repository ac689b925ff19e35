/** What renderers of the user's are given to draw, by part of the transcript. Pure. */
import type { List } from '../base/list';
import type { ContentBlock, PlanEntry } from '../protocol/schema.gen';
import type { Entry, MessageEntry, ToolCall } from './state';
import { type ToolCallSnapshot, toolCallSnapshot } from './tool-snapshot';

export type RenderedPart = 'tool' | 'agent' | 'user' | 'thought' | 'plan' | 'content';

export interface MessageSnapshot {
  readonly part: MessageEntry['kind'];
  readonly text: string;
  /** False while more may come. */
  readonly done: boolean;
}

export interface PlanSnapshot {
  readonly part: 'plan';
  readonly entries: readonly PlanEntry[];
}

/** A content block, without data that is too large to be handed around. */
export type ContentSnapshot = ContentBlock & {
  readonly part: 'content';
  /** Characters of base64 that are left out. */
  readonly omitted?: number;
};

/** One thing to draw: what it is, and how it is found by a name. */
export interface RenderedItem {
  readonly part: RenderedPart;
  /** Kind and name of a tool, type of a content block. */
  readonly names: readonly string[];
  /** Made when it is needed: it may be large. `knownTools`: see `toolCallSnapshot`. */
  readonly snapshot: (
    knownTools: readonly string[],
  ) => ToolCallSnapshot | MessageSnapshot | PlanSnapshot | ContentSnapshot;
}

/** Characters of base64 that go along. */
const MAX_DATA = 64 * 1024;

/** Nothing for an entry that only the plugin draws. */
export function itemOf(entry: Entry): RenderedItem | undefined {
  switch (entry.kind) {
    case 'tool':
      return toolItem(entry.call);
    case 'plan':
      return {
        part: 'plan',
        names: [],
        snapshot: () => ({ part: 'plan', entries: entry.plan }),
      };
    case 'notice':
    case 'changes':
      return undefined;
    default:
      return messageItem(entry);
  }
}

export function toolItem(call: ToolCall): RenderedItem {
  const names = [call.kind, ...(call.name === undefined ? [] : [call.name])];
  return { part: 'tool', names, snapshot: (knownTools) => toolCallSnapshot(call, knownTools) };
}

function messageItem({ kind, content, done }: MessageEntry): RenderedItem {
  const text = () => content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { part: kind, names: [], snapshot: () => ({ part: kind, text: text(), done }) };
}

export function contentItem(block: ContentBlock): RenderedItem {
  return { part: 'content', names: [block.type], snapshot: () => contentSnapshot(block) };
}

function contentSnapshot(block: ContentBlock): ContentSnapshot {
  const [data, bare] = withoutData(block);
  if (data.length <= MAX_DATA) return { ...block, part: 'content' };
  return { ...bare, part: 'content', omitted: data.length };
}

function withoutData(block: ContentBlock): readonly [data: string, bare: ContentBlock] {
  if (block.type === 'image' || block.type === 'audio') return [block.data, { ...block, data: '' }];
  if (block.type !== 'resource' || !('blob' in block.resource)) return ['', block];
  return [block.resource.blob, { ...block, resource: { ...block.resource, blob: '' } }];
}

/** The turn of an entry. */
export function turnAt(entries: List<Entry>, index: number): number {
  const entry = entries.at(index);
  if (entry && 'turn' in entry) return entry.turn;
  let turns = 0;
  for (const [at, one] of [...entries].entries()) {
    if (at > index) break;
    if (one.kind === 'user') turns++;
  }
  return turns;
}
