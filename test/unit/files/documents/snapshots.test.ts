import { expect, test } from 'vitest';
import { splitText } from '../../../../src/edit/text';
import { Snapshots } from '../../../../src/files/documents/snapshots';

const text = splitText('one\ntwo\nthree\n');

test('a snapshot belongs to one session and one file', () => {
  const snapshots = new Snapshots();
  snapshots.set('s', '/f', text, 14, '1:5');
  expect(snapshots.get('s', '/f')).toBe(text);
  expect(snapshots.get('t', '/f')).toBeUndefined();
  expect(snapshots.at('s', '/f', '1:5')).toBe(text);
  expect(snapshots.at('s', '/f', '1:6')).toBeUndefined();
  snapshots.forget('s');
  expect(snapshots.get('s', '/f')).toBeUndefined();
});

test('when they become too large the oldest goes', () => {
  const snapshots = new Snapshots();
  const half = 40 * 1024 * 1024;
  snapshots.set('s', '/old', text, half);
  snapshots.set('s', '/new', text, half);
  expect(snapshots.get('s', '/old')).toBeUndefined();
  expect(snapshots.get('s', '/new')).toBe(text);
});

test('a change that came by the disk is known to every session, beside what the user changed', () => {
  const snapshots = new Snapshots();
  const ofUser = splitText('ONE\ntwo\nthree\n');
  snapshots.set('current', '/f', ofUser, 14);
  snapshots.set('behind', '/f', text, 14);
  snapshots.rebase('/f', ofUser, splitText('ONE\ntwo\nTHREE\n'));
  expect(snapshots.get('current', '/f')?.lines).toEqual(['ONE', 'two', 'THREE']);
  expect(snapshots.get('behind', '/f')?.lines).toEqual(['one', 'two', 'THREE']);
});

test('a file that is read again and again counts once', () => {
  const snapshots = new Snapshots();
  const third = 20 * 1024 * 1024;
  snapshots.set('s', '/kept', text, third);
  for (let times = 0; times < 10; times++) {
    snapshots.set('s', '/again', text, third);
    snapshots.wrote('s', '/again', text, 1, { from: text, left: text });
    snapshots.update('s', '/again', text, 1);
  }
  snapshots.forget('nobody');
  expect(snapshots.get('s', '/kept')).toBe(text);
  expect(snapshots.get('s', '/again')).toBe(text);
});

test('what a session has made of a file is known until it has read all of it', () => {
  const snapshots = new Snapshots();
  const [one, two, three] = [splitText('1\n'), splitText('2\n'), splitText('3\n')] as const;
  snapshots.set('s', '/f', one, 2);
  expect(snapshots.workOf('s', '/f')).toBeUndefined();
  snapshots.wrote('s', '/f', two, 2, { from: one, left: two });
  snapshots.wrote('s', '/f', three, 2, { from: two, left: three });
  snapshots.update('s', '/f', three, 2);
  // Nothing was changed by this one.
  snapshots.wrote('s', '/f', three, 2);
  expect(snapshots.workOf('s', '/f')).toEqual({ from: one, left: three });
  snapshots.leave('s', '/f', two);
  expect(snapshots.workOf('s', '/f')).toEqual({ from: one, left: two });
  snapshots.set('s', '/f', two, 2);
  expect(snapshots.workOf('s', '/f')).toBeUndefined();
});
