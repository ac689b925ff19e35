import { describe, expect, it } from 'vitest';
import { jsonIn, mcpResult } from '../../../src/model/mcp-result';

const TEXT = { type: 'text', text: 'two files' } as const;

describe('the result of an MCP tool', () => {
  it('has blocks, a structure, and whether it failed', () => {
    expect(mcpResult({ content: [TEXT], isError: true })).toEqual({
      content: [TEXT],
      isError: true,
    });
    expect(mcpResult({ content: [TEXT], structuredContent: { n: 2 } })).toEqual({
      content: [TEXT],
      structured: { n: 2 },
      isError: false,
    });
    expect(mcpResult({ structuredContent: {} })).toEqual({
      content: [],
      structured: {},
      isError: false,
    });
  });

  it('does not say the structure twice', () => {
    const repeated = { type: 'text', text: '{ "n": [2] }' };
    const { content } =
      mcpResult({ content: [repeated, TEXT], structuredContent: { n: [2] } }) ?? {};
    expect(content).toEqual([TEXT]);
    expect(mcpResult({ content: [repeated], structuredContent: { n: 2 } })?.content).toHaveLength(
      1,
    );
  });

  it('says of blocks that cannot be read what they are', () => {
    const content = [{ type: 'text' }, TEXT, { type: 'hologram' }];
    expect(mcpResult({ content })?.content.map((block) => 'text' in block && block.text)).toEqual([
      '[unreadable content: text]',
      'two files',
      '[unknown content: hologram]',
    ]);
  });

  it('may say nothing but that it failed', () => {
    expect(mcpResult({ content: [], isError: true })).toEqual({ content: [], isError: true });
  });

  it.each([
    [null],
    ['text'],
    [[TEXT]],
    [{}],
    [{ content: [] }],
    [{ content: 'x' }],
    [{ content: [1] }],
  ])('is not %j', (output) => {
    expect(mcpResult(output)).toBeUndefined();
  });
});

it.each([
  ['{"a":1}', { a: 1 }],
  [' [1]\n', [1]],
  ['{"a":', undefined],
  ['12', undefined],
  ['"text"', undefined],
  [`[${'1,'.repeat(200_000)}1]`, undefined],
])('JSON in a text: %.20s', (text, value) => {
  expect(jsonIn(text)).toEqual(value);
});
