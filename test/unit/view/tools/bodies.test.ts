import { describe, expect, it } from 'vitest';
import type { TerminalState, ToolCall } from '../../../../src/model/state';
import type { ToolCallContent } from '../../../../src/protocol/schema.gen';
import { textOf, withMarks } from '../../../../src/view/line';
import { TOOL_RENDERERS } from '../../../../src/view/tools';
import { foldEarlier, foldRest } from '../../../../src/view/tools/renderer';

const TERMINALS: Record<string, TerminalState> = {
  fine: { output: 'ok\n', exitStatus: { exitCode: 0, signal: null } },
  failed: { output: 'no\n', exitStatus: { exitCode: 2, signal: null } },
  killed: { output: '', exitStatus: { exitCode: null, signal: 'SIGKILL' } },
};
const context = {
  cwd: '/p',
  width: 80,
  now: 0,
  hasPlan: () => false,
  changesHint: '',
  terminal: (id: string) => TERMINALS[id],
};
const bare: ToolCall = {
  toolCallId: 't',
  title: 'T',
  kind: 'other',
  status: 'completed',
  state: 'output-available',
  content: [],
  locations: [],
};
const body = (kind: keyof typeof TOOL_RENDERERS, fields: Partial<ToolCall>) =>
  TOOL_RENDERERS[kind].body({ ...bare, kind, ...fields }, context);
const lines = (kind: keyof typeof TOOL_RENDERERS, fields: Partial<ToolCall>): string[] =>
  body(kind, fields).lines.map(textOf);
const text = (value: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text: value },
});
const many = (count: number): string =>
  Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n');

describe('what is in sight of a call', () => {
  const at = [{ path: '/p/a' }];
  it.each([
    ['read', { locations: at }, 3],
    ['fetch', { rawInput: { url: 'https://x' } }, 5],
    ['fetch', {}, 5],
    ['think', {}, 3],
    ['edit', { locations: at }, 60],
    ['delete', { locations: at }, 20],
    ['move', { locations: at }, 20],
    ['switch_mode', {}, 60],
  ] as const)('%s %j: so many lines', (kind, fields, inSight) => {
    const { fold, lines } = body(kind, { ...fields, content: [text(many(90))] });
    expect(fold).toEqual({ from: inSight, to: lines.length - 1 });
  });

  it('is all of it when folding would save nothing', () => {
    expect(foldRest(['1', '2', '3'], 2)).toEqual({ lines: ['1', '2', '3'] });
    expect(foldRest(['1', '2', '3'], 1).fold).toEqual({ from: 1, to: 2 });
    expect(foldEarlier(['1', '2', '3'], 1, 1)).toEqual({ lines: ['1', '2', '3'] });
    expect(foldEarlier(['1', '2', '3', '4'], 1, 1).fold).toEqual({ from: 1, to: 2 });
  });
});

it.each(['url', 'uri', 'address'])('a fetch shows the address in %s', (key) => {
  const call: ToolCall = { ...bare, kind: 'fetch', rawInput: { [key]: 'https://x/a' } };
  expect(TOOL_RENDERERS.fetch.detail?.(call, context)).toEqual({
    text: 'https://x/a',
    target: { kind: 'url', url: 'https://x/a' },
  });
});

it.each(['destination', 'to', 'new_path', 'newPath', 'target'])(
  'a move shows where the file goes, by %s',
  (key) => {
    const moved = { rawInput: { [key]: '/p/b' }, locations: [{ path: '/p/a' }] };
    expect(lines('move', { ...moved, content: [text('done')] })).toEqual([
      '  a',
      '  → b',
      '  done',
    ]);
  },
);

it('places have a look of their own, and a move without a place shows none', () => {
  const looks = (rawInput: object) =>
    body('move', { rawInput, locations: [{ path: '/p/a' }] }).lines.map(
      (shown) => withMarks(shown).spans?.[0]?.group,
    );
  expect(looks({ to: '/p/b' })).toEqual(['AcpPath', 'AcpPath']);
  expect(looks({})).toEqual(['AcpPath']);
});

describe('a long text', () => {
  const kinds = Object.keys(TOOL_RENDERERS) as (keyof typeof TOOL_RENDERERS)[];
  it.each(kinds)('of %s says which end of it is missing', (kind) => {
    const missing = (fields: Partial<ToolCall>) =>
      lines(kind, fields).filter((shown) => shown.startsWith('  … '));
    const said = kind === 'execute' ? '  … 100 earlier lines' : '  … 100 more lines';
    expect(missing({ content: [text(many(300))] })).toEqual([said]);
    expect(missing({ rawOutput: many(300) })).toEqual([said]);
    expect(missing({ rawOutput: many(300), state: 'output-error' })).toEqual([said]);
  });
});

describe('a terminal', () => {
  const shown = (terminalId: string) =>
    body('other', { content: [{ type: 'terminal', terminalId }] }).lines;

  it('says how a command ended when that was no success', () => {
    expect(shown('fine').map(textOf)).toEqual(['  ok']);
    expect(shown('failed').map(textOf)).toEqual(['  no', '  exit code 2']);
    expect(shown('killed').map(textOf)).toEqual(['  ended by SIGKILL']);
    for (const id of ['failed', 'killed'])
      expect(withMarks(shown(id).at(-1) ?? '').lineGroup).toBe('AcpToolFailed');
  });
});

describe('a text of one fence', () => {
  it.each([
    ['```\nout\n```', ['  out']],
    ['```sh\nout\nmore\n```\n', ['  out', '  more']],
    ['```\n```', []],
    ['```\nout', ['  ```', '  out']],
    ['```\na\n```\nand\n```\nb\n```', ['  ```', '  a', '  ```', '  and', '  ```', '  b', '  ```']],
    ['see ```\nout\n```', ['  see ```', '  out', '  ```']],
  ])('%j is shown without it, and only then', (value, shown) => {
    expect(lines('read', { content: [text(value)] })).toEqual(shown);
  });
});

describe('a raw result', () => {
  it.each(['output', 'formatted_output', 'stdout', 'error', 'message', 'stderr'])(
    'is shown by its %s where there is nothing else',
    (key) => {
      expect(lines('read', { rawOutput: { [key]: 'out' } })).toEqual(['  out']);
      expect(lines('read', { rawOutput: { [key]: 'out' }, content: [text('reported')] })).toEqual([
        '  reported',
      ]);
    },
  );

  it('may be a text, and no other shape is shown of what went well', () => {
    expect(lines('read', { rawOutput: 'out' })).toEqual(['  out']);
    expect(lines('read', { rawOutput: { rows: 3 } })).toEqual([]);
  });

  it('of an MCP tool is its blocks and its structure', () => {
    const rawOutput = {
      content: [
        { type: 'text', text: '{"count":2,"open":["a","b"]}' },
        { type: 'resource_link', name: 'Issue', uri: 'https://x/1', description: 'The\nfirst' },
        { type: 'resource', resource: { uri: 'note:1', text: 'one\ntwo' } },
      ],
      structuredContent: { count: 2, open: ['a', 'b'] },
    };
    expect(lines('other', { rawOutput })).toEqual([
      '  [link] Issue · https://x/1',
      '    The first',
      '  [file] note:1 · 7 B',
      '    one',
      '    two',
      '  count: 2',
      '  open: a, b',
    ]);
    const failed = { content: [{ type: 'text', text: 'no such issue' }], isError: true };
    expect(body('read', { rawOutput: failed }).lines.map(withMarks)).toEqual([
      { text: '  no such issue', lineGroup: 'AcpToolFailed' },
    ]);
  });

  it('of an MCP tool that failed without a word says that it failed, unless the header does', () => {
    const rawOutput = { content: [], isError: true };
    expect(body('read', { rawOutput }).lines.map(withMarks)).toEqual([
      { text: '  the tool failed', lineGroup: 'AcpToolFailed' },
    ]);
    expect(lines('other', { rawOutput, state: 'output-error' })).toEqual([]);
    expect(lines('other', { rawOutput: { content: [] } })).toEqual(['  content: []']);
  });

  it('of a tool of unknown kind is a tree, as JSON in a text, too', () => {
    expect(lines('other', { rawOutput: { rows: [{ id: 1 }] } })).toEqual([
      '  rows:',
      '    - id: 1',
    ]);
    expect(lines('other', { content: [text('[{"id":1,"name":"a"}]')] })).toEqual([
      '  - id: 1',
      '    name: a',
    ]);
    expect(lines('read', { content: [text('{"id":1}')] })).toEqual(['  {"id":1}']);
  });

  it('of a call that failed is shown whatever it is, as a failure', () => {
    const failed = (rawOutput: unknown) => body('read', { rawOutput, state: 'output-error' }).lines;
    expect(failed({ code: 3 }).map(textOf)).toEqual(['  code: 3']);
    expect(failed('no such file').map(withMarks)).toEqual([
      { text: '  no such file', lineGroup: 'AcpToolFailed' },
    ]);
  });

  it('says how much of it is missing, and which end', () => {
    expect(lines('read', { content: [text(many(300))] }).at(-1)).toMatch(/more lines$/);
    expect(lines('execute', { content: [text(many(300))] })[0]).toMatch(/earlier lines$/);
  });
});
