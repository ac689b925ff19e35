import { describe, expect, test } from 'vitest';
import type { TurnFile } from '../../../src/model/review/turn-files';
import type { ViewContext } from '../../../src/view/context';
import { textOf, withMarks } from '../../../src/view/line';
import { changesBlock } from '../../../src/view/turn-changes';
import { showBlock } from './show';

const context: ViewContext = {
  cwd: '/p',
  width: 80,
  now: 0,
  hasPlan: () => false,
  changesHint: 'r review  a keep all  u undo all',
  terminal: () => undefined,
};
const file = (path: string, more: Partial<TurnFile> = {}): TurnFile => ({
  path: `/p/${path}`,
  kind: 'modified',
  added: 3,
  removed: 1,
  ...(more.kept || more.undone ? {} : { pending: { added: 3, removed: 1 } }),
  ...more,
});
const block = (files: readonly TurnFile[], more: Partial<ViewContext> = {}) =>
  changesBlock({ kind: 'changes', id: 'e1', turn: 2, files }, { ...context, ...more });
const shown = (...args: Parameters<typeof block>): string[] => block(...args).lines.map(textOf);

describe('the changes of a turn', () => {
  test('are a line for each file below their totals, and fold', () => {
    expect(showBlock(block([file('a'), file('n/b', { kind: 'created', removed: 0 })]))).toBe(
      [
        'F |± 2 files changed  +6 −1  r review  a keep all  u undo all',
        '  |^^^^^^^^^^^^^^^^^ AcpToolTitle',
        '  |                   ^^ AcpDiffAdd',
        '  |                      ^^ AcpDiffDelete',
        '  |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ AcpMuted',
        'F |    a  +3 −1',
        '  |    ^ AcpPath',
        '  |       ^^ AcpDiffAdd',
        '  |          ^^ AcpDiffDelete',
        'F |    n/b  +3 −0  new',
        '  |    ^^^ AcpPath',
        '  |         ^^ AcpDiffAdd',
        '  |            ^^ AcpDiffDelete',
        '  |              ^^^^^ AcpMuted',
        '  |',
      ].join('\n'),
    );
  });

  test('are marked where they are more than lines', () => {
    const none = { added: 0, removed: 0 };
    expect(
      shown([
        file('a', { kind: 'deleted', added: 0 }),
        file('b', { kind: 'renamed', from: '/p/old/b', ...none }),
        file('c', { marks: ['binary'], ...none }),
        file('d', { kind: 'created', marks: ['binary', 'mode'], ...none }),
      ]).slice(1),
    ).toEqual([
      '    a  +0 −1  deleted',
      '    b  +0 −0  renamed from old/b',
      '    c  binary',
      '    d  new, binary, permissions',
      '',
    ]);
  });

  test('say what has become of them', () => {
    const [all, one] = [
      { added: 3, removed: 1 },
      { added: 1, removed: 0 },
    ];
    const files = [
      file('a', { kept: all }),
      file('b', { undone: all }),
      file('c', { pending: one, kept: one, undone: one }),
      file('d', { isQueued: true }),
    ];
    expect(shown(files)).toEqual([
      '± 4 files changed  +12 −4  2 of 4 to review  r review  a keep all  u undo all',
      '    a  +3 −1  kept',
      '    b  +3 −1  undone',
      '    c  +3 −1  kept +1 −0, undone +1 −0, to review +1 −0',
      '    d  +3 −1  undone when the turn ends',
      '',
    ]);
    expect(shown([file('a', { kept: all })])[0]).toBe('± 1 file changed  +3 −1  all kept');
    expect(shown([file('a', { undone: all })])[0]).toBe('± 1 file changed  +3 −1  all undone');
    expect(shown(files.slice(0, 2))[0]).toBe('± 2 files changed  +6 −2  all decided');
  });

  test('have what the keys do on a line of its own where there is no room', () => {
    expect(shown([file('a')], { width: 50 }).slice(0, 2)).toEqual([
      '± 1 file changed  +3 −1',
      '    r review  a keep all  u undo all',
    ]);
  });

  test('are cut when they are very many, and lead to where all of them are', () => {
    const { lines, fold } = block(Array.from({ length: 500 }, (_, at) => file(`f${at}`)));
    expect([lines.length, fold]).toEqual([23, { from: 0, to: 21, open: true }]);
    expect(textOf(lines[21] ?? '')).toBe('    … and 480 more');
    const targets = [0, 1, 21].map((row) => withMarks(lines[row] ?? '').target);
    expect(targets).toEqual([
      { kind: 'changes', turn: 2 },
      { kind: 'changes', turn: 2, path: '/p/f0' },
      { kind: 'changes', turn: 2 },
    ]);
  });

  test('are nothing where nothing is left of them, and no control character of a path is shown', () => {
    expect(block([]).lines).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(shown([file('a\u001b[31m\nb')]).join('')).not.toMatch(/[\u0000-\u001f]/);
  });
});
