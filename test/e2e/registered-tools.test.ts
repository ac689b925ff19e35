import { describe, expect, it } from 'vitest';
import { say, scriptAgent } from '../support/agent';
import { type BridgeClient, startBridge } from '../support/bridge';
import { type Nvim, startNvim } from '../support/nvim';
import { lineHere } from '../support/transcript';
import { wait } from '../support/wait';

const WEATHER = `{
  name = 'weather',
  title = 'The weather',
  description = 'Says how the weather is.',
  input_schema = { type = 'object', properties = { city = { type = 'string' } }, required = { 'city' } },
  output_schema = { type = 'object', properties = { degrees = { type = 'number' }, days = { type = 'array' } } },
  annotations = { readOnlyHint = true },
  handler = function(args) return { degrees = #args.city, days = {} } end,
}`;

const ALLOWED = { permissions: { rules: [{ allow: true, tool: 'neovim/*' }] } };

interface Started extends AsyncDisposable {
  readonly nvim: Nvim;
  readonly bridge: BridgeClient;
}

/** A chat whose agent has connected to the editor's server, with tools that are registered before. */
async function start(
  registered = '',
  options: Record<string, unknown> = ALLOWED,
): Promise<Started> {
  const agent = scriptAgent({ prompts: [{ steps: [say('said')] }] });
  const nvim = await startNvim({ config: `${agent.setup(options)}\n${registered}` });
  await nvim.lua(`require('acp').open()`);
  const { mcpServers } = (await agent.called('session/new')).params;
  const bridge = await startBridge(mcpServers[0], { mark: { ACP_TEST_MARK: nvim.mark } });
  return {
    nvim,
    bridge,
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      await nvim[Symbol.asyncDispose]();
    },
  };
}

const register = (spec: string): string => `require('acp').register_tool(${spec})`;

/** A tool whose handler is this Lua. */
const withHandler = (handler: string, more = ''): string =>
  register(`{ name = 'mine', description = 'Mine.', input_schema = { type = 'object' },
    handler = ${handler}, ${more} }`);

const namesOf = async ({ bridge }: Started): Promise<string[]> =>
  (await bridge.client.listTools()).tools.map(({ name }) => name);

describe('a registered tool', () => {
  it('is listed with its schemas, and called with what fits them', async () => {
    await using started = await start(register(WEATHER));
    const { client } = started.bridge;
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'weather')).toMatchObject({
      title: 'The weather',
      inputSchema: { required: ['city'] },
      outputSchema: { properties: { degrees: { type: 'number' } } },
    });
    const result = await client.callTool({ name: 'weather', arguments: { city: 'Bern' } });
    expect(result.structuredContent).toEqual({ degrees: 4, days: [] });
    const wrong = await client.callTool({ name: 'weather', arguments: { city: 5 } });
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('city') }],
    });
  });

  it.each([
    ['a text', 'function() return "sun" end', { content: [{ type: 'text', text: 'sun' }] }],
    [
      'later',
      'function(_, done) vim.schedule(function() done("rain") end) end',
      { content: [{ type: 'text', text: 'rain' }] },
    ],
    [
      'blocks',
      `function() return { content = { { type = 'text', text = 'x', annotations = { priority = 1 } } } } end`,
      { content: [{ type: 'text', text: 'x', annotations: { priority: 1 } }] },
    ],
    [
      'an error that is thrown',
      'function() error("no sky today", 0) end',
      { isError: true, content: [{ text: expect.stringContaining('no sky today') }] },
    ],
    [
      'an error without a text',
      'function() error() end',
      { isError: true, content: [{ text: 'nil' }] },
    ],
    [
      'an error that is a table',
      'function() error({ why = "no sky" }) end',
      { isError: true, content: [{ text: expect.stringContaining('why = "no sky"') }] },
    ],
    [
      'an error whose text cannot be had',
      'function() error(setmetatable({}, { __tostring = error })) end',
      { isError: true, content: [{ text: 'an error without a text' }] },
    ],
    [
      'such an error later',
      `function(_, done) vim.schedule(function()
        done(nil, setmetatable({}, { __tostring = error })) end) end`,
      { isError: true, content: [{ text: 'an error without a text' }] },
    ],
    [
      'an error that is returned',
      'function() return nil, "no sky" end',
      { isError: true, content: [{ text: expect.stringContaining('no sky') }] },
    ],
    [
      'an error later',
      'function(_, done) vim.schedule(function() done(nil, "no sky") end) end',
      { isError: true, content: [{ text: expect.stringContaining('no sky') }] },
    ],
    ['nothing, when it takes no `done`', 'function(args) args.x = 1 end', { content: [] }],
    [
      'what is no data',
      'function() return { print } end',
      { isError: true, content: [{ text: expect.stringContaining('no data') }] },
    ],
  ])('answers %s', async (_, handler, expected) => {
    await using started = await start(withHandler(handler));
    expect(await started.bridge.client.callTool({ name: 'mine' })).toMatchObject(expected);
  });

  it('answers, too, when it takes itself back', async () => {
    const lua = withHandler('function() _G.back() return "gone" end');
    await using started = await start(`_G.back = ${lua}`);
    const { client } = started.bridge;
    expect(await client.callTool({ name: 'mine' })).toMatchObject({ content: [{ text: 'gone' }] });
    await expect(client.callTool({ name: 'mine' })).rejects.toThrow('Unknown tool: mine');
  });

  it('that takes too long is an error; what it answers later counts no more', async () => {
    await using started = await start(
      withHandler('function(_, done) _G.late = done end', 'timeout = 50'),
    );
    const { client } = started.bridge;
    expect(await client.callTool({ name: 'mine' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('50 ms') }],
    });
    await wait(() => started.nvim.lua('return late ~= nil'), 'the tool is called');
    await started.nvim.lua(`late('at last')`);
    expect(await client.ping()).toEqual({});
  });

  it('is asked about, whatever its annotations say', async () => {
    await using started = await start(register(WEATHER), {});
    const { nvim, bridge } = started;
    const called = bridge.client.callTool({ name: 'weather', arguments: { city: 'Bern' } });
    await nvim.screen.toContain('Bern');
    await nvim.lua(`local asked = require('acp').permissions()[1]
      require('acp').respond(asked.id, asked.options[1].optionId)`);
    expect((await called).structuredContent).toEqual({ degrees: 4, days: [] });
  });

  it.each([
    ['input_schema', "{ type = 'object', properties = { a = { type = 'objct' } } }"],
    ['output_schema', "{ type = 'object', ['$ref'] = 'https://example.org/none.json' }"],
  ])('with an %s that is none is not offered, and the user knows', async (field, schema) => {
    const more = `${field} = ${schema}, `;
    const broken = `{ name = 'broken', description = 'x', input_schema = { type = 'object' }, ${more}
      handler = print }`;
    const notes = '_G.notes = {} vim.notify = function(text) table.insert(_G.notes, text) end';
    await using started = await start(`${notes}\n${register(WEATHER)}\n${register(broken)}`);
    const names = await namesOf(started);
    expect(names).toContain('weather');
    expect(names).not.toContain('broken');
    const problem = `"broken" is not offered to agents: ${field}`;
    await wait(
      async () => String(await started.nvim.lua('return _G.notes')).includes(problem),
      'the user knows',
    );
    await expect(started.bridge.client.callTool({ name: 'broken' })).rejects.toThrow(
      'Unknown tool: broken',
    );
  });

  it('comes and goes while agents are connected', async () => {
    await using started = await start();
    const { nvim, bridge } = started;
    let changes = 0;
    bridge.client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
    });
    const before = await namesOf(started);
    await nvim.lua(`_G.unregister = ${register(WEATHER)}`);
    await wait(() => changes === 1, 'the agent knows of it');
    expect(await namesOf(started)).toEqual([...before, 'weather']);
    await nvim.lua('unregister()');
    await wait(() => changes === 2, 'the agent knows that it is gone');
    await expect(
      bridge.client.callTool({ name: 'weather', arguments: { city: 'x' } }),
    ).rejects.toThrow('Unknown tool: weather');
  });
});

describe('the window of tools', () => {
  it('switches them for the session of a chat', async () => {
    await using started = await start(register(WEATHER));
    const { nvim } = started;
    const before = await namesOf(started);
    await nvim.feed('<Esc>:Acp tools<CR>');
    await nvim.screen.toContain('connected as neovim');
    await nvim.feed('/weather<CR>');
    await wait(async () => (await lineHere(nvim)).includes('● weather'), 'the cursor is there');
    await nvim.screen.toContain('<CR> off');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('○ weather');
    expect(await namesOf(started)).toEqual(before.filter((name) => name !== 'weather'));
    await nvim.feed('K');
    await nvim.screen.toContain('Says how the weather is.');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('● weather');
    expect(await namesOf(started)).toEqual(before);
    await nvim.feed('q');
    await nvim.screen.toLose('connected as neovim');
    await nvim.expectNotBlocked();
  });
});
