import { describe, expect, test } from 'vitest';
import { updatePart } from '../../../src/edit/snapshot-update';
import { splitText } from '../../../src/edit/text';

const text = (...lines: string[]) => splitText(lines.map((line) => `${line}\n`).join(''));
const known = text('one', 'two', 'three', 'four', 'five');

describe('who sees a part of a text', () => {
  test('knows the changes in that part, and not the others', () => {
    const current = text('ONE', 'two', 'new', 'THREE', 'four', 'five', 'six');
    const { text: updated, complete } = updatePart(known, current, 2, 4);
    expect(updated.lines).toEqual(['one', 'two', 'new', 'THREE', 'four', 'five']);
    expect(complete).toBe(false);
  });

  test('does not know a change that it has seen only half of', () => {
    const current = text('one', 'TWO', 'THREE', 'four', 'five');
    expect(updatePart(known, current, 2, 5).text.lines).toEqual(known.lines);
    expect(updatePart(known, current, 0, 2).text.lines).toEqual(known.lines);
  });

  test('is not led astray by lines put in or taken out above that part', () => {
    const longer = text('new', 'newer', 'one', 'two', 'THREE', 'four', 'five');
    const updated = ['one', 'two', 'THREE', 'four', 'five'];
    expect(updatePart(known, longer, 4, 5).text.lines).toEqual(updated);
    const shorter = text('three', 'FOUR', 'five');
    expect(updatePart(known, shorter, 1, 2).text.lines).toEqual([
      'one',
      'two',
      'three',
      'FOUR',
      'five',
    ]);
  });

  test('knows it all when there is no change elsewhere', () => {
    const current = text('one', 'two', 'four', 'five');
    expect(updatePart(known, current, 1, 3)).toEqual({ text: current, complete: true });
    expect(updatePart(known, known, 0, 0)).toEqual({ text: known, complete: true });
  });
});
