import { describe, expect, test } from 'vitest';
import { type FileImage, textImage } from '../../../../src/edit/file-image';
import { keep, undo } from '../../../../src/model/review/decide';
import { groupByFile } from '../../../../src/model/review/overview';
import {
  agentEdited,
  agentRenamed,
  committed,
  userChanged,
  userEdited,
} from '../../../../src/model/review/review';
import type { Selection } from '../../../../src/model/review/selection';
import { EMPTY_REVIEW, type Review } from '../../../../src/model/review/state';
import { agentMade, BY, changes, edited, fileOf, PATH, perform, performOn } from './support';

const ALL: Selection = { kind: 'all' };
const turn = (number: number): Selection => ({ kind: 'turn', session: 's', turn: number });

function binary(...bytes: number[]): FileImage {
  return { content: { kind: 'binary', bytes: new Uint8Array(bytes) } };
}

function changed(
  before: FileImage | null,
  after: FileImage | null,
  number = 1,
  from = EMPTY_REVIEW,
): Review {
  return agentEdited(from, { path: PATH, ...BY, turn: number, before, after });
}

describe('a created file', () => {
  const review = agentMade(null, 'a\nb\n');

  test('goes when it is undone, if it is still what the agent wrote', () => {
    const { operations, review: next } = undo(review, ALL);
    expect(operations).toEqual([{ kind: 'delete', path: PATH, expected: textImage('a\nb\n') }]);
    expect(next.files.size).toBe(0);
  });

  test('stays when the user has changed it: both texts are shown', () => {
    const touched = userEdited(review, PATH, { start: 1, removed: 1, lines: ['mine'] });
    const { operations, unclean, review: next } = undo(touched, ALL);
    expect(operations).toEqual([]);
    expect(unclean).toMatchObject([{ why: 'touched', current: ['a', 'mine'], reference: [] }]);
    expect(fileOf(next)).toEqual(fileOf(touched));
  });

  test('stays when a later turn has built on it and only the first is undone', () => {
    const later = edited(review, 'a\nb\n', 'a\nb\nc\nd\ne\n', { turn: 2 });
    expect(undo(later, turn(1)).unclean).toMatchObject([{ why: 'others' }]);
    expect(performOn('a\nb\nc\nd\ne\n', undo(later, turn(2)).operations)).toBe('a\nb\n');
  });

  test('stays with the lines of it that are kept', () => {
    const kept = keep(review, { kind: 'lines', path: PATH, from: 0, to: 1 }).review;
    expect(performOn('a\nb\n', undo(kept, ALL).operations)).toBe('a\n');
  });

  test('which the agent deletes again was nothing', () => {
    expect(edited(review, 'a\nb\n', null).files.size).toBe(0);
  });

  test('which is empty is pending, too', () => {
    const empty = agentMade(null, '');
    expect(groupByFile(empty)).toMatchObject([{ kind: 'created', added: 0 }]);
    expect(performOn('', undo(empty, ALL).operations)).toBeNull();
  });
});

describe('a deleted file', () => {
  const before: FileImage = {
    content: { kind: 'text', text: 'é\r\n', encoding: 'latin1' },
    mode: 0o755,
  };
  const review = changed(before, null);

  test('is back with its bytes, encoding and mode', () => {
    expect(undo(review, ALL).operations).toEqual([{ kind: 'create', path: PATH, image: before }]);
    const bytes = changed(binary(1, 0, 2), null);
    expect(undo(bytes, ALL).operations).toEqual([
      { kind: 'create', path: PATH, image: binary(1, 0, 2) },
    ]);
  });

  test('is gone when that is kept', () => {
    expect(keep(review, ALL).review.files.size).toBe(0);
    expect(committed(review, PATH, null).files.size).toBe(0);
  });

  test('is back as the turn before left it, or as nobody had touched it', () => {
    const both = edited(agentMade('a\nb\n', 'a\nB\n'), 'a\nB\n', null, { turn: 2 });
    const last = undo(both, turn(2));
    expect(last.operations).toMatchObject([{ kind: 'create', image: textImage('a\nB\n') }]);
    expect(changes(last.review)).toEqual([['b', 'B']]);
    expect(undo(both, ALL).operations).toMatchObject([
      { kind: 'create', image: textImage('a\nb\n') },
    ]);
  });

  test('which the user wrote anew is the user’s', () => {
    expect(userChanged(agentMade('a\n', null), PATH, textImage('mine\n')).files.size).toBe(0);
  });

  test('which the agent wrote anew has hunks', () => {
    expect(changes(edited(agentMade('a\nb\n', null), null, 'a\nB\n'))).toEqual([['b', 'B']]);
  });
});

describe('a renamed file', () => {
  const from = '/project/old.txt';
  const text = 'a\nb\nc\n';
  const steps = edited(edited(EMPTY_REVIEW, text, null, { path: from }), null, 'a\nB\nc\n');
  const review = agentRenamed(steps, { from, to: PATH, ...BY });

  test('is one file with its hunks', () => {
    expect(groupByFile(review)).toMatchObject([
      { kind: 'renamed', from, path: PATH, added: 1, removed: 1 },
    ]);
    expect(changes(review)).toEqual([['b', 'B']]);
  });

  test('gets its name and its text back', () => {
    const { operations } = undo(review, ALL);
    const disk = perform(new Map([[PATH, textImage('a\nB\nc\n')]]), operations);
    expect([...disk]).toEqual([[from, textImage(text)]]);
  });

  test('keeps its hunks when only the rename is undone, under the old name', () => {
    const id = fileOf(review)?.changes[0]?.id ?? 0;
    const undone = undo(review, { kind: 'ids', ids: [id] });
    expect(undone.operations).toEqual([{ kind: 'rename', path: PATH, to: from }]);
    expect(changes(undone.review, from)).toEqual([['b', 'B']]);
    expect(fileOf(undone.review)).toBeUndefined();
  });

  test('moved on and back is none', () => {
    const back = edited(edited(review, 'a\nB\nc\n', null), null, 'a\nB\nc\n', { path: from });
    expect(groupByFile(agentRenamed(back, { from: PATH, to: from, ...BY }))).toMatchObject([
      { kind: 'modified', path: from, added: 1, removed: 1 },
    ]);
  });

  test('that the user has changed since stays two files', () => {
    const touched = userEdited(steps, PATH, { start: 0, removed: 0, lines: ['mine'] });
    expect(agentRenamed(touched, { from, to: PATH, ...BY })).toBe(touched);
  });
});

describe('what is no text', () => {
  test('is replaced as a whole', () => {
    const review = changed(binary(2), binary(3), 2, changed(binary(1), binary(2)));
    expect(undo(review, ALL).operations).toEqual([
      { kind: 'replace', path: PATH, image: binary(1), expected: binary(3) },
    ]);
    expect(keep(review, ALL).review.files.size).toBe(0);
  });

  test('in the place of a text takes the text’s hunks along', () => {
    const text = agentMade('a\n', 'b\n');
    const review = changed(textImage('b\n'), binary(1), 1, text);
    expect(undo(review, ALL).operations).toEqual([
      { kind: 'replace', path: PATH, image: textImage('a\n'), expected: binary(1) },
    ]);
    expect(changed(binary(1), textImage('a\n'), 1, review).files.size).toBe(0);
  });

  test('of unknown content says that it cannot be brought back', () => {
    const unknown: FileImage = { content: { kind: 'unknown', why: 'it is too large' } };
    const { operations, unclean } = undo(changed(unknown, binary(1)), ALL);
    expect(operations).toEqual([]);
    expect(unclean).toMatchObject([{ why: 'unknown' }]);
  });

  test('which the user replaces is the user’s', () => {
    expect(userChanged(changed(binary(1), binary(2)), PATH, binary(3)).files.size).toBe(0);
  });
});

describe('a mode', () => {
  const image = (mode: number, text = 'a\n'): FileImage => ({ ...textImage(text), mode });
  const review = changed(image(0o644), image(0o755, 'b\n'));

  test('is undone with the lines, or alone', () => {
    expect(undo(review, ALL).operations).toMatchObject([
      { kind: 'edit', edits: [{ row: 0, del: 1, lines: ['a'] }] },
      { kind: 'mode', mode: 0o644 },
    ]);
    const ids = fileOf(review)?.changes.map(({ id }) => id) ?? [];
    expect(undo(review, { kind: 'ids', ids }).operations).toEqual([
      { kind: 'mode', path: PATH, mode: 0o644 },
    ]);
  });

  test('that is as it was again is none', () => {
    expect(fileOf(changed(image(0o755, 'b\n'), image(0o644, 'b\n'), 1, review))?.changes).toEqual(
      [],
    );
    expect(fileOf(userChanged(review, PATH, image(0o600, 'b\n')))?.changes).toEqual([]);
  });
});

describe('line endings', () => {
  test('of a whole file are one change', () => {
    const review = agentMade('a\nb\n', 'a\r\nb\r\n');
    expect(changes(review)).toEqual([]);
    expect(fileOf(review)?.changes).toMatchObject([{ kind: 'format' }]);
    expect(performOn('a\r\nb\r\n', undo(review, ALL).operations)).toBe('a\nb\n');
  });

  test('of single lines are hunks of these lines', () => {
    expect(changes(agentMade('a\r\nb\r\nc\r\n', 'a\r\nb\nc\r\n'))).toEqual([['b\r', 'b']]);
    expect(changes(agentMade('a\r\nb\nc\r\n', 'a\r\nb\r\nc\r\n'))).toEqual([['b', 'b\r']]);
  });
});
