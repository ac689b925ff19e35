import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../../../src/agents/process';
import { silentLogger } from '../../../src/base/logger';
import { connectAgent } from '../../../src/protocol/connection';
import type { AgentProcess } from '../../../src/session/ports';
import { NO_HANDLERS } from '../../support/wire';

/** A copy of the plugin's folder, as far as the demo agent needs it. */
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'acp-demo-program-'));
  mkdirSync(join(root, 'bin'));
  cpSync('bin/acp-demo-agent.js', join(root, 'bin/acp-demo-agent.js'));
});

afterAll(() => rmSync(root, { recursive: true }));

function start(): AgentProcess {
  const args = [join(root, 'bin/acp-demo-agent.js')];
  return launch({ command: process.execPath, args, cwd: root }, silentLogger);
}

async function bundle(): Promise<void> {
  const outfile = join(root, 'dist/demo-agent.js');
  if (existsSync(outfile)) return;
  await build({ entryPoints: ['src/demo/main.ts'], bundle: true, platform: 'node', outfile });
}

test('without a build the program says what to do', async () => {
  const agent = start();
  expect(await agent.exited).toEqual({ code: 1, signal: null });
  expect(agent.stderrTail()).toContain('npm run build');
});

test('the program ends with its input', async () => {
  await bundle();
  const agent = start();
  agent.stdout.resume();
  agent.stdin.end();
  expect(await agent.exited).toEqual({ code: 0, signal: null });
});

test('crash ends it in the middle of its answer, with a last word on stderr', async () => {
  await bundle();
  const agent = start();
  const connection = connectAgent(agent.stdin, agent.stdout, NO_HANDLERS, { log: silentLogger });
  await connection.request('initialize', { protocolVersion: 1 });
  const { sessionId } = await connection.request('session/new', { cwd: root, mcpServers: [] });
  const prompt = [{ type: 'text', text: 'crash' }] as const;
  await expect(connection.request('session/prompt', { sessionId, prompt })).rejects.toThrow();
  expect(await agent.exited).toEqual({ code: 70, signal: null });
  expect(agent.stderrTail()).toContain('you asked for a crash');
});
