import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  columnAt,
  type Encoding,
  indexAt,
  indexOfColumn,
  offsetAt,
} from '../../../../src/mcp/lsp/offsets';
import { withEdits } from '../../../../src/mcp/lsp/text-edits';
import { stepsIn, writesOf } from '../../../../src/mcp/lsp/workspace-edits';
import type { Lua } from '../../../../src/nvim/lua';

const ENCODINGS: readonly Encoding[] = ['utf-8', 'utf-16', 'utf-32'];
const LINE = 'aé𝄞 z';

describe('offsets', () => {
  it.each([
    ['utf-8', [0, 1, 3, 7, 8, 9]],
    ['utf-16', [0, 1, 2, 4, 5, 6]],
    ['utf-32', [0, 1, 2, 3, 4, 5]],
  ] as const)('in %s lead to the characters', (encoding, offsets) => {
    const indexes = [0, 1, 2, 4, 5, 6];
    expect(indexes.map((index) => offsetAt(LINE, index, encoding))).toEqual(offsets);
    expect(offsets.map((offset) => indexAt(LINE, offset, encoding))).toEqual(indexes);
  });

  it('within a character are at its start, and past the end at the end', () => {
    expect(indexAt(LINE, 5, 'utf-8')).toBe(2);
    expect(indexAt(LINE, 3, 'utf-16')).toBe(2);
    for (const encoding of ENCODINGS) expect(indexAt(LINE, 99, encoding)).toBe(LINE.length);
  });

  test('columns and indexes are the same places', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(20), (line, column) => {
        const index = indexOfColumn(line, column + 1);
        expect(indexOfColumn(line, columnAt(line, index))).toBe(index);
      }),
    );
  });
});

const at = (
  line: number,
  character: number,
  endLine: number,
  endCharacter: number,
  newText: string,
) => ({
  range: { start: { line, character }, end: { line: endLine, character: endCharacter } },
  newText,
});

describe('edits of a text', () => {
  it('are all about the text as it was', () => {
    const edits = [at(1, 0, 1, 3, 'TWO'), at(0, 0, 0, 3, 'ONE\nand more')];
    expect(withEdits('one\ntwo\n', edits, 'utf-16')).toBe('ONE\nand more\nTWO\n');
  });

  it('are made in their order at one place', () => {
    const edits = [at(0, 1, 0, 1, 'x'), at(0, 1, 0, 1, 'y'), at(0, 1, 0, 2, 'z')];
    expect(withEdits('abc', edits, 'utf-16')).toBe('axyzc');
  });

  it('past the end are at the end', () => {
    expect(withEdits('a\n', [at(9, 0, 9, 0, 'b')], 'utf-16')).toBe('a\nb');
    expect(withEdits('a\nb\n', [at(0, 99, 0, 99, '!')], 'utf-16')).toBe('a!\nb\n');
    expect(withEdits('a\nb', [at(0, 0, 2, 0, '')], 'utf-16')).toBe('');
  });

  it('bring no carriage returns', () => {
    expect(withEdits('a\n', [at(0, 0, 0, 0, 'x\r\n')], 'utf-16')).toBe('x\na\n');
  });

  it('that overlap are refused', () => {
    const overlapping = [at(0, 0, 0, 2, 'x'), at(0, 1, 0, 3, 'y')];
    expect(() => withEdits('abcd', overlapping, 'utf-16')).toThrow('overlap');
    expect(() => withEdits('abcd', [at(0, 2, 0, 1, 'x')], 'utf-16')).toThrow('overlap');
  });
});

describe('edits of a workspace', () => {
  const files: Record<string, readonly string[]> = { '/p/a': ['one', 'two'], '/p/closed': ['x'] };
  /** Servers know the file by this version. */
  let version = 1;
  const context = {
    lua: { call: async () => [{ path: '/p/a', changedtick: 9, version }] } as unknown as Lua,
    permits: async (path: string) => path.startsWith('/p/') && path !== '/p/closed',
    textOf: async (path: string) => {
      const lines = files[path];
      return lines && { lines, endofline: true, modified: false };
    },
  };
  const writes = (edit: unknown) => writesOf(stepsIn(edit), 'utf-16', context);
  const change = (uri: string, ...edits: unknown[]) => ({
    textDocument: { uri, version: 1 },
    edits,
  });

  it('are whole texts, with what they were made from', async () => {
    const expected = [{ path: '/p/a', text: 'ONE\ntwo\n', from: 'one\ntwo\n' }];
    expect(await writes({ changes: { 'file:///p/a': [at(0, 0, 0, 3, 'ONE')] } })).toEqual(expected);
    const changes = [change('file:///p/a', at(0, 0, 0, 3, 'ONE'))];
    expect(await writes({ documentChanges: changes, changes: { 'file:///p/b': [] } })).toEqual(
      expected,
    );
  });

  it('of one file follow each other', async () => {
    const documentChanges = [
      change('file:///p/a', at(0, 0, 1, 0, '')),
      change('file:///p/a', at(0, 0, 0, 3, 'TWO')),
    ];
    expect(await writes({ documentChanges })).toMatchObject([{ text: 'TWO\n' }]);
  });

  it('make files', async () => {
    const documentChanges = [
      { kind: 'create', uri: 'file:///p/new' },
      change('file:///p/new', at(0, 0, 0, 0, 'made\n')),
    ];
    expect(await writes({ documentChanges })).toEqual([{ path: '/p/new', text: 'made\n' }]);
    const again = (options: object) =>
      writes({ documentChanges: [{ kind: 'create', uri: 'file:///p/a', options }] });
    await expect(again({})).rejects.toThrow('exists already');
    expect(await again({ ignoreIfExists: true })).toEqual([]);
    expect(await again({ overwrite: true })).toMatchObject([{ text: '', from: 'one\ntwo\n' }]);
  });

  it('of an older text are refused', async () => {
    const documentChanges = [change('file:///p/a', at(0, 0, 0, 3, 'ONE'))];
    version = 2;
    await expect(writes({ documentChanges })).rejects.toThrow('an older text of /p/a: try again');
    version = 1;
    expect(await writes({ documentChanges })).toHaveLength(1);
  });

  it('reach to the end of a file by numbers far behind it', async () => {
    for (const end of [2 ** 31 - 1, Number.MAX_VALUE]) {
      const edit = {
        newText: '',
        range: { start: { line: 1, character: 0 }, end: { line: end, character: end } },
      };
      expect(await writes({ changes: { 'file:///p/a': [edit] } })).toMatchObject([
        { text: 'one\n' },
      ]);
    }
  });

  it('that change nothing write nothing', async () => {
    for (const edit of [null, 1, {}, { changes: {} }, { changes: { 'file:///p/a': [] } }]) {
      expect(await writes(edit)).toEqual([]);
    }
  });

  it.each([
    [
      'renames',
      { documentChanges: [{ kind: 'rename', oldUri: 'file:///p/a', newUri: 'file:///p/b' }] },
      'rename or delete',
    ],
    [
      'deletions',
      { documentChanges: [{ kind: 'delete', uri: 'file:///p/a' }] },
      'rename or delete',
    ],
    ['edits that are none', { changes: { 'file:///p/a': [{ newText: 'x' }] } }, 'not known here'],
    ['what is no list', { changes: { 'file:///p/a': {} } }, 'not known here'],
    [
      'files that are closed',
      { changes: { 'file:///p/closed': [at(0, 0, 0, 0, 'x')] } },
      'may not use',
    ],
    ['files elsewhere', { changes: { 'file:///etc/a': [] } }, 'may not use'],
    ['addresses of no file', { changes: { 'jdt://a/b': [] } }, 'may not use'],
    [
      'files that are missing',
      { changes: { 'file:///p/none': [at(0, 0, 0, 0, 'x')] } },
      'does not exist',
    ],
  ])('with %s are refused as a whole', async (_what, edit, message) => {
    const all = async (): Promise<unknown> => writes(edit);
    await expect(all()).rejects.toThrow(message);
  });
});
