import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTerminals } from '../../../src/agents/terminals';
import type { Terminal, TerminalCommand, TerminalOutput } from '../../../src/session/ports';
import { expectNoneLeft, killMarked, marked, newMark } from '../../support/process';
import { wait } from '../../support/wait';

let dir: string;
let mark: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'acp-terminal-')));
  ({ mark, env } = newMark());
});

afterEach(() => {
  killMarked(mark);
  rmSync(dir, { recursive: true, force: true });
});

function start(
  command: Partial<TerminalCommand> & { readonly command: string },
  onOutput: (now: TerminalOutput) => void = () => {},
): Promise<Terminal> {
  return createTerminals({}).create({ args: [], env, cwd: dir, ...command }, onOutput);
}

const sh = (script: string): { command: string; args: string[] } => ({
  command: '/bin/sh',
  args: ['-c', script],
});

describe('a command', () => {
  test('runs in its folder, and its two streams come as one text', async () => {
    const terminal = await start(sh('echo one; pwd; echo two >&2; exit 3'));
    expect(await terminal.exited).toEqual({ exitCode: 3, signal: null });
    const { output, ...rest } = terminal.read();
    expect(rest).toEqual({ truncated: false, exit: { exitCode: 3, signal: null } });
    // The order within a stream is sure; which of two pipes is read first is not.
    expect(output).toContain('two\n');
    expect(output.replace('two\n', '')).toBe(`one\n${dir}\n`);
  });

  test.each([
    [{ command: 'pwd', cwd: '.' }, 'cwd is not absolute: .'],
    [{ command: 'pwd', cwd: '/nowhere/at/all' }, 'cwd is not a folder: /nowhere/at/all'],
    [{ command: '' }, 'command: expected a program'],
  ])('that makes no sense is refused with a message: %j', async (command, text) => {
    await expect(start(command)).rejects.toMatchObject({ code: -32602, message: text });
  });

  test('may be a whole shell line without arguments', async () => {
    const terminal = await start({ command: 'echo a b | tr a-z A-Z' });
    await terminal.exited;
    expect(terminal.read().output).toBe('A B\n');
  });

  test('is reported while it runs, and at its end', async () => {
    const seen: TerminalOutput[] = [];
    const terminal = await start(sh('echo early; sleep 0.2; echo late'), (now) => seen.push(now));
    await terminal.exited;
    expect(seen[0]).toEqual({ output: 'early\n', truncated: false });
    expect(seen.at(-1)).toMatchObject({ output: 'early\nlate\n', exit: { exitCode: 0 } });
  });

  test('keeps the newest output within its limit, whole characters only', async () => {
    const terminal = await start({ ...sh('printf äöüßé'), outputByteLimit: 5 });
    await terminal.exited;
    expect(terminal.read()).toMatchObject({ output: 'ßé', truncated: true });
  });

  test('with much output stays cut, and a character in two pieces stays whole', async () => {
    const script = `for i in 1 2 3 4 5 6 7 8; do printf '%4096d' $i; done; printf '\\303'; sleep 0.1; printf '\\244'`;
    const terminal = await start({ ...sh(script), outputByteLimit: 10 });
    await terminal.exited;
    expect(terminal.read()).toMatchObject({ output: '       8ä', truncated: true });
    expect(terminal.read().truncated).toBe(true);
  });

  test('that keeps nothing still reports that something was there', async () => {
    const terminal = await start({ ...sh('echo text'), outputByteLimit: 0 });
    await terminal.exited;
    expect(terminal.read()).toMatchObject({ output: '', truncated: true });
  });

  test('sees its variables, and is found on the PATH among them', async () => {
    const terminal = await start({
      ...sh('echo "$GREETING"'),
      command: 'sh',
      env: { ...env, GREETING: 'a b', PATH: '/bin:/usr/bin' },
    });
    await terminal.exited;
    expect(terminal.read().output).toBe('a b\n');
  });

  test('with arguments is no shell line', async () => {
    const terminal = await start({ command: 'echo', args: ['$HOME', '| cat'] });
    await terminal.exited;
    expect(terminal.read().output).toBe('$HOME | cat\n');
  });

  test('that a signal ended has its name instead of a code, for all who wait', async () => {
    const terminal = await start(sh('kill -USR1 $$'));
    const ends = await Promise.all([terminal.exited, terminal.exited, terminal.exited]);
    expect(ends).toEqual(Array(3).fill({ exitCode: null, signal: 'SIGUSR1' }));
  });

  test.each([
    ['in a folder that is not there', { command: 'ls', cwd: '/no/such/folder' }],
    ['that is not there', { command: '/no/such/program', args: ['x'] }],
  ])('%s is refused', async (_what, command) => {
    await expect(start(command)).rejects.toMatchObject({ code: -32602 });
  });
});

describe('ending a command', () => {
  test('ends what it started too, and its output stays', async () => {
    const terminal = await start(sh('sleep 100 & echo up; wait'));
    await wait(() => terminal.read().output === 'up\n', 'it runs');
    expect(marked(mark).length).toBeGreaterThanOrEqual(2);
    await terminal.end();
    expect(await terminal.exited).toEqual({ exitCode: null, signal: 'SIGTERM' });
    expect(terminal.read().output).toBe('up\n');
    await expectNoneLeft(mark);
  });

  test('ends what it left in the background', async () => {
    const terminal = await start(sh('sleep 100 & echo up'));
    expect(await terminal.exited).toEqual({ exitCode: 0, signal: null });
    expect(marked(mark)).toHaveLength(1);
    await terminal.end();
    await expectNoneLeft(mark);
  });

  test('takes KILL when it is deaf to TERM', async () => {
    const terminal = await start(sh('trap "" TERM; echo deaf; while :; do sleep 0.1; done'));
    await wait(() => terminal.read().output === 'deaf\n', 'it runs');
    await terminal.end();
    expect(await terminal.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
    expect(terminal.read().output).toBe('deaf\n');
    await expectNoneLeft(mark);
  });

  test('is harmless when it has ended', async () => {
    const terminal = await start(sh('exit 0'));
    await terminal.exited;
    await terminal.end();
    await terminal.end();
    expect(terminal.read().exit).toEqual({ exitCode: 0, signal: null });
  });
});
