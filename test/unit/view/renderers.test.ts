import { expect, it } from 'vitest';
import { itemOf, toolItem } from '../../../src/model/item-snapshot';
import type { Entry, MessageEntry, ToolCall } from '../../../src/model/state';
import { builtInBlock } from '../../../src/view/built-in';
import { contentLines, type ShownContent } from '../../../src/view/content';
import { textOf } from '../../../src/view/line';
import { MessageView } from '../../../src/view/message';
import { candidatesFor, registeredRenderers } from '../../../src/view/renderers';
import { TOOL_RENDERERS } from '../../../src/view/tools';

const call = (fields: Partial<ToolCall>): ToolCall => ({
  toolCallId: 't',
  title: 'T',
  kind: 'read',
  status: 'pending',
  state: 'running',
  content: [],
  locations: [],
  ...fields,
});

it('a renderer that only a function or a pattern tells is tried for all of its part', () => {
  const table = registeredRenderers([
    { id: 1, part: 'tool', match: 'read', priority: 0 },
    { id: 2, part: 'tool', match: 'Read', priority: 0 },
    { id: 3, part: 'tool', priority: -1 },
    { id: 4, part: 'agent', priority: 0 },
    { id: 5, part: 'tool', match: 'read', priority: 0 },
  ]);
  expect(candidatesFor(toolItem(call({})), table)).toEqual([5, 1, 3]);
  expect(candidatesFor(toolItem(call({ kind: 'edit', name: 'Read' })), table)).toEqual([2, 3]);
});

it('what Lua sends wrong is left out', () => {
  expect(
    registeredRenderers([null, 1, {}, { id: 1, part: 'x', priority: 0 }, { id: 1, part: 'tool' }]),
  ).toEqual([]);
});

const drawn = (entry: Entry): string[] => {
  const context = {
    cwd: '/p',
    width: 60,
    now: 0,
    hasPlan: () => false,
    changesHint: '',
    terminal: () => undefined,
    message: ({ kind }: MessageEntry) => new MessageView(kind),
    drawContent: (_at: number, block: ShownContent) => contentLines(block),
  };
  return builtInBlock(entry, context).lines.map(textOf);
};
const icon = (fields: Partial<ToolCall>): string | undefined =>
  drawn({ kind: 'tool', id: 'e1', turn: 1, call: call(fields) })[0]?.split(' ')[0];

it('every kind has its built-in renderer, and what is unknown the last', () => {
  expect(icon({})).toBe(TOOL_RENDERERS.read.icon);
  expect(icon({ kind: 'other', name: 'edit' })).toBe(TOOL_RENDERERS.other.icon);
  expect(icon({ kind: 'unheard-of' as never })).toBe(TOOL_RENDERERS.other.icon);
});

it('every other part has one in the same table', () => {
  const message = (kind: MessageEntry['kind']): string[] =>
    drawn({ kind, id: 'e1', content: [{ type: 'text', text: 'Hi' }], done: true });
  expect(message('agent')).toEqual(['Hi', '']);
  expect(message('thought')).toEqual(['▾ Thought', 'Hi', '']);
  expect(message('user')).toEqual(['Hi', '']);
  const plan = [{ content: 'Look', priority: 'medium', status: 'pending' }] as const;
  expect(drawn({ kind: 'plan', id: 'e1', turn: 1, plan })[0]).toBe('Plan 0/1');
});

it('notices are the plugin’s own', () => {
  expect(itemOf({ kind: 'notice', id: 'e1', level: 'info', text: 'x' })).toBeUndefined();
});
