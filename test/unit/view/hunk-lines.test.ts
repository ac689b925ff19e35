import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/view/block';
import { diffRuns } from '../../../src/view/diff-runs';
import { type HunkRow, hunkLines } from '../../../src/view/hunk-lines';
import { textOf, withMarks } from '../../../src/view/line';
import { diffBlocks } from '../../../src/view/patch';
import { showLines } from './show';

const rows = (text: string): HunkRow[] =>
  text.split('\n').map((row) => ({ sign: row.charAt(0) as HunkRow['sign'], text: row.slice(1) }));

describe('the lines of a hunk', () => {
  it('have numbers of both sides, signs, and words that changed', () => {
    const look = { path: 'a.ts', numbers: { old: 9, now: 10, digits: 2 } };
    expect(
      showLines(hunkLines(rows(' same\n-let a = 1;\n+let b = 1;\n after'), look)),
    ).toMatchInlineSnapshot(`
        "   9 10   same  {diff}
          10    - let a = 1;  {diff}
                      ^ AcpDiffDeleteWord
             11 + let b = 1;  {diff}
                      ^ AcpDiffAddWord
          11 12   after  {diff}"
      `);
  });

  it('counts columns of words in bytes, behind whatever makes them safe to show', () => {
    const [, now] = hunkLines(rows('-\u0007é x\n+\u0007é y'), { path: 'a' });
    const { text, spans = [] } = withMarks(now ?? '');
    expect(spans).toHaveLength(1);
    const bytes = Buffer.from(text);
    expect(bytes.subarray(spans[0]?.from, spans[0]?.to).toString()).toBe('y');
  });

  it('point out no words where all of a line is another', () => {
    const lines = hunkLines(rows('-line 3\n+three'), { path: 'a' });
    expect(lines.flatMap((line) => withMarks(line).spans ?? [])).toEqual([]);
  });
});

describe('a block with hunks', () => {
  const hunk = (text: string) => hunkLines(rows(text), { path: 'a.ts' });
  const block = (...parts: (string | ReturnType<typeof hunk>)[]): Block => ({
    id: 'b',
    lines: parts.flat(),
  });

  it('names the rows of each, and forgets those that are gone', () => {
    const old = block('head', hunk('-a\n+b'), hunk('+c'), 'end');
    expect(diffRuns(old).map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [3, 3],
    ]);
    const drawn = diffBlocks([], [old]).patch.ranges;
    expect(drawn.map(({ key, kind, from, to }) => [key, kind, from, to])).toEqual([
      ['b 0', 'diff', 1, 2],
      ['b 1', 'diff', 3, 3],
    ]);
    const next = block('head', hunk('+c'), 'end');
    expect(diffBlocks([old], [next]).patch.ranges).toEqual([
      expect.objectContaining({ key: 'b 0', from: 1, to: 1 }),
      { key: 'b 1', kind: 'diff' },
    ]);
    expect(diffBlocks([old], []).patch.ranges).toHaveLength(2);
    expect(diffBlocks([old], [old]).patch.ranges).toEqual([]);
  });

  it('is drawn anew where only the language is another', () => {
    const [old, next] = ['a.ts', 'a.lua'].map((path) => block(hunkLines(rows('+a'), { path })));
    if (!old || !next) throw new Error('two blocks');
    expect(diffBlocks([old], [next]).patch.ranges).toMatchObject([{ layout: { path: 'a.lua' } }]);
    expect(textOf(next.lines[0] ?? '')).toBe('  + a');
  });
});
