import { describe, expect, test } from 'vitest';
import { changeBetween } from '../../../src/files/preview';
import { commandIn } from '../../../src/model/command-line';
import { isShown } from '../../../src/session/shown-edit';

const shown = (
  before: string | null,
  after: string,
  ...diffs: readonly (readonly [string | null, string])[]
): boolean =>
  isShown(
    diffs.map(([oldText, newText]) => ({ oldText, newText })),
    changeBetween(before, after),
  );

describe('a write after a question', () => {
  test('is what was shown: a part of a line, several parts, hunks, all of the file', () => {
    expect(shown('let a = 1;\n', 'let a = 2;\n', ['= 1', '= 2'])).toBe(true);
    expect(shown('a b c\n', 'A b C\n', ['a', 'A'], ['c', 'C'])).toBe(true);
    expect(shown('1\n2\n3\n4\n', '1\nx\n3\n4\n', ['1\n2\n3', '1\nx\n3'])).toBe(true);
    expect(shown('1\n2\n', 'x\n2\n', ['1\n2\n', 'x\n2\n'])).toBe(true);
    expect(shown(null, 'new\n', [null, 'new\n'])).toBe(true);
    expect(shown('1\r\n2\r\n', '1\r\nx\r\n', ['1\n2\n', '1\nx\n'])).toBe(true);
  });

  test('is something else', () => {
    expect(shown('1\n2\n', 'x\n2\nevil\n', ['1', 'x'])).toBe(false);
    expect(shown('1\n2\n', 'x\n', ['1', 'x'])).toBe(false);
    expect(shown('old\n', 'new\n', [null, 'new\n'])).toBe(false);
    expect(shown('1\n', 'y\n', ['1', 'x'])).toBe(false);
  });
});

describe('a command', () => {
  test('is the same in each spelling', () => {
    const inputs = [
      { command: 'npm test' },
      { command: ' npm test\n' },
      { command: ['npm', 'test'] },
      { command: 'npm', args: ['test'] },
      { cmd: 'npm test' },
      { command: ['/bin/bash', '-lc', 'npm test'] },
      { command: 'sh', args: ['-c', 'npm test'], env: {} },
    ];
    expect(inputs.map(commandIn)).toEqual(inputs.map(() => ({ line: 'npm test', env: '' })));
  });

  test('is another with other words, variables or folder, and none in a form that is not known', () => {
    expect(commandIn({ command: ['npm', 'a b'] })?.line).toBe("npm 'a b'");
    expect(commandIn({ command: ['sh', '-c', 'npm', 'test'] })?.line).toBe('sh -c npm test');
    expect(commandIn({ command: 'x', env: { B: '1', A: '2' } })?.env).toBe('[["A","2"],["B","1"]]');
    expect(commandIn({ command: 'x', cwd: '/tmp' })?.cwd).toBe('/tmp');
    expect([commandIn({ command: 'x', args: 'y' }), commandIn('x'), commandIn({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
