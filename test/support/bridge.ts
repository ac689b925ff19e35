/** The bridge that agents start, and clients that talk through it. */

import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { wait } from './wait';

export const BRIDGE = resolve('bin/acp-mcp.js');

/** How an agent starts a server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

export function bridgeCommand(address: string, token: string): ServerCommand {
  return {
    command: process.execPath,
    args: [BRIDGE],
    env: [
      { name: 'ACP_MCP_SOCKET', value: address },
      { name: 'ACP_MCP_TOKEN', value: token },
    ],
  };
}

export interface BridgeClient extends AsyncDisposable {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What the bridge has written to stderr. */
  readonly stderr: () => string;
  readonly pid: number;
}

/** Starts a server as agents do, with nothing else in its environment, and initializes unless `connect` is false. */
export async function startBridge(
  { command, args, env }: ServerCommand,
  { mark = {}, connect = true }: { mark?: Record<string, string>; connect?: boolean } = {},
): Promise<BridgeClient> {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...Object.fromEntries(env.map(({ name, value }) => [name, value])), ...mark },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  if (connect) await client.connect(transport);
  else await transport.start();
  const { pid } = transport;
  if (pid === null) throw new Error('the bridge did not start');
  return {
    client,
    transport,
    stderr: () => stderr,
    pid,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await transport.close();
      await wait(() => !isAlive(pid), 'the bridge has ended');
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
