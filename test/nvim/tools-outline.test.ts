import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treesitterOutline } from '../../src/mcp/tools/treesitter_outline';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';

const FILES = {
  'a.lua': `local M = {}
local function inner(a)
  local function nested()
    return a()
  end
  return nested
end
function M.outer() inner(1) end
M.table = {
  field = function() end,
}
return M
`,
  'assigned.lua': `M.given = function()
  local later = function() end
end
M.first, M.second = function() end, 1
M.called = make(function() end)
M.text = 'function'
`,
  'b.c': `struct point { int x; };
enum colour { RED, GREEN };
typedef struct point Point;
int later(struct point p);
static char *name_of(struct point *p) {
  return 0;
}
`,
  'c.md': '# One\n\ntext\n\n## Two é\n\n```lua\nlocal function no() end\n```\n\n# Three\n',
  'd.vim': 'function! s:Name(a) abort\n  return 1\nendfunction\n',
  'e.txt': 'plain\n',
  'f.unknownkind': 'x\n',
};

interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly end_line: number;
  readonly depth: number;
}

describe('an outline', () => {
  let desk: ToolDesk;

  beforeAll(async () => {
    desk = await openToolDesk({ files: FILES });
  });
  afterAll(async () => desk?.[Symbol.asyncDispose]());

  const outline = async (path: string, more: object = {}): Promise<string[]> => {
    const { entries } = await desk.call(treesitterOutline, { path, ...more });
    return entries.map(
      ({ name, kind, line, end_line, depth }: Entry) =>
        `${'  '.repeat(depth)}${kind} ${name} ${line}-${end_line}`,
    );
  };

  it('has functions, nested', async () => {
    expect(await outline('a.lua')).toEqual([
      'function inner 2-7',
      '  function nested 3-5',
      'function M.outer 8-8',
      'function field 10-10',
    ]);
    expect(await outline('a.lua', { query: 'NEST' })).toEqual([
      'function inner 2-7',
      '  function nested 3-5',
    ]);
  });

  it('has functions that are assigned', async () => {
    expect(await outline('assigned.lua')).toEqual([
      'function M.given 1-3',
      '  function later 2-2',
      'function M.first 4-4',
    ]);
  });

  it('has types and functions of C', async () => {
    expect(await outline('b.c')).toEqual([
      'struct point 1-1',
      'enum colour 2-2',
      'type Point 3-3',
      'function later 4-4',
      'function name_of 5-7',
    ]);
  });

  it('has headings', async () => {
    expect(await outline('c.md')).toEqual([
      'heading One 1-10',
      '  heading Two é 5-10',
      'heading Three 11-11',
    ]);
  });

  it('has functions of Vim scripts with their bodies', async () => {
    expect(await outline('d.vim')).toEqual(['function s:Name 1-3']);
  });

  it('is of unsaved text, in the language of the buffer', async () => {
    await desk.editor.lua(
      `vim.cmd.edit(...)
      vim.bo.filetype = 'lua'
      vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'function Fresh() end' })`,
      desk.path('e.txt'),
    );
    expect(await outline('e.txt')).toEqual(['function Fresh 1-1']);
  });

  it('is not there without a parser', async () => {
    await expect(outline('f.unknownkind')).rejects.toThrow(
      'no syntax parser for a file of this kind',
    );
  });
});
