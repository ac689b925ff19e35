import { expect, test, vi } from 'vitest';
import { silentLogger } from '../../../src/base/logger';
import {
  type ObjectSchema,
  type RegisteredResult,
  type RegisteredTool,
  ToolFailure,
} from '../../../src/mcp/tool';
import { connectMcp } from '../../support/mcp';
import { testSession } from '../../support/session';

const call = { name: 'mine', arguments: {} };

function mine(more: Partial<RegisteredTool>): RegisteredTool {
  return {
    name: 'mine',
    title: 'Mine',
    description: 'A tool of the user.',
    effect: 'unknown',
    inputSchema: { type: 'object' },
    run: async () => ({ structured: {} }),
    ...more,
  };
}

/** Calls a tool that the rules allow. */
async function callMine(tool: Partial<RegisteredTool>) {
  const error = vi.fn();
  const blame = vi.fn();
  const policy = () => ({ optionId: 'once', by: 'rule', why: 'allowed' }) as const;
  const session = testSession({ policy });
  const log = { ...silentLogger, error };
  const desk = await connectMcp({ session, log, blame, tools: [mine(tool)] });
  return { ...desk, error, blame, answer: desk.client.callTool(call) };
}

async function resultOf(result: RegisteredResult, outputSchema?: ObjectSchema) {
  const { answer } = await callMine({
    run: async () => result,
    ...(outputSchema ? { outputSchema } : {}),
  });
  return answer;
}

const ANNOTATIONS = { audience: ['user'], priority: 0.3, lastModified: '2026-01-02T03:04:05Z' };

test.each([
  { type: 'text', text: 'hello' },
  { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  {
    type: 'resource_link',
    uri: 'file:///a',
    name: 'a',
    title: 'A',
    description: 'it',
    mimeType: 'text/plain',
  },
  { type: 'resource', resource: { uri: 'x:/a', mimeType: 'text/plain', text: 'all' } },
  { type: 'resource', resource: { uri: 'x:/a', blob: 'aGk=' } },
])('a handler may return content such as %j', async (block) => {
  const content = [{ ...block, annotations: ANNOTATIONS }, block];
  expect(await resultOf({ content })).toEqual({ content });
});

test('fields that MCP does not know are not sent', async () => {
  const content = [{ type: 'text', text: 'a', secret: 1, annotations: { priority: 1, other: 2 } }];
  expect(await resultOf({ content })).toEqual({
    content: [{ type: 'text', text: 'a', annotations: { priority: 1 } }],
  });
});

test.each([
  [7, 'content is not a list'],
  [['text'], 'content[0] is not an object'],
  [[{ text: 'a' }], 'content[0].type is not a text'],
  [
    [{ type: 'video' }],
    'content[0].type is none of text, image, audio, resource_link and resource: video',
  ],
  [[{ type: 'text', text: 'a' }, { type: 'text' }], 'content[1].text is not a text'],
  [[{ type: 'image', data: 'no base64', mimeType: 'image/png' }], 'content[0].data is not base64'],
  [[{ type: 'image', data: 'aGk=' }], 'content[0].mimeType is not a text'],
  [[{ type: 'resource_link', uri: 'a' }], 'content[0].name is not a text'],
  [[{ type: 'resource', resource: { uri: 'a' } }], 'content[0].resource.blob is not a text'],
  [[{ type: 'resource' }], 'content[0].resource is not an object'],
  [
    [{ type: 'text', text: 'a', annotations: { audience: ['all'] } }],
    'content[0].annotations.audience is not a list of "user" and "assistant"',
  ],
  [
    [{ type: 'text', text: 'a', annotations: { priority: 2 } }],
    'content[0].annotations.priority is not a number from 0 to 1',
  ],
  [
    [{ type: 'text', text: 'a', annotations: { lastModified: 'now' } }],
    'content[0].annotations.lastModified is not a time as ISO 8601 has it',
  ],
])('content such as %j is not sent, and the log says why', async (content, problem) => {
  const { answer, error } = await callMine({ run: async () => ({ content }) });
  await expect(answer).rejects.toMatchObject({ code: -32603 });
  expect(error).toHaveBeenCalledWith('the tool neovim/mine failed', new Error(problem));
});

test('a structured result is there as text, too, unless there is other content', async () => {
  const structured = { a: [1] };
  expect(await resultOf({ structured })).toEqual({
    content: [{ type: 'text', text: '{"a":[1]}' }],
    structuredContent: structured,
  });
  const content = [{ type: 'text', text: 'one' }];
  expect(await resultOf({ structured, content })).toEqual({
    content,
    structuredContent: structured,
  });
});

test("Lua's empty tables are objects or lists as the schema says", async () => {
  expect(await resultOf({ structured: [] })).toMatchObject({ structuredContent: {} });
  const outputSchema = {
    type: 'object',
    properties: {
      list: { type: 'array' },
      map: { type: 'object' },
      items: { type: 'array', items: { $ref: '#/$defs/item' } },
      either: { anyOf: [{ type: 'array' }, { type: 'null' }] },
    },
    additionalProperties: { type: 'object' },
    $defs: { item: { type: 'object', properties: { tags: { type: 'array' } } } },
  } as const;
  const structured = { list: {}, map: [], items: [[], { tags: {} }], either: {}, other: [] };
  expect(await resultOf({ structured }, outputSchema)).toMatchObject({
    structuredContent: { list: [], map: {}, items: [{}, { tags: [] }], either: [], other: {} },
  });
  expect(await resultOf({ content: {} })).toEqual({ content: [] });
});

test('a result that is not what its schema says is a fault, logged and not sent', async () => {
  const outputSchema = { type: 'object', properties: { a: { type: 'string' } } } as const;
  const wrong = await callMine({ run: async () => ({ structured: { a: 1 } }), outputSchema });
  await expect(wrong.answer).rejects.toMatchObject({ code: -32603 });
  expect(wrong.error).toHaveBeenCalledWith(
    'the tool neovim/mine failed',
    new Error('the result of mine does not match its output schema: a must be string'),
  );
  await expect(wrong.client.callTool(call)).rejects.toMatchObject({ code: -32603 });
  expect(wrong.blame.mock.calls).toEqual([
    [
      'your tool "mine" answers what cannot be sent: the result of mine does not match its output schema: a must be string',
    ],
  ]);
  const none = await callMine({ run: async () => ({ content: [] }), outputSchema });
  await expect(none.answer).rejects.toMatchObject({ code: -32603 });
  const list = await callMine({ run: async () => ({ structured: [1] }) });
  await expect(list.answer).rejects.toMatchObject({ code: -32603 });
});

test('a handler that throws, or says that it failed, is a result for the model', async () => {
  const throws = await callMine({ run: () => Promise.reject(new ToolFailure('mine.lua:3: no')) });
  const text = 'mine.lua:3: no';
  expect(await throws.answer).toEqual({ content: [{ type: 'text', text }], isError: true });
  const says = await callMine({
    run: async () => ({ content: [{ type: 'text', text }], isError: true }),
  });
  expect(await says.answer).toEqual({ content: [{ type: 'text', text }], isError: true });
});

test('a handler that takes too long is a result for the model', async () => {
  const run = vi.fn(() => new Promise<never>(() => {}));
  const { answer, clock } = await callMine({ run });
  await vi.waitFor(() => expect(run).toHaveBeenCalled());
  await clock.run(30_000);
  expect(await answer).toMatchObject({ isError: true });
});
