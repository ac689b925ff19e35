import { describe, expect, it } from 'vitest';
import { line, textOf, withMarks } from '../../../../src/view/line';
import { findLines } from '../../../../src/view/tools/finds';

const CWD = '/p';

function list(...texts: string[]): [shown: string, target?: string][] {
  const lines = findLines(
    texts.map((text) => line([`  ${text}`], 'AcpOutput')),
    CWD,
  );
  return lines.map((one) => {
    const { target } = withMarks(one);
    if (target?.kind !== 'file') return [textOf(one)];
    return [textOf(one), target.path + (target.line ? `:${target.line}` : '')];
  });
}

describe('what a search has found', () => {
  it.each([
    ['src/a.ts:12:const a = 1', '  src/a.ts:12  const a = 1', '/p/src/a.ts:12'],
    ['/p/src/a.ts:12:3:   const a', '  src/a.ts:12  const a', '/p/src/a.ts:12'],
    ['/q/b c.ts:7', '  /q/b c.ts:7', '/q/b c.ts:7'],
    ['./src/a.ts', '  ./src/a.ts', '/p/src/a.ts'],
    ['/p/src/a.ts', '  src/a.ts', '/p/src/a.ts'],
    ['main.ts', '  main.ts', '/p/main.ts'],
    ['Makefile:3:all:', '  Makefile:3:all:'],
  ])('%s', (text, shown, target?: string) => {
    expect(list(text)).toEqual([target ? [shown, target] : [shown]]);
  });

  it.each([
    ['Found 3 files'],
    ['No matches found'],
    ['note: see 12:30'],
    ['error: 12: bad'],
    ['https://example.org/a:12: x'],
    ['2 results, e.g. this one.'],
  ])('leaves alone: %s', (text) => {
    expect(list(text)).toEqual([[`  ${text}`]]);
  });

  it('has numbered lines below the path that they belong to', () => {
    expect(list('src/a.ts', '12:one', '13-two', '', 'File: src/b.ts', 'L7: three')).toEqual([
      ['  src/a.ts', '/p/src/a.ts'],
      ['    12  one', '/p/src/a.ts:12'],
      ['    13  two', '/p/src/a.ts:13'],
      ['  '],
      ['  src/b.ts', '/p/src/b.ts'],
      ['    7  three', '/p/src/b.ts:7'],
    ]);
    expect(list('12: no file above')).toEqual([['  12: no file above']]);
  });
});
