import { describe, expect, it } from 'vitest';
import type { MessageEntry } from '../../../src/model/state';
import { textOf } from '../../../src/view/line';
import { MessageView } from '../../../src/view/message';
import { allLines, PIECE } from '../../../src/view/pieces';

const said = (value: string, done: boolean): MessageEntry => ({
  kind: 'agent',
  id: 'e1',
  content: [{ type: 'text', text: value }],
  done,
});

describe('tables in a message', () => {
  const HEAD = '| long | b |\n|---|---|\n';
  const ROW = '| a | b |';
  const table = (rows: number): string => HEAD + `${ROW}\n`.repeat(rows);
  const drawn = (value: string, steps = 1): string[] => {
    const view = new MessageView('agent');
    for (let step = 1; step < steps; step++) {
      const sofar = value.slice(0, Math.floor((value.length * step) / steps));
      view.draw(said(sofar, false), 60);
    }
    return allLines(view.draw(said(value, true), 60)).map(textOf);
  };
  const [head = '', rule = '', row = ''] = drawn(table(1));
  const shown = (rows: number): string[] => [head, rule, ...Array<string>(rows).fill(row)];

  it('have rows of one width', () => {
    expect(row).toMatch(/^\| a +\| b +\|$/);
    expect([rule.length, row.length]).toEqual([head.length, head.length]);
    expect(row.length).toBeGreaterThan(ROW.length);
  });

  it.each([1, 2, PIECE - 3, PIECE - 2, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])(
    'keep all of their %i rows, with what is above and below, however they came',
    (rows) => {
      for (const steps of [1, 7]) {
        expect(drawn(table(rows), steps)).toEqual([...shown(rows), '']);
        expect(drawn(`above\n${table(rows)}\nbelow`, steps)).toEqual([
          'above',
          ...shown(rows),
          '',
          'below',
          '',
        ]);
        const open = `${table(rows)}${ROW}`;
        expect(drawn(open, steps)).toEqual([...shown(rows + 1), '']);
        expect(drawn(`${table(rows)}below\n\n${table(2)}${ROW}`, steps)).toEqual(
          drawn(`${table(rows)}below\n\n${table(3)}`, steps),
        );
      }
    },
  );

  it('are none inside of a fence', () => {
    const fenced = `\`\`\`\n${table(2)}\`\`\``;
    expect(drawn(fenced)).toEqual([...fenced.split('\n'), '']);
  });

  it('may follow each other, above a text that is long', () => {
    const lines = Array.from({ length: 2 * PIECE }, (_, n) => `line ${n}`);
    const value = `${table(2)}\n${table(3)}\n${lines.join('\n')}`;
    for (const steps of [1, 5]) {
      expect(drawn(value, steps)).toEqual([...shown(2), '', ...shown(3), '', ...lines, '']);
    }
  });
});
