import { describe, expect, it } from 'vitest';
import type { StyledLine } from '../../../src/view/block';
import {
  line,
  omittedLine,
  sameLine,
  startsWithSpans,
  textOf,
  withoutTarget,
  withTarget,
} from '../../../src/view/line';

const SPAN = { from: 0, to: 1, group: 'AcpMuted' } as const;
const STYLED: StyledLine = { text: 'a', lineGroup: 'AcpOutput', fence: 'open', spans: [SPAN] };

describe('a line of pieces', () => {
  it('has its marks in bytes, none where there is nothing to mark', () => {
    expect(line(['é', ['b', 'AcpMuted'], ['', 'AcpPath'], 'c'])).toEqual({
      text: 'ébc',
      spans: [{ from: 2, to: 3, group: 'AcpMuted' }],
    });
    expect(line(['a', 'b'])).toBe('ab');
    expect(line(['a'], 'AcpMuted')).toEqual({ text: 'a', lineGroup: 'AcpMuted' });
  });

  it('is one line, without control sequences', () => {
    expect(textOf(line(['a\nb', ['\x1b[31mc\n', 'AcpMuted']]))).toBe('a bc ');
  });
});

it('what is not shown is counted', () => {
  expect(omittedLine(0, 'more')).toEqual([]);
  expect(omittedLine(1, 'more').map(textOf)).toEqual(['  … 1 more line']);
  expect(omittedLine(2, 'earlier').map(textOf)).toEqual(['  … 2 earlier lines']);
});

it('a target comes and goes, and changes nothing else', () => {
  const target = { kind: 'file', path: '/a' } as never;
  expect(withTarget('a', undefined)).toBe('a');
  expect(withTarget('a', target)).toEqual({ text: 'a', target });
  expect(withoutTarget(withTarget(STYLED, target))).toEqual(STYLED);
  expect(withoutTarget(STYLED)).toBe(STYLED);
  expect(withoutTarget('a')).toBe('a');
});

describe('two lines', () => {
  it('are the same when they look the same', () => {
    expect(sameLine('a', { text: 'a' })).toBe(true);
    expect(sameLine({ ...STYLED }, { ...STYLED, spans: [{ ...SPAN }] })).toBe(true);
    expect(sameLine(undefined, undefined)).toBe(true);
    expect(sameLine('a', undefined)).toBe(false);
    expect(sameLine(undefined, 'a')).toBe(false);
  });

  it.each<[string, StyledLine]>([
    ['text', { ...STYLED, text: 'b' }],
    ['look', { ...STYLED, lineGroup: 'AcpMuted' }],
    ['fence', { ...STYLED, fence: 'close' }],
    ['number of marks', { ...STYLED, spans: [SPAN, SPAN] }],
    ['start of a mark', { ...STYLED, spans: [{ ...SPAN, from: 1 }] }],
    ['end of a mark', { ...STYLED, spans: [{ ...SPAN, to: 2 }] }],
    ['look of a mark', { ...STYLED, spans: [{ ...SPAN, group: 'AcpPath' }] }],
  ])('differ by their %s', (_, other) => {
    expect(sameLine(STYLED, other)).toBe(false);
    expect(sameLine(other, STYLED)).toBe(false);
  });

  it('may begin with the same marks', () => {
    expect(startsWithSpans([SPAN, { ...SPAN, from: 1 }], [SPAN])).toBe(true);
    expect(startsWithSpans(undefined, undefined)).toBe(true);
    expect(startsWithSpans(undefined, [SPAN])).toBe(false);
  });
});
