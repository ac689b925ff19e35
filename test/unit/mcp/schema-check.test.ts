import { expect, test } from 'vitest';
import { SchemaCheck } from '../../../src/mcp/schema-check';
import type { ObjectSchema } from '../../../src/mcp/tool';

const item = {
  type: 'object',
  properties: { old: { type: 'string' }, new: { type: 'string' } },
  additionalProperties: false,
};
const SCHEMA: ObjectSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, edits: { type: 'array', items: item }, free: {} },
  additionalProperties: false,
};

test.each([
  [{ file: 'a' }, 'there is no property "file", only path, edits, free'],
  [{ edits: [{ old: 'a' }, { olt: 'a' }] }, 'there is no property "edits/1/olt", only old, new'],
  [{ edits: [{ old: 1 }] }, 'edits/0/old must be string'],
  [{ edits: { olt: 1 } }, 'edits must be array'],
  [{ free: { anything: [{ goes: 1 }] } }, undefined],
])('%j: %s', (value, problem) => {
  expect(new SchemaCheck().problem(SCHEMA, value)).toBe(problem);
});

test('what takes nothing says so, and names that all objects have are none', () => {
  const closed: ObjectSchema = { type: 'object', additionalProperties: false };
  const value = JSON.parse('{ "constructor": 1 }');
  expect(new SchemaCheck().problem(closed, value)).toBe('there is no property "constructor"');
});
