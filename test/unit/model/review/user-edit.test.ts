import { describe, expect, test } from 'vitest';
import { textImage } from '../../../../src/edit/file-image';
import { keep, undo } from '../../../../src/model/review/decide';
import { committed, userChanged, userEdited } from '../../../../src/model/review/review';
import {
  agentMade,
  changes,
  edited,
  fileOf,
  hunks,
  PATH,
  performOn,
  referenceOf,
  textOf,
} from './support';

const lines = (...list: string[]): string => `${list.join('\n')}\n`;

describe('an edit of the user', () => {
  test('above and below a hunk moves it and is no part of it', () => {
    const review = agentMade(lines('a', 'b', 'c'), lines('a', 'B', 'c'));
    const above = userEdited(review, PATH, { start: 0, removed: 0, lines: ['x', 'y'] });
    const both = userEdited(above, PATH, { start: 4, removed: 1, lines: [] });
    expect(hunks(both)).toMatchObject([{ id: hunks(review)[0]?.id, row: 3, referenceRow: 3 }]);
    expect(referenceOf(both)).toBe(lines('x', 'y', 'a', 'b'));
  });

  test('of an agent’s line keeps that line, and the rest stays pending', () => {
    const review = agentMade(lines('a', 'b', 'c', 'd'), lines('a', 'X1', 'X2', 'X3'));
    const next = userEdited(review, PATH, { start: 2, removed: 1, lines: ['mine'] });
    expect(changes(next)).toEqual([
      ['b', 'X1'],
      ['d', 'X3'],
    ]);
    expect(hunks(next)[0]?.id).toBe(hunks(review)[0]?.id);
    expect(referenceOf(next)).toBe(lines('a', 'b', 'mine', 'd'));
  });

  test('of all lines of a hunk leaves nothing pending', () => {
    const review = agentMade(lines('a', 'b'), lines('a', 'X', 'Y'));
    const next = userEdited(review, PATH, { start: 1, removed: 2, lines: ['mine'] });
    expect(fileOf(next)).toBeUndefined();
  });

  test('which only takes an agent’s lines out decides nothing about what these had replaced', () => {
    const review = agentMade(lines('a', 'b', 'c', 'd'), lines('a', 'X', 'Y', 'd'));
    const next = userEdited(review, PATH, { start: 1, removed: 2, lines: [] });
    expect(changes(next)).toEqual([['b|c', '']]);
    expect(hunks(next)[0]?.id).toBe(hunks(review)[0]?.id);
    const added = agentMade(lines('a'), lines('a', 'X'));
    expect(fileOf(userEdited(added, PATH, { start: 1, removed: 1, lines: [] }))).toBeUndefined();
  });

  test('between two lines of an agent divides the hunk', () => {
    const review = agentMade(lines('a'), lines('a', 'X', 'Y'));
    const next = userEdited(review, PATH, { start: 2, removed: 0, lines: ['mine'] });
    expect(changes(next)).toEqual([
      ['', 'X'],
      ['', 'Y'],
    ]);
    expect(referenceOf(next)).toBe(lines('a', 'mine'));
  });

  test('which takes out the lines between two hunks leaves two hunks', () => {
    const review = agentMade(lines('a', 'b', 'c'), lines('A', 'b', 'C'));
    const next = userEdited(review, PATH, { start: 1, removed: 1, lines: [] });
    expect(hunks(next).map(({ id }) => id)).toEqual(hunks(review).map(({ id }) => id));
    expect(performOn(textOf(next) ?? '', undo(next, { kind: 'all' }).operations)).toBe(
      lines('a', 'c'),
    );
  });

  test('which puts back what an agent took out leaves nothing pending', () => {
    const review = agentMade(lines('a', 'b', 'c'), lines('a', 'c'));
    const next = userEdited(review, PATH, { start: 1, removed: 0, lines: ['b'] });
    expect(fileOf(next)).toBeUndefined();
  });

  test('which puts back some of it leaves the rest pending', () => {
    const review = agentMade(lines('a', 'b', 'c', 'd', 'e'), lines('a', 'e'));
    const next = userEdited(review, PATH, { start: 1, removed: 0, lines: ['c', 'mine'] });
    expect(changes(next)).toEqual([
      ['b', ''],
      ['d', ''],
    ]);
    expect(new Set(hunks(next).map(({ id }) => id)).size).toBe(2);
    expect(referenceOf(next)).toContain('mine');
  });

  test('which takes an agent’s lines out, a line further up, leaves nothing pending', () => {
    const review = agentMade(lines('a', '', 'b', '', 'c'), lines('a', '', 'b', '', 'new', '', 'c'));
    for (const start of [3, 4]) {
      expect(fileOf(userEdited(review, PATH, { start, removed: 2, lines: [] }))).toBeUndefined();
    }
  });

  test('which puts back an agent’s deletion, a line further up, leaves nothing pending', () => {
    const review = agentMade(lines('a', '}', 'b', '}', 'c'), lines('a', '}', 'c'));
    const [up, down] = [
      { start: 1, removed: 0, lines: ['}', 'b'] },
      { start: 2, removed: 0, lines: ['b', '}'] },
    ];
    expect(fileOf(userEdited(review, PATH, up))).toBeUndefined();
    expect(fileOf(userEdited(review, PATH, down))).toBeUndefined();
  });

  test('that is reported wider than it is counts as what it is', () => {
    const review = agentMade(lines('a', 'b', 'c'), lines('a', 'X', 'c'));
    const next = userEdited(review, PATH, { start: 0, removed: 3, lines: ['a', 'X', 'mine'] });
    expect(changes(next)).toEqual([['b', 'X']]);
    expect(referenceOf(next)).toBe(lines('a', 'b', 'mine'));
  });

  test('of which an agent rewrites the lines again is pending again', () => {
    const review = agentMade(lines('a', 'b'), lines('a', 'X'));
    const mine = userEdited(review, PATH, { start: 1, removed: 1, lines: ['mine'] });
    expect(fileOf(mine)).toBeUndefined();
    expect(changes(edited(mine, lines('a', 'mine'), lines('a', 'Y')))).toEqual([['mine', 'Y']]);
  });

  test('outside costs nothing for the hunks: they stay the same objects', () => {
    const before = Array.from({ length: 30 }, (_, row) => `line ${row}`);
    const after = before.map((line, row) => (row % 3 === 0 ? `${line}!` : line));
    const review = agentMade(lines(...before), lines(...after));
    const next = userEdited(review, PATH, { start: 16, removed: 1, lines: ['mine'] });
    const old = new Set(fileOf(review)?.text?.segments);
    const fresh = fileOf(next)?.text?.segments.filter((segment) => !old.has(segment));
    expect(fresh).toEqual([{ kind: 'settled', lines: ['mine', 'line 17'] }]);
  });
});

describe('a text found changed', () => {
  test('which is that of before is undone', () => {
    const before = lines('a', '}', '', '}', 'b');
    const review = agentMade(before, lines('a', '}', '', '}', 'c', '}', '', 'b'));
    expect(fileOf(userChanged(review, PATH, textImage(before)))).toBeUndefined();
  });

  test('with line endings of the user’s keeps them when all is undone', () => {
    const review = agentMade('a\nb\n', 'a\nB\n');
    const next = userChanged(review, PATH, textImage('a\r\nB\r\n'));
    expect(performOn('a\r\nB\r\n', undo(next, { kind: 'all' }).operations)).toBe('a\r\nb\r\n');
  });

  test('which is gone leaves nothing pending', () => {
    const review = agentMade('a\n', 'b\n');
    expect(fileOf(userChanged(review, PATH, null))).toBeUndefined();
  });

  test('before an agent’s edit is the user’s', () => {
    const review = agentMade(lines('a', 'b', 'c'), lines('a', 'B', 'c'));
    const next = edited(review, lines('mine', 'a', 'B', 'c'), lines('mine', 'a', 'B', 'C'), {
      turn: 2,
    });
    expect(changes(next)).toEqual([
      ['b', 'B'],
      ['c', 'C'],
    ]);
    expect(referenceOf(next)).toBe(lines('mine', 'a', 'b', 'c'));
  });
});

describe('a commit', () => {
  const before = lines('a', 'b', 'c', 'd', 'e');
  const review = agentMade(before, lines('A', 'b', 'c', 'd', 'E', 'F'));

  test('of all keeps all', () => {
    expect(
      fileOf(committed(review, PATH, textImage(lines('A', 'b', 'c', 'd', 'E', 'F')))),
    ).toBeUndefined();
  });

  test('of one hunk keeps that one', () => {
    const next = committed(review, PATH, textImage(lines('A', 'b', 'c', 'd', 'e')));
    expect(changes(next)).toEqual([['e', 'E|F']]);
    expect(hunks(next)[0]?.id).toBe(hunks(review)[1]?.id);
  });

  test('of part of a hunk keeps that part', () => {
    const echo = agentMade(lines('a', 'echo'), lines('a', 'echo 1', 'F'));
    const next = committed(echo, PATH, textImage(lines('a', 'echo 1')));
    expect(changes(next)).toEqual([['', 'F']]);
  });

  test('of what was there before keeps nothing', () => {
    expect(changes(committed(review, PATH, textImage(before)))).toEqual(changes(review));
  });

  test('of a deletion keeps it, and without it does not', () => {
    const deletion = agentMade(lines('a', 'b', 'c'), lines('a', 'c'));
    expect(fileOf(committed(deletion, PATH, textImage(lines('a', 'c'))))).toBeUndefined();
    expect(changes(committed(deletion, PATH, textImage(lines('a', 'b', 'c', 'z'))))).toEqual([
      ['b', ''],
    ]);
  });

  test('has a created file: undoing takes out its lines, not the file', () => {
    const created = committed(agentMade(null, lines('a', 'b')), PATH, textImage(lines('a')));
    expect(changes(created)).toEqual([['', 'b']]);
    expect(performOn(lines('a', 'b'), undo(created, { kind: 'all' }).operations)).toBe(lines('a'));
  });
});

describe('an edit of the last line, in a text without a final line break', () => {
  const review = agentMade('a\nb\nc', 'A\nb\nc');

  test('gives the text before the agent none either', () => {
    const edit = { start: 2, removed: 1, lines: ['C'] };
    expect(referenceOf(userEdited(review, PATH, edit))).toBe('a\nb\nC');
    expect(referenceOf(userChanged(review, PATH, textImage('A\nb\nC')))).toBe('a\nb\nC');
  });

  test('leaves an empty line that is there to be written on', () => {
    const emptied = userEdited(review, PATH, { start: 2, removed: 1, lines: [''] });
    expect([textOf(emptied), referenceOf(emptied)]).toEqual(['A\nb\n', 'a\nb\n']);
    expect(userChanged(emptied, PATH, textImage('A\nb\n'))).toBe(emptied);
    const again = userEdited(emptied, PATH, { start: 2, removed: 1, lines: ['D'] });
    expect([textOf(again), referenceOf(again)]).toEqual(['A\nb\nD', 'a\nb\nD']);
    const added = edited(emptied, 'A\nb\n', 'A\nb\nx\n');
    expect(performOn('A\nb\nx\n', undo(added, { kind: 'all' }).operations)).toBe('a\nb\n');
  });

  test('leaves the one that the agent has added, which can be undone', () => {
    const added = agentMade('a\nb', 'A\nb\n');
    const next = userEdited(added, PATH, { start: 1, removed: 1, lines: ['B'] });
    expect([textOf(next), referenceOf(next)]).toEqual(['A\nB\n', 'a\nB']);
    expect(performOn('A\nB\n', undo(next, { kind: 'all' }).operations)).toBe('a\nB');
  });
});

describe('a range of lines', () => {
  const review = agentMade(lines('a', 'b', 'c', 'd'), lines('X1', 'X2', 'X3', 'd'));

  test('keeps these lines of a hunk only', () => {
    const { review: next } = keep(review, { kind: 'lines', path: PATH, from: 1, to: 2 });
    expect(changes(next)).toEqual([
      ['a', 'X1'],
      ['c', 'X3'],
    ]);
    expect(referenceOf(next)).toBe(lines('a', 'X2', 'c', 'd'));
  });

  test('undoes these lines of a hunk only', () => {
    const { operations } = undo(review, { kind: 'lines', path: PATH, from: 1, to: 2 });
    expect(operations).toMatchObject([{ kind: 'edit', edits: [{ row: 1, del: 1, lines: ['b'] }] }]);
  });

  test('takes in the deletions at its edges', () => {
    const deletion = agentMade(lines('a', 'b', 'c'), lines('a', 'c'));
    const { operations } = undo(deletion, { kind: 'lines', path: PATH, from: 0, to: 1 });
    expect(performOn(lines('a', 'c'), operations)).toBe(lines('a', 'b', 'c'));
  });

  test('without hunks does nothing', () => {
    const selection = { kind: 'lines', path: PATH, from: 3, to: 4 } as const;
    expect(keep(review, selection).review).toBe(review);
    expect(undo(review, selection).operations).toEqual([]);
  });
});
