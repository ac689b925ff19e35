import { describe, expect, it } from 'vitest';
import { checkValue, defaults, formContent, formOf } from '../../../src/model/form';
import type { ElicitationPropertySchema } from '../../../src/protocol/schema.gen';

function checked(schema: ElicitationPropertySchema, given: unknown, required = false): unknown {
  const form = formOf({ properties: { x: schema }, required: required ? ['x'] : [] });
  const [field] = form.fields;
  if (!field) throw new Error('no field');
  const result = checkValue(field, given);
  return result.ok ? result.value : result.error;
}

const CHOICES = {
  type: 'array',
  items: {
    anyOf: [
      { const: 'a', title: 'A' },
      { const: 'b', title: 'B' },
    ],
  },
} as const;

describe('a value', () => {
  it.each<[ElicitationPropertySchema, unknown, unknown]>([
    [{ type: 'string' }, 'text', 'text'],
    [{ type: 'string' }, '', undefined],
    [{ type: 'string', maxLength: 2 }, '😀😀', '😀😀'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'at most 2 characters are allowed'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A', 'it must match ^[a-z]+$'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc', 'abc'],
    [{ type: 'string', pattern: '(' }, 'abc', 'abc'],
    [{ type: 'string', format: 'email' }, 'ada', 'it must be an e-mail address'],
    [{ type: 'string', format: 'email' }, 'ada@example.org', 'ada@example.org'],
    [{ type: 'string', format: 'uri' }, 'https://x', 'https://x'],
    [{ type: 'string', format: 'date' }, '2026-13-01', 'it must be a date, YYYY-MM-DD'],
    [{ type: 'string', format: 'date' }, '2026-02-30', 'it must be a date, YYYY-MM-DD'],
    [{ type: 'string', format: 'date' }, '2026-11-20', '2026-11-20'],
    [
      { type: 'string', format: 'date-time' },
      '2026-02-30T10:00:00Z',
      'it must be a date and time, YYYY-MM-DDThh:mm:ssZ',
    ],
    [
      { type: 'string', format: 'uri' },
      'https://x/a b',
      'it must be an address with its scheme, such as https://…',
    ],
    [{ type: 'string', format: 'date-time' }, '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
    [{ type: 'number', minimum: 0.5 }, '0.25', 'it must be at least 0.5'],
    [{ type: 'number' }, '1e3', 1000],
    [{ type: 'number' }, 'many', 'expected a number'],
    [{ type: 'integer' }, '1.5', 'expected a whole number'],
    [{ type: 'integer', maximum: 3 }, '4', 'it must be at most 3'],
    [{ type: 'boolean' }, 'yes', true],
    [{ type: 'boolean' }, 'perhaps', 'expected yes or no'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'expected one of a, b'],
    [CHOICES, ['b', 'a'], ['a', 'b']],
    [CHOICES, ['z'], 'expected some of a, b'],
    [{ ...CHOICES, minItems: 2 }, ['a'], 'at least 2 must be chosen'],
    [{ ...CHOICES, maxItems: 1 }, ['a', 'b'], 'at most 1 may be chosen'],
    [{ ...CHOICES, minItems: 2 }, [], undefined],
  ])('of %j given as %j', (schema, given, wanted) => {
    expect(checked(schema, given)).toEqual(wanted);
  });

  it('is needed where the form says so', () => {
    expect(checked({ type: 'string' }, '', true)).toBe('a value is needed');
    expect(checked({ ...CHOICES, minItems: 1 }, [], true)).toBe('at least 1 must be chosen');
  });

  it('is not kept waiting by a pattern that takes for ever', () => {
    expect(checked({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`)).toContain('a');
  });
});

it('fields may be named like anything', () => {
  const form = formOf({ properties: { constructor: { type: 'string' } } });
  expect(formContent(form, {})).toEqual({ ok: true, content: {} });
});

it('a default that will not do is none', () => {
  const form = formOf({
    properties: {
      good: { type: 'integer', default: 3 },
      bad: { type: 'integer', maximum: 2, default: 3 },
      off: { type: 'boolean', default: false },
      none: { type: 'string' },
    },
  });
  expect(defaults(form)).toEqual({ good: 3, off: false });
});
