import { expect, test } from 'vitest';
import { callEntry } from '../../../../src/host/mcp/call-entry';
import { newSession } from '../../../../src/model/state';

function inputOf(rawInput: Readonly<Record<string, unknown>>): unknown {
  const call = { toolCallId: 'editor-1', name: 'n', title: 't', kind: 'edit', paths: [] } as const;
  return callEntry(newSession('agent', '/project'), { ...call, rawInput, outcome: 'completed' })
    .input;
}

test('a line of the audit log has what a call was given', () => {
  const input = { path: 'a.ts', edits: [{ old_text: 'a', new_text: 'b' }] };
  expect(inputOf(input)).toEqual(input);
});

test('long texts and lists in it are cut', () => {
  expect(inputOf({ text: 'x'.repeat(201) })).toEqual({ text: `${'x'.repeat(200)}… (1 more)` });
  expect(inputOf({ list: Array.from({ length: 30 }, () => 1) })).toEqual({
    list: Array.from({ length: 20 }, () => 1),
  });
});

test('however deep an input is, its line is short', () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? 'text' : Array.from({ length: 8 }, () => nested(levels - 1));
  expect(JSON.stringify(inputOf({ nested: nested(5) })).length).toBeLessThan(20_000);
});
