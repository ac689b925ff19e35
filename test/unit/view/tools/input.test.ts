import { describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/view/line';
import {
  commandLines,
  inputCommand,
  inputField,
  inputPath,
} from '../../../../src/view/tools/input';

describe('a field of an input', () => {
  it('is the first of the keys that holds a text', () => {
    expect(inputField({ b: 'B', a: 'A' }, ['a', 'b'])).toBe('A');
    expect(inputField({ a: '', b: 7, c: 'C' }, ['a', 'b', 'c'])).toBe('C');
    expect(inputField({ a: 7 }, ['a'])).toBeUndefined();
  });

  it.each([[null], [undefined], ['a'], [7]])('is none of %j', (input) => {
    expect(inputField(input, ['a', 'length'])).toBeUndefined();
  });

  it.each(['path', 'file_path', 'filePath', 'absolute_path', 'abs_path', 'filename'])(
    'named %s is a path',
    (key) => {
      expect(inputPath({ [key]: '/a' })).toBe('/a');
    },
  );
});

describe('the command of an input', () => {
  it.each([
    [{ command: 'ls -l | wc', cwd: '/p' }, 'ls -l | wc', { cwd: '/p' }],
    [{ cmd: 'ls' }, 'ls', {}],
    [{ command: 'ls', cmd: 'other' }, 'ls', { cmd: 'other' }],
    [{ command: 'git', args: ['log', '-n', '1'] }, 'git log -n 1', {}],
    [{ command: 'git', args: [] }, 'git', {}],
    [{ command: 'git', args: 'log' }, 'git', { args: 'log' }],
    [{ command: 'git', args: ['log', 7] }, 'git', { args: ['log', 7] }],
    [{ command: ['bash', '-c', 'ls *'], args: ['x'] }, "bash -c 'ls *'", { args: ['x'] }],
  ])('%j is read as one would type it', (input, command, rest) => {
    expect(inputCommand(input)).toEqual({ command, rest });
  });

  it.each([
    ['plain/path-1.0_a@b%c+d=e:f,g', 'plain/path-1.0_a@b%c+d=e:f,g'],
    ['two words', "'two words'"],
    ["it's", "'it'\\''s'"],
    ['', "''"],
    ['$HOME', "'$HOME'"],
    ['a\nb', "'a\nb'"],
  ])('quotes the argument %j where a shell would need it', (argument, quoted) => {
    expect(inputCommand({ command: ['x', argument] })?.command).toBe(`x ${quoted}`);
  });

  it.each([
    [null],
    [undefined],
    ['ls'],
    [{}],
    [{ command: '' }],
    [{ command: [] }],
    [{ command: [1] }],
  ])('is none in %j', (input) => {
    expect(inputCommand(input)).toBeUndefined();
  });
});

it('a command of several lines has one prompt', () => {
  expect(commandLines('cd a\nls').map(textOf)).toEqual(['  $ cd a', '    ls']);
  const long = Array.from({ length: 500 }, () => 'ls').join('\n');
  expect(textOf(commandLines(long).at(-1) ?? '')).toMatch(/^ {2}… \d+ more lines$/);
});
