import { describe, expect, test } from 'vitest';
import { commandIn } from '../../../src/model/command-line';

const line = (input: unknown) => commandIn(input)?.line;

describe('a command', () => {
  test('is the same in each spelling', () => {
    const inputs = [
      { command: 'npm test' },
      { command: ' npm test\n' },
      { command: 'npm test', args: [] },
      { command: 'npm test', args: null },
      { command: ['npm', 'test'] },
      { command: 'npm', args: ['test'] },
      { cmd: 'npm test' },
      { command: ['bash', '-c', ' npm test '] },
      { command: ['/bin/bash', '-lc', 'npm test'] },
      { command: ['/usr/bin/zsh', '-lc', 'npm test'] },
      { command: 'dash', args: ['-c', 'npm test'] },
      { command: 'ksh', args: ['-c', 'npm test'] },
      { command: 'sh', args: ['-c', 'npm test'], env: {} },
      { command: 'npm test', env: null },
    ];
    expect(inputs.map(commandIn)).toEqual(inputs.map(() => ({ line: 'npm test', env: '' })));
  });

  test('is another in other words, also when a shell would read them otherwise', () => {
    expect(line({ command: ['npm', 'a b'] })).toBe("npm 'a b'");
    expect(line({ command: ['npm', "a'b", ''] })).toBe("npm 'a'\\''b' ''");
    expect(line({ command: ['npm', '$x'] })).toBe("npm '$x'");
    expect(line({ command: ['npm', 'A=1', '--x=@a:b/c.d,e+f%'] })).toBe(
      'npm A=1 --x=@a:b/c.d,e+f%',
    );
    expect(line({ command: ['a\nb'] })).toBe("'a\nb'");
  });

  test('is that of a shell, unless all that the shell does is to read it', () => {
    expect(line({ command: ['sh', '-c', 'npm', 'test'] })).toBe('sh -c npm test');
    expect(line({ command: ['sh', '-x', 'npm test'] })).toBe("sh -x 'npm test'");
    expect(line({ command: ['sh', '-c'] })).toBe('sh -c');
    expect(line({ command: ['/tmp/sh', '-c', 'ls'] })).toBe('/tmp/sh -c ls');
    expect(line({ command: ['xsh', '-c', 'ls'] })).toBe('xsh -c ls');
    expect(line({ command: ['sh2', '-c', 'ls'] })).toBe('sh2 -c ls');
    expect(line({ command: ['npm', '-c', 'ls -l'] })).toBe("npm -c 'ls -l'");
  });

  test('is another with other variables, in whatever order, or in another folder', () => {
    expect(commandIn({ command: 'x', env: { B: '1', A: '2' } })?.env).toBe('[["A","2"],["B","1"]]');
    expect(commandIn({ command: 'x', env: { A: '2', B: '1' } })?.env).toBe('[["A","2"],["B","1"]]');
    expect(commandIn({ command: 'x', cwd: '/tmp' })?.cwd).toBe('/tmp');
    expect(commandIn({ command: 'x', cwd: 7 })).toStrictEqual({ line: 'x', env: '' });
  });

  test('is none in a form that is not known', () => {
    const inputs = [
      undefined,
      null,
      'x',
      {},
      { command: 'x', args: 'y' },
      { command: 'x', args: ['y', 1] },
      { command: 7 },
      { command: 7, args: ['x'] },
      { command: ['x', 7] },
      { command: [] },
      { command: '' },
      { command: ' ' },
    ];
    expect(inputs.filter((input) => commandIn(input) !== undefined)).toEqual([]);
  });
});
