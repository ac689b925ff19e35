import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength, sanitize } from '../../../../src/base/text';
import { terminalScreen } from '../../../../src/view/terminal/screen';

const texts = (output: string): string[] => terminalScreen(output).map(({ text }) => text);

/** Pieces of a line with the groups that are on them. */
function looks(output: string): [string, ...string[]][] {
  return terminalScreen(output).flatMap(({ text, spans = [] }) => {
    const bytes = Buffer.from(text);
    const ranges = [...new Set(spans.map(({ from, to }) => `${from}-${to}`))];
    return ranges.map((range): [string, ...string[]] => {
      const [from = 0, to = 0] = range.split('-').map(Number);
      const groups = spans.filter((span) => span.from === from && span.to === to);
      return [bytes.subarray(from, to).toString(), ...groups.map(({ group }) => group)];
    });
  });
}

describe('the screen of a terminal', () => {
  it.each([
    ['plain lines', 'a\nb\n\nc', ['a', 'b', '', 'c']],
    ['lines that end with CR LF', 'a\r\nb\r\n', ['a', 'b', '']],
    ['a progress bar', '10%\r50%\r100%\r\nnext\r\nwait\r', ['100%', 'next', 'wait']],
    ['a shorter text over a longer one', 'downloading\rdone', ['doneloading']],
    ['a line that is erased first', 'downloading\r\x1b[Kdone', ['done']],
    ['erasing all of a line', 'abc\x1b[2Kd', ['   d']],
    ['erasing the start of a line', 'abcd\x1b[2D\x1b[1Ke', ['  ed']],
    [
      'several bars, redrawn from below',
      'a 1\nb 1\n\x1b[2A\x1b[Ka 2\n\x1b[Kb 2\n',
      ['a 2', 'b 2', ''],
    ],
    ['moving to the start of a line above', 'a\nb\x1b[1Fc', ['c', 'b']],
    ['moving to a column', 'abcdef\x1b[3GX', ['abXdef']],
    ['moving past the end', 'a\x1b[3Cb', ['a   b']],
    ['backspaces of a spinner', '|\b/\b-\bx', ['x']],
    ['tabs', 'a\tb\n12345678\tc', ['a       b', '12345678        c']],
    ['saved places', 'ab\x1b7cd\x1b8X\n\x1b[sq\x1b[uz', ['abXd', 'z']],
    ['deleted and blanked characters', 'abcd\r\x1b[2P\x1b[1X', [' d']],
    ['wide characters, overwritten in half', '漢字\r\x1b[1Cx', [' x字']],
    ['joined characters, overwritten in part', '👩\u200d💻\r;', ['; 💻']],
    ['combining characters', 'e\u0301a', ['e\u0301a']],
    [
      'a screen that is cleared: what was there stays above',
      'old\n\x1b[2J\x1b[Hnew',
      ['old', 'new'],
    ],
    ['a reset', 'old\x1bcnew', ['old', 'new']],
    ['erasing downwards', 'a\nb\nc\x1b[2A\x1b[J', ['a']],
    ['erasing upwards', 'a\nb\ncd\r\x1b[1J', ['', '', ' d']],
    ['titles and links', '\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\', ['ab']],
    ['a title that never ends', 'a\x1b]0;rm -rf\nb', ['a', 'b']],
    ['hidden cursors and other screens', '\x1b[?25l\x1b[?1049ha', ['a']],
    [
      'what was there before another screen, once that is left',
      'a\nb\x1b[?25;1049hmenu\nmore\x1b[2Jagain\x1b[?1049lc\nd',
      ['a', 'bc', 'd'],
    ],
    [
      'another screen as it is now, below what was there',
      'a\n\x1b[?47hold\x1b[2J\rnew',
      ['a', 'new'],
    ],
    ['another screen that is asked for twice', 'a\x1b[?1049hb\x1b[?1049hc\x1b[?1049ld', ['ad']],
    ['another screen that is left by a reset', 'a\x1b[?1049hb\x1bcd', ['a', 'd']],
    ['the end of a screen that was not entered', 'a\x1b[?1049lb', ['ab']],
    [
      'a place that was saved before another screen',
      'ab\x1b7c\x1b[?1047h\x1b7x\x1b[?1047l\x1b8d',
      ['abd'],
    ],
    ['bells', 'a\x07b', ['ab']],
    ['invisible characters', 'r\u200bm', ['r<U+200B>m']],
    ['moves beyond all that is there', '\x1b[99999Aa\x1b[99999Bb\x1b[99999D\x1b[0Ac', ['cb']],
    ['rows that nothing was written to yet', 'a\x1b[4;3Hd\x1b[2dc', ['a', '   c', '', '  d']],
    ['moves down to such rows', '\x1b[2Bc\x1b[Ee\x1b[H\x1b[4eg', ['', '', 'c', 'e', 'g']],
    ['moves to such rows that nothing follows', 'a\x1b[40;1H\x1b[K\x1b[J', ['a']],
    ['lines after such rows', 'a\x1b[3;1Hc\nd', ['a', '', 'c', 'd']],
    ['the last row of a screen, wherever that is', 'a\nb\x1b[999;1Hc', ['a', 'c']],
    [
      'the last row of another screen, wherever that is',
      '\x1b[?1049h\x1b[3;1Hc\x1b[999;1Hend',
      ['', '', 'c', ...Array<string>(20).fill(''), 'end'],
    ],
    [
      'another screen that is higher than most',
      `\x1b[?1049h${'x\r\n'.repeat(29)}y\x1b[30;1Hend\x1b[1;1Htop`,
      ['top', ...Array<string>(28).fill('x'), 'end'],
    ],
    [
      'lines that scroll between margins',
      '\x1b[?1049h\x1b[1;3rhead\x1b[5;1Hfoot\x1b[2;3r\x1b[2;1Ha\r\nb\r\nc\r\nd\x1b[r',
      ['head', 'c', 'd', '', 'foot'],
    ],
    [
      'lines that scroll above a line at the end of the screen',
      'a\r\nb\r\n\x1b7\x1b[0;3r\x1b8\x1b[1A\x1b7\x1b[4;1H50%\x1b8\r\nc\r\nd\r\ne',
      ['a', 'b', 'c', 'd', 'e', '50%'],
    ],
    [
      'lines that are put in and taken out',
      'a\nb\nc\nd\x1b[2;1H\x1b[Mx\x1b[3;1H\x1b[2Ly',
      ['a', 'x', 'y', '', 'd'],
    ],
    ['a screen that scrolls back', 'a\nb\x1b[H\x1bMc', ['c', 'a', 'b']],
    [
      'a screen that scrolls on demand',
      '\x1b[?1049ha\r\nb\r\nc\x1b[S\x1b[2Tx',
      ['', '', 'bx', 'c'],
    ],
    ['columns, and characters that are put in', 'abcd\x1b[2`\x1b[2@XY\x1b[2aZ', ['aXYbcZ']],
    ['a character that is repeated', '-\x1b[4b|\x1b[b', ['-----||']],
    ['a combining character that is not', 'e\u0301\x1b[2b', ['e\u0301ee']],
    ['frames', '\x1b(0lqk\x1b(Bq\n\x1b(0x', ['┌─┐q', '│']],
    [
      'lines of a program that minds the column itself',
      '\x1b[?1049hab\r\ncd\nef\r\ng\x1b[?1049l\x1b[?1049hab\ncd',
      ['ab', '  cd'],
    ],
    ['lines that come by a pipe', '\x1b[?1049hab\ncd', ['ab', 'cd']],
  ])('shows %s', (_name, output, expected) => {
    expect(texts(output)).toEqual(expected);
  });

  it('goes back to no line that has left the screen', () => {
    const lines = Array.from({ length: 80 }, (_, index) => `${index}`);
    const shown = texts(`${lines.join('\n')}\x1b[999A\rtop`);
    expect(shown.filter((text) => text.startsWith('top'))).toHaveLength(1);
    expect(shown.slice(0, 30)).toEqual(lines.slice(0, 30));
    expect(shown[30]).toBe('top');
  });

  it('makes no more rows and columns than a screen may have, whatever is asked for', () => {
    const letters = [...'ABCDEFGHLMPSTXabdef@r'];
    for (const letter of letters) {
      const asked = `x\x1b[2000;2000${letter}y\x1b[2000${letter}`.repeat(300);
      const rows = terminalScreen(asked);
      expect(rows.length).toBeLessThan(700);
      expect(Math.max(...rows.map(({ text }) => text.length))).toBeLessThan(3000);
    }
    expect(texts('\x1b[100;1Hx\x1b[2J'.repeat(200)).length).toBeLessThan(1200);
  });

  it('shows colours and styles as highlights', () => {
    expect(looks('a \x1b[31mred\x1b[0m b \x1b[1;4;92mbright\x1b[22mnot\x1b[m')).toEqual([
      ['red', 'AcpTerminalRed'],
      ['bright', 'AcpTerminalGreen', 'AcpTerminalBold', 'AcpTerminalUnderline'],
      ['not', 'AcpTerminalGreen', 'AcpTerminalUnderline'],
    ]);
    expect(looks('\x1b[90mgrey\x1b[37mwhite\x1b[3;9mx')).toEqual([
      ['grey', 'AcpTerminalGrey'],
      ['x', 'AcpTerminalItalic', 'AcpTerminalStruck'],
    ]);
  });

  it.each([
    ['38;5;9', 'AcpTerminalRed'],
    ['38;5;208', 'AcpTerminalYellow'],
    ['38;5;27', 'AcpTerminalBlue'],
    ['38;5;240', 'AcpTerminalGrey'],
    ['38;2;40;200;60', 'AcpTerminalGreen'],
    ['38:2::200:30:220', 'AcpTerminalMagenta'],
    ['38:2:200:30:220', 'AcpTerminalMagenta'],
    ['38:5:14', 'AcpTerminalCyan'],
    ['38;2;20;200;200;3', 'AcpTerminalCyan'],
  ])('shows %s in the nearest colour', (code, group) => {
    expect(looks(`\x1b[${code}mx`)[0]?.slice(0, 2)).toEqual(['x', group]);
  });

  it('shows a ground as the colour of the text, in bold', () => {
    expect(looks('\x1b[30;42m PASS \x1b[0m ok')).toEqual([
      [' PASS ', 'AcpTerminalGreen', 'AcpTerminalBold'],
    ]);
  });

  it('lets nothing through that is not safe to show, with spans on whole characters', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\x1b[',
        '\x9b',
        '\x1b]',
        '\x1b',
        '\r',
        '\n',
        '\b',
        '\t',
        '\x07',
        '漢',
        '👩\u200d💻',
        '\u202e',
      ),
      fc.constantFrom(
        '31m',
        '2;5H',
        '3A',
        '999C',
        '2J',
        'K',
        '1P',
        '38;5;',
        '38:2::1:2:3m',
        'm',
        ';',
        '7',
        'c',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const { text, spans = [] } of terminalScreen(pieces.join(''))) {
          expect(text).toBe(sanitize(text, { before: ' ' }));
          expect(text).not.toMatch(/[\t\n]/);
          const ends = new Set(
            [...text].map(
              (
                (at) => (c: string) =>
                  (at += byteLength(c))
              )(0),
            ),
          );
          for (const { from, to } of spans) {
            expect(from === 0 || ends.has(from)).toBe(true);
            expect(ends.has(to)).toBe(true);
          }
        }
      }),
    );
  });
});
