import { expect, it } from 'vitest';
import { itemOf, toolItem } from '../../../src/model/item-snapshot';
import type { ToolCall } from '../../../src/model/state';
import { builtInTool, candidatesFor, registeredRenderers } from '../../../src/view/renderers';
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

it('every kind has its built-in renderer, and what is unknown the last', () => {
  expect(builtInTool(call({}))).toBe(TOOL_RENDERERS.read);
  expect(builtInTool(call({ kind: 'other', name: 'edit' }))).toBe(TOOL_RENDERERS.other);
  expect(builtInTool(call({ kind: 'unheard-of' as never }))).toBe(TOOL_RENDERERS.other);
});

it('notices are the plugin’s own', () => {
  expect(itemOf({ kind: 'notice', id: 'e1', level: 'info', text: 'x' })).toBeUndefined();
});
