import { expect, test } from 'vitest';
import { initializeResult } from '../../../src/mcp/identity';
import { connectMcp, echoTool } from '../../support/mcp';

const REVISIONS = ['2025-06-18', '2025-11-25'];

test.each(REVISIONS)('%s is negotiated, and the bridge would answer the same', async (version) => {
  const { client } = await connectMcp({ version });
  expect({
    protocolVersion: client.getNegotiatedProtocolVersion(),
    capabilities: client.getServerCapabilities(),
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
  }).toEqual(initializeResult({ protocolVersion: version }, '1.2.3'));
});

test('an agent initializes, lists the tools and calls one', async () => {
  const { client } = await connectMcp({ tools: [echoTool()] });
  expect(client.getServerVersion()).toMatchObject({ name: 'neovim', version: '1.2.3' });
  expect(client.getServerCapabilities()).toEqual({
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
  });
  const { tools } = await client.listTools();
  expect(tools).toEqual([
    {
      name: 'echo',
      title: 'Echo',
      description: 'Gives back its text.',
      inputSchema: echoTool().inputSchema,
      outputSchema: echoTool().outputSchema,
      annotations: { title: 'Echo', readOnlyHint: true, openWorldHint: false },
    },
  ]);
  expect(await client.callTool({ name: 'echo', arguments: { text: 'hello' } })).toEqual({
    content: [{ type: 'text', text: '{"text":"hello"}' }],
    structuredContent: { text: 'hello' },
  });
});
