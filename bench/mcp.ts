/** What agents wait for: the start of the bridge to the editor's tools, beside that of Node alone; starts go by turns. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bar, print } from './support/report';

const RUNS = 15;

/** Milliseconds from the start of a Node to what is waited for. */
async function timed(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: (child: ChildProcess) => Promise<unknown>,
): Promise<number> {
  const from = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  await ready(child);
  const ms = performance.now() - from;
  child.stdin?.end();
  await exited;
  return ms;
}

async function bridgeStart(server: Server, address: string): Promise<number> {
  const presented = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.once('data', () => resolve()));
  });
  const env = { ACP_MCP_SOCKET: address, ACP_MCP_TOKEN: 'token' };
  return timed(['bin/acp-mcp.js'], env, () => presented);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  const address = join(folder, 'socket');
  const server = createServer();
  server.listen(address);
  await once(server, 'listening');
  const [bare, bridge]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await timed(['-e', '0'], {}, (child) => once(child, 'exit')));
    bridge.push(await bridgeStart(server, address));
  }
  server.close();
  rmSync(folder, { recursive: true });
  print(`start and end of Node alone, median: ${median(bare).toFixed(1)} ms`);
  bar('until the bridge presents its token, ms beyond that', median(bridge) - median(bare), 100);
}

void main();
