import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { launch } from '../../../src/agents/process';
import { silentLogger } from '../../../src/base/logger';
import { expectNoneLeft, killMarked, marked, newMark } from '../../support/process';
import { wait } from '../../support/wait';

let dir: string;
let mark: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'acp-guard-'));
  ({ mark, env } = newMark());
});

afterEach(() => {
  killMarked(mark);
  rmSync(dir, { recursive: true, force: true });
});

const STAY = "console.log('up'); setInterval(() => {}, 1000)";
const STUBBORN = `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); ${STAY}`;

/** Runs a program that guards groups, bundled as the host is; answers its pid and the first line that it says. */
async function owner(program: string): Promise<{ pid: number; said: string }> {
  const script = join(dir, 'owner.cjs');
  await build({
    stdin: { contents: program, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    platform: 'node',
    outfile: script,
  });
  const agent = launch({ command: process.execPath, args: [script], env, cwd: dir }, silentLogger);
  for await (const chunk of agent.stdout)
    return { pid: agent.pid as number, said: String(chunk).trim() };
  throw new Error(`the owner ended: ${agent.stderrTail()}`);
}

test('a group is ended when the process that guards it is killed', async () => {
  const { pid } = await owner(`
    import { launch } from './src/agents/process';
    import { silentLogger } from './src/base/logger';
    const agent = launch({ command: process.execPath, args: ['-e', ${JSON.stringify(STUBBORN)}], cwd: '/' }, silentLogger);
    agent.stdout.pipe(process.stdout);
  `);
  // The owner, its agent and its watchdog.
  await wait(() => marked(mark).length === 3, 'all three run');
  process.kill(pid, 'SIGKILL');
  await expectNoneLeft(mark, 3000);
});

test('a group that is guarded no longer is left alone: its number may be a stranger by then', async () => {
  const { pid, said } = await owner(`
    import { spawn } from 'node:child_process';
    import { guardGroup } from './src/agents/orphan-reaper';
    const [before, stranger, after] = [1, 2, 3].map(() =>
      spawn(process.execPath, ['-e', ${JSON.stringify(STAY)}], { detached: true, stdio: 'ignore' }).pid);
    guardGroup(before);
    const guard = guardGroup(stranger);
    guardGroup(after);
    guard.dispose();
    console.log(stranger);
    setInterval(() => {}, 1000);
  `);
  await wait(() => marked(mark).length === 5, 'the owner, three groups and the watchdog run');
  process.kill(pid, 'SIGKILL');
  await wait(() => marked(mark).length === 1, 'the watchdog has ended the others, and itself');
  expect(marked(mark).map((left) => left.pid)).toEqual([Number(said)]);
});
