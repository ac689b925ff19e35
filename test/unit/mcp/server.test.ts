import { expect, test } from 'vitest';
import { connectMcp, echoTool } from '../../support/mcp';

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
