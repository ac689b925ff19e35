import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launch } from '../../../src/agents/process';
import { silentLogger } from '../../../src/base/logger';
import type { AgentProcess } from '../../../src/session/ports';
import { expectNoneLeft, killMarked, marked, newMark } from '../../support/process';

let dir: string;
let mark: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'acp-process-'));
  ({ mark, env } = newMark());
});

afterEach(() => {
  killMarked(mark);
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a piece of JavaScript as the agent. */
function run(script: string): AgentProcess {
  return launch(
    { command: process.execPath, args: ['-e', script], env, cwd: dir, graceMs: 150 },
    silentLogger,
  );
}

async function firstLine(agent: AgentProcess): Promise<string> {
  for await (const chunk of agent.stdout) return String(chunk).trim();
  return '';
}

const STAY = 'setInterval(() => {}, 1000)';
const CHILD = `require('node:child_process').spawn(process.execPath, ['-e', '${STAY}'], { stdio: 'inherit' })`;
const IGNORE = `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {});`;

describe('a running agent', () => {
  test('talks over its pipes, in its folder and environment', async () => {
    const agent = run(
      `process.stdin.once('data', (d) => console.log(d + '|' + process.cwd().split('/').pop() + '|' + process.env.ACP_TEST_MARK))`,
    );
    agent.stdin.write('hello');
    expect(await firstLine(agent)).toBe(`hello|${dir.split('/').pop()}|${mark}`);
    await agent.stop();
  });

  test('that heeds the end of its input ends with its own code', async () => {
    const agent = run(`process.stdin.resume().on('end', () => process.exit(3)); console.log('up')`);
    await firstLine(agent);
    await agent.stop();
    expect(await agent.exited).toEqual({ code: 3, signal: null });
  });

  test('that does not is ended by TERM', async () => {
    const agent = run(`${STAY}; console.log('up')`);
    await firstLine(agent);
    await agent.stop();
    expect(await agent.exited).toEqual({ code: null, signal: 'SIGTERM' });
  });

  test('that ignores TERM is killed', async () => {
    const agent = run(`${IGNORE} ${STAY}; console.log('up')`);
    await firstLine(agent);
    await agent.stop();
    expect(await agent.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await expectNoneLeft(mark);
  });

  test('is stopped together with what it started', async () => {
    const agent = run(`${CHILD}; ${STAY}; console.log('up')`);
    await firstLine(agent);
    expect(marked(mark)).toHaveLength(2);
    await agent.stop();
    await expectNoneLeft(mark, 1000);
  });

  test('can be stopped twice, and after its end', async () => {
    const agent = run(`console.log('up')`);
    await agent.exited;
    await Promise.all([agent.stop(), agent.stop()]);
    expect(await agent.exited).toEqual({ code: 0, signal: null });
  });

  test('may be written to after its end without harm', async () => {
    const agent = run('process.exit(0)');
    await agent.exited;
    agent.stdin.write('too late\n');
    await agent.stop();
  });
});

test('what a crashed agent started is ended without being asked to', async () => {
  const agent = run(`${CHILD}; setTimeout(() => process.exit(7), 200)`);
  expect(await agent.exited).toEqual({ code: 7, signal: null });
  await expectNoneLeft(mark, 2000);
});

test('a grandchild that ignores TERM does not survive its parent', async () => {
  const stubborn = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${IGNORE} ${STAY}; console.log('up')`)}], { stdio: 'inherit' })`;
  const agent = run(`${stubborn}; process.stdin.resume().on('end', () => process.exit(0))`);
  expect(await firstLine(agent)).toBe('up');
  await agent.stop();
  await expectNoneLeft(mark, 1000);
});

describe('standard error', () => {
  test('is kept without control sequences', async () => {
    const agent = run(`process.stderr.write('\\x1b[31mbad\\x1b[0m \\x1b]0;title\\x07thing\\n')`);
    await agent.exited;
    expect(agent.stderrTail()).toBe('bad thing');
  });

  test('is drained when it floods, and only its end is kept', async () => {
    const agent = run(
      `let n = 0; const go = () => { while (n < 400000) if (!process.stderr.write('line ' + n++ + '\\n')) return process.stderr.once('drain', go); }; go()`,
    );
    expect(await agent.exited).toEqual({ code: 0, signal: null });
    const lines = agent.stderrTail().split('\n');
    expect(lines).toHaveLength(200);
    expect(lines.at(-1)).toBe('line 399999');
  });
});

describe('a program that cannot be started', () => {
  const cases: readonly (readonly [string, () => Parameters<typeof launch>[0], RegExp])[] = [
    [
      'is not on PATH',
      () => ({ command: 'no-such-agent', cwd: dir }),
      /^"no-such-agent" was not found/,
    ],
    ['does not exist', () => ({ command: '/no/such/agent', cwd: dir }), /does not exist$/],
    [
      'is not executable',
      () => {
        writeFileSync(join(dir, 'agent'), '');
        chmodSync(join(dir, 'agent'), 0o644);
        return { command: './agent', cwd: dir };
      },
      /is not executable$/,
    ],
    ['has no folder', () => ({ command: process.execPath, cwd: join(dir, 'gone') }), /folder/],
    [
      'has an impossible argument',
      () => ({ command: process.execPath, args: ['a\0b'], cwd: dir }),
      /null bytes/,
    ],
    [
      'has no interpreter',
      () => {
        writeFileSync(join(dir, 'junk'), '#!/no/such/interpreter\n');
        chmodSync(join(dir, 'junk'), 0o755);
        return { command: join(dir, 'junk'), cwd: dir };
      },
      /ENOENT/,
    ],
  ];

  test.each(cases)('because it %s says so', async (_why, config, text) => {
    const agent = launch(config(), silentLogger);
    expect(await agent.exited).toEqual({ code: null, signal: null });
    expect(agent.spawnError()?.message).toMatch(text);
    agent.stdin.write('nobody listens\n');
    for await (const chunk of agent.stdout) expect.unreachable(String(chunk));
    await agent.stop();
  });
});
