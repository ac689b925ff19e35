import { expect, test } from 'vitest';
import { SchemaCheck } from '../../../src/mcp/schema-check';
import { TOOLS } from '../../../src/mcp/tools';

const schemas = new SchemaCheck();

test('every tool has a name of its own that all agents take', () => {
  const names = TOOLS.map(({ name }) => name);
  expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  '%s says what it takes and what comes back, and takes nothing else',
  (_, { title, description, inputSchema, outputSchema }) => {
    expect(title).toMatch(/^[A-Z]/);
    expect(description.length).toBeGreaterThan(40);
    for (const schema of [inputSchema, outputSchema]) {
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(schemas.problem(schema, { nonsense: 1 })).toMatch(/^there is no property "nonsense"/);
    }
  },
);
