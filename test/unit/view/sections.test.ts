import { describe, expect, it } from 'vitest';
import type { Block, Section } from '../../../src/view/block';
import { diffSections } from '../../../src/view/patch';
import { sectionOf } from '../../../src/view/pieces';

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

  it('tells a range that moved inside of its block, and none that did not', () => {
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
