import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  commandLine,
  findExecutable,
  type System,
  terminalCommand,
} from '../../../src/agents/resolve';
import { windowsCommandLine } from '../../../src/agents/windows';

let dir: string;
let env: Record<string, string>;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'acp-resolve-'));
  for (const folder of ['first', 'second', 'second/tool-folder']) mkdirSync(join(dir, folder));
  program('first/plain', 0o644);
  program('second/plain', 0o755);
  program('second/only', 0o755);
  env = { PATH: ['', 'first', join(dir, 'second')].join(delimiter) };
});

afterAll(() => rmSync(dir, { recursive: true }));

function program(name: string, mode: number): void {
  writeFileSync(join(dir, name), '#!/bin/sh\n');
  chmodSync(join(dir, name), mode);
}

describe('a program', () => {
  test.each([
    ['is looked up on PATH', 'only', 'second/only'],
    ['that may not be executed is passed over', 'plain', 'second/plain'],
    ['given as a relative path is taken from the folder', './second/only', 'second/only'],
  ])('%s', (_title, command, file) => {
    expect(findExecutable(command, { cwd: dir, env })).toBe(join(dir, file));
  });

  test.each([
    ['that nobody has is not found', 'nothing'],
    ['cannot be a folder', 'tool-folder'],
    ['cannot be empty', ''],
    ['is not taken from the folder when only named', 'second'],
  ])('%s', (_title, command) => {
    expect(findExecutable(command, { cwd: dir, env })).toBeUndefined();
  });

  test('gets its arguments untouched', () => {
    expect(commandLine('only', ['a b', '$HOME'], { cwd: dir, env })).toEqual({
      file: join(dir, 'second/only'),
      args: ['a b', '$HOME'],
    });
  });
});

describe('on Windows', () => {
  const SHIM = '@ECHO off\r\n"%_prog%"  "%dp0%\\node_modules\\pkg\\bin\\main.js" %*\r\n';

  test('a program is started as it is', () => {
    expect(windowsCommandLine('C:\\bin\\a.exe', ['x & y'], () => '')).toEqual({
      file: 'C:\\bin\\a.exe',
      args: ['x & y'],
    });
  });

  test('the script behind an npm shim is run without a shell', () => {
    expect(windowsCommandLine('C:\\npm\\agent.cmd', ['--acp', 'a&b'], () => SHIM)).toEqual({
      file: process.execPath,
      args: ['C:\\npm\\node_modules\\pkg\\bin\\main.js', '--acp', 'a&b'],
    });
  });

  test('nothing in the arguments of another batch file reaches cmd.exe as a command', () => {
    const line = windowsCommandLine(
      'C:\\my bin\\a.bat',
      ['x & del y', 'say "hi" %PATH%'],
      () => '',
    );
    expect(line).toEqual({
      file: 'cmd.exe',
      args: [
        '/d',
        '/s',
        '/c',
        '"C:\\my^ bin\\a.bat ^"x^ ^&^ del^ y^" ^"say^ \\^"hi\\^"^ ^%PATH^%^""',
      ],
      verbatim: true,
    });
  });

  test('a batch file that cannot be read is left to cmd.exe', () => {
    const unreadable = (): string => {
      throw new Error('EACCES');
    };
    expect(windowsCommandLine('C:\\a.cmd', [], unreadable).file).toBe('cmd.exe');
  });

  const files: Readonly<Record<string, string>> = {
    'C:\\npm\\agent.cmd': SHIM,
    'C:\\npm\\other.bat': '@echo %*',
    'C:\\tools\\plain.exe': '',
    'C:\\work\\local.cmd': SHIM,
  };
  const windows: System = {
    platform: 'win32',
    isExecutable: (file) => Object.hasOwn(files, file),
    read: (file) => files[file] ?? '',
  };
  const options = {
    cwd: 'C:\\work',
    env: { Path: 'C:\\tools;C:\\npm', PATHEXT: '.COM;.EXE;.BAT;.CMD' },
    system: windows,
  };

  test.each([
    ['by PATHEXT', 'plain', 'C:\\tools\\plain.exe'],
    ['with its extension', 'agent.cmd', 'C:\\npm\\agent.cmd'],
    ['by a relative path', '.\\local', 'C:\\work\\local.cmd'],
    ['by a path with slashes', 'C:/npm/other', 'C:\\npm\\other.bat'],
  ])('a program is found %s', (_title, command, file) => {
    expect(findExecutable(command, options)).toBe(file);
  });

  test('a terminal gets the script behind an npm shim, as the agent itself does', () => {
    const argv = [process.execPath, 'C:\\npm\\node_modules\\pkg\\bin\\main.js', 'login', 'a&b'];
    expect(terminalCommand('agent', ['login', 'a&b'], options)).toEqual(argv);
    const line = commandLine('agent', ['login', 'a&b'], options);
    expect([line?.file, ...(line?.args ?? [])]).toEqual(argv);
  });

  test('a terminal gets another batch file through cmd.exe with every argument escaped', () => {
    expect(terminalCommand('other', ['--name', 'x" & calc'], options)).toEqual([
      'cmd.exe',
      '/d',
      '/s',
      '/c',
      '"C:\\npm\\other.bat ^"--name^" ^"x\\^"^ ^&^ calc^""',
    ]);
  });

  test('a terminal gets nothing for a program that is not there', () => {
    expect(terminalCommand('nothing', [], options)).toBeUndefined();
  });
});
