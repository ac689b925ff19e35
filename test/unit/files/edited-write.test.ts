import { describe, expect, it } from 'vitest';
import { joinText, splitText } from '../../../src/edit/text';
import {
  conflictOnDisk,
  editedText,
  unloadedWrite,
} from '../../../src/files/documents/edited-write';
import { editedPlaces } from '../../../src/model/review/edited-place';

const edited = (before: string | null, text: string) => ({
  path: '/p/a',
  before,
  after: 'agents\n',
  text,
  settled: () => {},
});
const known = undefined;

describe('the text that the user has accepted', () => {
  it('is merged with what the file holds by now', () => {
    const made = edited('a\nb\nc\nd\n', 'a\nb\nc\nD\n');
    expect(joinText(editedText(made, splitText('new\na\nb\nc\nd\n')))).toBe('new\na\nb\nc\nD\n');
  });

  it('is not written where the file was changed meanwhile in the same lines', () => {
    const made = edited('a\nb\nc\nd\n', 'a\nb\nc\nD\n');
    const now = splitText('a\nb\nc\nmeanwhile\n');
    expect(() => editedText(made, now)).toThrow(/not written.*changed meanwhile.*Read it again/);
  });

  it('keeps the line ends of the file', () => {
    const made = edited('a\r\nb\r\n', 'a\nB\n');
    expect(joinText(editedText(made, splitText('a\r\nb\r\n')))).toBe('a\r\nB\r\n');
  });

  it('is written to a file that is not loaded, or not there; the agent believes in its own', () => {
    const made = edited('one\n', 'users\n');
    const write = unloadedWrite({ content: 'agents\n', edited: made, known }, splitText('one\n'));
    expect([write.text, write.known].map(joinText)).toEqual(['users\n', 'agents\n']);
    const fresh = unloadedWrite(
      { content: 'agents\n', edited: edited(null, 'mine\n'), known },
      undefined,
    );
    expect(joinText(fresh.text)).toBe('mine\n');
  });
});

describe('what the agent writes after it', () => {
  const later = (content: string) =>
    unloadedWrite(
      { content, edited: undefined, known: splitText('a\nAGENT\nc\n') },
      splitText('a\nuser\nc\n'),
    );

  it('leaves the lines of the user alone', () => {
    expect(joinText(later('a\nAGENT\nC\n').text)).toBe('a\nuser\nC\n');
    expect(later('a\nAGENT\nC\n').conflicts).toEqual([]);
  });

  it('is a conflict in the same lines, which stay, and the agent learns of it', () => {
    const write = later('a\nagain\nc\n');
    expect(joinText(write.text)).toBe('a\nuser\nc\n');
    // The same text brings the same conflict.
    expect(joinText(write.known)).toBe('a\nAGENT\nc\n');
    const where = { session: 's', path: '/p/a' };
    const { conflict } = conflictOnDisk(where, 'a\nuser\nc\n', write, ['a', 'again', 'c']);
    expect(conflict?.text).toContain('the user has changed the same lines');
    expect(conflict).toMatchObject({ places: ['2'], fresh: 1 });
    expect(conflictOnDisk(where, '', later('a\nAGENT\nC\n'), [])).toEqual({});
  });
});

describe('where the user has changed what was proposed', () => {
  it('is in lines of the file as it was written', () => {
    expect(editedPlaces('a\nb\nc\n', 'new\na\nB\n')).toEqual([
      { from: 1, to: 1, agents: [], users: ['new'] },
      { from: 3, to: 3, agents: ['b', 'c'], users: ['B'] },
    ]);
    expect(editedPlaces('a\nb\n', 'a\n')).toEqual([{ from: 2, to: 1, agents: ['b'], users: [] }]);
  });
});
