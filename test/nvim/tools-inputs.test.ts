import { symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fields, ToolFailure } from '../../src/mcp/tool';
import { TOOLS } from '../../src/mcp/tools';
import { AcpError } from '../../src/protocol/errors';
import { openToolDesk } from '../support/editor-tools';
import { fitting } from '../support/schema-arbitrary';

/** What no result and no failure may say. */
const SECRET = 'KEY=1234';

const SPECIAL = {
  folder: fc.constantFrom('.', 'src', '..'),
  symbol: fc.constantFrom('a', 'two'),
  max_wait_ms: fc.constantFrom(0, 1),
  path: fc.constantFrom(
    'a.txt',
    'src/b.txt',
    '.',
    'none',
    '.env',
    'link',
    '../out.txt',
    '/etc',
    '~',
    'a\0',
  ),
  pattern: fc.constantFrom('a', 'KEY', '.', '^', '(', '[a-z]+', 'ä'),
  old_text: fc.constantFrom('', 'a', 'a\n', 'ä b', 'KEY', 'two\n'),
  command: fc.constantFrom(
    'ls',
    'marks',
    'jumps',
    'changes',
    'set sw?',
    'version',
    'echo 1',
    'ls|ls',
  ),
};

test.each(TOOLS)(
  '$name answers what its schema says, or why not, whatever it is asked',
  async (tool) => {
    await using desk = await openToolDesk({
      files: { 'a.txt': 'a\nä b\n', 'src/b.txt': 'two\n', '.env': SECRET, '../out.txt': SECRET },
      deny: ['.env'],
      args: ['a.txt'],
    });
    symlinkSync(desk.path('../out.txt'), desk.path('link'));
    await desk.editor.lua(`vim.cmd.edit('.env')
    vim.cmd('normal! yyp')
    vim.fn.setqflist({ { filename = '.env', lnum = 1, text = '${SECRET}' }, { filename = 'a.txt', lnum = 2, col = 3 } })
    vim.cmd.edit('a.txt')`);
    await fc.assert(
      fc.asyncProperty(fitting(tool.inputSchema, SPECIAL), async (input) => {
        const answer = await desk.call(tool, input as Fields).catch((error: unknown) => {
          if (error instanceof ToolFailure || error instanceof AcpError) return error.message;
          throw error;
        });
        expect(JSON.stringify(answer)).not.toContain(SECRET);
      }),
      { numRuns: 25 },
    );
  },
);
