import { describe, expect, it } from 'vitest';
import { changeLines } from '../../../src/view/asked-change';
import { textOf, withMarks } from '../../../src/view/line';

const HEAD = 'The agent has changed this since it asked. Before and now:';

describe('a question that the agent has changed', () => {
  it('shows what went and what came, nothing that stayed', () => {
    const lines = changeLines(['one', 'two', 'three'], ['one', '2', 'three', 'four'], 1);
    expect(lines.map(textOf)).toEqual(['', HEAD, '- two', '+ 2', '+ four']);
    expect(lines.map((line) => withMarks(line).lineGroup)).toEqual([
      undefined,
      undefined,
      'AcpDiffDelete',
      'AcpDiffAdd',
      'AcpDiffAdd',
    ]);
    expect(withMarks(lines[1] ?? '').spans).toMatchObject([{ from: 0, group: 'AcpNoticeWarn' }]);
  });

  it('says how often, when it was more than once', () => {
    expect(textOf(changeLines(['a'], ['b'], 3)[1] ?? '')).toContain('changed this 3 times since');
  });

  it('says so where nothing that can be seen here is another', () => {
    expect(changeLines(['a'], ['a'], 2).map(textOf)).toEqual([
      '',
      'The agent has changed this 2 times since it asked, but nothing that is shown here.',
    ]);
  });

  it('shows four lines of each side, and says how many more there are', () => {
    const many = (name: string, count: number): string[] =>
      Array.from({ length: count }, (_, n) => `${name}${n}`);
    const lines = changeLines(many('a', 5), many('b', 4), 1).map(textOf);
    expect(lines).toEqual(['', HEAD, ...many('- a', 4), '  … 1 more line', ...many('+ b', 4)]);
  });
});
