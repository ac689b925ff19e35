import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../src/view/inline-marks';

const runs = (line: string) =>
  runsOf(line).map(({ marks, text }) => [...marks.map((mark) => mark.text), text]);

describe('the marks of a line', () => {
  it.each<[line: string, runs: readonly (readonly string[])[]]>([
    ['', []],
    ['plain [a](b) <c> &amp;', [['plain [a](b) <c> &amp;']]],
    ['a **b** c', [['a '], ['**', 'b'], [' c']]],
    [
      '*a* _b_ __c__ ~~d~~',
      [['*', 'a'], [' '], ['_', 'b'], [' '], ['__', 'c'], [' '], ['~~', 'd']],
    ],
    [
      '**a *b* c**',
      [
        ['**', 'a '],
        ['**', '*', 'b'],
        ['**', ' c'],
      ],
    ],
    ['`a` ``b`c``', [['`', 'a'], [' '], ['``', 'b`c']]],
    ['**`a`**', [['**', '`', 'a']]],
    // What is not hidden is shown as it is written.
    ['[**a**](u) _x', [['['], ['**', 'a'], ['](u) _x']]],
    ['\\*a\\* b_c_d', [['\\*a\\* b_c_d']]],
    ['a * b', [['a * b']]],
  ])('%j', (line, wanted) => {
    expect(runs(line)).toEqual(wanted);
  });

  it('are one pair each, also where two look the same', () => {
    const marks = runsOf('**a**b**c *d***').flatMap((run) => run.marks.slice(0, 1));
    expect(marks).toHaveLength(3);
    expect(marks[0]).not.toBe(marks[1]);
    expect(marks[1]).toBe(marks[2]);
  });
});
