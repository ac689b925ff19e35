import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../src/model/state';
import type { ToolCallContent } from '../../../src/protocol/schema.gen';
import { KINDS } from '../../../src/rules/rule';
import { builtInCard } from '../../../src/view/built-in';
import type { TerminalView, ViewContext } from '../../../src/view/context';
import { textOf } from '../../../src/view/line';
import { TOOL_STATES } from '../../support/tool-states';
import { showBlock } from './show';

const terminals: Record<string, TerminalView> = {};
const context: ViewContext = {
  cwd: '/project',
  width: 70,
  now: 0,
  hasPlan: () => false,
  changesHint: '',
  terminal: (id) => terminals[id],
};

const output = (text: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text },
});

const text = (said: string) => ({ type: 'text', text: said }) as const;

function call(fields: Partial<ToolCall>): ToolCall {
  return {
    toolCallId: 'c1',
    title: 'Do it',
    kind: 'other',
    status: 'completed',
    state: 'output-available',
    content: [],
    locations: [],
    ...fields,
  };
}

const draw = (fields: Partial<ToolCall>) =>
  builtInCard({ kind: 'tool', id: 'e1', turn: 1, call: call(fields) }, context);
const show = (fields: Partial<ToolCall>): string => showBlock(draw(fields));
const texts = (fields: Partial<ToolCall>): string[] =>
  draw(fields).lines.map((line) => (typeof line === 'string' ? line : line.text));

describe('a tool call', () => {
  it('shows kind, title and state on one line', () => {
    expect(
      show({ kind: 'edit', title: 'Write config.json', state: 'running' }),
    ).toMatchInlineSnapshot(`
      "  |✎ Write config.json  ◐ running
        |^ AcpToolKind
        |  ^^^^^^^^^^^^^^^^^ AcpToolTitle
        |                     ^^^^^^^^^ AcpToolRunning
        |"
    `);
  });

  it('is one line while it asks: the question shows the rest', () => {
    const content = [output('of the command')];
    expect(texts({ kind: 'execute', content, state: 'approval-requested' })).toHaveLength(2);
    expect(texts({ kind: 'execute', content, state: 'approval-responded' })).not.toHaveLength(2);
  });

  it('has a mark for every state of its life', () => {
    expect(TOOL_STATES.map((state) => texts({ state })[0])).toMatchInlineSnapshot(`
      [
        "• Do it  ○ waiting",
        "• Do it  ○ waiting",
        "• Do it  ? asks",
        "• Do it  ◐ allowed",
        "• Do it  ◐ running",
        "• Do it",
        "• Do it  ✗ failed",
        "• Do it  ⊘ denied",
        "• Do it  ⊘ cancelled",
      ]
    `);
  });

  it('says how long it took, from a second on', () => {
    const took = (time: number, fields: Partial<ToolCall>): string => {
      const entry = { kind: 'tool', id: 'e1', turn: 1, took: time, call: call(fields) } as const;
      return textOf(builtInCard(entry, context).lines[0] ?? '');
    };
    expect(took(999, {})).toBe('• Do it');
    expect(took(3900, {})).toBe('• Do it  3 s');
    expect(took(125_000, { state: 'output-error' })).toBe('• Do it  ✗ failed · 2 min 5 s');
    expect(took(3000, { title: 'long '.repeat(30) })).toMatch(/^.{64}… {2}3 s$/);
  });

  it('says once how long a command took', () => {
    terminals.slow = { output: 'x\n', exitStatus: { exitCode: 1 }, ran: 3210 };
    const slow = call({ kind: 'execute', content: [{ type: 'terminal', terminalId: 'slow' }] });
    const end = (took: { took?: number }): string => {
      const { lines } = builtInCard(
        { kind: 'tool', id: 'e1', turn: 1, ...took, call: slow },
        context,
      );
      return textOf(lines.at(-2) ?? '');
    };
    expect(end({})).toBe('  exit code 1 after 3.2 s');
    expect(end({ took: 3300 })).toBe('  exit code 1');
  });

  it('shows paths below the project relative in the title, and names the place once', () => {
    const named = (title: string, path: string, line?: number): string[] =>
      texts({ kind: 'read', title, locations: [{ path, ...(line ? { line } : {}) }] });
    expect(named('Reading /project/src/a.ts', '/project/src/a.ts')).toEqual([
      '→ Reading src/a.ts',
      '',
    ]);
    expect(named('Read src/a.ts', '/project/src/a.ts', 1)).toHaveLength(2);
    // Something else is named: another line, a longer name, a folder elsewhere.
    const beside = (...of: Parameters<typeof named>): string => named(...of)[0] ?? '';
    expect(beside('Read src/a.ts', '/project/src/a.ts', 12)).toMatch(/ {2}src\/a\.ts:12$/);
    expect(beside('Read lib/src/a.ts', '/project/src/a.ts')).toMatch(/ {2}src\/a\.ts$/);
    expect(beside('Read src/a.ts.orig', '/project/src/a.ts')).toMatch(/ {2}src\/a\.ts$/);
    expect(named('Read /home/project/a.ts', '/project/a.ts')[0]).toContain('/home/project/a.ts');
    expect(named('src/a.ts', '/project/src/a.ts')).toHaveLength(2);
    expect(named('Read src/a.ts for me', '/project/src/a.ts')).toHaveLength(2);
    // As it is seen, though the end of the title is not.
    const long = named(`src/a.ts: one => ${'two '.repeat(40)}`, '/project/src/a.ts');
    expect(long).toHaveLength(2);
    expect(long[0]?.split('src/a.ts')).toHaveLength(2);
    expect(beside('Look ()', '/project/src/a.ts')).toBe('→ Look ()  src/a.ts');
    // A title that is cut may not show it.
    const wide = (width: number): string => `${'x'.repeat(width - 9)} src/a.ts`;
    expect(beside(wide(52), '/project/src/a.ts')).toBe(`→ ${wide(52)}`);
    expect(beside(wide(70), '/project/src/a.ts')).toMatch(/x… {2}src\/a\.ts$/);
  });

  it('says once a path at the end of the title, with its line', () => {
    const head = (title: string, line: number): string | undefined =>
      texts({ kind: 'edit', title, locations: [{ path: '/project/src/a.ts', line }] })[0];
    expect(head('Edit /project/src/a.ts', 5)).toBe('✎ Edit  src/a.ts:5');
    expect(head('src/a.ts', 5)).toBe('✎ src/a.ts:5');
    expect(head('Edit src/a.ts for me', 5)).toBe('✎ Edit src/a.ts for me  src/a.ts:5');
    expect(head('Edit lib/src/a.ts', 5)).toBe('✎ Edit lib/src/a.ts  src/a.ts:5');
    expect(texts({ kind: 'edit', title: 'Edit src/a.ts' })[0]).toBe('✎ Edit src/a.ts');
  });

  it('is one line when it was denied, whatever it would have done', () => {
    const content = [output('one\ntwo')];
    const closed = (fields: Partial<ToolCall>): string =>
      textOf(draw({ content, ...fields }).fold?.closed ?? '');
    expect(closed({ kind: 'switch_mode', state: 'output-denied' })).toBe(
      '⇆ Do it  ⊘ denied  ▸ +2 lines',
    );
    expect(closed({ kind: 'think', state: 'cancelled' })).toBe('… Do it  ⊘ cancelled  ▸ +2 lines');
    expect(closed({ kind: 'execute', state: 'cancelled' })).toBe('');
  });

  it('lists all places when there are several, whatever the title names', () => {
    const locations = ['src/a.ts', 'src/b.ts'].map((path) => ({ path: `/project/${path}` }));
    expect(texts({ kind: 'read', title: 'Read src/a.ts', locations }).slice(1, 3)).toEqual([
      '  src/a.ts',
      '  src/b.ts',
    ]);
  });

  it('opens the place that the title names', () => {
    const { lines } = draw({
      title: 'Read src/a.ts:3',
      locations: [{ path: '/project/src/a.ts', line: 3 }],
    });
    expect(lines[0]).toMatchObject({
      target: { kind: 'file', path: '/project/src/a.ts', line: 3 },
    });
  });

  it('leaves a command as the agent wrote it', () => {
    expect(texts({ kind: 'execute', title: 'rm /project/a' })[0]).toContain('rm /project/a');
  });

  it('has an icon for every kind', () => {
    expect(KINDS.map((kind) => texts({ kind })[0])).toMatchInlineSnapshot(`
      [
        "→ Do it",
        "✎ Do it",
        "⌫ Do it",
        "⇄ Do it",
        "⌕ Do it",
        "$ Do it",
        "… Do it",
        "⇣ Do it",
        "⇆ Do it",
        "• Do it",
      ]
    `);
  });

  it('of an unknown kind looks like any other', () => {
    expect(texts({ kind: 'teleport' as 'other' })[0]).toBe('• Do it');
  });

  it('keeps its state in sight when the title is long', () => {
    const [header] = texts({ title: `Run ${'very '.repeat(30)}\nlong`, state: 'running' });
    expect(header).toBe(`• Run ${'very '.repeat(10)}ve…  ◐ running`);
    expect(header).toHaveLength(70);
  });

  it('lists the places it touches, relative to the project', () => {
    expect(
      show({
        kind: 'read',
        title: 'Read',
        locations: [
          { path: '/project/src/main.ts', line: 12 },
          { path: '/project/src/main.ts', line: 0 },
          { path: '/elsewhere/x', line: null },
        ],
      }),
    ).toMatchInlineSnapshot(`
      "> |→ Read  ▸ +3 lines
      F |→ Read
        |^ AcpToolKind
        |  ^^^^ AcpToolTitle
      F |  src/main.ts:12
        |  ^^^^^^^^^^^^^^ AcpPath
      F |  src/main.ts
        |  ^^^^^^^^^^^ AcpPath
      F |  /elsewhere/x
        |  ^^^^^^^^^^^^ AcpPath
        |"
    `);
  });

  it('lists no place without a path', () => {
    const locations = [{ path: '' }, { path: '/project/a' }, { path: '/project/b', line: 0 }];
    expect(texts({ locations })).toEqual(['• Do it', '  a', '  b', '']);
    expect(texts({ kind: 'read', locations: [{ path: '' }] })).toEqual(['→ Do it', '']);
  });

  it('takes the place from its input when there is none yet', () => {
    expect(texts({ kind: 'read', rawInput: { file_path: '/project/a.ts' } })).toEqual([
      '→ Do it  a.ts',
      '',
    ]);
  });

  it('does not list a hundred places', () => {
    const locations = Array.from({ length: 100 }, (_, n) => ({ path: `/project/${n}` }));
    expect(texts({ kind: 'search', locations: locations.slice(0, 10) }).slice(-2)).toEqual([
      '  9',
      '',
    ]);
    expect(draw({ kind: 'search', locations }).lines.at(-2)).toMatchObject({
      lineGroup: 'AcpMuted',
    });
    expect(texts({ kind: 'search', locations }).slice(-3)).toEqual([
      '  9',
      '  … 90 more places',
      '',
    ]);
  });

  it('shows diffs with a few lines around each change', () => {
    const lines = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`);
    const oldText = `${lines.join('\n')}\n`;
    const newText = `${lines.with(4, 'changed').toSpliced(15, 1, 'new', 'lines').join('\r\n')}\r\n`;
    expect(
      show({
        kind: 'edit',
        title: 'Edit',
        locations: [{ path: '/project/src/main.ts', line: 5 }],
        content: [{ type: 'diff', path: '/project/src/main.ts', oldText, newText }],
      }),
    ).toMatchInlineSnapshot(`
      "  |✎ Edit
        |^ AcpToolKind
        |  ^^^^ AcpToolTitle
        |  src/main.ts  +3 −2
        |  ^^^^^^^^^^^ AcpDiffHeader
        |               ^^ AcpDiffAdd
        |                  ^^ AcpDiffDelete
        |    line 2  {diff}
        |    line 3  {diff}
        |    line 4  {diff}
        |  - line 5  {diff}
        |  + changed  {diff}
        |    line 6  {diff}
        |    line 7  {diff}
        |    line 8  {diff}
        |  ⋯  «AcpMuted»
        |    line 13  {diff}
        |    line 14  {diff}
        |    line 15  {diff}
        |  - line 16  {diff}
        |  + new  {diff}
        |  + lines  {diff}
        |    line 17  {diff}
        |    line 18  {diff}
        |    line 19  {diff}
        |"
    `);
  });

  it('shows a new file and every one of several diffs', () => {
    expect(
      texts({
        kind: 'edit',
        content: [
          { type: 'diff', path: '/project/new.ts', newText: 'one\n\ttwo' },
          { type: 'diff', path: '/project/old.ts', oldText: 'gone\n', newText: '' },
        ],
      }),
    ).toEqual([
      '✎ Do it',
      '  new.ts  +2 −0',
      '  1 + one',
      '  2 + \ttwo',
      '  old.ts  +0 −1',
      '  - gone',
      '',
    ]);
  });

  it('shows a command and the end of its output, the start folded', () => {
    terminals.t1 = { output: `${numbered(12)}\x1b[32mok\x1b[0m\r\n`, exitStatus: { exitCode: 1 } };
    expect(
      show({
        kind: 'execute',
        title: 'Run the tests',
        rawInput: { command: 'npm', args: ['test', '--', 'a b'] },
        content: [{ type: 'terminal', terminalId: 't1' }],
      }),
    ).toMatchInlineSnapshot(`
      "  |$ Run the tests
        |^ AcpToolKind
        |  ^^^^^^^^^^^^^ AcpToolTitle
        |  $ npm test -- 'a b'
        |^^^^ AcpMuted
        |    ^^^^^^^^^^^^^^^^^ AcpToolTitle
      > |  ▸ +2 lines
      F |  1  «AcpOutput»
      F |  2  «AcpOutput»
        |  3  «AcpOutput»
        |  4  «AcpOutput»
        |  5  «AcpOutput»
        |  6  «AcpOutput»
        |  7  «AcpOutput»
        |  8  «AcpOutput»
        |  9  «AcpOutput»
        |  10  «AcpOutput»
        |  11  «AcpOutput»
        |  12  «AcpOutput»
        |  ok  «AcpOutput»
        |  ^^ AcpTerminalGreen
        |  exit code 1  «AcpToolFailed»
        |"
    `);
  });

  it('does not repeat a command that is the title', () => {
    expect(texts({ kind: 'execute', title: 'ls', rawInput: { command: 'ls' } })).toEqual([
      '$ ls',
      '',
    ]);
  });

  it('shows the output of a command that names no terminal in its content', () => {
    terminals.call = { output: 'seen\n', exitStatus: { exitCode: null, signal: 'SIGTERM' } };
    const make = { toolCallId: 'call', kind: 'execute', title: 'make' } as const;
    const shown = ['$ make', '  seen', '  ended by SIGTERM', ''];
    expect(texts(make)).toEqual(shown);
    expect(texts({ ...make, content: [{ type: 'terminal', terminalId: 'call' }] })).toEqual(shown);
    expect(texts({ ...make, content: [output('said')] })).not.toContain('  seen');
  });

  it('leads from its header to its command, also when that prints nothing', () => {
    terminals.quiet = { output: '' };
    terminals.other = { output: '' };
    const target = (...ids: string[]) => {
      const content = ids.map((terminalId) => ({ type: 'terminal', terminalId }) as const);
      const [header] = draw({ kind: 'execute', title: 'sleep 9', content }).lines;
      return typeof header === 'string' ? undefined : header?.target;
    };
    const command = { kind: 'terminal', id: 'quiet', title: 'sleep 9' };
    expect(target('quiet')).toEqual(command);
    expect(target('quiet', 'unknown')).toEqual(command);
    // Which of them is not to be known.
    expect(target('quiet', 'other')).toBeUndefined();
    expect(target('unknown')).toBeUndefined();
  });

  it('shows nothing of what is meant for the model alone', () => {
    const content = [
      { type: 'content', content: { ...text('hidden'), annotations: { audience: ['assistant'] } } },
      { type: 'content', content: { ...text('shown'), annotations: { audience: ['user'] } } },
    ] as const satisfies ToolCallContent[];
    expect(texts({ content })).toEqual(['• Do it', '  shown', '']);
  });

  it('names a terminal that nobody knows by nothing', () => {
    expect(
      texts({ kind: 'execute', content: [{ type: 'terminal', terminalId: 'x' }] }),
    ).toHaveLength(2);
  });

  it('cuts a huge output and says how much is missing', () => {
    const shown = texts({ kind: 'search', content: [output(numbered(10_000))] });
    expect(shown).toHaveLength(203);
    expect(shown.slice(-3)).toEqual(['  200', '  … 9800 more lines', '']);
    terminals.t2 = { output: numbered(10_000) };
    const end = texts({ kind: 'execute', content: [{ type: 'terminal', terminalId: 't2' }] });
    expect(end.slice(1, 3)).toEqual(['  … 9800 earlier lines', '  9801']);
    expect(end.at(-2)).toBe('  10000');
  });

  it('cuts a huge line', () => {
    const [, shown = ''] = texts({ kind: 'other', content: [output('x'.repeat(446_000))] });
    expect(shown).toHaveLength(2 + 2000 + '… 444000 more characters'.length);
  });

  it('shows its output without the fence around it, and what is folded', () => {
    expect(
      show({
        kind: 'think',
        title: 'Think',
        content: [output('```text\none\ntwo\nthree\nfour\nfive\n```')],
      }),
    ).toMatchInlineSnapshot(`
      "> |… Think  ▸ +5 lines
      F |… Think
        |^ AcpToolKind
        |  ^^^^^ AcpToolTitle
      F |  one  «AcpOutput»
      F |  two  «AcpOutput»
      F |  three  «AcpOutput»
      F |  four  «AcpOutput»
      F |  five  «AcpOutput»
        |"
    `);
  });

  it('shows an image by its name', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
    expect(texts({ content: [{ type: 'content', content: image }] })[1]).toBe(
      '  [image] image/png · 3 B',
    );
  });

  it('shows why it failed', () => {
    expect(
      show({ state: 'output-error', rawOutput: { error: 'no such file\x07' } }),
    ).toMatchInlineSnapshot(`
      "  |• Do it  ✗ failed
        |^ AcpToolKind
        |  ^^^^^ AcpToolTitle
        |         ^^^^^^^^ AcpToolFailed
        |  no such file␇  «AcpToolFailed»
        |"
    `);
    expect(texts({ state: 'output-error', rawOutput: { code: 5 } })).toEqual([
      '• Do it  ✗ failed',
      '  code: 5',
      '',
    ]);
  });

  it('that is called completed keeps an error that its result tells in sight', () => {
    const result = { content: [text('no such issue')] };
    expect(draw({ rawOutput: { ...result, isError: true } }).fold).toBeUndefined();
    expect(texts({ rawOutput: { ...result, isError: true } })).toEqual([
      '• Do it',
      '  no such issue',
      '',
    ]);
    expect(draw({ rawOutput: result }).fold).toMatchObject({ from: 0, to: 1 });
  });

  it('shows its input as long as there is nothing else', () => {
    expect(texts({ state: 'running', rawInput: { a: [1], b: '\x1b[31m' } })).toEqual([
      '• Do it  ◐ running',
      '  a: 1',
      '  b: ␛[31m',
      '',
    ]);
  });

  it('says where a page is fetched from, what is looked for, and where a file goes', () => {
    expect(texts({ kind: 'fetch', rawInput: { url: 'http://x/y' } })[0]).toBe(
      '⇣ Do it  http://x/y',
    );
    expect(texts({ kind: 'search', rawInput: { pattern: 'a.*b' } })[0]).toBe('⌕ Do it  a.*b');
    expect(
      texts({ kind: 'search', title: 'Look for a.*b', rawInput: { pattern: 'a.*b' } }),
    ).toHaveLength(2);
    expect(
      texts({ kind: 'move', rawInput: { path: '/project/a', destination: '/project/b' } }).slice(
        1,
        3,
      ),
    ).toEqual(['  a', '  → b']);
  });
});

function numbered(count: number): string {
  return Array.from({ length: count }, (_, n) => `${n + 1}\n`).join('');
}
