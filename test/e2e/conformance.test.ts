import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { scriptAgent } from '../support/agent';
import { makeFolder } from '../support/folder';
import { startNvim } from '../support/nvim';

const SUITE = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const PRELOAD = pathToFileURL(resolve('test/support/conformance-preload.mjs')).href;

/** The tools that the scenarios expect, as a user registers them. */
const TOOLS = `
  local pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
  local sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='
  local function tool(name, handler, input_schema)
    require('acp').register_tool({
      name = name,
      description = 'Expected by the conformance suite.',
      input_schema = input_schema or { type = 'object' },
      handler = handler,
    })
  end
  local function content(name, ...)
    local blocks = { ... }
    tool(name, function() return { content = blocks } end)
  end
  local image = { type = 'image', data = pixel, mimeType = 'image/png' }
  content('test_simple_text', { type = 'text', text = 'This is a simple text response for testing.' })
  content('test_image_content', image)
  content('test_audio_content', { type = 'audio', data = sound, mimeType = 'audio/wav' })
  content('test_embedded_resource', {
    type = 'resource',
    resource = { uri = 'test://embedded-resource', mimeType = 'text/plain', text = 'This is an embedded resource content.' },
  })
  content('test_multiple_content_types', { type = 'text', text = 'Multiple content types test:' }, image, {
    type = 'resource',
    resource = { uri = 'test://mixed-content-resource', mimeType = 'application/json', text = '{"test":"data","value":123}' },
  })
  tool('test_error_handling', function() error('This tool intentionally returns an error for testing') end)
  tool('json_schema_2020_12_tool', function() return 'ok' end, {
    ['$schema'] = 'https://json-schema.org/draft/2020-12/schema',
    type = 'object',
    ['$defs'] = {
      address = {
        type = 'object',
        properties = { street = { type = 'string' }, city = { type = 'string' } },
      },
    },
    properties = { name = { type = 'string' }, address = { ['$ref'] = '#/$defs/address' } },
    additionalProperties = false,
  })`;

/** Those for tools and resources, but for what needs capabilities that we do not have: logging, sampling, elicitation. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'json-schema-2020-12',
  'resources-list',
  'resources-read-text',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
];

interface Place {
  readonly url: string;
  readonly authorization: string;
  /** Takes the place of the resources that scenarios ask for. */
  readonly resource: string;
  /** Where the suite leaves its results. */
  readonly folder: string;
}

/** Runs a scenario; nothing, or what the suite says of it. */
async function problem(scenario: string, place: Place): Promise<string> {
  const args = ['--import', PRELOAD, SUITE, 'server', '--url', place.url, '--scenario', scenario];
  const child = spawn(process.execPath, args, {
    cwd: place.folder,
    env: {
      ...process.env,
      CONFORMANCE_AUTHORIZATION: place.authorization,
      CONFORMANCE_RESOURCE: place.resource,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  const [code] = await once(child, 'close');
  const isPassed = code === 0 && /Passed: (\d+)\/\1, 0 failed, 0 warnings/.test(said);
  return isPassed ? '' : said;
}

test('the scenarios of the official conformance suite for tools and resources pass', async () => {
  using folder = makeFolder({});
  const agent = scriptAgent({
    replies: { initialize: { result: { agentCapabilities: { mcpCapabilities: { http: true } } } } },
  });
  const setup = agent.setup({
    editor_tools: { transport: 'http' },
    permissions: { rules: [{ allow: true, tool: 'neovim/*' }] },
  });
  // A scenario looks for the number in what it reads.
  const files = { 'open.txt': 'the text of 123\n' };
  await using nvim = await startNvim({ config: `${setup}\n${TOOLS}`, files, args: ['open.txt'] });
  await nvim.lua(`require('acp').open()`);
  const [server] = (await agent.called('session/new')).params.mcpServers;
  const place = {
    url: server.url,
    authorization: server.headers[0].value,
    resource: `nvim://buffer${join(nvim.dir, 'open.txt')}`,
    folder: folder.dir,
  };
  const found: Record<string, string> = {};
  for (const scenario of SCENARIOS) found[scenario] = await problem(scenario, place);
  expect(found).toEqual(Object.fromEntries(SCENARIOS.map((scenario) => [scenario, ''])));
});
