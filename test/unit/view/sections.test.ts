import { describe, expect, it } from 'vitest';
import type { Block, Section } from '../../../src/view/block';
import { diffSections } from '../../../src/view/patch';
import { sectionOf } from '../../../src/view/pieces';
import { BufferModel, expected } from './buffer';

const block = (id: string, ...lines: string[]): Block => ({ id, lines: [...lines, ''] });
const section = (...blocks: Block[]): Section => sectionOf(blocks);
const NONE = section();
const edit = (row: number, del: number, ...lines: string[]) => ({
  row,
  del,
  lines,
  spans: [],
  fences: [],
});

describe('a drawing in sections', () => {
  it('looks into none that is the same object, and counts its rows', () => {
    const first = section(block('a', 'one'), block('b', 'two'));
    const next = section(block('c', '3'));
    const { patch, drawn, complete } = diffSections(
      [first, section(block('c', 'x'))],
      [first, next],
    );
    expect(patch).toEqual({ edits: [edit(4, 1, '3')], ranges: [] });
    expect([drawn[0] === first, drawn[1] === next, complete]).toEqual([true, true, true]);
  });

  it('says the same section where all that came anew is as it was', () => {
    const [a, b] = [block('a', 'one'), block('b', 'two')];
    const next = section(a, b);
    const { patch, drawn } = diffSections([section(a, b)], [next]);
    expect(patch).toEqual({ edits: [], ranges: [] });
    expect(drawn[0]).toBe(next);
  });

  it('takes sections out, and puts new ones in', () => {
    const [a, b] = [section(block('a', 'one')), section(block('b', 'two'))];
    expect(diffSections([a, b], [a]).patch.edits).toEqual([edit(2, 2)]);
    expect(diffSections([a], [a, b]).patch.edits).toEqual([edit(2, 0, 'two', '')]);
    expect(diffSections([], [NONE, b]).patch.edits).toEqual([edit(0, 1, 'two', '')]);
    expect(diffSections([a], []).patch.edits).toEqual([edit(0, 2)]);
  });

  it('takes the place of what goes in one edit, also past a section that shows nothing', () => {
    const [b, x] = [block('b', 'two'), block('x', 'new')];
    const old = [section(block('a', 'one')), NONE, section(b)];
    expect(diffSections(old, [section(), NONE, section(x, b)]).patch.edits).toEqual([
      edit(0, 2, 'new', ''),
    ]);
  });

  it('knows an empty buffer from one whose first section shows nothing', () => {
    const [a, b] = [section(block('a', 'one')), section(block('b', 'two'))];
    expect(diffSections([NONE, a], [NONE, a, b]).patch.edits).toEqual([edit(2, 0, 'two', '')]);
    expect(diffSections([NONE], [NONE])).toMatchObject({
      patch: { edits: [], ranges: [] },
      complete: true,
    });
  });

  it('goes on with the next sections when the limit cut one short', () => {
    const next = [section(block('a', '12345')), section(block('b', '67'))];
    const first = diffSections([], next, 3);
    expect(first.patch.edits).toEqual([edit(0, 1, '123')]);
    expect(first.complete).toBe(false);
    expect(first.drawn.map(({ rows }) => rows)).toEqual([1, 0]);
    const second = diffSections(first.drawn, next);
    expect(second.complete).toBe(true);
    expect(second.drawn.map((one, at) => one === next[at])).toEqual([true, true]);
    expect(second.patch.edits).toEqual([{ ...edit(0, 0, '45', ''), col: 3 }, edit(2, 0, '67', '')]);
  });

  it('ends the ranges of a block that is drawn in part as far from its end as they should', () => {
    const whole: Block = {
      id: 'a',
      lines: ['12', '34', '56', '78', ''],
      markdown: { from: 0, to: 3, verbatim: true },
      fold: { from: 2, to: 3 },
    };
    const ranges = (limit: number) => diffSections([], [section(whole)], limit).patch.ranges;
    const markdown = (to: number) => ({ key: 'a', kind: 'markdown', from: 0, to, verbatim: true });
    expect(ranges(3)).toEqual([]);
    expect(ranges(6)).toEqual([markdown(0)]);
    expect(ranges(7)).toEqual([markdown(1)]);
    expect(ranges(10)).toEqual([markdown(2), { key: 'a', kind: 'fold', from: 2, to: 2 }]);
    expect(ranges(100)).toEqual([markdown(3), { key: 'a', kind: 'fold', from: 2, to: 3 }]);
  });

  it('keeps the pieces of a block that are whole, and goes on behind them', () => {
    const whole: Block = {
      id: 'a',
      sealed: [
        ['1', '2'],
        ['3', '4'],
      ],
      lines: ['5', ''],
    };
    const first = diffSections([], [section(whole)], 5);
    const [part] = first.drawn[0]?.blocks ?? [];
    expect(part).toEqual({ id: 'a', sealed: [['1', '2']], lines: ['3'] });
    expect(part?.sealed?.[0]).toBe(whole.sealed?.[0]);
    const second = diffSections(first.drawn, [section(whole)]);
    expect(second.patch.edits).toEqual([edit(3, 0, '4', '5', '')]);
    expect(second.drawn[0]?.blocks[0]).toBe(whole);
  });

  it('shows after each patch what it says, also of pieces that are others', () => {
    const same = ['c', 'd'];
    const old: Block = { id: 'a', sealed: [['a', 'b'], same, ['e']], lines: ['f', ''] };
    const next: Block = {
      id: 'a',
      sealed: [['xx', 'yy', 'zz'], same, ['e', 'g']],
      lines: ['hh', ''],
    };
    for (let limit = 1; limit < 12; limit++) {
      const buffer = new BufferModel();
      buffer.apply(diffSections([], [section(old)]).patch);
      let drawn: readonly Section[] = [section(old)];
      let isComplete = false;
      for (let count = 0; !isComplete; count++) {
        expect(count).toBeLessThan(20);
        const drawing = diffSections(drawn, [section(next)], limit);
        buffer.apply(drawing.patch);
        ({ drawn, complete: isComplete } = drawing);
        expect(buffer.show()).toEqual(expected(drawn.flatMap(({ blocks }) => blocks)));
        if (count === 0 && limit < 6) expect(isComplete).toBe(false);
      }
      expect(drawn[0]?.blocks[0]).toBe(next);
    }
  });

  it('reports a range that moved inside of its block, and none that did not', () => {
    const old: Block = { ...block('a', 'one', 'two'), fold: { from: 0, to: 1 } };
    const ranges = (next: Block) => diffSections([section(old)], [section(next)]).patch.ranges;
    expect(ranges({ ...old, fold: { from: 1, to: 1 } })).toEqual([
      { key: 'a', kind: 'fold', from: 1, to: 1 },
    ]);
    expect(ranges({ ...old, fold: { from: 0, to: 2 } })).toEqual([
      { key: 'a', kind: 'fold', from: 0, to: 2 },
    ]);
    expect(ranges({ ...old, fold: { from: 0, to: 1 } })).toEqual([]);
  });
});
