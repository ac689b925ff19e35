import { describe, expect, test } from 'vitest';
import type { CallChange } from '../../../../src/model/call-change';
import type { ToolCall, ToolEntry } from '../../../../src/model/state';
import { builtInCard } from '../../../../src/view/built-in';
import { textOf, withMarks } from '../../../../src/view/line';

const context = {
  cwd: '/p',
  width: 80,
  now: 0,
  hasPlan: () => false,
  changesHint: '',
  terminal: () => undefined,
};
const call = (more: Partial<ToolCall> = {}): ToolCall => ({
  toolCallId: 'c',
  title: 'Edit',
  kind: 'edit',
  status: 'completed',
  state: 'output-available',
  content: [{ type: 'content', content: { type: 'text', text: 'Replaced 1 occurrence' } }],
  locations: [{ path: '/p/a' }],
  ...more,
});
const change = (more: Partial<CallChange> = {}): CallChange => ({
  path: '/p/a',
  kind: 'modified',
  added: 1,
  removed: 1,
  rows: [
    [' ', 'one', 0],
    ['-', 'two', 1],
    ['+', 'TWO', 1],
  ],
  total: 3,
  ...more,
});
const block = (files: readonly CallChange[], more: Partial<ToolCall> = {}, omitted = 0) => {
  const entry: ToolEntry = {
    kind: 'tool',
    id: 'e1',
    turn: 2,
    call: call(more),
    changes: { files, omitted },
  };
  return builtInCard(entry, context);
};
const shown = (...args: Parameters<typeof block>): string[] => block(...args).lines.map(textOf);

describe('a finished call', () => {
  test('shows what it has really changed, with lines that can be opened', () => {
    expect(shown([change()])).toEqual([
      '✎ Edit',
      '  Replaced 1 occurrence',
      '  a  +1 −1',
      '  1   one',
      '  2 - two',
      '  2 + TWO',
      '',
    ]);
    const { target } = withMarks(block([change()]).lines[5] ?? '');
    expect(target).toEqual({ kind: 'diff', turn: 2, toolCallId: 'c', path: '/p/a', row: 1 });
  });

  test('shows the diff of its agent where that tells one', () => {
    const content = [{ type: 'diff', path: '/p/a', oldText: '2\n', newText: 'two\n' }] as const;
    const lines = shown([change()], { content });
    expect(lines.slice(1)).toEqual(['  a  +1 −1', '  - 2', '  + two', '']);
    const { target } = withMarks(block([change()], { content }).lines[3] ?? '');
    expect(target).toEqual({
      kind: 'diff',
      turn: 2,
      toolCallId: 'c',
      path: '/p/a',
      row: 0,
      piece: 'two\n',
    });
  });

  test('shows nothing of it while it runs', () => {
    expect(shown([change()], { state: 'running' })).not.toContain('  2 + TWO');
  });

  test('says how much is left out, and marks what has no lines', () => {
    const files = [
      change({ total: 9 }),
      change({
        path: '/p/b',
        kind: 'deleted',
        marks: ['binary'],
        rows: [],
        total: 0,
        added: 0,
        removed: 0,
      }),
    ];
    expect(shown(files, { kind: 'execute', title: 'make' }, 3).slice(2)).toEqual([
      '  a  +1 −1',
      '  1   one',
      '  2 - two',
      '  2 + TWO',
      '  … 6 more lines',
      '  b  deleted, binary',
      '  … and 3 more files',
      '',
    ]);
  });

  test('keeps as much in sight as an edit does', () => {
    const rows = Array.from({ length: 100 }, (_, row) => ['+', `${row}`, row] as const);
    const { lines, fold } = block([change({ rows, total: 100 })]);
    expect([lines.length, fold]).toMatchObject([104, { from: 61, to: 102 }]);
  });
});
