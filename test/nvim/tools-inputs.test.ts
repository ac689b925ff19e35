import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ToolFailure } from '../../src/mcp/tool';
import { TOOLS } from '../../src/mcp/tools';
import { AcpError } from '../../src/protocol/errors';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';
import { valuesOf } from '../support/schema-values';

/** What makes tools do something; everything else is random. */
const KNOWN = {
  path: ['a.txt', 'src/b.lua', 'missing.txt', 'src', '.', '../outside', '/etc/passwd'],
  folder: ['src', '.', '..'],
  old_text: ['two', 'one\n', ''],
  command: ['ls', 'set shiftwidth?', 'messages', 'registers', '!ls', 'ls | q!', 'edit a.txt'],
  symbol: ['two', 'answer'],
  max_wait_ms: [0, 1],
  pattern: ['two', '(', 't.o', '(a+)+$'],
  include: [['*.txt'], ['src/**']],
};

let desk: ToolDesk;
beforeAll(async () => {
  desk = await openToolDesk({
    files: { 'a.txt': 'one\ntwo\nthree\n', 'src/b.lua': 'local answer = 42\nreturn answer\n' },
    args: ['a.txt', 'src/b.lua'],
  });
  desk.answer = async () => ({ action: 'decline' });
});
afterAll(() => desk[Symbol.asyncDispose]());

/** What a tool may reject with: its text helps the model. */
const isAnswer = (error: unknown): boolean =>
  (error instanceof ToolFailure || error instanceof AcpError) && error.message.trim() !== '';

test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  '%s answers as its schema says to whatever its schema takes, or says why not',
  async (_, tool) => {
    await fc.assert(
      fc.asyncProperty(valuesOf(tool.inputSchema, KNOWN), async (input) => {
        try {
          // Checks both schemas.
          await desk.call(tool, input as Readonly<Record<string, unknown>>);
        } catch (error) {
          if (!isAnswer(error)) throw error;
        }
      }),
      { numRuns: 25 },
    );
    expect(await desk.editor.lua('return 1 + 1')).toBe(2);
  },
);
