import { describe, expect, it } from 'vitest';
import { clipLine, clipOutput, clipText } from '../../../src/view/clip';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n + 1}`);

describe('the first lines of a text', () => {
  it('are all of up to 200, and the rest is counted', () => {
    const full = numbered(200);
    expect(clipText(full.join('\n'))).toEqual({ lines: full, omitted: 0 });
    expect(clipText(numbered(203).join('\n'))).toEqual({ lines: full, omitted: 3 });
    const blank = ['', ...numbered(202)];
    expect(clipText(blank.join('\n'))).toEqual({ lines: blank.slice(0, 200), omitted: 3 });
  });

  it('take the line end of the last for none more, but keep blank lines', () => {
    expect(clipText('a\nb\n')).toEqual({ lines: ['a', 'b'], omitted: 0 });
    expect(clipText('\n\na\n\n').lines).toEqual(['', '', 'a', '']);
    expect(clipText(`${numbered(200).join('\n')}\n`).omitted).toBe(0);
  });

  it('are none of a text that is empty', () => {
    expect(clipText('')).toEqual({ lines: [], omitted: 0 });
    expect(clipText('\n')).toEqual({ lines: [], omitted: 0 });
  });
});

describe('the last lines of an output', () => {
  const shown = (output: string): [string[], number] => {
    const { lines, omitted } = clipOutput(output);
    return [lines.map(({ text }) => text), omitted];
  };

  it('are all of up to 200, and what is above them is counted', () => {
    expect(shown(numbered(200).join('\n'))).toEqual([numbered(200), 0]);
    expect(shown(`${numbered(203).join('\n')}\n`)).toEqual([numbered(203).slice(3), 3]);
    expect(shown(`\n${numbered(201).join('\n')}`)).toEqual([numbered(201).slice(1), 2]);
  });

  it('are on the screen that a program has entered before them', () => {
    const frames = `${'\x1b[Hold\r\n'.repeat(300)}\x1b[H\x1b[Jnew\x1b[3;1Hend`;
    expect(shown(`sh\n\x1b[?1049h${frames}`)[0]).toEqual(['new', '', 'end']);
    expect(shown(`\x1b[?1049h${frames}\x1b[?1049lsh`)[0]).toEqual(['sh']);
    const left = `\x1b[?1049h${frames}\x1b[?1049l${'a\n'.repeat(300)}`;
    expect(shown(left)[0]).toEqual(Array(200).fill('a'));
  });

  it('end with the last one, whichever way that ends', () => {
    expect(shown('a\r\nb\r\n')).toEqual([['a', 'b'], 0]);
    expect(shown('a\nb\n')).toEqual([['a', 'b'], 0]);
    expect(shown('a\n\n')).toEqual([['a', ''], 0]);
    expect(shown('\na')).toEqual([['', 'a'], 0]);
  });

  it('are none of an output that is empty', () => {
    expect(clipOutput('')).toEqual({ lines: [], omitted: 0 });
    expect(clipOutput('\n')).toEqual({ lines: [], omitted: 0 });
  });

  it('keep the colours of what is left of a long line', () => {
    const red = (text: string): string => `\u001b[31m${text}\u001b[0m`;
    const [line] = clipOutput(`${red('é')}${'x'.repeat(2100)}${red('end')}`).lines;
    expect(line?.text).toBe(`é${'x'.repeat(1999)}… 104 more characters`);
    expect(line?.spans).toEqual([{ from: 0, to: 2, group: 'AcpTerminalRed' }]);
    const [plain] = clipOutput('x'.repeat(2001)).lines;
    expect(plain).toEqual({ text: `${'x'.repeat(2000)}… 1 more characters` });
  });

  it('are coloured up to where a long line is cut, and what is said about the rest is not', () => {
    const coloured = (output: string) => clipOutput(output).lines.map(({ spans }) => spans);
    expect(coloured(`xé\u001b[31m${'x'.repeat(2100)}`)).toEqual([
      [{ from: 3, to: 2001, group: 'AcpTerminalRed' }],
    ]);
    const behind = `${'x'.repeat(2000)}\u001b[31mred\u001b[0m`;
    expect(coloured(`\u001b[32mx\u001b[0m${behind}`)).toEqual([
      [{ from: 0, to: 1, group: 'AcpTerminalGreen' }],
    ]);
  });
});

it('a line is whole up to 2000 characters', () => {
  expect(clipLine('x'.repeat(2000))).toBe('x'.repeat(2000));
  expect(clipLine('x'.repeat(2002))).toBe(`${'x'.repeat(2000)}… 2 more characters`);
});
