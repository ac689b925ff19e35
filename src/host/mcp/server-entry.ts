/** How the editor's own server is passed to an agent. Pure. */
import { join } from 'node:path';
import { SERVER_INFO } from '../../mcp/identity';
import { SOCKET_VARIABLE, TOKEN_VARIABLE } from '../../mcp/wire';
import type { McpServer } from '../../protocol/schema.gen';

/** The name that no server of the user has. */
export function serverName(taken: readonly string[]): string {
  const { name } = SERVER_INFO;
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

/** A program that the agent starts: this Node with the bridge, which finds the editor by what is in its environment. */
export function stdioServer(
  name: string,
  root: string,
  reach: { readonly address: string; readonly token: string },
): McpServer {
  return {
    name,
    command: process.execPath,
    args: [join(root, 'bin', 'acp-mcp.js')],
    env: [
      { name: SOCKET_VARIABLE, value: reach.address },
      { name: TOKEN_VARIABLE, value: reach.token },
    ],
  };
}

export function httpServer(
  name: string,
  reach: { readonly url: string; readonly token: string },
): McpServer {
  return {
    type: 'http',
    name,
    url: reach.url,
    headers: [{ name: 'Authorization', value: `Bearer ${reach.token}` }],
  };
}
