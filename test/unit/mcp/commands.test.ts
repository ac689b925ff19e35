import { expect, test } from 'vitest';
import { listingCommand } from '../../../src/mcp/commands';

test.each([
  'ls',
  ':ls',
  '  : buffers +',
  'silent version',
  'marks',
  'marks aB\'"',
  'set tabstop?',
  'setlocal sw? et?',
  'highlight',
  'highlight @lsp.type.class',
])('%s is run', (line) => {
  expect(listingCommand(line)).toBeDefined();
});

test.each([
  '',
  ':',
  'ls | !rm -rf x',
  'ls|version',
  'version\nquit',
  'version\rquit',
  '%ls',
  '1,2marks',
  'ls!',
  'filter /x/ ls',
  'verbose highlight Normal',
  'silent! ls',
  'silent silent ls',
  'LS',
  'buf',
  'messages',
  'registers',
  'history',
  'display',
  'map',
  'autocmd',
  'scriptnames',
  'args',
  'tabs',
  'tags',
  'let g:',
  'echo 1',
  'lua print(1)',
  '=1',
  '!ls',
  'version 1',
  'set',
  'set all',
  'set tabstop',
  'set tabstop=1',
  'set tabstop! expandtab?',
  'set runtimepath?',
  'set path?',
  'set shell?',
  'setlocal',
  'setglobal tabstop?',
  'highlight Normal guifg=red',
  'highlight clear',
  'highlight link',
  'highlight default',
  'highlight c',
  'highlight def',
  'highlight l',
  'highlight none',
  'highlight! Normal',
  'filetype off',
  'filetype on',
  'digraphs ab',
  'digraphs a: 228',
  'undolist 1',
  'changes 1',
  'oldfiles!',
  'marks a|ls',
  'jumps ',
])('%s is not run, or without what is wrong with it', (line) => {
  const command = listingCommand(line);
  if (line === 'jumps ') expect(command?.args).toEqual([]);
  else expect(command).toBeUndefined();
});

test('lines are known by what they begin with', () => {
  const jumps = [
    ' jump line  col file/text',
    '   2     1    0 a',
    '   1     3    0 b',
    '>  0     1    0 c',
    '   1     9    0 d',
  ];
  expect(listingCommand('jumps')?.keysOf(jumps)).toEqual([null, '-2', '-1', '0', '1']);
  expect(listingCommand('jumps')?.keysOf([...jumps.slice(0, 3), '>'])).toEqual([
    null,
    '-2',
    '-1',
    null,
  ]);
  const marks = [
    'mark line  col text',
    " '      1    0 x",
    ' a      1    0 x',
    ' A      1    0 x',
    'x',
  ];
  expect(listingCommand('marks')?.keysOf(marks)).toEqual([
    null,
    'current',
    'current',
    'A',
    'unknown',
  ]);
  expect(listingCommand('ls')?.keysOf(['  1 %a "x"', ' 12 h  "y"', 'z'])).toEqual([
    '1',
    '12',
    'unknown',
  ]);
});
