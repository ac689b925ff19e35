/** One MCP server for one connection of one session's agent. What differs between revisions is decided here. */
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import { sanitize } from '../base/text';
import { AcpError } from '../protocol/errors';
import type { Calls } from './calls';
import { listed, pageOf } from './catalogue';
import { CAPABILITIES, INSTRUCTIONS, PROTOCOL_VERSIONS, SERVER_INFO } from './identity';
import {
  type CallToolResult,
  type ListToolsResult,
  Server,
  type ServerContext,
  serveStdio,
  type Tool,
  type Transport,
} from './library';

import { progressOf } from './progress';
import { type ResourceParts, serveResources } from './resources';
import type { OfferedTool, ToolContext } from './tool';
import { withWireErrors } from './wire-errors';

export interface EditorServerOptions {
  readonly calls: Calls;
  readonly offered: () => readonly OfferedTool[];
  /** Tools have come or gone. */
  readonly onOffered: (listener: () => void) => Disposable;
  readonly resources?: ResourceParts;
  readonly version: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Changes that come together are announced once. */
const ANNOUNCE_MS = 50;

/** Serves whatever revision the agent begins with, on a connection of ours. Ends with the connection, or by `dispose`. */
export function serveEditor(options: EditorServerOptions, transport: Transport): Disposable {
  const { log } = options;
  const onerror = (error: Error): void => log.debug('mcp', error);
  let isLegacy = false;
  const served = serveStdio(
    ({ era }) => {
      isLegacy = era === 'legacy';
      return editorServer(options, era);
    },
    { transport: withWireErrors(transport, () => isLegacy), onerror },
  );
  return { dispose: () => void served.close() };
}

/** The same for a transport of its own kind, which takes what begins with `initialize`. */
export async function connectEditor(
  options: EditorServerOptions,
  transport: Transport,
): Promise<void> {
  await editorServer(options, 'legacy').connect(withWireErrors(transport, () => true));
}

/** @param era of the revision that the agent begins with: there is no `initialized` in the modern one */
function editorServer(options: EditorServerOptions, era: 'legacy' | 'modern'): Server {
  const { calls, offered, version, log } = options;
  const server = new Server(
    { ...SERVER_INFO, version },
    {
      capabilities: CAPABILITIES,
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: [...PROTOCOL_VERSIONS],
    },
  );
  let isInitialized = era === 'modern';
  const mayNotify = (): boolean => isInitialized;
  server.oninitialized = () => {
    isInitialized = true;
  };
  server.setRequestHandler('tools/list', ({ params }) => toolsPage(offered(), params?.cursor));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const result = await calls.call(params.name, params.arguments ?? {}, {
      signal: context.mcpReq.signal,
      progress: progressFor(context, options),
      rejectsInput: server.getNegotiatedProtocolVersion() === '2025-06-18',
    });
    return result as unknown as CallToolResult;
  });
  const parts = [announceTools(server, options, mayNotify)];
  if (options.resources) {
    const connection = { mayNotify, subscribesElsewhere: era === 'modern' };
    parts.push(serveResources(options.resources, server, connection));
  }
  server.onerror = (error) => log.debug('mcp', error);
  server.onclose = () => {
    for (const part of parts) part.dispose();
  };
  return server;
}

function toolsPage(tools: readonly OfferedTool[], cursor: string | undefined): ListToolsResult {
  const page = pageOf(tools, ({ name }) => name, cursor);
  if (!page) throw AcpError.invalidParams('Invalid cursor: list the tools from the beginning');
  const { items, ...rest } = page;
  return { tools: items.map(listed) as unknown as Tool[], ...rest };
}

function announceTools(
  server: Server,
  { onOffered, clock, log }: EditorServerOptions,
  mayNotify: () => boolean,
): Disposable {
  let timer: Disposable | undefined;
  const announce = (): void => {
    timer = undefined;
    if (!mayNotify()) return;
    server.sendToolListChanged().catch((error: unknown) => log.debug('mcp', error));
  };
  const listening = onOffered(() => {
    timer ??= clock.after(ANNOUNCE_MS, announce);
  });
  return {
    dispose: () => {
      listening.dispose();
      timer?.dispose();
    },
  };
}

/** Sent to those who have asked for it. */
function progressFor(
  { mcpReq }: ServerContext,
  { clock, log }: EditorServerOptions,
): ToolContext['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return progressOf(clock, ({ message, ...step }) => {
    const params = { progressToken, ...step, ...(message ? { message: sanitize(message) } : {}) };
    mcpReq
      .notify({ method: 'notifications/progress', params })
      .catch((error: unknown) => log.debug('mcp', error));
  });
}
