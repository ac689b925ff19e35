import { symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fields, ToolFailure } from '../../src/mcp/tool';
import { askUser } from '../../src/mcp/tools/ask_user';
import { editBuffer } from '../../src/mcp/tools/edit_buffer';
import { getEditorState } from '../../src/mcp/tools/get_editor_state';
import { getQuickfix } from '../../src/mcp/tools/get_quickfix';
import { openFile } from '../../src/mcp/tools/open_file';
import { readBuffer } from '../../src/mcp/tools/read_buffer';
import { runCommandOutput } from '../../src/mcp/tools/run_command_output';
import { searchText } from '../../src/mcp/tools/search_text';
import { setQuickfix } from '../../src/mcp/tools/set_quickfix';
import { undoHistory } from '../../src/mcp/tools/undo_history';
import { AcpError } from '../../src/protocol/errors';
import { openToolDesk } from '../support/editor-tools';
import { fitting } from '../support/schema-arbitrary';

const TOOLS = [
  askUser,
  editBuffer,
  getEditorState,
  getQuickfix,
  openFile,
  readBuffer,
  runCommandOutput,
  searchText,
  setQuickfix,
  undoHistory,
];

/** What no result and no failure may say. */
const SECRET = 'KEY=1234';

const SPECIAL = {
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
