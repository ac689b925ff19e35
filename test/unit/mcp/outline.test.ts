import { expect, test } from 'vitest';
import { type NamedNode, outlineOf } from '../../../src/mcp/outline';

const node = (type: string, value?: string): NamedNode => ({
  ...{ type, name: 'x', row: 0, end_row: 0, has_body: false },
  ...(value === undefined ? {} : { value }),
});

test.each<[string, string | undefined, string | undefined]>([
  ['assignment_expression', 'arrow_function', 'function'],
  ['assignment_expression', 'class', 'class'],
  ['assignment_statement', 'function_definition', 'function'],
  ['field_definition', 'arrow_function', 'function'],
  ['public_field_definition', 'function_expression', 'function'],
  ['pair', 'function_expression', 'function'],
  ['variable_declarator', 'arrow_function', 'function'],
  ['assignment_expression', 'call_expression', undefined],
  ['assignment_statement', 'function_call', undefined],
  ['assignment_expression', undefined, undefined],
  ['pair', 'string', undefined],
  ['assignment_statement', 'table_constructor', undefined],
])('a node "%s" with the value "%s" declares: %s', (type, value, kind) => {
  expect(outlineOf([node(type, value)]).map((one) => one.kind)).toEqual(kind ? [kind] : []);
});
