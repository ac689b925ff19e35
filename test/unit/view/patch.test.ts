import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Line } from '../../../src/view/block';
import { sameLine, textOf } from '../../../src/view/line';
import { type Drawing, diffBlocks } from '../../../src/view/patch';
import { lengthens } from '../../../src/view/patch-edit';
import { BufferModel, expected, expectedRanges } from './buffer';

const block = (id: string, ...lines: Line[]): Block => ({ id, lines: [...lines, ''] });
const patchOf = (old: Block[], next: Block[]) => diffBlocks(old, next).patch;

describe('diffBlocks', () => {
  it('puts the first block in place of the one line of an empty buffer', () => {
    expect(patchOf([], [{ ...block('a', 'one', 'two'), markdown: { from: 0, to: 1 } }])).toEqual({
      edits: [{ row: 0, del: 1, lines: ['one', 'two', ''], spans: [], fences: [] }],
      ranges: [{ key: 'a', kind: 'markdown', from: 0, to: 1 }],
    });
  });

  it('says nothing about blocks that did not change', () => {
    const blocks = [block('a', 'one'), block('b', 'two')];
    expect(patchOf(blocks, [...blocks])).toEqual({ edits: [], ranges: [] });
  });

  it('lengthens a line in bytes, and puts in what follows', () => {
    const old = block('b', 'first', 'häl');
    const next = { ...block('b', 'first', 'hällo', 'next'), fold: { from: 0, to: 2 } };
    expect(patchOf([block('a', 'x'), old], [block('a', 'x'), next])).toEqual({
      edits: [{ row: 3, del: 0, col: 4, lines: ['lo', 'next'], spans: [], fences: [] }],
      ranges: [{ key: 'b', kind: 'fold', from: 2, to: 4 }],
    });
  });

  it('names only the new marks of a line that it lengthens', () => {
    const thought = (text: string): Line => ({ text, lineGroup: 'AcpThought' });
    expect(
      patchOf([block('a', thought('so'))], [block('a', thought('so I'), thought('think'))]),
    ).toEqual({
      edits: [
        {
          row: 0,
          del: 0,
          col: 2,
          lines: [' I', 'think'],
          spans: [[1, 0, -1, 'AcpThought']],
          fences: [],
        },
      ],
      ranges: [],
    });
  });

  it('changes a header and adds at the end without touching the lines between', () => {
    const old = block('a', 'running', 'one', 'two');
    const next = block('a', 'done', 'one', 'two', 'three');
    expect(patchOf([old], [next]).edits).toEqual([
      { row: 0, del: 1, lines: ['done'], spans: [], fences: [] },
      { row: 3, del: 0, lines: ['three'], spans: [], fences: [] },
    ]);
  });

  it('redraws a line when it becomes a code fence', () => {
    const fence: Line = { text: '```js', fence: 'open' };
    expect(patchOf([block('a', '``')], [block('a', fence)]).edits).toEqual([
      { row: 0, del: 1, lines: ['```js'], spans: [], fences: [[0, 'open']] },
    ]);
  });

  it('forgets the ranges of blocks that are gone and of ranges that ended', () => {
    const a: Block = { ...block('a', 'one'), fold: { from: 0, to: 0 } };
    const b: Block = { ...block('b', 'two'), markdown: { from: 0, to: 0 } };
    expect(patchOf([a, b], [block('a', 'one')])).toEqual({
      edits: [{ row: 2, del: 2, lines: [], spans: [], fences: [] }],
      ranges: [
        { key: 'a', kind: 'fold' },
        { key: 'b', kind: 'markdown' },
      ],
    });
  });

  it('cuts a patch at its limit, even inside of a line, and goes on from there', () => {
    const next = [block('a', 'x'.repeat(25))];
    const first = diffBlocks([], next, 10);
    expect(first.patch.edits.map((edit) => edit.lines)).toEqual([['x'.repeat(10)]]);
    expect(first.complete).toBe(false);
    const second = diffBlocks(first.drawn, next, 10);
    expect(second.patch.edits).toEqual([
      { row: 0, del: 0, col: 10, lines: ['x'.repeat(10)], spans: [], fences: [] },
    ]);
    const third = diffBlocks(second.drawn, next, 10);
    expect(third.complete).toBe(true);
    expect(third.drawn[0]).toBe(next[0]);
  });
});

describe('a drawing in limited patches', () => {
  it('lengthens a line that is the same as a later one, and does not put it in again', () => {
    const next: Block[] = [{ id: 'a', lines: ['abc', '', 'ab', 'ab'] }];
    const sent = flushes([], next, 1).map(({ patch }) => patch.edits.flatMap(({ lines }) => lines));
    expect(sent).toEqual([['a'], ['b'], ['c'], [''], ['a'], ['b'], ['a'], ['b']]);
  });
});

const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'abc', 'é', '👍x'),
  fc.string({ maxLength: 12 }),
);
const group = fc.constantFrom('AcpUser', 'AcpPath');
const line: fc.Arbitrary<Line> = fc.oneof(
  text,
  fc
    .record(
      {
        text,
        lineGroup: group,
        fence: fc.constantFrom('open' as const, 'close' as const),
        marked: fc.tuple(fc.nat(3), group),
      },
      { requiredKeys: ['text'] },
    )
    .map(({ marked, ...rest }) => {
      const to = Math.min(marked?.[0] ?? 0, Buffer.byteLength(rest.text));
      return to > 0 && marked ? { ...rest, spans: [{ from: 0, to, group: marked[1] }] } : rest;
    }),
);
const range = fc.option(fc.tuple(fc.nat(8), fc.nat(8)), { nil: undefined });

const blockOf = (id: string): fc.Arbitrary<Block> =>
  fc
    .record({ lines: fc.array(line, { minLength: 1, maxLength: 8 }), markdown: range, fold: range })
    .map(({ lines, markdown, fold }) => ({
      id,
      lines: [...lines, ''],
      ...inside('markdown', markdown, lines.length),
      ...inside('fold', fold, lines.length),
    }));

function inside(kind: 'markdown' | 'fold', pair: [number, number] | undefined, rows: number) {
  if (!pair) return {};
  const [from, to] = pair.map((row) => Math.min(row, rows)).toSorted((a, b) => a - b);
  return { [kind]: { from, to } };
}

/** A block grown as streaming does it, or with its header changed. */
const grown = (old: Block): fc.Arbitrary<Block> =>
  fc.tuple(text, fc.array(line, { maxLength: 4 }), fc.boolean()).map(([more, added, header]) => {
    const body = old.lines.slice(0, -1);
    const last = body.at(-1) ?? '';
    const longer = typeof last === 'string' ? last + more : { ...last, text: last.text + more };
    const lines = [...body.slice(0, -1), longer, ...added, ''];
    return { ...old, lines: header ? ['header', ...lines.slice(1)] : lines };
  });

const blocks = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
  .chain((ids) => fc.tuple(...ids.map(blockOf)));

const change = blocks.chain((old) =>
  fc.tuple(
    fc.constant(old),
    fc.oneof(
      blocks,
      fc
        .tuple(
          fc.tuple(...old.map((item) => fc.oneof(fc.constant(item), grown(item)))),
          fc.array(blockOf('z'), { maxLength: 1 }),
        )
        .map(([kept, added]) => [...kept, ...added]),
    ),
  ),
);

/** Lines that are the starts of each other, where what is drawn in part looks like another line. */
const alike = (id: string): fc.Arbitrary<Block> =>
  fc
    .array(fc.constantFrom<Line>('', 'a', 'ab', 'abc', { text: 'ab', lineGroup: 'AcpUser' }), {
      maxLength: 8,
    })
    .map((lines) => ({ id, lines }));
const alikeBlocks = fc.tuple(alike('a'), alike('b')).map(([a, b]) => [a, b]);
const alikeChange = fc.tuple(alikeBlocks, alikeBlocks);

describe('any change of blocks', () => {
  it('leaves the buffer as a fresh drawing would', () => {
    fc.assert(
      fc.property(change, ([old, next]) => {
        const buffer = new BufferModel();
        buffer.apply(patchOf([], old));
        expect(buffer.show()).toEqual(expected(old));
        buffer.apply(patchOf(old, next));
        expect(buffer.show()).toEqual(expected(next));
        expectRanges(buffer, old, next);
      }),
      { numRuns: 1500 },
    );
  });

  it('comes to the same in limited patches, and what was drawn is known after each', () => {
    fc.assert(
      fc.property(change, fc.integer({ min: 1, max: 30 }), ([old, next], limit) => {
        const buffer = new BufferModel();
        buffer.apply(patchOf([], old));
        let before: readonly Block[] = old;
        for (const { patch, drawn } of flushes(old, next, limit)) {
          buffer.apply(patch);
          expect(buffer.show()).toEqual(expected(drawn));
          expectRanges(buffer, before, drawn);
          before = drawn;
        }
        expect(before).toEqual(next);
        expect(before.every((item, index) => item === next[index])).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  it('comes nearer with every patch, and sends no text twice', () => {
    fc.assert(
      fc.property(
        fc.oneof(change, alikeChange),
        fc.integer({ min: 1, max: 30 }),
        ([old, next], limit) => {
          let left = missing(old, next);
          let sent = 0;
          for (const { patch, drawn, complete } of flushes(old, next, limit)) {
            if (!complete) expect(missing(drawn, next)).toBeLessThan(left);
            left = missing(drawn, next);
            sent += bytesOf(patch.edits.flatMap(({ lines }) => lines));
          }
          expect(left).toBe(0);
          expect(sent).toBeLessThanOrEqual(bytesOf(next.flatMap(({ lines }) => lines)));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('carries no more text than the limit, but for the rest of a character', () => {
    fc.assert(
      fc.property(change, fc.integer({ min: 4, max: 30 }), ([old, next], limit) => {
        const { patch } = diffBlocks(old, next, limit);
        expect(bytesOf(patch.edits.flatMap(({ lines }) => lines))).toBeLessThan(limit + 4);
      }),
    );
  });
});

/** All that it takes to come from `old` to `next`. */
function flushes(old: readonly Block[], next: readonly Block[], limit: number): Drawing[] {
  const all: Drawing[] = [];
  for (let drawn = old; !all.at(-1)?.complete; drawn = all.at(-1)?.drawn ?? old) {
    all.push(diffBlocks(drawn, next, limit));
    // Each carries at least one character, or a line that has none.
    expect(all.length).toBeLessThan(1000);
  }
  return all;
}

/** How much of `next` is still to be drawn: what follows the common start of each block that keeps its place. */
function missing(drawn: readonly Block[], next: readonly Block[]): number {
  let at = 0;
  return next.reduce((left, { id, lines }) => {
    const place = drawn.findIndex((item, index) => index >= at && item.id === id);
    if (place < 0) return left + sizeOf(lines);
    at = place + 1;
    return left + sizeOf(lines) - commonStart(drawn[place]?.lines ?? [], lines);
  }, 0);
}

function commonStart(drawn: readonly Line[], next: readonly Line[]): number {
  const same = next.findIndex((item, index) => !sameLine(item, drawn[index]));
  if (same < 0) return sizeOf(next);
  const [part, whole] = [drawn[same], next[same]];
  const begun = part !== undefined && whole !== undefined && lengthens(part, whole);
  return sizeOf(next.slice(0, same)) + (begun ? bytesOf([part]) : 0);
}

/** A line's end counts as well. */
const sizeOf = (lines: readonly Line[]): number => bytesOf(lines) + lines.length;

const bytesOf = (lines: readonly Line[]): number => Buffer.byteLength(lines.map(textOf).join(''));

/** Blocks that changed must have been reported exactly; the editor moves the ranges of the others by itself. */
function expectRanges(buffer: BufferModel, old: readonly Block[], next: readonly Block[]): void {
  const wanted = expectedRanges(next);
  expect([...buffer.ranges.keys()].toSorted()).toEqual([...wanted.keys()].toSorted());
  const known = new Set(old.map((item) => JSON.stringify(item)));
  for (const item of next) {
    for (const kind of ['markdown', 'fold']) {
      const key = `${item.id} ${kind}`;
      if (!known.has(JSON.stringify(item))) expect(buffer.ranges.get(key)).toBe(wanted.get(key));
      // As the editor would have moved it.
      else if (wanted.has(key)) buffer.ranges.set(key, wanted.get(key) ?? '');
    }
  }
}
