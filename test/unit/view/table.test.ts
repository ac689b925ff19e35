import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/base/text';
import { PIECE } from '../../../src/view/pieces';
import { Table } from '../../../src/view/table';
import { cellOf, wrapCell } from '../../../src/view/table-cell';

function table(...lines: string[]): Table {
  const [header = '', delimiter = '', ...rows] = lines;
  const begun = Table.begin(header, delimiter);
  if (!begun) throw new Error('no table begins');
  for (const row of rows) expect(begun.push(row)).toBe(true);
  return begun;
}

const shown = (lines: readonly string[]): string => `\n${lines.join('\n')}\n`;

describe('a table', () => {
  it('has its columns aligned, by what is seen of each cell', () => {
    const drawn = table(
      '|Name|Kind|Size|',
      '|---|:-:|--:|',
      '| `foo` | a **very** long kind | 7 |',
      '| 日本語 | ✅ | 1234 |',
      '| a \\| b | `x` |',
    ).lines(60);
    expect(shown(drawn)).toMatchInlineSnapshot(`
      "
      | Name   |       Kind       | Size |
      |--------|:----------------:|-----:|
      | \`foo\`    | a **very** long kind |    7 |
      | 日本語 |        ✅        | 1234 |
      | a \\| b |        \`x\`         |      |
      "
    `);
  });

  it('needs no borders at its sides, and keeps its indent', () => {
    expect(shown(table('  a | b', '  --- | ---', '  longer | x').lines(60))).toMatchInlineSnapshot(`
      "
        | a      | b |
        |--------|---|
        | longer | x |
      "
    `);
  });

  it('keeps its indent with borders at its sides', () => {
    expect(table('  | a | b |', '  |:--|---|', '  | x\ty | z |').lines(14)).toEqual([
      '  | a   | b |',
      '  |:----|---|',
      '  | x y | z |',
    ]);
  });

  it('fills the window to its last cell, and is broken when one is missing', () => {
    const fits = table('  | a | b |', '  |---|---|', '  | one two | x |');
    expect(fits.lines(17).at(-1)).toBe('  | one two | x |');
    expect(fits.lines(16).slice(-2)).toEqual(['  | one    | x |', '  | two    |   |']);
  });

  it('has short columns as wide as they want, and long ones share the rest', () => {
    const drawn = table(
      '| id | first | second |',
      '|-|-|-|',
      '| 7 | one two three four five | one two three four five six seven |',
    );
    expect(drawn.lines(36)[1]).toBe('|----|--------------|--------------|');
    expect(drawn.lines(37)[1]).toBe('|----|---------------|--------------|');
  });

  it('has the column of a word that cannot be broken as wide as the word', () => {
    const word = 'x'.repeat(20);
    const drawn = table('| a | b |', '|-|-|', `| ${word} | one two three |`);
    expect(drawn.lines(32)).toEqual([
      `| a${' '.repeat(20)}| b     |`,
      `|${'-'.repeat(22)}|-------|`,
      `| ${word} | one   |`,
      `| ${' '.repeat(20)} | two   |`,
      `| ${' '.repeat(20)} | three |`,
    ]);
    expect(drawn.lines(31)).toEqual(['| a | b |', '|-|-|', `| ${word} | one two three |`]);
  });

  it('counts the marks that are hidden: Neovim breaks lines as if they were seen', () => {
    const drawn = table('| a |', '|-|', '| **one** two |');
    expect(drawn.lines(15).at(-1)).toBe('| **one** two |');
    expect(drawn.lines(14).slice(-2)).toEqual(['| **one**    |', '| two    |']);
  });

  it('has a row that is not complete yet drawn with the others, or all as they came', () => {
    const drawn = table('| a | b |', '|-|-|', '| one | x |');
    expect(drawn.lines(20, '| three | y')).toEqual([
      '| a     | b |',
      '|-------|---|',
      '| one   | x |',
      '| three | y |',
    ]);
    const long = table('| a | b |', '|-|-|', '| one two three four | one two three four |');
    expect(long.lines(25, '| unbreakable | y').at(-1)).toBe('| unbreakable | y       |');
    const open = `| ${'x'.repeat(20)} | y`;
    expect(drawn.lines(20, open)).toEqual(['| a | b |', '|-|-|', '| one | x |', open]);
  });

  it('of more than 300 rows is not broken into lines', () => {
    const row = '| one two | three |';
    const rowsOf = (count: number): string[] => [
      '| a | b |',
      '|-|-|',
      ...Array<string>(count - 1).fill(row),
    ];
    expect(table(...rowsOf(300)).lines(17)).toHaveLength(2 + 2 * 299);
    expect(table(...rowsOf(301)).lines(17)).toEqual(rowsOf(301));
    expect(table(...rowsOf(300)).lines(17, row)).toEqual([...rowsOf(300), row]);
  });

  it('that is long keeps the pieces that are drawn until the layout changes', () => {
    const drawn = table('| a | b |', '|-|-|', ...Array<string>(2 * PIECE).fill('| one | x |'));
    const before = drawn.draw(40);
    expect(before.sealed.map((piece) => piece.length)).toEqual([PIECE + 1, PIECE]);
    expect([...before.sealed.flat(), ...before.rest]).toEqual(drawn.lines(40));
    drawn.push('| two | y |');
    const grown = drawn.draw(40, '| th');
    expect(grown.sealed[0]).toBe(before.sealed[0]);
    expect(grown.rest.slice(-2)).toEqual(['| two | y |', '| th  |   |']);
    drawn.push('| three | y |');
    const wider = drawn.draw(40);
    expect(wider.sealed[0]?.slice(0, 3)).toEqual([
      '| a     | b |',
      '|-------|---|',
      '| one   | x |',
    ]);
    const narrow = drawn.draw(5, '| open');
    expect(narrow.sealed[0]?.slice(0, 3)).toEqual(['| a | b |', '|-|-|', '| one | x |']);
    expect(narrow.rest.at(-1)).toBe('| open');
  });

  it('that is too wide has its cells broken into lines, each with its own marks', () => {
    const drawn = table(
      '| File | What it does |',
      '|---|---|',
      '| `src/a.ts` | reads **all of the** lines, `then sorts` them |',
      '| b | 日本語の長い説明 |',
    ).lines(34);
    expect(shown(drawn)).toMatchInlineSnapshot(`
      "
      | File     | What it     |
      |          | does        |
      |----------|-------------|
      | \`src/a.ts\` | reads **all**   |
      |          | **of the**      |
      |          | lines, \`then\` |
      |          | \`sorts\` them  |
      | b        | 日本語の長  |
      |          | い説明      |
      "
    `);
  });

  it('that cannot be made to fit stays as it came', () => {
    const lines = ['| a | b |', '|-|-|', `| ${'x'.repeat(40)} | y |`];
    expect(table(...lines).lines(30)).toEqual(lines);
    expect(table(...lines).lines(60)).not.toEqual(lines);
  });

  it('has blanks for the cells that a row lacks', () => {
    expect(table('| a | b | c |', '|-|-|-|', '| 1 |').lines(60).at(-1)).toBe('| 1 |   |   |');
  });

  it('loses no cell that is too much', () => {
    expect(table('| a | b |', '|-|-|', '| 1 | `x | y` |').lines(60).at(-1)).toBe('| 1 | `x | y` |');
  });

  it('is none without a delimiter that has as many columns', () => {
    for (const [header, delimiter] of [
      ['| a | b |', '|-|'],
      ['| a | b |', '| - | x |'],
      ['plain', '---'],
      ['plain | text', '---'],
      ['- a | b', '--- | ---'],
      ['> | a | b |', '> |---|---|'],
    ] as const) {
      expect(Table.begin(header, delimiter)).toBeUndefined();
    }
    expect(Table.begin('| a |', '---')).toBeUndefined();
    expect(table('| a |', '|-|').push('text')).toBe(false);
  });

  it('has no lines of more than a thousand characters', () => {
    const long = (length: number, fill: string): string => `|${fill.repeat(length - 2)}|`;
    expect(table('| a |', '|-|').push(long(1000, 'x'))).toBe(true);
    expect(table('| a |', '|-|').push(long(1001, 'x'))).toBe(false);
    expect(Table.begin('| a |', long(1000, '-'))).toBeDefined();
    expect(Table.begin('| a |', long(1001, '-'))).toBeUndefined();
  });

  const word = fc.constantFrom(
    'a',
    'word',
    '**bold**',
    '`co de`',
    '日本',
    '✅',
    '*it al*',
    '_x_',
    '3*4',
  );
  const cell = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
  const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const words = (text: string): string => text.replace(/[\s|*`_:-]/g, '');

  it('shows all that was in it, in lines of one width, however narrow the window is', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 5, max: 90 }), (cells, width) => {
        const source = ['| one | two | three |', '|-|-|-|', ...cells.map(lineOf)];
        const lines = table(...source).lines(width);
        if (lines.join() === source.join()) return;
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        const widths = lines.map((line) =>
          line.split('|').reduce((sum, text) => sum + cellOf(text).width, 0),
        );
        expect(new Set(widths).size).toBe(1);
        const letters = (all: string[]): string[] => words(all.join('')).split('').sort();
        expect(letters(lines)).toEqual(letters(source));
      }),
      { numRuns: 500 },
    );
  });

  it('that grows row by row looks as if it had come at once', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 20, max: 90 }), (cells, width) => {
        const growing = table('| one | two | three |', '|-|-|-|');
        const lines = cells.map(lineOf);
        for (const line of lines) {
          growing.lines(width, line.slice(0, line.length / 2));
          growing.push(line);
          growing.lines(width);
        }
        const whole = table('| one | two | three |', '|-|-|-|', ...lines);
        expect(growing.lines(width)).toEqual(whole.lines(width));
      }),
    );
  });
});

describe('a cell', () => {
  it('knows what is hidden of it', () => {
    const seen = (text: string): number => cellOf(text).width;
    expect(seen('**bold** and `code`')).toBe('bold and code'.length);
    expect(seen('***both***')).toBe(4);
    expect(seen('``a`b``')).toBe(3);
    expect(seen('snake_case_name 2 * 3 * 4 \\*not\\*')).toBe(33);
    expect(seen('~~gone~~ *x')).toBe(7);
    expect(seen('*a **b** c* and **a *b* c**')).toBe('a b c and a b c'.length);
    expect(seen('3*4 *it al* `*` __init__')).toBe('3*4 it al * init'.length);
  });

  it('is broken at blanks and between wide characters, never inside a word', () => {
    const broken = (text: string, width: number): string[] =>
      wrapCell(cellOf(text), width).map((line) => line.text);
    expect(broken('one two three', 8)).toEqual(['one two', 'three']);
    expect(broken('https://example.com/long x', 8)).toEqual(['https://example.com/long', 'x']);
    expect(broken('日本語です', 4)).toEqual(['日本', '語で', 'す']);
    expect(broken('**three bold words**, end', 10)).toEqual(['**three bold**', '**words**, end']);
    expect(broken('see `a b`.', 5)).toEqual(['see `a`', '`b`.']);
    expect(broken('see **word**, x', 4)).toEqual(['see', '**word**,', 'x']);
    expect(broken('a  b', 4)).toEqual(['a  b']);
  });

  it('has every style closed where the next begins, and no blank where there was none', () => {
    const broken = (text: string, width: number): string[] =>
      wrapCell(cellOf(text), width).map((line) => line.text);
    expect(broken('one **two** `three` *four* five', 14)).toEqual([
      'one **two** `three`',
      '*four* five',
    ]);
    expect(broken('**a *b* c** ~~d~~ end', 7)).toEqual(['**a *b* c** ~~d~~', 'end']);
    expect(broken('***one two***', 3)).toEqual(['***one***', '***two***']);
    expect(broken('one x**a**b two', 8)).toEqual(['one x**a**b', 'two']);
  });
});
