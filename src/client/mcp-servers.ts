/** MCP servers from the configuration, as an agent takes them. Pure. */
import { isRecord, isStrings } from '../base/guards';
import type { McpCapabilities, McpServer } from '../protocol/schema.gen';

export interface McpChoice {
  readonly servers: readonly McpServer[];
  /** Why others are left out, one text for the user each. */
  readonly problems: readonly string[];
  /** For an agent that refuses a session with all of them: those that the user wants, and the problem. */
  readonly fallback?: (refusal: string) => McpChoice;
}

export interface McpEnvironment {
  /** What the agent advertises; every agent takes stdio servers. */
  readonly capabilities: McpCapabilities | undefined;
  /** Absolute path of a program: the protocol wants it so. */
  readonly findProgram: (command: string) => string | undefined;
}

/** Checks each entry of the option `mcp_servers`; what is wrong is left out and named. */
export function mcpServers(configured: readonly unknown[], environment: McpEnvironment): McpChoice {
  const servers: McpServer[] = [];
  const problems: string[] = [];
  configured.forEach((entry, index) => {
    const result = isRecord(entry) ? server(entry, environment) : 'expected a table';
    const name = isRecord(entry) && typeof entry.name === 'string' ? entry.name : `${index + 1}`;
    if (typeof result === 'string') {
      problems.push(`MCP server "${name}" is left out: ${result}`);
    } else if (servers.some((other) => other.name === result.name)) {
      problems.push(`MCP server "${name}" is left out: there are two of this name`);
    } else {
      servers.push(result);
    }
  });
  return { servers, problems };
}

/** A string is what is wrong. */
function server(entry: Fields, environment: McpEnvironment): McpServer | string {
  const { name, type, url } = entry;
  if (typeof name !== 'string' || name === '') return 'name: expected a text';
  const kind = type ?? (url === undefined ? 'stdio' : 'http');
  if (kind === 'stdio') return stdio(name, entry, environment);
  if (kind === 'http' || kind === 'sse') return remote(kind, name, entry, environment);
  return `type: expected stdio, http or sse, got "${String(kind)}"`;
}

function stdio(
  name: string,
  { command, args, env }: Fields,
  { findProgram }: McpEnvironment,
): McpServer | string {
  if (typeof command !== 'string' || command === '') return 'command: expected a text';
  const list = args ?? [];
  if (!isStrings(list)) return 'args: expected a list of texts';
  const variables = pairs(env);
  if (!variables) return 'env: expected a table of texts';
  const program = findProgram(command);
  if (program === undefined) return `the program "${command}" was not found`;
  return { name, command: program, args: list, env: variables };
}

function remote(
  type: 'http' | 'sse',
  name: string,
  { url, headers }: Fields,
  { capabilities }: McpEnvironment,
): McpServer | string {
  if (typeof url !== 'string' || !isHttpAddress(url)) return 'url: expected an http address';
  const list = pairs(headers);
  if (!list) return 'headers: expected a table of texts';
  if (!capabilities?.[type]) return `the agent takes no ${type} servers`;
  return { type, name, url, headers: list };
}

type Fields = Readonly<Record<string, unknown>>;

function isHttpAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function pairs(value: unknown): { name: string; value: string }[] | undefined {
  // An empty Lua table arrives as an empty list.
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  if (!isRecord(value)) return undefined;
  const found: { name: string; value: string }[] = [];
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') return undefined;
    found.push({ name, value: text });
  }
  return found;
}
