import { describe, expect, test } from 'vitest';
import {
  applyQueued,
  keep,
  queuedUndos,
  queueUndo,
  undo,
  unqueueUndo,
} from '../../../../src/model/review/decide';
import { editedPlaces } from '../../../../src/model/review/edited-place';
import { isEdited, notesText } from '../../../../src/model/review/notes';
import { userEdited } from '../../../../src/model/review/review';
import {
  noteEdited,
  notesFor,
  removeNote,
  takeNotes,
} from '../../../../src/model/review/unsent-notes';
import { agentMade, changes, edited, hunks, PATH, performOn } from './support';

const lines = (...list: string[]): string => `${list.join('\n')}\n`;
const before = lines('a', 'b', 'c', 'd', 'e');
const after = lines('A', 'b', 'C', 'd', 'E');
const review = agentMade(before, after);
const [first = 0, second = 0, third = 0] = hunks(review).map(({ id }) => id);
const only = (...ids: number[]) => ({ kind: 'ids', ids }) as const;

describe('a queued undo', () => {
  const queued = queueUndo(review, only(second), 'not this');

  test('changes nothing until it is applied', () => {
    expect(changes(queued)).toEqual(changes(review));
    expect(queuedUndos(queued)).toEqual([
      { id: second, path: PATH, reason: 'not this', isOutdated: false },
    ]);
    expect(queuedUndos(queued, 'another session')).toEqual([]);
    const applied = applyQueued(queued, 's');
    expect(performOn(after, applied.operations)).toBe(lines('A', 'b', 'c', 'd', 'E'));
    expect(queuedUndos(applied.review)).toEqual([]);
  });

  test('means the same hunk while text moves and others are decided', () => {
    const moved = userEdited(queued, PATH, { start: 0, removed: 0, lines: ['x', 'y'] });
    const decided = undo(keep(moved, only(first)).review, only(third)).review;
    const now = lines('x', 'y', 'A', 'b', 'C', 'd', 'e');
    expect(performOn(now, applyQueued(decided).operations)).toBe(
      lines('x', 'y', 'A', 'b', 'c', 'd', 'e'),
    );
  });

  test('stays apart from what the agent writes beside it', () => {
    const more = edited(queued, after, lines('A', 'b', 'C', 'C2', 'd', 'E'));
    const { operations, unclean } = applyQueued(more);
    expect(unclean).toEqual([]);
    expect(performOn(lines('A', 'b', 'C', 'C2', 'd', 'E'), operations)).toBe(
      lines('A', 'b', 'c', 'C2', 'd', 'E'),
    );
  });

  test('of lines that the agent has changed since is not applied, but said', () => {
    const more = edited(queued, after, lines('A', 'b', 'C!', 'd', 'E'));
    const { operations, unclean, review: next } = applyQueued(more);
    expect(operations).toEqual([]);
    expect(unclean).toMatchObject([
      { id: second, why: 'outdated', current: ['C!'], reference: ['c'] },
    ]);
    expect(queuedUndos(next)).toEqual([]);
    expect(changes(next)).toHaveLength(3);
  });

  test('of a hunk that the user divides is one of both parts', () => {
    const block = queueUndo(agentMade(lines('a'), lines('a', 'X', 'Y')), { kind: 'all' });
    const divided = userEdited(block, PATH, { start: 2, removed: 0, lines: ['mine'] });
    expect(queuedUndos(divided)).toHaveLength(2);
    expect(performOn(lines('a', 'X', 'mine', 'Y'), applyQueued(divided).operations)).toBe(
      lines('a', 'mine'),
    );
  });

  test('of some lines divides the hunk', () => {
    const block = agentMade(lines('a'), lines('a', 'X', 'Y', 'Z'));
    const part = queueUndo(block, { kind: 'lines', path: PATH, from: 2, to: 3 });
    expect(queuedUndos(part)).toHaveLength(1);
    expect(new Set(hunks(part).map(({ id }) => id)).size).toBe(3);
    expect(performOn(lines('a', 'X', 'Y', 'Z'), applyQueued(part).operations)).toBe(
      lines('a', 'X', 'Z'),
    );
  });

  test('of a turn undoes what that turn did', () => {
    const two = edited(agentMade(lines('a b c'), lines('a b C')), lines('a b C'), lines('A b C'), {
      turn: 2,
    });
    const turn = queueUndo(two, { kind: 'turn', session: 's', turn: 2 });
    expect(performOn(lines('A b C'), applyQueued(turn).operations)).toBe(lines('a b C'));
  });

  test('can be taken back', () => {
    expect(queuedUndos(unqueueUndo(queued, only(second)))).toEqual([]);
  });
});

describe('notes of what was undone', () => {
  const undone = undo(review, only(first, third), 'wrong').review;

  test('say file, lines, what was there and why', () => {
    expect(notesFor(undone, 's')).toMatchObject([
      { path: PATH, range: { from: 1, to: 1 }, what: 'edit', excerpt: ['A'], reason: 'wrong' },
      { path: PATH, range: { from: 5, to: 5 }, excerpt: ['E'] },
    ]);
    expect(notesText(notesFor(undone, 's'))).toBe(
      [
        'The user has undone these changes of yours:',
        `- ${PATH}, line 1; reason: wrong; removed again:`,
        '    A',
        `- ${PATH}, line 5; reason: wrong; removed again:`,
        '    E',
      ].join('\n'),
    );
  });

  test('are for the agent whose work it was, once', () => {
    expect(notesFor(undone, 't')).toEqual([]);
    const taken = takeNotes(undone, 's');
    expect(taken.notes).toHaveLength(2);
    expect(takeNotes(taken.review, 's').notes).toEqual([]);
  });

  test('say apart what the user has edited before it was written', () => {
    const places = editedPlaces(lines('a', 'agent', 'c'), lines('a', 'user', 'too', 'c'));
    const both = noteEdited(undone, { session: 's', path: '/p/b' }, places);
    expect(notesText(notesFor(both, 's'))).toContain(
      [
        'The user has edited these changes of yours before they were written. The files hold ' +
          "the user's text; yours is marked -, theirs +:",
        '- /p/b, lines 2-3:',
        '    -agent',
        '    +user',
        '    +too',
      ].join('\n'),
    );
    // Of those an agent is told in any case.
    const { notes, review: rest } = takeNotes(both, 's', isEdited);
    expect(notes.map(({ what }) => what)).toEqual(['edited']);
    expect(notesFor(rest, 's')).toHaveLength(2);
  });

  test('say apart what a restore has brought back, in either direction', () => {
    const note = {
      id: 99,
      sessions: ['s'],
      path: '/p/b',
      what: 'restored',
      excerpt: [],
      reason: 'undone going back to before “go”',
    } as const;
    expect(notesText([...notesFor(undone, 's').slice(0, 1), note])).toBe(
      [
        'The user has undone these changes of yours:',
        `- ${PATH}, line 1; reason: wrong; removed again:`,
        '    A',
        'The user has brought these files back to what they held before, but for their own changes:',
        '- /p/b; reason: the user has undone going back to before “go”',
      ].join('\n'),
    );
  });

  test('can be removed', () => {
    const id = notesFor(undone, 's')[0]?.id ?? 0;
    expect(notesFor(removeNote(undone, id), 's')).toHaveLength(1);
  });

  test('are cut to a bound', () => {
    const long = Array.from({ length: 500 }, (_, row) => `${row} ${'x'.repeat(1000)}`);
    const big = undo(agentMade('', lines(...long)), { kind: 'all' }).review;
    expect(notesText(notesFor(big, 's')).length).toBeLessThan(4000);
    expect(notesFor(big, 's')[0]?.excerpt.at(-1)).toBe('… 490 more');
  });

  test('have the reason that was queued', () => {
    const applied = applyQueued(queueUndo(review, only(second), 'later')).review;
    expect(notesFor(applied, 's')).toMatchObject([{ reason: 'later' }]);
  });
});
