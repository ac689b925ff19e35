import { expect, test } from 'vitest';
import { textOf } from '../../../../src/view/line';
import { type FollowNote, followNoteSurface } from '../../../../src/view/surfaces/follow-note';
import { sizeAt } from '../../../../src/view/surfaces/surface';

const textsOf = (note: FollowNote): string[] =>
  followNoteSurface.content(note).blocks.flatMap(({ lines }) => lines.map(textOf));

test('the note names the key that goes on, else the command', () => {
  expect(textsOf({ key: '\\f' })).toEqual([' following paused · \\f goes on ']);
  expect(textsOf({})).toEqual([' following paused · :Acp follow goes on ']);
});

test('the note is as large as its text: it has no frame', () => {
  const content = followNoteSurface.content({ key: 'gf' });
  expect(sizeAt(followNoteSurface.place, content, '')).toEqual({ width: 31, height: 1 });
});
