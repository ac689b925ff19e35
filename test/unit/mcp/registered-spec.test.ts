import { describe, expect, it } from 'vitest';
import { handlerResult, registeredSpec } from '../../../src/mcp/registered-spec';
import { ToolFailure } from '../../../src/mcp/tool';

const sent = (more: object = {}): string =>
  JSON.stringify({
    name: 'weather',
    description: 'Says how the weather is.',
    input_schema: { type: 'object', properties: [], required: [] },
    ...more,
  });
const spec = registeredSpec(sent());
const withOutput = registeredSpec(
  sent({ output_schema: { type: 'object', properties: { degrees: { type: 'number' } } } }),
);

describe('a registered tool', () => {
  it('is known to people by its name, unless it has a title', () => {
    expect(spec).toMatchObject({ name: 'weather', title: 'weather' });
    expect(registeredSpec(sent({ title: 'Weather' })).title).toBe('Weather');
  });

  it('has the limit of time that it was given', () => {
    expect(spec).not.toHaveProperty('timeoutMs');
    expect(registeredSpec(sent({ timeout: 50 })).timeoutMs).toBe(50);
  });

  it('has objects in its schemas where Lua could only say that a table is empty', () => {
    const { inputSchema } = registeredSpec(
      sent({
        input_schema: {
          type: 'object',
          properties: {
            any: [],
            list: { type: 'array', items: [], default: [] },
            one: { anyOf: [[], { not: [] }] },
          },
          $defs: [],
          required: [],
        },
      }),
    );
    expect(spec.inputSchema).toEqual({ type: 'object', properties: {}, required: [] });
    expect(inputSchema).toEqual({
      type: 'object',
      properties: {
        any: {},
        list: { type: 'array', items: {}, default: [] },
        one: { anyOf: [{}, { not: {} }] },
      },
      $defs: {},
      required: [],
    });
  });
});

describe('what its handler answers', () => {
  const answered = (result: unknown, of = spec) => handlerResult(JSON.stringify({ result }), of);

  it.each([
    ['a text', 'sunny', { content: [{ type: 'text', text: 'sunny' }] }],
    ['a number', 7, { content: [{ type: 'text', text: '7' }] }],
    ['a list', [1, 2], { content: [{ type: 'text', text: '[1,2]' }] }],
    ['data', { degrees: 7 }, { structured: { degrees: 7 } }],
    ['an empty table', [], { structured: [] }],
    [
      'data with a field of a result',
      { content: 'rain', at: 1 },
      { structured: { content: 'rain', at: 1 } },
    ],
    [
      'a list of data under the name of a result',
      { content: [1] },
      { structured: { content: [1] } },
    ],
    [
      'a whole result',
      { content: [{ type: 'text', text: 'x' }], structuredContent: { a: 1 }, isError: true },
      { content: [{ type: 'text', text: 'x' }], structured: { a: 1 }, isError: true },
    ],
    [
      'blocks alone',
      { content: [{ type: 'text', text: 'x' }] },
      { content: [{ type: 'text', text: 'x' }] },
    ],
  ])('may be %s', (_, result, expected) => {
    expect(answered(result)).toEqual(expected);
  });

  it('may be nothing, which is data where data is promised', () => {
    expect(answered(null)).toEqual({});
    expect(handlerResult('{}', spec)).toEqual({});
    expect(answered(null, withOutput)).toEqual({ structured: {} });
  });

  it('may be why it has failed', () => {
    const fail = () => handlerResult(JSON.stringify({ error: 'no sky' }), spec);
    expect(fail).toThrow(ToolFailure);
    expect(fail).toThrow('no sky');
  });
});
