import { expect, test } from 'vitest';
import { asksForCall } from '../../../src/model/editor-call';
import { permissionRequest } from '../../../src/model/request';
import { newSession } from '../../../src/model/state';
import { upsertTool } from '../../../src/model/tool-call';
import type { ToolCallContent, ToolCallUpdate } from '../../../src/protocol/schema.gen';

const rawInput = { path: 'a', edits: [{ old_text: '1', new_text: '2' }] };
const call = { name: 'neovim/edit_buffer', rawInput };
const text = (said: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text: said },
});
const json = text(JSON.stringify(rawInput));
const other = text('{"path":"b"}');

test.each<[string, object, boolean]>([
  ['in its content', { content: [json] }, true],
  ['beside other texts', { content: [text('Requesting approval'), json] }, true],
  ['twice', { content: [json, json] }, true],
  ['and others', { content: [json, other] }, false],
  [
    'in its content, and others in its title',
    { title: 'neovim__edit_buffer: {}', content: [json] },
    false,
  ],
  ['in its content, and others as its input', { rawInput: { path: 'b' }, content: [json] }, false],
  ['as a part of a text', { content: [text(`I will do ${JSON.stringify(rawInput)}`)] }, false],
  ['nowhere', { content: [text('Requesting approval')] }, false],
])('a question that says the arguments %s', (_, fields, isAboutIt) => {
  expect(asksForCall({ title: 'neovim__edit_buffer', ...fields }, call)).toBe(isAboutIt);
});

function askedAfter(known: Partial<ToolCallUpdate>, asked: Partial<ToolCallUpdate>) {
  const announced = { toolCallId: 'x', title: 'mcp__neovim__edit_buffer', ...known };
  const state = upsertTool(newSession('kimi', '/project'), announced, { announces: true });
  return permissionRequest(state, 'q', { toolCallId: 'x', ...asked }, []).content;
}

test('a question shows the arguments that its content would hide', () => {
  const asked = { content: [text('Requesting approval')] };
  expect(askedAfter({ content: [json] }, asked)).toEqual([...asked.content, json]);
  expect(askedAfter({ content: [json] }, { content: [other] })).toEqual([other]);
  expect(askedAfter({ content: [json, other] }, asked)).toEqual(asked.content);
  expect(askedAfter({ content: [json], rawInput }, asked)).toEqual(asked.content);
  expect(askedAfter({ content: [text('{"path"')] }, asked)).toEqual(asked.content);
  expect(askedAfter({ content: [json], kind: 'execute' }, asked)).toEqual(asked.content);
});
