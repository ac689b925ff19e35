/** The editor as an MCP server in this process, with the official client at the other end. */
import { Client, type ClientOptions, InMemoryTransport } from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '../../src/base/clock';
import { Emitter } from '../../src/base/emitter';
import type { Logger } from '../../src/base/logger';
import { silentLogger } from '../../src/base/logger';
import { CallLimits } from '../../src/mcp/call-limits';
import type { CallRecord } from '../../src/mcp/call-outcome';
import { Calls } from '../../src/mcp/calls';
import { KeyWatch, type Probe } from '../../src/mcp/key-watch';
import type { Transport } from '../../src/mcp/library';
import type { ResourceParts } from '../../src/mcp/resources';
import { SchemaCheck } from '../../src/mcp/schema-check';
import { type EditorServerOptions, serveEditor } from '../../src/mcp/server';
import type { OfferedTool, ReadingTool } from '../../src/mcp/tool';
import type { EditorAccess } from '../../src/mcp/tool-session';
import { AcpError } from '../../src/protocol/errors';
import type { Session } from '../../src/session/session';
import { FakeClock } from './clock';
import { testSession } from './session';

const schemas = new SchemaCheck();

const nothing = (): never => {
  throw new Error('this test has no editor');
};

/** A part that a test does not give fails when it is used. */
export function fakeEditor(parts: Partial<EditorAccess> = {}): EditorAccess {
  const missing = new Proxy({}, { get: () => nothing });
  return {
    lua: missing as EditorAccess['lua'],
    documents: {
      read: () => Promise.reject(AcpError.internal('no documents here')),
      write: () => Promise.reject(AcpError.internal('no documents here')),
      preview: async (_scope, _path, after) => ({ before: null, after, removed: [], added: [] }),
    },
    ask: nothing,
    permits: async () => true,
    reach: async (_session, path) => ({ path, isOutside: false }),
    textOf: async () => undefined,
    search: () => ({ run: nothing }),
    show: nothing,
    ...parts,
  };
}

/** The resources of a session, with limits and a log of their own. */
export function resourceParts(
  parts: Pick<ResourceParts, 'session' | 'editor' | 'buffers'>,
  clock: Clock = systemClock,
) {
  const records: CallRecord[] = [];
  const record = (one: CallRecord): number => records.push(one);
  const limits = new CallLimits(clock);
  const keys = new KeyWatch(freeEditor, clock);
  return { ...parts, limits, keys, record, server: 'neovim', log: silentLogger, records };
}

const freeEditor: Probe = async () => ({ blocking: false });

export interface McpOptions {
  readonly blame?: (problem: string) => void;
  /** Whether the editor waits for a key. */
  readonly probe?: Probe;
  readonly tools?: readonly OfferedTool[];
  readonly session?: Session;
  readonly editor?: Partial<EditorAccess>;
  readonly log?: Logger;
  /** What the client begins with; absent: its newest with `initialize`. */
  readonly version?: string;
  readonly resources?: EditorServerOptions['resources'];
  /** Before `initialize`. */
  readonly client?: (client: Client) => void;
}

/** The server without a client: the other end of its transport. */
export function serveMcp(options: McpOptions = {}) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  return { theirs, ...servedBy(options, ours) };
}

/** The server on a transport. */
export function servedBy(options: McpOptions, transport: Transport) {
  const { session = testSession(), editor, log = silentLogger } = options;
  const clock = new FakeClock();
  const changed = new Emitter<void>();
  const records: CallRecord[] = [];
  let tools = options.tools ?? [];
  const offered = () => tools;
  const access = fakeEditor(editor);
  const calls = new Calls({
    session,
    editor: access,
    offered,
    onOffered: changed.on,
    server: 'neovim',
    schemas,
    keys: new KeyWatch(options.probe ?? freeEditor, clock),
    record: (record) => records.push(record),
    blame: options.blame ?? (() => {}),
    log,
    clock,
  });
  const buffers = { list: async () => [], watch: () => ({ dispose: () => {} }) };
  const resources = options.resources ?? resourceParts({ session, editor: access, buffers });
  const server = { calls, offered, onOffered: changed.on, version: '1.2.3', log, clock };
  const serving = serveEditor({ ...server, resources }, transport);
  return {
    calls,
    session,
    clock,
    records,
    /** Other tools are offered from now on. */
    offer: (now: readonly OfferedTool[]) => {
      tools = now;
      changed.fire();
    },
    dispose: () => serving.dispose(),
  };
}

export async function connectMcp(options: McpOptions = {}) {
  const { theirs, ...served } = serveMcp(options);
  const client = new Client({ name: 'test', version: '1' }, versionOptions(options.version));
  options.client?.(client);
  await client.connect(theirs);
  return { ...served, client };
}

export const MODERN = '2026-07-28';

function versionOptions(version: string | undefined): ClientOptions {
  if (version === undefined) return {};
  return version === MODERN
    ? { versionNegotiation: { mode: { pin: version } } }
    : { supportedProtocolVersions: [version] };
}

/** A tool that gives back what it gets. */
export function echoTool(more: Partial<ReadingTool> = {}): ReadingTool {
  return {
    name: 'echo',
    title: 'Echo',
    description: 'Gives back its text.',
    effect: 'reads',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    run: async (input) => input,
    ...more,
  };
}
