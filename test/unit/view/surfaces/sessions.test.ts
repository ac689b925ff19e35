import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../../src/base/text';
import { ageText } from '../../../../src/view/age';
import type { Line } from '../../../../src/view/block';
import { textOf } from '../../../../src/view/line';
import {
  type ListedSession,
  type SessionsModel,
  sessionLabel,
  sessionsSurface,
} from '../../../../src/view/surfaces/sessions';
import { footerText, itemAt, mappedKeys, type Room } from '../../../../src/view/surfaces/surface';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const parser: ListedSession = {
  id: 'a',
  agent: 'gemini',
  by: 'Gemini CLI',
  title: 'Fix the parser',
  updatedAt: '2026-11-21T09:00:00Z',
};
const asks: ListedSession = {
  id: 'b',
  agent: 'kimi',
  by: 'Kimi',
  title: 'Words',
  open: { view: 1, activity: 'asks' },
};
const fresh: ListedSession = {
  id: 'c',
  agent: 'kimi',
  by: 'Kimi',
  open: { view: 2, activity: 'idle' },
};
const model: SessionsModel = {
  sessions: [asks, fresh, parser],
  asking: [],
  problems: [],
  current: 2,
  now: NOW,
};

const blocks = (of: SessionsModel, room?: Room) => sessionsSurface.content(of, room).blocks;
const shown = (of: SessionsModel, room?: Room): string[] =>
  blocks(of, room)
    .flatMap(({ lines }): readonly Line[] => lines)
    .map(textOf);
const footer = (of: SessionsModel, row: number): string =>
  footerText(
    sessionsSurface.hints(of, itemAt(blocks(of), row)),
    mappedKeys(sessionsSurface.keys, {}),
  );

describe('the list of sessions', () => {
  it('has a column each for what it is about, the agent, the age, and what goes on', () => {
    expect(shown(model)).toEqual([
      '  Words             Kimi                 asks',
      '  nothing said yet  Kimi                 this one',
      '  Fix the parser    Gemini CLI  3 h ago',
    ]);
  });

  it('cuts what it is about where the room is small, and nothing else', () => {
    const title = 'many words '.repeat(20);
    const lines = shown({ ...model, sessions: [{ ...parser, title }] }, { width: 50, height: 9 });
    expect(lines[0]).toMatch(/^ {2}many words .*… {2}Gemini CLI {2}3 h ago$/);
    expect(displayWidth(lines[0] ?? '')).toBeLessThanOrEqual(48);
    const narrow = shown({ ...model, sessions: [{ ...parser, title }] }, { width: 5, height: 9 });
    expect(narrow[0]).toBe('  many words …  Gemini CLI  3 h ago');
  });

  it('says who has not answered yet, what went wrong, and when there is nothing', () => {
    const none = { ...model, sessions: [] };
    expect(shown(none)).toEqual(['  the agents know no session of this folder']);
    expect(shown({ ...none, asking: ['Kimi', 'Gemini CLI'], problems: ['Kimi: no'] })).toEqual([
      '  Kimi: no',
      '  … asking Kimi, Gemini CLI',
    ]);
  });

  it('has no lines and no control characters of agents', () => {
    const title = 'Two\nlines \u001b[31mred\u202e';
    expect(shown({ ...model, sessions: [{ ...parser, title }] })[0]).toMatch(/^ {2}Two lines red/);
  });

  it('offers in the footer what can be done with the session of the cursor', () => {
    expect(footer(model, 0)).toBe(' <CR> show  f fork  x end  g? keys ');
    expect(footer(model, 2)).toBe(' <CR> load  r resume  d delete  g? keys ');
    expect(footer({ ...model, sessions: [] }, 0)).toBe('');
  });

  it('is a line each in a picker', () => {
    expect(model.sessions.map((session) => sessionLabel(session, model))).toEqual([
      'Words · Kimi · asks',
      'nothing said yet · Kimi · this one',
      'Fix the parser · Gemini CLI · 3 h ago',
    ]);
  });
});

it.each([
  ['2026-11-21T11:59:01Z', 'just now'],
  ['2026-11-21T12:30:00Z', 'just now'],
  ['2026-11-21T11:01:00Z', '59 min ago'],
  ['2026-11-21T13:00:00+02:00', '1 h ago'],
  ['2026-11-18T11:59:00Z', '3 d ago'],
  ['yesterday', undefined],
  ['2026', undefined],
  [undefined, undefined],
])('the age of %s is %s', (time, age) => {
  expect(ageText(time, NOW)).toBe(age);
});
