import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/protocol/decode';
import { shapes } from '../../../src/protocol/decode.gen';
import type { Definitions } from '../../../src/protocol/schema.gen';

function decoded<N extends keyof Definitions>(name: N, value: unknown): Definitions[N] {
  const result = decode(name, value);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function failure(name: keyof Definitions, value: unknown, root?: string): string {
  const result = decode(name, value, root);
  return result.ok ? 'decoded' : result.error;
}

const update = (fields: object) => ({ sessionId: 's', update: fields });
const text = (words: string) => ({ type: 'text', text: words });

describe('decode', () => {
  it('keeps the fields of the schema and only those', () => {
    const value = {
      ...text('hi'),
      annotations: { priority: 1 },
      colour: 'red',
      _meta: { own: [1] },
    };
    expect(decoded('ContentBlock', value)).toEqual({
      ...text('hi'),
      annotations: { priority: 1 },
      _meta: { own: [1] },
    });
  });

  it.each<[keyof Definitions, unknown, string]>([
    [
      'RequestPermissionRequest',
      { sessionId: 's', toolCall: { toolCallId: 3 }, options: [] },
      'params.toolCall.toolCallId: expected string, got 3',
    ],
    [
      'RequestPermissionRequest',
      {
        sessionId: 's',
        toolCall: { toolCallId: 't' },
        options: [{ name: 'Yes', kind: 'allow_once' }],
      },
      'params.options[0].optionId: expected string, got nothing',
    ],
    ['NewSessionResponse', {}, 'params.sessionId: expected string, got nothing'],
    ['PlanEntry', { content: null }, 'params.content: expected string, got null'],
    ['CancelNotification', [], 'params: expected object, got array'],
    ['ReadTextFileRequest', null, 'params: expected object, got null'],
    ['SessionUpdate', { sessionUpdate: 7 }, 'params.sessionUpdate: expected string, got 7'],
    ['PromptResponse', { stopReason: {} }, 'params.stopReason: expected string, got object'],
    [
      'WriteTextFileRequest',
      { sessionId: 's', path: '/a' },
      'params.content: expected string, got nothing',
    ],
    ['PromptRequest', { sessionId: 's' }, 'params.prompt: expected array, got nothing'],
    [
      'RequestPermissionRequest',
      { sessionId: 's', options: [] },
      'params.toolCall: expected object, got nothing',
    ],
    ['ContentBlock', 3, 'params: expected object, got 3'],
    ['ContentBlock', null, 'params: expected object, got null'],
    ['ContentBlock', { type: ['text'], text: 'x' }, 'params.type: expected string, got array'],
    [
      'AuthMethodTerminal',
      { id: 'a', name: 'A', env: 'X=1' },
      'params.env: expected object, got "X=1"',
    ],
    [
      'AuthMethodTerminal',
      { id: 'a', name: 'A', env: { X: 1 } },
      'params.env.X: expected string, got 1',
    ],
    ['RequestId', true, 'params: expected integer, got boolean'],
    ['RequestId', null, 'decoded'],
    [
      'PlanEntryPriority',
      'x'.repeat(40),
      `params: expected high | medium | low, got "${'x'.repeat(40)}"`,
    ],
    ['PlanEntryPriority', 'x'.repeat(41), 'params: expected high | medium | low, got string'],
    ['SetSessionModeRequest', { sessionId: 's', modeId: 'a'.repeat(60), x: 1 }, 'decoded'],
  ])('says what is wrong with a %s', (name, value, error) => {
    expect(failure(name, value, 'params')).toBe(error);
  });

  it('drops a bad optional field instead of the update, and says so', () => {
    const value = {
      toolCallId: 't',
      title: 7,
      status: 'flying',
      locations: 'none',
      rawInput: null,
    };
    expect(decode('ToolCallUpdate', value, 'update')).toEqual({
      ok: true,
      value: { toolCallId: 't', rawInput: null },
      dropped: [
        'update.status: expected pending | in_progress | completed | failed, got "flying"',
        'update.title: expected string, got 7',
        'update.locations: expected array, got "none"',
      ],
    });
  });

  it('has no field where the wire has none', () => {
    expect(Object.keys(decoded('ToolCallUpdate', { toolCallId: 't' }))).toEqual(['toolCallId']);
  });

  it('never drops what changes the meaning of the rest', () => {
    const run = { sessionId: 's', command: 'rm' };
    expect(failure('CreateTerminalRequest', { ...run, args: '-i' })).toBe(
      'args: expected array, got "-i"',
    );
    expect(failure('CreateTerminalRequest', { ...run, cwd: 7 })).toBe(
      'cwd: expected string, got 7',
    );
  });

  it('takes a list that is none for an empty one where the schema says so', () => {
    expect(decode('Plan', { entries: 'none' })).toEqual({
      ok: true,
      value: { entries: [] },
      dropped: ['entries: expected array, got "none"'],
    });
  });

  it('takes no other value for a capability', () => {
    expect(decoded('AgentCapabilities', { loadSession: 'yes' }).loadSession).toBe(false);
    expect(decoded('PromptCapabilities', { image: 1, audio: true })).toEqual({
      image: false,
      audio: true,
      embeddedContext: false,
    });
  });

  it('drops bad items of a list instead of the list', () => {
    const result = decode('ToolCallUpdate', {
      toolCallId: 't',
      content: [
        { type: 'diff', path: '/a' },
        { type: 'terminal', terminalId: 'x' },
        { type: 'hologram' },
        3,
      ],
      locations: [{ path: '/a', line: 2 }, { line: 1 }],
    });
    expect(result).toMatchObject({
      value: {
        content: [{ type: 'terminal', terminalId: 'x' }],
        locations: [{ path: '/a', line: 2 }],
      },
    });
    expect(result.ok && result.dropped).toHaveLength(4);
  });

  it('keeps null where it means something and treats it as absent where it does not', () => {
    expect(decoded('SessionInfoUpdate', { title: null })).toEqual({ title: null });
    expect(decoded('ToolCallUpdate', { toolCallId: 't', content: null, kind: null })).toEqual({
      toolCallId: 't',
      content: null,
      kind: null,
    });
    expect(decoded('ToolCall', { toolCallId: 't', title: 'T', content: null, kind: null })).toEqual(
      {
        toolCallId: 't',
        title: 'T',
      },
    );
    const terminal = { sessionId: 's', command: 'ls', args: null, env: null, cwd: null };
    expect(decoded('CreateTerminalRequest', terminal)).toEqual({
      sessionId: 's',
      command: 'ls',
      cwd: null,
    });
    const session = { cwd: '/a', mcpServers: null };
    expect(failure('NewSessionRequest', session)).toBe('decoded');
  });

  it('fills in what the schema says is meant by silence', () => {
    expect(decoded('InitializeResponse', { protocolVersion: 1, agentCapabilities: 'all' })).toEqual(
      {
        protocolVersion: 1,
        agentCapabilities: {
          loadSession: false,
          promptCapabilities: { image: false, audio: false, embeddedContext: false },
          mcpCapabilities: { http: false, sse: false },
          sessionCapabilities: {},
          auth: {},
        },
        authMethods: [],
      },
    );
  });

  it('distinguishes absent and null capabilities from an empty object', () => {
    const { sessionCapabilities } = decoded('AgentCapabilities', {
      sessionCapabilities: { list: {}, resume: null, newest: {} },
    });
    expect(sessionCapabilities).toEqual({ list: {}, resume: null });
  });

  it('reads an unknown tool kind as "other"', () => {
    expect(decoded('ToolCall', { toolCallId: 't', title: 'T', kind: 'teleport' }).kind).toBe(
      'other',
    );
    expect(decoded('ToolCallUpdate', { toolCallId: 't', kind: 'teleport' }).kind).toBe('other');
    expect(decoded('ToolCallUpdate', { toolCallId: 't', kind: 7 })).toEqual({ toolCallId: 't' });
  });

  it('completes plan entries', () => {
    const entries = [
      { content: 'a' },
      { content: 'b', priority: 'urgent', status: 'done' },
      { content: 'c', priority: 'high', status: 'completed' },
      { priority: 'high', status: 'completed' },
    ];
    expect(decoded('Plan', { entries }).entries).toEqual([
      { content: 'a', priority: 'medium', status: 'pending' },
      { content: 'b', priority: 'medium', status: 'pending' },
      { content: 'c', priority: 'high', status: 'completed' },
    ]);
    expect(decode('Plan', { entries: [{ content: 'a' }, { priority: 'high' }] })).toMatchObject({
      dropped: [
        'entries[0].priority: expected string, got nothing',
        'entries[1].content: expected string, got nothing',
      ],
    });
  });

  it('keeps unknown stop reasons and option kinds as they are', () => {
    expect(decoded('PromptResponse', { stopReason: 'tired' }).stopReason).toBe('tired');
    const option = { optionId: 'o', name: 'Bypass', kind: 'allow_everything' };
    expect(decoded('PermissionOption', option)).toEqual(option);
  });

  it('names an unknown kind of update', () => {
    expect(
      decode('SessionNotification', update({ sessionUpdate: '_subagent_spawned' }), 'params'),
    ).toEqual({
      ok: false,
      error: 'params.update.sessionUpdate: unknown value "_subagent_spawned"',
      unknown: '_subagent_spawned',
    });
    expect(decode('SessionNotification', update({ sessionUpdate: 'constructor' }))).toMatchObject({
      unknown: 'constructor',
    });
    expect(decode('SessionNotification', update({ sessionUpdate: 'x'.repeat(81) }))).toMatchObject({
      unknown: 'x'.repeat(80),
    });
    const known = decode('SessionNotification', update({ sessionUpdate: 'tool_call' }));
    expect(known).not.toHaveProperty('unknown');
  });

  it('shows a placeholder for content it cannot read', () => {
    const chunk = (content: unknown) =>
      decoded('SessionUpdate', { sessionUpdate: 'agent_message_chunk', content });
    expect(chunk({ type: 'hologram\u001b[2J', data: 1 })).toMatchObject({
      content: text('[unknown content: hologram]'),
    });
    expect(chunk({ type: 'image', data: 'AAAA' })).toMatchObject({
      content: text('[unreadable content: image]'),
    });
    expect(failure('ContentBlock', { text: 'no type' })).toBe('type: expected string, got nothing');
  });

  it.each([
    [
      { type: 'resource_link', uri: 'https://x/a', description: 'A page' },
      { name: 'https://x/a', uri: 'https://x/a', description: 'A page' },
    ],
    [
      { type: 'image', uri: 'file:///a.png', mimeType: 'image/png' },
      { name: 'image', uri: 'file:///a.png', mimeType: 'image/png' },
    ],
    [
      { type: 'audio', name: 'Hello', uri: 'https://x/a' },
      { name: 'Hello', uri: 'https://x/a' },
    ],
    [
      { type: 'resource', resource: { uri: 'note:1', mimeType: 'text/plain' } },
      { name: 'note:1', uri: 'note:1', mimeType: 'text/plain' },
    ],
  ])('takes %j, which only says where it is, for a link', (block, link) => {
    expect(decoded('ContentBlock', block)).toEqual({ type: 'resource_link', ...link });
  });

  it.each([
    { type: 'image', uri: '' },
    { type: 'image', uri: 'file:///a.png', data: 'AAAA' },
    { type: 'text', uri: 'file:///a' },
    { type: 'resource', resource: { text: 'x' } },
    { type: 'resource', resource: 'file:///a' },
  ])('takes no other for a link: %j', (block) => {
    expect(decoded('ContentBlock', block)).toEqual(text(`[unreadable content: ${block.type}]`));
  });

  it('reads text and binary resources', () => {
    const resource = (fields: object) => ({
      type: 'resource',
      resource: { uri: 'file:///a', ...fields },
    });
    expect(decoded('ContentBlock', resource({ text: 'x' }))).toEqual(resource({ text: 'x' }));
    expect(decoded('ContentBlock', resource({ blob: 'AA==' }))).toEqual(resource({ blob: 'AA==' }));
  });

  it('wraps content of a tool call that came unwrapped', () => {
    const content = [text('bare'), { type: 'content', content: text('wrapped') }];
    expect(decoded('ToolCallUpdate', { toolCallId: 't', content }).content).toEqual([
      { type: 'content', content: text('bare') },
      { type: 'content', content: text('wrapped') },
    ]);
  });

  it('reads a mode update under either name', () => {
    expect(decoded('CurrentModeUpdate', { modeId: 'plan' })).toEqual({ currentModeId: 'plan' });
    expect(decoded('CurrentModeUpdate', { currentModeId: 'ask', modeId: 'plan' })).toEqual({
      currentModeId: 'ask',
    });
    expect(failure('CurrentModeUpdate', {})).toBe('currentModeId: expected string, got nothing');
  });

  it.each([
    [null, { line: null }],
    [0, { line: 0 }],
    [12, { line: 12 }],
    [-1, {}],
    [1.5, {}],
    ['3', {}],
  ])('bears line %s in a location and a read', (line, kept) => {
    expect(decoded('ToolCallLocation', { path: '/a', line })).toEqual({ path: '/a', ...kept });
    const request = { sessionId: 's', path: '/a' };
    expect(decoded('ReadTextFileRequest', { ...request, line })).toEqual({ ...request, ...kept });
  });

  it('distinguishes kinds of authentication and of MCP servers', () => {
    const terminal = { type: 'terminal', id: 't', name: 'T', args: ['login'], env: { A: 'b' } };
    expect(decoded('AuthMethod', terminal)).toEqual(terminal);
    // Of an unknown kind everything is kept, for those who know it.
    const old = { id: 'a', name: 'A', type: 'env_var', vars: [{ name: 'KEY' }] };
    expect(decoded('AuthMethod', old)).toEqual({
      id: 'a',
      name: 'A',
      _meta: { unknownType: old },
    });
    const stdio = { name: 'm', command: '/m', args: [], env: [] };
    expect(decoded('McpServer', { type: 'stdio', ...stdio })).toEqual(stdio);
    const http = { type: 'http', name: 'h', url: 'http://h', headers: [] };
    expect(decoded('McpServer', http)).toEqual(http);
  });

  it('reads both forms of select options', () => {
    const option = (options: unknown) => ({
      id: 'model',
      name: 'Model',
      type: 'select',
      currentValue: 'a',
      options,
    });
    const flat = option([{ value: 'a', name: 'A', description: null }]);
    const grouped = option([{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }]);
    expect(decoded('SessionConfigOption', flat)).toEqual(flat);
    expect(decoded('SessionConfigOption', grouped)).toEqual(grouped);
    const state = { configOptions: [flat, { ...flat, type: 'slider' }] };
    expect(decoded('ConfigOptionUpdate', state).configOptions).toEqual([flat]);
  });

  it('reads what belongs to one object from all its parts', () => {
    const request = {
      message: 'Who?',
      mode: 'form',
      sessionId: 's',
      requestedSchema: { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } },
    };
    expect(decoded('CreateElicitationRequest', request)).toEqual(request);
    expect(
      decoded('SetSessionConfigOptionRequest', { sessionId: 's', configId: 'c', value: 'v' }),
    ).toEqual({
      sessionId: 's',
      configId: 'c',
      value: 'v',
    });
    const boolean = { sessionId: 's', configId: 'c', type: 'boolean', value: true };
    expect(decoded('SetSessionConfigOptionRequest', boolean)).toEqual(boolean);
  });

  it('is not fooled by names that objects inherit', () => {
    const evil = JSON.parse('{"__proto__":{"toolCallId":"p","polluted":true},"title":"T"}');
    expect(failure('ToolCall', evil)).toBe('toolCallId: expected string, got nothing');
    const accepted = decoded('CreateElicitationResponse', {
      action: 'accept',
      content: JSON.parse('{"__proto__":"x","constructor":"y"}'),
    });
    expect(Object.keys((accepted as { content: object }).content)).toEqual(['constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('hands deep values on without walking them', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(decoded('ToolCallUpdate', { toolCallId: 't', rawInput: deep }).rawInput).toBe(deep);
    expect(failure('ToolCallUpdate', { toolCallId: deep })).toBe(
      'toolCallId: expected string, got array',
    );
  });

  it('survives objects that throw', () => {
    const trap = new Proxy(
      {},
      {
        getOwnPropertyDescriptor() {
          throw new Error('trap');
        },
      },
    );
    expect(failure('ToolCall', trap)).toBe('ToolCall: unreadable');
  });

  it('never throws and never invents, whatever the value and the definition', () => {
    const names = Object.keys(shapes) as (keyof Definitions)[];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const result = decode(name, value);
        // What was decoded once decodes to itself.
        if (result.ok) expect(decoded(name, result.value)).toEqual(result.value);
        else expect(result.error).not.toBe('');
      }),
      { numRuns: 3000 },
    );
  });
});
